//! Of final questions verdicts alone are told, in every format.

use super::{handbook, json, read};
use crate::command::fourcell;

/// The example with its final questions sealed.
fn sealed() -> tempfile::TempDir {
    let folder = handbook();
    let ran = fourcell(&folder.path().join("evaluation"), "custody seal --reason first");
    assert_eq!(ran.code, 0, "{ran:?}");
    folder
}

#[test]
fn no_format_names_a_final_question_or_a_number() {
    let folder = sealed();
    let at = folder.path().join("evaluation");
    let questions = read(at.join("questions.jsonl"));
    let finals: Vec<String> = questions
        .lines()
        .map(json)
        .filter(|question| question["split"] == "final")
        .map(|question| question["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(finals.len(), 43);
    let files = "--json gate.json --junit gate.xml --markdown gate.md --csv gate.csv";
    for format in ["table --explain --all", "json", "markdown", "csv", "junit", "github --explain --all"] {
        let ran = fourcell(&at, &format!("gate candidate --baseline baseline --split final {files} --format {format}"));
        assert!(ran.stdout.len() > 100, "{ran:?}");
        let written: Vec<String> =
            ["gate.json", "gate.xml", "gate.md", "gate.csv"].iter().map(|file| read(at.join(file))).collect();
        for text in written.iter().chain([&ran.stdout, &ran.stderr]) {
            for id in &finals {
                let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
                assert!(!words.into_iter().any(|word| word == id), "{format} tells of {id}: {text}");
            }
        }
        for text in written.iter().chain([&ran.stdout]) {
            assert!(!text.contains("0.7") && !text.contains(" points") && !text.contains("line="), "{text}");
        }
    }
    let gate = json(&read(at.join("gate.json")));
    assert_eq!(gate["result"]["verdicts_alone"], true);
    for layer in gate["result"]["layers"].as_array().unwrap() {
        for check in layer["checks"].as_array().unwrap() {
            assert!(
                check["said"] == "" && check["numbers"].as_object().unwrap().is_empty() && check["more_questions"].is_null(),
                "{check}"
            );
        }
    }
}

#[test]
fn formats_that_name_questions_are_refused_before_anybody_looks() {
    let folder = sealed();
    let at = folder.path().join("evaluation");
    let custody = read(at.join("custody.jsonl"));
    for arguments in [
        "gate candidate --baseline baseline --split final --json gate.json --sarif gate.sarif",
        "gate candidate --baseline baseline --split final --json gate.json --regressions-csv worse.csv",
        "ledger candidate --split final --format sarif",
    ] {
        let ran = fourcell(&at, arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.stderr.contains("final") && !at.join("gate.json").exists(), "{ran:?}");
        assert_eq!(read(at.join("custody.jsonl")), custody, "no look was had");
    }
}
