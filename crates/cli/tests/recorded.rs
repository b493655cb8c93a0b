//! Results that were recorded elsewhere: `type = "recorded"`, and records of several retrieval calls.

mod command;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use command::{Ran, folder, fourcell, root};
use serde_json::{Value, json};

/// A folder of the shared data; `None` where it is not there, which is said.
fn shared(set: &str) -> Option<PathBuf> {
    let place = root().join("../shared/data").join(set);
    if place.exists() {
        return Some(place);
    }
    let line = format!("SKIPPED: recorded results of {set}: ../shared/data/{set} is not there\n");
    std::io::stderr().write_all(format!("\n{line}").as_bytes()).unwrap();
    if let Some(file) = std::env::var_os("FOURCELL_SKIPPED") {
        OpenOptions::new().create(true).append(true).open(file).unwrap().write_all(line.as_bytes()).unwrap();
    }
    None
}

fn jsonl(lines: impl IntoIterator<Item = Value>) -> String {
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

fn records(folder: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("runs").join(name).join("records.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn scored(folder: &Path, arguments: &str) -> Value {
    let ran = fourcell(folder, &format!("score {arguments} --format json"));
    assert!(ran.code == 0 || ran.code == 5, "{ran:?}");
    serde_json::from_str::<Value>(&ran.stdout).unwrap()["result"]["runs"][0]["measures"].clone()
}

fn ok(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[test]
fn a_trec_run_becomes_a_run_with_the_published_scores() {
    let Some(data) = shared("anserini-cacm-run") else { return };
    let qrels = std::fs::read_to_string(data.join("qrels.cacm.txt")).unwrap();
    let mut relevant: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in qrels.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if let [query, _, document, grade] = fields[..]
            && grade.parse::<i32>().unwrap() > 0
        {
            relevant.entry(query).or_default().insert(document);
        }
    }
    let question =
        |(id, required): (&&str, &BTreeSet<&str>)| json!({"id": id, "query": format!("query {id}"), "required": required});
    let project = format!("[systems.bm25]\ntype = \"recorded\"\nfile = {:?}\n", data.join("cacm-bm25.txt").display().to_string());
    let place = folder(&[("fourcell.toml", &project), ("questions.jsonl", &jsonl(relevant.iter().map(question)))]);
    let ran = ok(fourcell(place.path(), "run bm25"));
    assert!(ran.stderr.contains("left out, since of no question of the project: 12 queries"), "{ran:?}");
    let measures = scored(place.path(), "bm25 -m P@30,AP,RR");
    for (name, published) in [("P@30", 0.1942), ("AP", 0.2744), ("RR", 0.7048)] {
        let value = measures[name]["value"].as_f64().unwrap_or_else(|| panic!("{measures:#}"));
        assert!((value - published).abs() < 5e-5, "{name} {value}");
        assert_eq!(measures[name]["n"], 52);
    }
    let manifest = std::fs::read_to_string(place.path().join("runs/bm25/manifest.toml")).unwrap();
    assert!(manifest.contains("file = \"cacm-bm25.txt\"") && manifest.contains("\"cacm-bm25.txt\" = \"sha256:"), "{manifest}");
    // The run that was made is a file of results too, and the same run comes out.
    let again = "[systems.again]\ntype = \"recorded\"\nfile = \"runs/bm25/records.jsonl\"\n";
    std::fs::write(place.path().join("fourcell.toml"), again).unwrap();
    ok(fourcell(place.path(), "run"));
    assert_eq!(records(place.path(), "again"), records(place.path(), "bm25"));
}

#[test]
fn rows_of_ragas_become_a_run() {
    let Some(data) = shared("ragas-annotations") else { return };
    let text = std::fs::read_to_string(data.join("edited_chain_runs.json")).unwrap();
    let rows: Vec<Value> = serde_json::from_str::<Value>(&text).unwrap()["answer_correctness"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["metric_input"].clone())
        .collect();
    let texts: BTreeSet<&str> = rows.iter().map(|row| row["user_input"].as_str().unwrap()).collect();
    assert_eq!((rows.len(), texts.len()), (18, 18));
    let question = |(n, row): (usize, &Value)| json!({"id": format!("q{n}"), "query": row["user_input"], "required": ["p"]});
    let mut questions: Vec<Value> = rows.iter().enumerate().map(question).collect();
    questions.push(json!({"id": "more", "query": "Not asked?", "required": ["p"]}));
    let project = "[systems.rows]\ntype = \"recorded\"\nfile = \"rows.jsonl\"\n";
    let place =
        folder(&[("fourcell.toml", project), ("questions.jsonl", &jsonl(questions)), ("rows.jsonl", &jsonl(rows.clone()))]);
    let ran = fourcell(place.path(), "run");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("errors of the run, since not in the file: 1 question, such as 'more'"), "{ran:?}");
    let made = records(place.path(), "rows");
    for (record, row) in made.iter().zip(&rows) {
        assert_eq!((&record["answer"], &record["status"]), (&row["response"], &"answered".into()));
    }
    assert_eq!((&made[18]["status"], &made[18]["error"]), (&"error".into(), &"not in the file".into()));
    // What a table made of a list is refused by row and field.
    let broken = json!({"user_input": "x", "retrieved_contexts": "['a', 'b']"});
    std::fs::write(place.path().join("rows.jsonl"), jsonl([rows[0].clone(), broken])).unwrap();
    let ran = fourcell(place.path(), "run --name broken");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.stderr.contains("rows.jsonl:2:") && ran.stderr.contains("'retrieved_contexts' must be a list, found string"),
        "{ran:?}"
    );
    assert!(!place.path().join("runs/broken").exists());
}

