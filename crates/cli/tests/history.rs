//! `fourcell history`: which runs, in which order, what was changed between them, and what cannot be read.

mod command;

use std::path::Path;

use command::{Ran, folder, fourcell, root};
use serde_json::Value;

const QUESTIONS: &str = "{\"id\":\"q1\",\"query\":\"A?\",\"required\":[\"p\"]}\n{\"id\":\"q2\",\"query\":\"B?\",\"required\":[\"p\"]}\n{\"id\":\"q3\",\"query\":\"C?\",\"required\":[\"p\"]}\n";

/// Records of which the first `right` found the passage.
fn records(right: usize) -> String {
    (0..3).map(|n| format!("{{\"question\":\"q{}\",\"context\":[\"{}\"]}}\n", n + 1, if n < right { "p" } else { "x" })).collect()
}

fn manifest(started: &str, prompt: &str, k: u32) -> String {
    let when = if started.is_empty() { String::new() } else { format!("[when]\nstarted = \"{started}\"\n") };
    format!("[settings]\nprompt = \"{prompt}\"\nk = {k}\n{when}")
}

/// Four runs, named against the order in which they were started, one of which is broken; and one of a matrix.
fn project() -> tempfile::TempDir {
    let manifests = [
        manifest("2026-11-03T08:00:00Z", "v1", 6),
        manifest("2026-11-01T08:00:00Z", "v1", 6),
        manifest("2026-11-02T08:00:00Z", "v2", 6),
        manifest("", "v0", 5),
        manifest("2026-11-04T08:00:00Z", "v9", 6),
    ];
    let texts = [records(3), records(1), records(2), records(1), records(3)];
    folder(&[
        ("fourcell.toml", ""),
        ("questions.jsonl", QUESTIONS),
        ("runs/a/manifest.toml", &manifests[0]),
        ("runs/a/records.jsonl", &texts[0]),
        ("runs/b/manifest.toml", &manifests[1]),
        ("runs/b/records.jsonl", &texts[1]),
        ("runs/c/manifest.toml", &manifests[2]),
        ("runs/c/records.jsonl", &texts[2]),
        ("runs/z/manifest.toml", &manifests[3]),
        ("runs/z/records.jsonl", &texts[3]),
        ("runs/broken/records.jsonl", "{\"question\":\n"),
        ("runs/empty/notes.txt", ""),
        ("runs/sizes/k=9/manifest.toml", &manifests[4]),
        ("runs/sizes/k=9/records.jsonl", &texts[4]),
    ])
}

