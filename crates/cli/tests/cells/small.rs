//! Small projects that have every branch: declined and asserted, failed and not scored, each mode, what is asked for and is not there.

use serde_json::{Value, json};

use crate::command::{folder, fourcell};
use crate::{cells, counted};

const TOML: &str = "version = 1\n[project]\nname = \"small\"\n";

const QUESTIONS: &str = r#"{"id":"works","query":"one","required":["a"],"answer":"1","type":"x"}
{"id":"gen","query":"two","required":["a"],"answer":"1","type":"x"}
{"id":"lucky","query":"three","required":["b"],"answer":"1","type":"y"}
{"id":"safe","query":"four","required":["b"],"answer":"1","type":"y"}
{"id":"danger","query":"five","required":["b","c"],"answer":"1","type":"y"}
{"id":"down","query":"six","required":["a"],"answer":"1"}
{"id":"never","query":"seven","required":["a"],"answer":"1"}
{"id":"open","query":"eight","required":["a"],"answer":"1"}
{"id":"unsaid","query":"nine","required":["a"],"answer":"1"}
{"id":"none-1","query":"ten","answerable":false}
{"id":"none-2","query":"eleven","answerable":false}
"#;

fn record(question: &str, mode: &str, context: &[&str], status: &str) -> Value {
    let context: Vec<Value> = context.iter().map(|id| json!({"id": id, "text": format!("text of {id}")})).collect();
    json!({"question": question, "mode": mode, "context": context, "answer": "It is one.", "status": status})
}

fn records() -> Vec<Value> {
    vec![
        record("works", "normal", &["a", "x"], "answered"),
        record("gen", "normal", &["a"], "answered"),
        record("lucky", "normal", &["x", "a"], "answered"),
        record("safe", "normal", &["x"], "declined"),
        record("danger", "normal", &["x"], "answered"),
        json!({"question": "down", "error": "it is down"}),
        record("open", "normal", &["a"], "answered"),
        record("unsaid", "normal", &["a"], "answered"),
        record("none-1", "normal", &["x"], "declined"),
        record("none-2", "normal", &["x"], "answered"),
    ]
}

fn verdict(question: &str, mode: &str, verdict: &str) -> Value {
    json!({"question": question, "mode": mode, "kind": "answer", "verdict": verdict, "judge": "ann", "by": "person"})
}

fn verdicts() -> Vec<Value> {
    let claim = json!({"claim": 0, "text": "It is one."});
    vec![
        verdict("works", "normal", "correct"),
        verdict("gen", "normal", "incorrect"),
        verdict("lucky", "normal", "correct"),
        json!({"question": "lucky", "kind": "claims", "claims": [{"text": "It is one."}], "judge": "m", "by": "model"}),
        json!({"question": "lucky", "kind": "support", "target": claim, "verdict": "supported", "passage": "x", "judge": "m", "by": "model"}),
        verdict("danger", "normal", "incorrect"),
        json!({"question": "open", "kind": "answer", "verdict": null, "judge": "m", "by": "model", "error": "no reply"}),
    ]
}

