//! What the program and its example hold is what the schemas say, and nothing beside it: for this the schemas are taken closed, so
//! that a key which is written and not described fails.

use std::collections::BTreeSet;
use std::path::Path;

use fourcell::formats::systems::Contract;
use fourcell::retrieval::record::{Item, Mode};
use serde_json::{Value, json};
use systems::asked::Ask;

use crate::command::{Ran, folder, fourcell, root};
use crate::{faults, from_toml, schema, validator};

/// The schema with every object that names its keys closed. Alternatives say of the same object what it says of itself.
fn closed(mut schema: Value) -> Value {
    fn close(schema: &mut Value, whole: bool) {
        match schema {
            Value::Object(parts) => {
                if whole
                    && parts.contains_key("properties")
                    && parts.get("type").is_some()
                    && !parts.contains_key("additionalProperties")
                {
                    parts.insert("additionalProperties".into(), json!(false));
                }
                for (keyword, part) in parts {
                    close(part, keyword != "not");
                }
            }
            Value::Array(parts) => parts.iter_mut().for_each(|part| close(part, whole)),
            _ => {}
        }
    }
    close(&mut schema, true);
    schema
}

/// Every key of a value, at whatever depth.
fn keys(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            into.insert(key.clone());
            keys(value, into);
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, into)),
        _ => {}
    }
}

/// Every key that a schema names, at whatever depth.
fn told(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Object(parts) => {
            into.extend(parts.get("properties").and_then(Value::as_object).into_iter().flat_map(|p| p.keys().cloned()));
            parts.values().for_each(|part| told(part, into));
        }
        Value::Array(parts) => parts.iter().for_each(|part| told(part, into)),
        _ => {}
    }
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!all.is_empty(), "{}", path.display());
    all
}

fn all_valid(name: &str, values: &[Value]) {
    let validator = validator(&closed(schema(name)));
    for value in values {
        assert_eq!(faults(&validator, value), [""; 0], "{name}: {value}");
    }
}

fn toml_valid(name: &str, path: &Path) {
    all_valid(name, &[from_toml(&std::fs::read_to_string(path).unwrap())]);
}

