//! What the cases have in common: projects and files made for them, and what the command told.

use std::path::Path;

use crate::command::{folder, fourcell_with};
use serde_json::{Value, json};

/// Runs the command and reads its JSON.
pub fn told(folder: &Path, arguments: &[&str]) -> Value {
    let ran = fourcell_with(folder, &[arguments, &["--format", "json"]].concat(), b"");
    assert!(ran.code == 0 || ran.code == 5, "{arguments:?} {ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

pub fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let ran = fourcell_with(folder, arguments, b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{arguments:?} {}", ran.stderr);
    ran.stderr
}

/// A measure of the first run: its summary.
pub fn measure<'a>(told: &'a Value, name: &str) -> &'a Value {
    let found = &told["result"]["runs"][0]["measures"][name];
    assert!(found.is_object(), "no {name} in {told:#}");
    found
}

pub fn value(told: &Value, name: &str) -> f64 {
    measure(told, name)["value"].as_f64().unwrap()
}

/// The value of one question.
pub fn of(told: &Value, question: &str, name: &str) -> Value {
    told["result"]["runs"][0]["questions"][question]["scores"][name].clone()
}

pub fn warnings(told: &Value) -> String {
    told["warnings"].as_array().unwrap().iter().map(|w| format!("{}\n", w.as_str().unwrap())).collect()
}

#[track_caller]
pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
}

pub const PROJECT: &str = "version = 1\n[project]\nname = \"case\"\n";

/// A project with these questions, and runs with a list of passages for each question.
pub fn project(questions: &[Value], runs: &[(&str, &[(&str, Value)])]) -> tempfile::TempDir {
    let files = folder(&[("fourcell.toml", PROJECT), ("questions.jsonl", &jsonl(questions))]);
    for (name, lists) in runs {
        let records: Vec<Value> = lists.iter().map(|(q, list)| json!({ "question": q, "stages": { "fused": list } })).collect();
        write(files.path(), &format!("runs/{name}/records.jsonl"), &jsonl(&records));
    }
    files
}

pub fn jsonl(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A BEIR directory and a run.
pub fn beir(queries: &str, corpus: &str, qrels: &str, run: &str) -> tempfile::TempDir {
    folder(&[("queries.jsonl", queries), ("corpus.jsonl", corpus), ("qrels/test.tsv", qrels), ("run", run)])
}

pub const BEIR: [&str; 4] = ["score", "--beir", ".", "run"];
pub const TREC: [&str; 4] = ["score", "--qrels", "qrels", "run"];
