//! `fourcell run` on the shipped example: what it records can be scored, does not depend on threads, and survives being killed.

mod command;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use command::{Ran, folder, fourcell_with, root};
use serde_json::Value;

/// A copy of the example without its runs.
fn handbook() -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let source = root().join("examples/handbook");
    for name in ["fourcell.toml", "corpus.jsonl", "questions.jsonl", "labels.jsonl"] {
        std::fs::copy(source.join(name), copy.path().join(name)).unwrap();
    }
    std::fs::create_dir(copy.path().join("documents")).unwrap();
    for entry in std::fs::read_dir(source.join("documents")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join("documents").join(path.file_name().unwrap())).unwrap();
    }
    copy
}

/// A small project with a system.
fn small(system: &str) -> tempfile::TempDir {
    let corpus = r#"{"id":"fees","text":"Cancelling late costs 20 euros. Moving house is free.","tenant":"acme"}
{"id":"fees-b","text":"Cancelling late costs 90 euros at the other firm.","tenant":"other"}
{"id":"old","text":"Cancelling late costs 5 euros.","tenant":"acme","status":"superseded","superseded_by":"fees"}
"#;
    let questions = r#"{"id":"late","query":"What does cancelling late cost?","principal":{"tenant":"acme","groups":[]},"evidence":{"all":[{"doc":"fees","range":[0,31],"quote":"Cancelling late costs 20 euros."}]}}
{"id":"gone","query":"What does a missing thing cost?","principal":{"tenant":"acme","groups":[]},"evidence":{"all":[{"passage":"nowhere#1"}]}}
"#;
    folder(&[("fourcell.toml", &format!("[systems.s]\n{system}\n")), ("corpus.jsonl", corpus), ("questions.jsonl", questions)])
}

fn run(folder: &Path, arguments: &[&str]) -> Ran {
    fourcell_with(folder, &[&["run"], arguments].concat(), b"")
}

