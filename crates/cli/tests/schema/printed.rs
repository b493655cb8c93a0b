//! What the command prints and writes.

use crate::command::fourcell;

const NAMES: [&str; 25] = [
    "project",
    "question",
    "label",
    "document",
    "passage",
    "record",
    "judgement",
    "ledger",
    "manifest",
    "lifecycle",
    "custody",
    "timing",
    "baseline",
    "request",
    "reply",
    "ask",
    "verdict",
    "scores",
    "answer-scores",
    "invariants",
    "cells",
    "compare",
    "benchmark",
    "history",
    "gate",
];

#[test]
fn names_are_listed_and_every_schema_is_printed_and_written_alike() {
    let place = tempfile::tempdir().unwrap();
    let listed = fourcell(place.path(), "schema");
    assert_eq!(listed.code, 0, "{listed:?}");
    let names: Vec<&str> = listed.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, NAMES);
    let written = fourcell(place.path(), "schema --all --out a/schemas");
    assert_eq!((written.code, written.stdout.as_str()), (0, ""), "{written:?}");
    assert_eq!(fourcell(place.path(), "schema --all --out a/schemas").code, 0, "they are replaced");
    for name in NAMES {
        let file = place.path().join(format!("a/schemas/{name}.schema.json"));
        let printed = fourcell(place.path(), &format!("schema {name}")).stdout;
        assert_eq!(std::fs::read_to_string(file).unwrap(), printed, "{name}");
        crate::validator(&crate::schema(name));
    }
    assert_eq!(std::fs::read_dir(place.path().join("a/schemas")).unwrap().count(), NAMES.len());
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = tempfile::tempdir().unwrap();
    let unknown = fourcell(place.path(), "schema questions");
    assert_eq!(unknown.code, 2);
    assert_eq!(unknown.stderr, "error: there is no schema called 'questions'\n  did you mean 'question'?\n");
    for usage in ["schema --all", "schema --out x", "schema question --all --out x"] {
        assert_eq!(fourcell(place.path(), usage).code, 2, "{usage}");
    }
    std::fs::write(place.path().join("file"), "").unwrap();
    let refused = fourcell(place.path(), "schema --all --out file");
    assert!(refused.code == 2 && refused.stderr.starts_with("error: file: "), "{refused:?}");
}