fn history(place: &Path, more: &str) -> Ran {
    let ran = fourcell(place, &format!("history -m Success@6 {more}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

fn json(place: &Path, more: &str) -> Value {
    serde_json::from_str(&history(place, &format!("{more} --format json")).stdout).unwrap()
}

fn names(told: &Value) -> Vec<&str> {
    told["result"]["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap()).collect()
}

#[test]
fn runs_stand_in_the_order_in_which_they_were_started_each_against_the_one_before() {
    let place = project();
    let told = json(place.path(), "");
    assert_eq!(names(&told), ["z", "b", "c", "a"], "what does not say comes first");
    let runs = told["result"]["runs"].as_array().unwrap();
    let attribution = |run: usize| runs[run]["changes"]["attribution"].as_str();
    assert_eq!([0, 1, 2, 3].map(attribution), [None, Some("not-attributable"), Some("attributable"), Some("attributable")]);
    assert_eq!(
        runs[2]["changes"]["sentence"],
        "one setting differs: prompt \"v1\" → \"v2\": the difference is attributable to it"
    );
    let measured = |run: usize| &runs[run]["measures"]["Success@6"];
    let value = |run: usize| measured(run)["value"].as_f64().unwrap();
    assert_eq!([0, 1, 2, 3].map(value), [1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
    assert_eq!(measured(0)["since_the_run_before"], Value::Null);
    let since = &measured(2)["since_the_run_before"];
    assert!(
        (since["difference"]["value"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12 && since["difference"]["n"] == 3,
        "{since}"
    );
    assert!(since["difference"]["lo"].as_f64() < Some(0.0) && since["p"]["holm"].as_f64().is_some(), "{since}");
    assert_eq!(told["result"]["comparisons_adjusted_for"], 3);
    assert!(told["result"]["order"].as_str().unwrap().ends_with("those whose manifests do not say: broken, empty, z"));
}

#[test]
fn what_cannot_be_read_is_told_and_ends_nothing() {
    let place = project();
    let told = json(place.path(), "");
    let unread = told["result"]["not_read"].as_array().unwrap();
    assert_eq!((&unread[0]["run"], &unread[1]["run"], unread.len()), (&"broken".into(), &"empty".into(), 2));
    assert!(unread[0]["reason"].as_str().unwrap().contains("records.jsonl:1"), "{unread:?}");
    assert!(unread[1]["reason"].as_str().unwrap().contains("holds no records.jsonl"), "{unread:?}");
    let table = history(place.path(), "").stdout;
    assert!(
        table.contains("\nnot read: broken: ") && table.contains("not shown: 1 run of the matrix sizes; --matrices shows them"),
        "{table}"
    );
    let csv = history(place.path(), "--format csv").stdout;
    assert!(csv.lines().any(|line| line.starts_with("broken,,,,,")), "{csv}");
    let only = fourcell(place.path(), "history broken");
    assert!(only.code == 4 && only.stderr.contains("no run could be read") && only.stderr.contains("broken: "), "{only:?}");
}

#[test]
fn matrices_limits_and_names() {
    let place = project();
    assert_eq!(names(&json(place.path(), "--matrices")), ["z", "b", "c", "a", "sizes/k=9"]);
    // The first that is shown is compared with the one before it, which is not shown.
    let told = json(place.path(), "--limit 2");
    assert_eq!(names(&told), ["c", "a"]);
    let first = &told["result"]["runs"][0];
    assert_eq!(first["changes"]["attribution"], "attributable");
    assert!(first["measures"]["Success@6"]["since_the_run_before"]["p"]["value"].is_number(), "{first}");
    assert_eq!(told["result"]["comparisons_adjusted_for"], 2);
    let told = json(place.path(), "a runs/b");
    assert_eq!(names(&told), ["a", "runs/b"], "in the order in which they are named");
    let markdown = history(place.path(), "a b --format markdown").stdout;
    assert!(markdown.contains("| b | 2026-11-01T08:00:00Z | none |") && markdown.contains("| b | 0.333 | "), "{markdown}");
    let none = folder(&[("fourcell.toml", ""), ("questions.jsonl", QUESTIONS)]);
    let ran = fourcell(none.path(), "history");
    assert!(ran.code == 4 && ran.stderr.contains("holds no run"), "{ran:?}");
}

#[test]
fn the_shipped_runs_have_no_date_and_say_so() {
    let ran = fourcell(&root().join("examples/handbook"), "history baseline candidate -m evidence@6");
    assert!(ran.stdout.contains("runs stand in the order in which they were named"), "{}", ran.stdout);
    assert!(ran.stdout.contains("candidate  –        chunking, index, packing, rerank (not attributable)"), "{}", ran.stdout);
    // What compare finds of the same two.
    assert!(ran.stdout.contains("+16.2  [+9.3, +23.1]  <0.001"), "{}", ran.stdout);
}

/// A run of the built-in system says when it was started, and is the latest; the link to it is no run of its own.
#[test]
fn a_run_that_was_made_stands_last_and_once() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(fourcell(place.path(), "init here").code, 0);
    let here = place.path().join("here");
    for command in ["corpus snapshot documents", "run", "judge bm25"] {
        let ran = fourcell(&here, command);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    let ran = fourcell(&here, "history --format json");
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(names(&told), ["bm25"]);
    assert!(told["result"]["runs"][0]["started"].as_str().unwrap().ends_with('Z'), "{told}");
    assert!(told["result"]["runs"][0]["measures"]["correct"]["n"].as_u64() > Some(0), "judged, and so shown: {told}");
}