#[test]
fn a_file_that_cannot_stand_for_a_system_is_refused() {
    let questions = "{\"id\":\"q\",\"query\":\"Why?\",\"required\":[\"p\"]}\n";
    for (file, text, code, said) in [
        ("a.run", "x Q0 p 1 1 t\n", 4, "no query of it is of a question of the project: it has 'x'; the project has 'q'"),
        ("a.run", "q Q0 p 1 nan t\n", 2, "a.run:1"),
        ("a.jsonl", "{\"question\":\"q\",\"answer\":\"So.\"}\n", 2, "not clearly a row of ragas or a record"),
        ("a.jsonl", "", 2, "is empty"),
    ] {
        let project = format!("[systems.s]\ntype = \"recorded\"\nfile = \"{file}\"\n");
        let place = folder(&[("fourcell.toml", &project), ("questions.jsonl", questions), (file, text)]);
        let ran = fourcell(place.path(), "run");
        assert!(ran.code == code && ran.stderr.contains(said), "{said}: {ran:?}");
        assert!(!place.path().join("runs/s").exists());
    }
    let project = "[systems.s]\ntype = \"recorded\"\nfile = \"none.run\"\n";
    let place = folder(&[("fourcell.toml", project), ("questions.jsonl", questions), ("a.run", "q Q0 p 1 1 t\n")]);
    assert!(fourcell(place.path(), "run").stderr.contains("none.run: no such file"));
    std::fs::write(place.path().join("fourcell.toml"), project.replace("none", "a")).unwrap();
    let oracle = fourcell(place.path(), "run --mode normal,oracle");
    assert!(oracle.code == 2 && oracle.stderr.contains("holds nothing of mode oracle"), "{oracle:?}");
}

/// An agent's run, whose records hold lists of its steps alone.
#[test]
fn an_agents_run_is_scored_by_the_lists_of_its_steps() {
    let questions = "{\"id\":\"q\",\"query\":\"Why?\",\"required\":[\"a\",\"c\"]}\n";
    let steps =
        json!([{"by": "bm25", "stages": {"candidates": ["a", "b"]}}, {"by": "dense", "stages": {"candidates": ["c", "a"]}}]);
    let record = json!({"question": "q", "context": ["b"], "steps": steps});
    let place = folder(&[
        ("fourcell.toml", "version = 1\n"),
        ("questions.jsonl", questions),
        ("runs/agent/records.jsonl", &jsonl([record])),
    ]);
    let measures = scored(place.path(), "agent --stage candidates -m P@2,R@2,R@1");
    let value = |name: &str| measures[name]["value"].as_f64();
    assert_eq!((value("P@2"), value("R@2"), value("R@1")), (Some(1.0), Some(1.0), Some(0.5)), "{measures:#}");
    assert_eq!(scored(place.path(), "agent --stage context -m R@2")["R@2"]["value"].as_f64(), Some(0.0));
}