fn jsonl(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn project(records: &[Value], verdicts: &[Value]) -> tempfile::TempDir {
    let (records, verdicts) = (jsonl(records), jsonl(verdicts));
    folder(&[
        ("fourcell.toml", TOML),
        ("questions.jsonl", QUESTIONS),
        ("runs/r/records.jsonl", &records),
        ("runs/r/judgements.jsonl", &verdicts),
    ])
}

#[test]
fn every_question_stands_where_it_belongs() {
    let place = project(&records(), &verdicts());
    let found = counted(place.path(), "r --per-question", 3);
    // 'down' failed and 'never' was not asked; of 'open' the verdict failed; of 'unsaid' nobody said anything.
    assert_eq!(cells(&found, "complete"), ([1, 1, 1, 2], [2, 1, 1]));
    let complete = &found["definitions"]["complete"];
    assert_eq!(complete["wrong_without_evidence"], json!({"declined": 1, "asserted": 1, "not_known": 0}));
    assert_eq!(complete["not_scored"], json!({"neither facts nor a reference answer were judged": 1}));
    assert_eq!(complete["label_audit"], json!([{"question": "lucky", "passages": ["x"], "why": "supports-claims"}]));
    // One unjudged passage may be one missing group, not two.
    assert_eq!(complete["open"]["could_flip_to_works"], json!(["lucky"]));
    assert_eq!(complete["open"]["could_flip_to_generation_fault"], json!(["safe"]));
    assert_eq!(found["definitions"]["hit"]["open"]["could_flip_to_generation_fault"], json!(["danger", "safe"]));
    assert_eq!(complete["open"]["evidence"], json!({"as_labelled": 0.4, "ceiling": 0.8}));
    let none = &found["unanswerable"];
    assert_eq!((&none["declined"], &none["answered"], &none["answered_rate"]["value"]), (&json!(1), &json!(1), &json!(0.5)));
    assert!(none["answered_rate_upper_one_sided_95"].as_f64().unwrap() > 0.97);
    assert_eq!(found["modes"], Value::Null);
    let of = |question: &str| found["questions"][question]["cells"]["complete"].clone();
    assert_eq!(of("safe"), json!({"cell": "retrieval-fault", "could_flip": true}));
    assert_eq!(of("down"), json!({"failed": true, "could_flip": false}));
    assert_eq!(of("unsaid")["undefined"], "neither facts nor a reference answer were judged");
    // No passage says which document it is of.
    assert_eq!(cells(&found, "document").1, [2, 0, 7]);
}

#[test]
fn what_people_read_is_what_programs_read() {
    let place = project(&records(), &verdicts());
    let told = |arguments: &str| {
        let ran = fourcell(place.path(), &format!("cells r {arguments}"));
        assert_eq!(ran.code, 3, "{ran:?}");
        let talk = if ran.stderr.is_empty() { String::new() } else { format!("--- stderr\n{}", ran.stderr) };
        format!("{}{talk}", ran.stdout)
    };
    insta::with_settings!({snapshot_path => "../snapshots", prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("cells__small", told("--by type -q"));
        insta::assert_snapshot!("cells__small_markdown", told("--by type --present hit --format markdown -q"));
        insta::assert_snapshot!("cells__small_csv", told("--by type --format csv"));
        insta::assert_snapshot!("cells__small_csv_questions", told("--format csv -q"));
    });
}

/// Three modes of four questions: works, retrieval, generation, labels; one of them is known by heart.
#[test]
fn the_modes_say_whose_loss_it_is() {
    let ids = ["works", "gen", "lucky", "safe"];
    let right = [("normal", [1, 0, 1, 0]), ("oracle", [1, 0, 0, 1]), ("no-context", [1, 1, 0, 0])];
    let (mut all, mut said) = (Vec::new(), Vec::new());
    for (mode, right) in right {
        for (id, right) in ids.iter().zip(right) {
            let context: &[&str] = if ["works", "gen"].contains(id) { &["a"] } else { &["x"] };
            all.push(record(id, mode, if mode == "no-context" { &[] } else { context }, "answered"));
            said.push(verdict(id, mode, if right == 1 { "correct" } else { "incorrect" }));
        }
    }
    let place = project(&all, &said);
    let found = counted(place.path(), "r --by type", 3);
    let oracle = &found["modes"]["oracle"];
    let state = |name: &str| oracle["states"][name]["questions"].clone();
    assert_eq!(
        (state("both"), state("only-oracle"), state("neither"), state("only-normal")),
        (json!(["works"]), json!(["safe"]), json!(["gen"]), json!(["lucky"]))
    );
    // The five others were asked in no mode; they are failed, and in no state.
    assert_eq!(oracle["failed"], 5);
    let loss = &oracle["loss"];
    assert_eq!((&loss["retrieval"]["value"], &loss["retrieval"]["n"]), (&json!(0.0), &json!(4)));
    assert_eq!(loss["oracle_wrong_normal_right"]["questions"], json!(["lucky"]));
    assert_eq!(loss["generation"]["value"], 0.5);
    assert_eq!(oracle["loss_without_memorised"]["retrieval"]["n"], 2);
    let context = &found["modes"]["no_context"];
    assert_eq!((&context["outcome"], &context["margin"]), (&json!("inconclusive"), &json!(0.1)));
    assert_eq!((&context["memorised"], &context["harmed_by_context"]["questions"]), (&json!(["gen", "works"]), &json!(["gen"])));
    assert_eq!(context["slices"].as_array().unwrap().len(), 2);
    let text = fourcell(place.path(), "cells r").stdout;
    for words in ["only-oracle", "perfect retrieval", "harmed by context", "without questions that need no context"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // Of a mode itself there is nothing to compare with.
    assert_eq!(counted(place.path(), "r --mode oracle", 3)["modes"], Value::Null);
}

#[test]
fn without_a_context_a_cut_of_the_ranking_stands_for_it_when_asked() {
    let ranked = |question: &str, ids: &[&str]| json!({"question": question, "stages": {"candidates": ids}, "answer": "It is one.", "status": "answered"});
    let records = [ranked("works", &["x", "a"]), ranked("gen", &["x", "y", "a"])];
    let place = project(&records, &verdicts());
    let ran = fourcell(place.path(), "cells r");
    assert_eq!(ran.code, 4, "{ran:?}");
    assert!(ran.stderr.contains("captured no context") && ran.stderr.contains("--at 6"), "{}", ran.stderr);
    assert_eq!(cells(&counted(place.path(), "r --at 2", 3), "complete").0, [1, 0, 0, 1]);
    assert_eq!(cells(&counted(place.path(), "r --at @3", 3), "complete").0, [1, 1, 0, 0]);
    // Without texts and counts nobody knows how many tokens those are: then nothing is in a cell, and it is said why.
    let tokens = fourcell(place.path(), "cells r --at 2000tok");
    assert!(tokens.code == 3 && tokens.stderr.contains("token counts were not captured"), "{tokens:?}");
}

#[test]
fn what_is_asked_for_and_not_there_is_said_with_a_mend() {
    let place = project(&records(), &verdicts());
    let cases = [
        ("cells r --at 0", 2, "context budget must be positive"),
        ("cells r --at much", 2, "expected a budget"),
        ("cells r --margin 0", 2, "--margin must lie between 0 and 1"),
        ("cells r --cover 2", 2, "--cover must be above 0"),
        ("cells r --judge nobody", 2, "no judge is called 'nobody'"),
        ("cells r --judge lexical", 4, "holds no verdict of 'lexical'; it holds those of: ann, m"),
        ("cells r --by colour", 4, "no question has a 'colour'"),
        ("cells other", 2, "no run 'other'"),
        ("cells r --repeat 7", 4, "no record of this mode and repeat"),
    ];
    for (arguments, code, words) in cases {
        let ran = fourcell(place.path(), arguments);
        assert!(ran.code == code && ran.stderr.contains(words), "{arguments}: {ran:?}");
    }
    assert!(!place.path().join("runs/r/cells.json").exists(), "what failed leaves nothing");
    // A judge that has judged need not be stated; people's words on whole answers count beside it.
    assert_eq!(cells(&counted(place.path(), "r --judge m", 3), "complete").0, [1, 1, 1, 2]);
    assert!(place.path().join("runs/r/cells.json").exists());
    let silent = project(&records(), &verdicts());
    std::fs::remove_file(silent.path().join("runs/r/judgements.jsonl")).unwrap();
    let ran = fourcell(silent.path(), "cells r");
    assert!(ran.code == 4 && ran.stderr.contains("holds no verdict") && ran.stderr.contains("fourcell judge"), "{ran:?}");
    let unwritten = project(&records(), &verdicts());
    counted(unwritten.path(), "r --no-write", 3);
    assert!(!unwritten.path().join("runs/r/cells.json").exists());
}

/// Ids of others are text, whatever they hold.
#[test]
fn hostile_ids_command_nothing() {
    let id = "=1+1\u{1b}[2J|\n";
    let question = json!({"id": id, "query": "one", "required": ["b"], "answer": "1"});
    let hostile = record(id, "normal", &["x\u{202e}|`"], "answered");
    let place = folder(&[
        ("fourcell.toml", TOML),
        ("questions.jsonl", &jsonl(&[question])),
        ("runs/r/records.jsonl", &jsonl(&[hostile, record("q", "normal", &["b"], "answered")])),
        ("runs/r/judgements.jsonl", &jsonl(&[verdict(id, "normal", "correct")])),
    ]);
    for format in ["table", "markdown", "csv", "json"] {
        let ran = fourcell(place.path(), &format!("cells r -q --format {format}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        let commands = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!ran.stdout.contains(commands) && !ran.stderr.contains(commands), "{format}: {}", ran.stdout);
    }
    let csv = fourcell(place.path(), "cells r -q --format csv").stdout;
    assert!(csv.contains("'=1+1"), "{csv}");
}

#[test]
fn threads_change_no_byte() {
    let place = project(&records(), &verdicts());
    let of =
        |threads: usize| fourcell(place.path(), &format!("cells r -q --present all --format json --threads {threads}")).stdout;
    assert_eq!(of(1), of(7));
}