fn well(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[test]
fn the_example_is_valid() {
    let handbook = root().join("examples/handbook");
    toml_valid("project", &handbook.join("fourcell.toml"));
    all_valid("question", &lines(&handbook.join("questions.jsonl")));
    all_valid("label", &lines(&handbook.join("labels.jsonl")));
    all_valid("document", &lines(&handbook.join("corpus.jsonl")));
    for run in ["baseline", "candidate"] {
        let run = handbook.join("runs").join(run);
        all_valid("record", &lines(&run.join("records.jsonl")));
        all_valid("passage", &lines(&run.join("passages.jsonl")));
        // Its settings are of its own.
        let manifest = from_toml(&std::fs::read_to_string(run.join("manifest.toml")).unwrap());
        assert_eq!(faults(&validator(&schema("manifest")), &manifest), [""; 0]);
    }
}

#[test]
fn what_init_snapshot_and_run_write_is_valid() {
    let place = tempfile::tempdir().unwrap();
    well(fourcell(place.path(), "init here"));
    let here = place.path().join("here");
    well(fourcell(&here, "corpus snapshot documents"));
    well(fourcell(&here, "run --day 2026-11-30 --mode normal,oracle,no-context --repeat 2"));
    toml_valid("project", &here.join("fourcell.toml"));
    all_valid("question", &lines(&here.join("questions.jsonl")));
    all_valid("document", &lines(&here.join("corpus.jsonl")));
    let run = here.join("runs/bm25");
    toml_valid("manifest", &run.join("manifest.toml"));
    all_valid("passage", &lines(&run.join("passages.jsonl")));
    let records = lines(&run.join("records.jsonl"));
    all_valid("record", &records);
    // A reply has the form of a record, and says of the answer and its citations what a record's reader passes over.
    let reply = validator(&schema("reply"));
    for record in &records {
        assert_eq!(faults(&reply, record), [""; 0], "{record}");
    }
    well(fourcell(&here, "score"));
    let scores: Value = serde_json::from_str(&std::fs::read_to_string(run.join("scores.json")).unwrap()).unwrap();
    all_valid("scores", &[scores]);
    well(fourcell(&here, "judge bm25 --by type"));
    all_valid("judgement", &lines(&run.join("judgements.jsonl")));
    let scores: Value = serde_json::from_str(&std::fs::read_to_string(run.join("answer-scores.json")).unwrap()).unwrap();
    all_valid("answer-scores", &[scores]);
    for mode in ["oracle", "no-context"] {
        well(fourcell(&here, &format!("judge bm25 --mode {mode}")));
    }
    well(fourcell(&here, "cells bm25"));
    let cells: Value = serde_json::from_str(&std::fs::read_to_string(run.join("cells.json")).unwrap()).unwrap();
    all_valid("cells", &[cells]);
}

#[test]
fn cells_are_as_told_and_no_key_is_told_that_is_never_written() {
    let questions = r#"{"id":"q1","query":"A?","type":"t","required":["a"],"cluster":"c"}
{"id":"q2","query":"B?","type":"t","required":["a"],"cluster":"c"}
{"id":"q3","query":"C?","type":"t","required":["b","c"]}
{"id":"q4","query":"D?","type":"t","required":["a"]}
{"id":"q5","query":"E?","type":"t","required":["a"]}
{"id":"q6","query":"F?","answerable":false}
"#;
    let (mut records, mut verdicts) = (Vec::new(), Vec::new());
    for mode in ["normal", "oracle", "no-context"] {
        for id in ["q1", "q2", "q3", "q5", "q6"] {
            let context = if id == "q3" { "b" } else { "a" };
            records.push(json!({"question": id, "mode": mode, "context": [context], "answer": "x"}));
        }
        records.push(json!({"question": "q4", "mode": mode, "error": "429"}));
        for (id, verdict) in [("q1", "correct"), ("q2", "incorrect"), ("q3", "correct")] {
            verdicts.push(json!({"question": id, "mode": mode, "kind": "answer", "verdict": verdict, "by": "person"}));
        }
    }
    let text = |lines: &[Value]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let place = folder(&[
        ("fourcell.toml", ""),
        ("questions.jsonl", questions),
        ("runs/own/records.jsonl", &text(&records)),
        ("runs/own/judgements.jsonl", &text(&verdicts)),
    ]);
    let mut written = Vec::new();
    for arguments in ["cells own --by type --format json -q", "cells own --mode oracle --format json"] {
        let ran = fourcell(place.path(), arguments);
        assert_eq!(ran.code, 3, "{ran:?}");
        written.push(serde_json::from_str::<Value>(&ran.stdout).unwrap_or_else(|e| panic!("{arguments}: {e} {ran:?}")));
    }
    all_valid("cells", &written);
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    told(&schema("cells"), &mut here);
    written.iter().for_each(|value| keys(value, &mut there));
    let never: Vec<&String> = here.difference(&there).collect();
    assert!(never.is_empty(), "told, but never written: {never:?}");
}

#[test]
fn gates_are_as_told_and_no_key_is_told_that_is_never_written() {
    let questions =
        lines_of((0..20).map(|n| json!({"id": format!("q{n}"), "query": "A?", "required": ["a"], "critical": n == 0})));
    let run = |worse: usize| {
        let record = |n: usize, repeat: u32| {
            let context = if n < worse || (n == 19 && repeat == 1) { "b" } else { "a" };
            json!({"question": format!("q{n}"), "repeat": repeat, "context": [context], "answer": "x", "tokens": {"context": 10 + n}})
        };
        lines_of((0..20).flat_map(|n| [record(n, 0), record(n, 1)]))
    };
    let manifest = |size: u32| format!("version = 1\n[settings]\nsize = {size}\n");
    let place = folder(&[
        ("fourcell.toml", "[gate]\nmargin = 0.05\n[gate.tokens]\nmean = 100\n"),
        ("questions.jsonl", &questions),
        ("runs/new/records.jsonl", &run(3)),
        ("runs/new/manifest.toml", &manifest(2)),
        ("runs/old/records.jsonl", &run(0)),
        ("runs/old/manifest.toml", &manifest(1)),
    ]);
    let written: Vec<Value> = ["new --baseline old", "old --baseline new", "old --baseline new --margin 0.0001"]
        .map(|arguments| {
            let ran = fourcell(place.path(), &format!("gate {arguments} --format json"));
            serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e} {ran:?}"))
        })
        .into();
    all_valid("gate", &written);
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    told(&schema("gate"), &mut here);
    written.iter().for_each(|value| keys(value, &mut there));
    let never: Vec<&String> = here.difference(&there).collect();
    assert!(never.is_empty(), "told, but never written: {never:?}");
}

fn lines_of(lines: impl Iterator<Item = Value>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}

/// What the asker of `q1` may not see.
const LEAK: &str = "{\"question\":\"q1\",\"context\":[{\"id\":\"a\",\"tenant\":\"other\",\"text\":\"x\"}],\"answer\":\"The fee is 20 euros.\"}\n";