fn records(folder: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("runs").join(name).join("records.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

fn files(folder: &Path, name: &str) -> Vec<(String, Vec<u8>)> {
    let read = |file: &str| std::fs::read(folder.join("runs").join(name).join(file)).unwrap();
    ["records.jsonl", "passages.jsonl"].map(|file| (file.to_owned(), read(file))).into()
}

#[test]
fn the_example_is_run_in_three_modes_and_scored() {
    let handbook = handbook();
    let ran = run(handbook.path(), &["builtin", "--mode", "normal,oracle,no-context", "--day", "2026-11-30"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("next: fourcell score builtin"), "{}", ran.stderr);
    for stage in ["retrieval", "packing", "generation", "total"] {
        assert!(ran.stdout.contains(stage), "{}", ran.stdout);
    }
    let questions = std::fs::read_to_string(handbook.path().join("questions.jsonl")).unwrap().lines().count();
    let records = records(handbook.path(), "builtin");
    assert_eq!(records.len(), 3 * questions);
    let score = |mode: &str| -> Value {
        let arguments = ["score", "builtin", "-m", "complete@context evidence@context", "--mode", mode, "--format", "json"];
        let ran = fourcell_with(handbook.path(), &arguments, b"");
        assert_eq!(ran.code, 0, "{ran:?}");
        serde_json::from_str::<Value>(&ran.stdout).unwrap()["result"]["runs"][0]["measures"].clone()
    };
    let value = |scores: &Value, name: &str| scores[name]["value"].as_f64().unwrap();
    let (normal, oracle, none) = (score("normal"), score("oracle"), score("no-context"));
    // Labelled evidence fits the budget of this example, so that an oracle run has it all, and one without context has none.
    assert_eq!(value(&oracle, "complete@context"), 1.0);
    assert_eq!(value(&none, "evidence@context"), 0.0);
    let found = value(&normal, "evidence@context");
    assert!(found > 0.5 && found < 1.0, "{found}");
    // Nothing that the asker may not see, or that is not in force, was retrieved.
    let corpus = std::fs::read_to_string(handbook.path().join("corpus.jsonl")).unwrap();
    let documents: Vec<Value> = corpus.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let latest = handbook.path().join("runs/latest/manifest.toml");
    let manifest = std::fs::read_to_string(latest).unwrap();
    assert!(
        manifest.contains("day = \"2026-11-30\"") && manifest.contains("\nsparse_index = \"BM25, k1 1.2, b 0.75"),
        "{manifest}"
    );
    for item in records.iter().flat_map(|r| r["context"].as_array().unwrap()) {
        let document = documents.iter().find(|d| d["id"] == item["doc"] && d["rev"] == item["rev"]).unwrap();
        assert!(document.get("status").is_none_or(|s| s == "active") || item["id"].as_str().unwrap().contains('#'), "{item}");
    }
}

#[test]
fn filters_before_after_and_never_are_told_apart() {
    let lists = |filter: &str| -> Value {
        let project = small(&format!("filter = \"{filter}\"\ncandidates = 1"));
        assert_eq!(run(project.path(), &[]).code, 0);
        records(project.path(), "s")[0].clone()
    };
    let before = lists("before");
    assert_eq!(ids(&before["stages"]["candidates"]), ["fees#0-53"]);
    assert_eq!(ids(&before["stages"]["packed"]), ["fees#0-53"]);
    assert_eq!(before["context"][0]["tenant"], "acme");
    // With one candidate, a filter that comes too late leaves nothing; without one the superseded text is sent.
    let after = lists("after");
    assert_eq!(ids(&after["stages"]["candidates"]), ["old#0-30"]);
    assert!(ids(&after["stages"]["filtered"]).is_empty());
    assert_eq!(after["status"], "declined");
    let never = lists("never");
    assert_eq!(ids(&never["stages"]["packed"]), ["old#0-30"]);
    assert!(never["stages"].get("filtered").is_none());
}

#[test]
fn answers_cite_the_sentences_they_are_made_of() {
    let project = small("stem = \"en\"\nstop_words = \"en\"");
    assert_eq!(run(project.path(), &[]).code, 0);
    let record = &records(project.path(), "s")[0];
    assert_eq!(record["answer"], "Cancelling late costs 20 euros. [1]");
    assert_eq!(record["citations"], serde_json::json!([{"passage": "fees#0-53", "span": [0, 31]}]));
    assert_eq!(record["status"], "answered");
}

#[test]
fn a_call_that_fails_is_named_and_only_it_is_made_again() {
    let project = small("");
    let ran = run(project.path(), &["--mode", "normal,oracle"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("gone: the labelled evidence is not in the corpus: nowhere#1"), "{}", ran.stderr);
    assert!(ran.stderr.contains("next: fourcell run --resume"), "{}", ran.stderr);
    let scored = fourcell_with(project.path(), &["score", "s", "--mode", "oracle", "-m", "RR", "--format", "json"], b"");
    assert!(scored.stdout.contains("run s has calls that failed or are still missing"), "{scored:?}");
    let failed: Vec<Value> = records(project.path(), "s").into_iter().filter(|r| r["status"] == "error").collect();
    assert_eq!(failed.len(), 1);
    assert_eq!((&failed[0]["question"], &failed[0]["mode"]), (&"gone".into(), &"oracle".into()));
    // The label is mended: another question by content, and the rest is not asked again.
    let questions = project.path().join("questions.jsonl");
    let mended = std::fs::read_to_string(&questions).unwrap().replace("{\"passage\":\"nowhere#1\"}", "{\"doc\":\"fees\"}");
    std::fs::write(&questions, mended).unwrap();
    let again = run(project.path(), &["--mode", "normal,oracle", "--resume"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(again.stderr.contains("s: 1 call to 's', 3 were made before, 0 failed"), "{}", again.stderr);
    let finished = run(project.path(), &["--mode", "normal,oracle", "--resume"]);
    assert_eq!(finished.code, 2);
    assert!(finished.stderr.contains("nothing is missing"), "{}", finished.stderr);
}

#[test]
fn a_run_that_is_there_is_not_overwritten_unasked() {
    let project = small("");
    assert_eq!(run(project.path(), &[]).code, 0);
    let before = files(project.path(), "s");
    let refused = run(project.path(), &["--mode", "oracle"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--overwrite"), "{}", refused.stderr);
    assert_eq!(files(project.path(), "s"), before);
    assert_eq!(run(project.path(), &["--overwrite"]).code, 0);
    assert_eq!(run(project.path(), &["--name", "other"]).code, 0);
    assert_eq!(files(project.path(), "other"), before);
    for name in ["latest", "../up", ".hidden", ""] {
        assert_eq!(run(project.path(), &["--name", name]).code, 2, "{name}");
    }
    let dry = run(project.path(), &["--name", "dry", "--dry-run", "--repeat", "3"]);
    assert!(dry.code == 0 && dry.stderr.contains("would ask 6 calls of 's'"), "{dry:?}");
    assert!(!project.path().join("runs/dry").exists());
}

#[test]
fn settings_that_cannot_be_are_named_with_their_place() {
    for (system, said) in [
        ("chunking = 'pages'", "'pages' is no chunking"),
        ("stem = 'xx'", "stem: 'xx' is no language that is known"),
        ("b = 3", "fourcell.toml:2:5: b 3 must be from 0 to 1"),
        ("chunking = 'given'", "the project has no passages"),
    ] {
        let project = small(system);
        let ran = run(project.path(), &[]);
        assert_eq!(ran.code, 2, "{system}");
        assert!(ran.stderr.contains(said), "{system}: {}", ran.stderr);
        assert!(!project.path().join("runs").exists(), "{system}: a run that cannot begin leaves nothing behind");
    }
    let project = small("");
    let ran = run(project.path(), &["t"]);
    assert!(ran.code == 2 && ran.stderr.contains("no system is called 't'; there are s, builtin"), "{}", ran.stderr);
    assert!(run(project.path(), &["--day", "2026-02-30"]).stderr.contains("is no day"));
}

/// How often the run is killed: some times always, more on demand.
fn kills() -> u64 {
    std::env::var("FOURCELL_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(10)
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes_with_any_number_of_threads() {
    let handbook = handbook();
    let arguments = ["--mode", "normal,oracle,no-context", "--repeat", "4", "--day", "2026-11-30"];
    let named = |name: &'static str, more: &[&'static str]| [&arguments[..], &["--name", name], more].concat();
    let started = std::time::Instant::now();
    assert_eq!(run(handbook.path(), &named("whole", &["--threads", "1"])).code, 0);
    let whole_takes = started.elapsed();
    let whole = files(handbook.path(), "whole");
    assert_eq!(run(handbook.path(), &named("threads", &["--threads", "4"])).code, 0);
    assert_eq!(files(handbook.path(), "threads"), whole);
    let mut unfinished = 0;
    for kill in 0..kills() {
        let mut process = Command::new(env!("CARGO_BIN_EXE_fourcell"));
        process.current_dir(handbook.path()).arg("run").args(named("killed", &["--resume", "--threads", "2"]));
        let mut child = process.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Spread over the time that a whole run takes, in an order that looks random.
        std::thread::sleep(whole_takes.mul_f64((kill * 7 % kills()) as f64 / kills() as f64) + Duration::from_millis(kill));
        child.kill().unwrap();
        child.wait().unwrap();
        let directory = handbook.path().join("runs/killed");
        if directory.join("records.jsonl").exists() && !directory.join("journal.jsonl").exists() {
            // It had finished.
            assert_eq!(files(handbook.path(), "killed"), whole);
            std::fs::remove_dir_all(&directory).unwrap();
        } else {
            unfinished += 1;
        }
    }
    assert!(unfinished > 0, "no kill came in time");
    let ran = run(handbook.path(), &named("killed", &["--resume"]));
    assert!(ran.code == 0 || ran.stderr.contains("nothing is missing"), "{ran:?}");
    assert_eq!(files(handbook.path(), "killed"), whole);
}
