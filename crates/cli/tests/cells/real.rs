//! Two systems over one documentation, with recorded retrieval and recorded verdicts: the definition of "the evidence was there" moves
//! questions between cells.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::shared::{csv, folder, json_lines, string, strings, text};
use crate::{cells, counted};

/// A project of the set, with the runs `base` and `second`.
fn project(data: &Path) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, lines: Vec<Value>| {
        let file = place.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    };
    std::fs::write(place.path().join("fourcell.toml"), "version = 1\n[project]\nname = \"docs\"\n").unwrap();
    let questions = json_lines(&data.join("questions.jsonl"));
    let question = |q: &Value| json!({"id": q["id"], "query": q["question"], "answer": q["correct_answer"], "required": q["correct_chunks"]});
    write("questions.jsonl", questions.iter().map(question).collect());
    let by_text: HashMap<String, String> = questions.iter().map(|q| (string(&q["question"]), string(&q["id"]))).collect();
    // Every chunk is named by its page and a heading of it.
    let page = |id: &str| id.split('#').next().unwrap_or_default().to_owned();
    let chunks = json_lines(&data.join("corpus.jsonl"));
    let passage = |chunk: &Value| {
        let id = string(&chunk["chunk_link"]);
        json!({"id": id, "doc": page(&id), "text": chunk["text"]})
    };
    for (run, lists, rows) in [("base", "base", "one"), ("second", "level_two", "level_two")] {
        let record = |call: &Value| match call["retrieved"].is_array() {
            false => json!({"question": call["id"], "error": call["error"]}),
            true => json!({"question": call["id"], "context": strings(&call["retrieved"])}),
        };
        let calls = json_lines(&data.join(format!("run_retrieve_{lists}.jsonl")));
        write(&format!("runs/{run}/passages.jsonl"), chunks.iter().map(passage).collect());
        write(&format!("runs/{run}/records.jsonl"), calls.iter().map(record).collect());
        let table = csv(&text(&data.join(format!("evaluation_results_detailed_{rows}.csv"))));
        let verdict = |row: &Vec<String>| {
            let verdict = if row[4] == "True" { "correct" } else { "incorrect" };
            json!({"question": by_text[&row[0]], "mode": "normal", "repeat": 0, "kind": "answer", "verdict": verdict, "by": "source"})
        };
        write(&format!("runs/{run}/judgements.jsonl"), table[1..].iter().map(verdict).collect());
    }
    place
}

#[test]
fn the_definition_moves_questions_between_cells() {
    let Some(data) = folder("anthropic-docs-rag", "the four cells of two systems, through the command") else { return };
    let place = project(&data);
    let base = counted(place.path(), "base", 3);
    assert_eq!(cells(&base, "hit"), ([69, 14, 3, 13], [1, 0, 0]));
    assert_eq!(cells(&base, "complete"), ([40, 6, 32, 21], [1, 0, 0]));
    let second = counted(place.path(), "second", 0);
    assert_eq!(cells(&second, "hit"), ([77, 13, 3, 7], [0, 0, 0]));
    assert_eq!(cells(&second, "complete"), ([45, 6, 35, 14], [0, 0, 0]));
    // The same is kept in the run, and `--at` cuts what `@context` has whole.
    let kept: Value = serde_json::from_str(&text(&place.path().join("runs/base/cells.json"))).unwrap();
    assert_eq!(kept["result"]["definitions"], base["definitions"]);
    assert_eq!(kept["result"]["questions"].as_object().unwrap().len(), 100);
    assert_eq!(cells(&counted(place.path(), "second --at 3", 0), "complete"), cells(&second, "complete"));
    let first = cells(&counted(place.path(), "second --at 1", 0), "complete").0;
    assert!(first[0] + first[1] < 51 && first.iter().sum::<u64>() == 100, "{first:?}");
}

#[test]
fn what_moves_what_is_open_and_what_is_to_be_audited_is_named() {
    let Some(data) = folder("anthropic-docs-rag", "what the cells of two systems leave open") else { return };
    let place = project(&data);
    let base = counted(place.path(), "base --present all", 3);
    let moved = base["moved"].as_array().unwrap().iter().find(|m| m["from"] == "hit" && m["to"] == "complete").unwrap();
    let count = |place: usize| moved["moves"][place]["questions"].as_array().unwrap().len();
    assert_eq!(moved["moves"][0]["from"], "works");
    assert_eq!(moved["moves"][0]["to"], "right-for-the-wrong-reason");
    assert_eq!((count(0), count(1)), (29, 8), "69 to 40, and 14 to 6");
    let complete = &base["definitions"]["complete"];
    // Nothing but what is required was judged: whoever lacks evidence has an unjudged passage that could be it.
    let open = |key: &str| complete["open"][key].as_array().unwrap().len();
    let (right, wrong) = (open("could_flip_to_works"), open("could_flip_to_generation_fault"));
    assert!(right > 20 && right <= 32 && wrong > 10 && wrong <= 21, "{right} {wrong}");
    let ceiling = complete["open"]["evidence"]["ceiling"].as_f64().unwrap();
    assert!((ceiling - (46 + right + wrong) as f64 / 99.0).abs() < 1e-12);
    let audit = complete["label_audit"].as_array().unwrap();
    assert_eq!(audit.len(), 32);
    assert!(audit.iter().all(|s| s["why"] == "claims-not-judged"), "only whole answers were judged");
    assert!(audit.iter().filter(|s| !s["passages"].as_array().unwrap().is_empty()).count() > 20);
    // Nobody recorded whether a wrong answer declines.
    assert_eq!(complete["wrong_without_evidence"], json!({"declined": 0, "asserted": 0, "not_known": 21}));
    let chances = &complete["chances"];
    assert_eq!((chances["evidence"]["n"].as_u64(), chances["evidence"]["failed"].as_u64()), (Some(99), Some(1)));
    let value = |name: &str| chances[name]["value"].as_f64().unwrap();
    assert!((value("evidence") - 46.0 / 99.0).abs() < 1e-12 && (value("right_with_evidence") - 40.0 / 46.0).abs() < 1e-12);
    assert!((value("right_answers_without_evidence") - 32.0 / 72.0).abs() < 1e-12);
    // A page holds several of its chunks: by page there is more evidence than by chunk.
    let (document, _) = cells(&base, "document");
    assert_eq!(document.iter().sum::<u64>() + 1, 100, "{:#}", base["definitions"]["document"]["not_scored"]);
    assert!(document[0] + document[1] >= 46);
}