#[test]
fn invariants_are_as_told_and_no_key_is_told_that_is_never_written() {
    let place = folder(&[
        ("fourcell.toml", "[systems.after]\nfilter = 'after'\n"),
        (
            "corpus.jsonl",
            "{\"id\":\"a\",\"text\":\"Fee.\",\"tenant\":\"t\"}\n{\"id\":\"b\",\"text\":\"Fee.\",\"tenant\":\"other\"}\n",
        ),
        (
            "questions.jsonl",
            "{\"id\":\"q1\",\"query\":\"Fee?\",\"principal\":{\"tenant\":\"t\",\"groups\":[]},\"required\":[\"a\"]}\n",
        ),
        ("runs/leak/records.jsonl", LEAK),
    ]);
    well(fourcell(place.path(), "run after --day 2026-11-30"));
    let written: Vec<Value> = ["invariants leak --format json", "invariants after leak --format json"]
        .map(|arguments| serde_json::from_str(&fourcell(place.path(), arguments).stdout).unwrap())
        .into();
    all_valid("invariants", &written);
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    told(&schema("invariants"), &mut here);
    written.iter().for_each(|value| keys(value, &mut there));
    let never: Vec<&String> = here.difference(&there).collect();
    assert!(never.is_empty(), "told, but never written: {never:?}");
}

#[test]
fn scores_of_answers_are_as_told_and_no_key_is_told_that_is_never_written() {
    let place = folder(&[
        ("fourcell.toml", ""),
        (
            "questions.jsonl",
            "{\"id\":\"q1\",\"query\":\"Fee?\",\"principal\":{\"tenant\":\"t\",\"groups\":[]},\"type\":\"t\",\"required\":[\"a\"],\"cluster\":\"c\",\"facts\":[{\"id\":\"f\",\"text\":\"The fee is 20 euros.\",\"vital\":true}]}\n\
             {\"id\":\"q2\",\"query\":\"B?\",\"type\":\"t\",\"required\":[\"a\"],\"cluster\":\"c\"}\n\
             {\"id\":\"q3\",\"query\":\"C?\",\"type\":\"t\",\"expect\":\"no-answer\",\"cluster\":\"c\"}\n\
             {\"id\":\"q4\",\"query\":\"D?\",\"type\":\"t\",\"expect\":\"no-answer\"}\n",
        ),
        (
            "runs/own/records.jsonl",
            "{\"question\":\"q1\",\"stages\":{\"candidates\":[{\"id\":\"a\",\"score\":2}]},\"context\":[{\"id\":\"a\",\"text\":\"The fee is 20 euros.\"}],\"answer\":\"The fee is 20 euros.\"}\n\
             {\"question\":\"q2\",\"error\":\"429\"}\n\
             {\"question\":\"q3\",\"stages\":{\"candidates\":[{\"id\":\"a\",\"score\":1}]},\"context\":[{\"id\":\"a\",\"text\":\"x\"}],\"answer\":\"No.\"}\n\
             {\"question\":\"q4\",\"context\":[],\"answer\":\"I cannot tell.\"}\n",
        ),
        (
            "runs/own/judgements.jsonl",
            "{\"question\":\"q3\",\"kind\":\"relevance\",\"verdict\":null,\"error\":\"429\",\"judge\":\"j\"}\n",
        ),
        ("runs/leak/records.jsonl", LEAK),
    ]);
    let mut written = Vec::new();
    for arguments in [
        "judge own --judge lexical --by type --format json -q --no-write",
        "judge own --judge recorded --by type --format json -q --no-write",
        "judge own --judge lexical -m faithfulness --format json --false-answer-budget 0.99 --no-write",
        "judge leak --judge lexical --format json --no-write",
    ] {
        let ran = fourcell(place.path(), arguments);
        written.push(serde_json::from_str::<Value>(&ran.stdout).unwrap_or_else(|e| panic!("{arguments}: {e} {ran:?}")));
    }
    all_valid("answer-scores", &written);
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    told(&schema("answer-scores"), &mut here);
    written.iter().for_each(|value| keys(value, &mut there));
    let never: Vec<&String> = here.difference(&there).collect();
    assert!(never.is_empty(), "told, but never written: {never:?}");
}

