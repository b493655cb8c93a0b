//! Faults in runs that go on: B24.

use std::path::Path;

use crate::command::{folder, fourcell};

fn question(number: usize, query: &str, evidence: &str) -> String {
    format!("{{\"id\":\"q{number}\",\"query\":\"{query}\",\"evidence\":{evidence}}}\n")
}

fn questions(order: impl Iterator<Item = usize>, second: &str) -> String {
    let of = |n: usize| match n {
        2 => question(n, second, "{\"doc\":\"d\"}"),
        // Its evidence is not there, so that the run is not finished and its journal stays.
        9 => question(n, "rule nine", "{\"passage\":\"nowhere\"}"),
        _ => question(n, &format!("rule {n}"), "{\"doc\":\"d\"}"),
    };
    order.map(of).collect()
}

fn records(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join("runs").join(name).join("records.jsonl")).unwrap()
}

#[test]
fn b24_a_run_that_goes_on_mixes_nothing_old_with_new() {
    let corpus = "{\"id\":\"d\",\"text\":\"rule 1 and rule 2 and rule nine, the second of all\"}\n";
    let project = |k1: f64| format!("[systems.s]\nk1 = {k1}\n");
    let place =
        folder(&[("fourcell.toml", &project(1.2)), ("corpus.jsonl", corpus), ("questions.jsonl", &questions(0..10, "rule two"))]);
    let run = |arguments: &str| fourcell(place.path(), &format!("run --mode oracle --threads 1 --day 2026-11-30 {arguments}"));
    assert_eq!(run("").code, 3);
    // Killed after four calls, while it wrote the fifth.
    let journal = place.path().join("runs/s/journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 11);
    let half = &lines[5][..lines[5].len() / 2];
    std::fs::write(&journal, format!("{}{half}", lines[..5].concat())).unwrap();
    // Meanwhile the questions stand in another order, and the second asks something else.
    std::fs::write(place.path().join("questions.jsonl"), questions((0..10).rev(), "the second of all")).unwrap();
    let resumed = run("--resume");
    assert_eq!(resumed.code, 3, "{resumed:?}");
    // q0, q1 and q3 are as they were; q2 is another question.
    assert!(resumed.stderr.contains("7 calls to 's', 3 were made before, 1 failed"), "{}", resumed.stderr);
    assert_eq!(run("--name whole").code, 3);
    assert_eq!(records(place.path(), "s"), records(place.path(), "whole"));
    // Under other settings nothing that was done before counts.
    std::fs::write(place.path().join("fourcell.toml"), project(0.9)).unwrap();
    let changed = run("--resume");
    assert!(changed.stderr.contains("10 calls to 's', 1 failed"), "{}", changed.stderr);
}
