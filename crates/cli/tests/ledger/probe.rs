//! `fourcell probe` on the built-in system: what a change confirms, what it gives to another cause, and what it leaves alone.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::command::folder;
use crate::shop::{everything, kept, read, told};

const CORPUS: &str = r#"{"id":"roof","text":"The roof garden is open until nine in summer, and the keys to the roof garden hang beside the lift on the top floor.","tenant":"acme"}
{"id":"garden","text":"The garden has a garden bench, garden tools and a garden hose for the garden.","tenant":"acme"}
{"id":"lamp","text":"A lamp that flickers is replaced by the caretaker within two working days.","tenant":"acme"}
{"id":"pay","text":"Wages arrive on the last banking day.","tenant":"acme"}
"#;

const SYSTEMS: &str = "version = 1
[project]
name = 'house'
[systems.one]
answer = 'none'
chunking = 'windows/1 unit=characters size=400 overlap=0'
max_passages = 1
max_tokens = 500
[systems.short]
answer = 'none'
chunking = 'windows/1 unit=characters size=50 overlap=0'
max_passages = 1
max_tokens = 500
[systems.few]
answer = 'none'
chunking = 'windows/1 unit=characters size=400 overlap=0'
candidates = 1
max_passages = 3
";

fn question(id: &str, query: &str, doc: &str, quote: &str) -> String {
    let text = CORPUS.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).find(|line| line["id"] == doc).unwrap();
    let start = text["text"].as_str().unwrap().find(quote).unwrap();
    let evidence = json!({"all": [{"doc": doc, "range": [start, start + quote.len()], "quote": quote}]});
    format!("{}\n", json!({"id": id, "query": query, "evidence": evidence, "principal": {"tenant": "acme", "groups": []}}))
}

/// Two questions: of the one the evidence ranks second, of the other no word of it is asked.
fn house() -> tempfile::TempDir {
    let questions = [
        question("key", "garden key", "roof", "the keys to the roof garden hang beside the lift"),
        question("salary", "When do I get my salary?", "pay", "Wages arrive on the last banking day."),
        question(
            "lamp",
            "Who mends a lamp that flickers?",
            "lamp",
            "A lamp that flickers is replaced by the caretaker within two working days.",
        ),
    ];
    folder(&[("fourcell.toml", SYSTEMS), ("corpus.jsonl", CORPUS), ("questions.jsonl", &questions.concat())])
}