#[test]
fn scores_are_as_told_and_no_key_is_told_that_is_never_written() {
    let place = folder(&[
        ("qrels.txt", "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\nq3 0 d 1\n"),
        ("run.txt", "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 x 1 1 t\nq9 Q0 x 1 1 t\n"),
        ("fourcell.toml", "[score]\nby = 'type'\n"),
        (
            "questions.jsonl",
            "{\"id\":\"q1\",\"query\":\"A?\",\"principal\":{\"tenant\":\"t\",\"groups\":[]},\"type\":\"t\",\"required\":[\"a\"],\"cluster\":\"c\"}\n\
             {\"id\":\"q2\",\"query\":\"B?\",\"type\":\"t\",\"required\":[\"b\"],\"cluster\":\"c\"}\n\
             {\"id\":\"q3\",\"query\":\"C?\",\"type\":\"t\",\"expect\":\"no-answer\"}\n",
        ),
        (
            "runs/own/records.jsonl",
            "{\"question\":\"q1\",\"stages\":{\"candidates\":[{\"id\":\"a\",\"score\":2},\"b\"]},\"context\":[\"a\"]}\n\
             {\"question\":\"q2\",\"error\":\"429\"}\n{\"question\":\"q3\",\"context\":[{\"id\":\"a\",\"text\":\"x\"}]}\n",
        ),
        ("runs/leak/records.jsonl", LEAK),
    ]);
    let handbook = root().join("examples/handbook");
    let mut written = Vec::new();
    for (folder, arguments) in [
        (place.path(), "score --qrels qrels.txt run.txt -m RR,SetP,num_rel --format json --per-question"),
        (place.path(), "score own --format json --per-question"),
        (place.path(), "score leak --format json"),
        (handbook.as_path(), "score candidate baseline --format json --per-question"),
        (handbook.as_path(), "score candidate --format json"),
    ] {
        let ran = fourcell(folder, arguments);
        written.push(serde_json::from_str::<Value>(&ran.stdout).unwrap_or_else(|e| panic!("{arguments}: {e} {ran:?}")));
    }
    all_valid("scores", &written);
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    told(&schema("scores"), &mut here);
    written.iter().for_each(|value| keys(value, &mut there));
    let never: Vec<&String> = here.difference(&there).collect();
    assert!(never.is_empty(), "told, but never written: {never:?}");
}

#[test]
fn a_request_is_as_told_and_no_key_is_told_that_is_never_sent() {
    let item = Item {
        id: "a".into(),
        score: Some(1.5),
        doc: Some("d".into()),
        rev: Some("2".into()),
        range: fourcell::evidence::SourceRange::new(0, 4),
        tenant: Some("t".into()),
        tokens: Some(3),
        text: Some("text".into()),
    };
    let question = crate::readers::question();
    let contract = Contract { k: Some(6), budget_tokens: Some(900), ..Contract::default() };
    let given = [item, Item { id: "b".into(), ..Item::default() }];
    let ask = |mode| Ask { question: &question, mode, repeat: 0 };
    let requests = [
        systems::contract::request(&ask(Mode::Normal), &Contract::default(), None),
        systems::contract::request(&ask(Mode::Oracle), &contract, Some(&given)),
        systems::contract::request(&ask(Mode::NoContext), &contract, Some(&[])),
    ];
    all_valid("request", &requests);
    let (mut here, mut there) = (BTreeSet::new(), BTreeSet::new());
    told(&schema("request"), &mut here);
    requests.iter().for_each(|value| keys(value, &mut there));
    assert_eq!(here, there);
}

#[test]
fn what_stands_side_by_side_is_as_told() {
    let handbook = root().join("examples/handbook");
    let told = |folder: &Path, arguments: &str| -> Value {
        serde_json::from_str(&fourcell(folder, &format!("{arguments} --format json")).stdout).unwrap()
    };
    let compare = "compare candidate baseline -m evidence@6,Success@6";
    all_valid("compare", &[told(&handbook, compare), told(&handbook, &format!("{compare} --margin 0.05"))]);
    let scores = "k,q,kind,m\n1,a,x,1\n1,b,y,\n2,a,x,9\n2,b,y,0.5\n";
    let place = folder(&[("scores.csv", scores)]);
    all_valid(
        "benchmark",
        &[
            told(&handbook, "matrix --runs baseline candidate -m evidence@6,Success@6 --by type"),
            told(place.path(), "matrix --scores scores.csv --by kind"),
        ],
    );
    let record = "{\"question\":\"q\",\"context\":[{\"id\":\"p\",\"doc\":\"d\",\"tenant\":\"other\"}]}\n";
    let question = "{\"id\":\"q\",\"query\":\"A?\",\"required\":[\"p\"],\"principal\":{\"tenant\":\"mine\"}}\n";
    let leaking = folder(&[
        ("fourcell.toml", ""),
        ("questions.jsonl", question),
        ("runs/a/records.jsonl", record),
        ("runs/b/records.jsonl", record),
        ("runs/c/records.jsonl", "{"),
    ]);
    let with_incidents = told(leaking.path(), "history -m Success@6");
    assert!(with_incidents["result"]["runs"][0]["incidents"]["count"].as_u64() > Some(0), "{with_incidents:#}");
    assert_eq!(with_incidents["result"]["not_read"][0]["run"], "c");
    all_valid("history", &[with_incidents, told(&handbook, "history baseline candidate -m evidence@6")]);
    all_valid("benchmark", &[told(leaking.path(), "matrix --runs a b -m Success@6")]);
}