fn run(place: &Path, system: &str) {
    let ran = told(place, &["run", system, "--day", "2026-11-30"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = told(place, &["ledger", system]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

fn causes(place: &Path) -> Vec<String> {
    kept(&place.join("ledger.jsonl")).into_iter().map(|(id, cause, known_by, _)| format!("{id}: {cause} {known_by}")).collect()
}

/// Verdict and cause of each probed question.
fn verdicts(probed: &Value) -> Vec<String> {
    let all = probed["result"]["probed"].as_array().unwrap();
    let said = |p: &Value| format!("{} {}: {} {}", p["question"], p["change"], p["verdict"], p["cause_now"]).replace('"', "");
    all.iter().map(said).collect()
}

#[test]
fn a_larger_budget_confirms_rank_and_more_candidates_confirm_that_there_are_none() {
    let house = house();
    run(house.path(), "one");
    assert_eq!(causes(house.path()), ["key: rank observed", "salary: candidate-retrieval observed"]);
    let probed = read(house.path(), &["probe", "one"]);
    assert_eq!(verdicts(&probed), ["salary deeper: confirmed candidate-retrieval", "key larger-budget: confirmed rank"]);
    let after = ["key: rank confirmed", "salary: candidate-retrieval confirmed"];
    assert_eq!(causes(house.path()), after);
    let shown = told(house.path(), &["ledger", "one", "--show", "key"]).stdout;
    assert!(shown.contains("rank (confirmed)") && shown.contains("probe larger-budget: 10 passages, 5000 tokens"), "{shown}");
    // Of the same records the probe still holds; of others it says nothing.
    told(house.path(), &["ledger", "one"]);
    assert_eq!(causes(house.path()), after);
    let shown = told(house.path(), &["ledger", "one", "--show", "key"]).stdout;
    assert!(shown.ends_with("next: mend it, and run again\n"), "{shown}");
    let nothing = told(house.path(), &["probe", "one"]);
    assert_eq!(nothing.code, 4, "all is confirmed: {nothing:?}");
    let records = house.path().join("runs/one/records.jsonl");
    let text = fs::read_to_string(&records).unwrap();
    fs::write(&records, text.replace("\"garden key\"", "\"garden  key\"")).unwrap();
    assert_ne!(fs::read_to_string(&records).unwrap(), text);
    told(house.path(), &["ledger", "one"]);
    assert_eq!(causes(house.path()), ["key: rank observed", "salary: candidate-retrieval observed"]);
}

#[test]
fn another_chunking_confirms_a_chunk_boundary() {
    let house = house();
    run(house.path(), "short");
    assert!(causes(house.path()).contains(&"lamp: chunk-boundary observed".to_owned()), "{:?}", causes(house.path()));
    let chunking = "windows/1 unit=characters size=200 overlap=100";
    let probed = read(house.path(), &["probe", "short", "--question", "lamp", "--chunking", chunking]);
    assert_eq!(verdicts(&probed), ["lamp other-chunking: confirmed chunk-boundary"]);
    assert!(causes(house.path()).contains(&"lamp: chunk-boundary confirmed".to_owned()));
    let odd = told(house.path(), &["probe", "short", "--question", "lamp", "--chunking", "pages"]);
    assert!(odd.code == 2 && odd.stderr.contains("'pages' is no chunking"), "{odd:?}");
}

#[test]
fn what_stands_deeper_was_a_matter_of_rank() {
    let house = house();
    run(house.path(), "few");
    assert_eq!(causes(house.path()), ["key: candidate-retrieval observed", "salary: candidate-retrieval observed"]);
    let probed = read(house.path(), &["probe", "few", "--change", "deeper"]);
    assert_eq!(verdicts(&probed), ["key deeper: reattributed rank", "salary deeper: confirmed candidate-retrieval"]);
    assert_eq!(causes(house.path()), ["key: rank confirmed", "salary: candidate-retrieval confirmed"]);
}

#[test]
fn a_dry_run_sends_and_writes_nothing() {
    let house = house();
    run(house.path(), "one");
    let before = everything(house.path());
    let dry = told(house.path(), &["probe", "one", "--dry-run"]);
    assert!(dry.code == 0 && dry.stdout.is_empty() && dry.stderr.contains("larger-budget (10 passages"), "{dry:?}");
    assert_eq!(everything(house.path()), before);
    let quiet = told(house.path(), &["probe", "one", "--no-write"]);
    assert_eq!(quiet.code, 0, "{quiet:?}");
    assert_eq!(everything(house.path()), before, "what was asked again is not left behind");
    insta::assert_snapshot!("probe_table", quiet.stdout);
}

#[test]
fn a_filter_is_switched_off_only_where_somebody_allows_it() {
    let house = house();
    run(house.path(), "one");
    // As if a filter had taken out the right passage.
    let records = house.path().join("runs/one/records.jsonl");
    let edited: Vec<String> = fs::read_to_string(&records).unwrap().lines().map(|line| filtered(line, "lamp")).collect();
    fs::write(&records, edited.concat()).unwrap();
    told(house.path(), &["ledger", "one"]);
    assert!(causes(house.path()).contains(&"lamp: permission-filter observed".to_owned()), "{:?}", causes(house.path()));
    let refused = read(house.path(), &["probe", "one", "--change", "larger-budget", "--question", "key"]);
    assert_eq!(refused["result"]["probed"].as_array().unwrap().len(), 1);
    let refused = told(house.path(), &["probe", "one", "--question", "lamp"]);
    assert!(refused.code == 4 && refused.stdout.contains("only with --allow-filter-off"), "{refused:?}");
    let allowed = read(house.path(), &["probe", "one", "--question", "lamp", "--allow-filter-off"]);
    assert_eq!(verdicts(&allowed), ["lamp filter-off: confirmed permission-filter"]);
}

/// The record of a question with its evidence taken out behind the candidates; any other as it is.
fn filtered(line: &str, question: &str) -> String {
    let mut record: Value = serde_json::from_str(line).unwrap();
    if record["question"] == question {
        let candidates =
            json!([{"id": "lamp#1", "doc": "lamp", "range": [0, 75]}, {"id": "pay#1", "doc": "pay", "range": [0, 37]}]);
        record["stages"] = json!({"candidates": candidates, "filtered": [candidates[1]]});
        record["context"] = json!([candidates[1]]);
    }
    format!("{record}\n")
}

#[test]
fn what_cannot_be_probed_is_said() {
    let house = house();
    run(house.path(), "one");
    for (arguments, said) in [
        (["--question", "keys"], "did you mean 'key'?"),
        (["--change", "faster"], "no change is called 'faster'\n  there are deeper"),
        (["--system", "other"], "no system is called 'other'"),
    ] {
        let refused = told(house.path(), &[&["probe", "one"][..], &arguments].concat());
        assert!(refused.code == 2 && refused.stderr.contains(said) && refused.stdout.is_empty(), "{refused:?}");
    }
    let few = told(house.path(), &["probe", "one", "--most", "1"]);
    assert!(few.code == 0 && few.stdout.contains("beyond --most 1"), "{few:?}");
}
