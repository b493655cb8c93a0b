//! `fourcell invariants`: what must hold is held by the lists and citations of runs, told in full where it is not, and comes before
//! every score.

mod command;

use std::path::Path;

use command::{Ran, folder, fourcell, root};
use serde_json::{Value, json};

/// A copy of the example with systems that filter at other times, and what each of them makes of it.
fn handbook() -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let source = root().join("examples/handbook");
    for name in ["corpus.jsonl", "questions.jsonl", "labels.jsonl"] {
        std::fs::copy(source.join(name), copy.path().join(name)).unwrap();
    }
    std::fs::create_dir(copy.path().join("documents")).unwrap();
    for entry in std::fs::read_dir(source.join("documents")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join("documents").join(path.file_name().unwrap())).unwrap();
    }
    let toml = std::fs::read_to_string(source.join("fourcell.toml")).unwrap();
    let systems = "\n[systems.after]\nfilter = \"after\"\n[systems.never]\nfilter = \"never\"\n";
    std::fs::write(copy.path().join("fourcell.toml"), toml + systems).unwrap();
    for system in ["bm25", "after", "never"] {
        let ran = fourcell(copy.path(), &format!("run {system} --day 2026-11-30"));
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    copy
}

const CORPUS: &str = r#"{"id":"open","rev":"1","text":"Open.","tenant":"acme"}
{"id":"hr","rev":"1","text":"Staff.","tenant":"acme","acl":["hr"]}
{"id":"theirs","rev":"1","text":"Theirs.","tenant":"borealis"}
{"id":"gone","rev":"1","text":"Gone.","tenant":"acme","status":"deleted"}
{"id":"late","rev":"1","text":"Late.","tenant":"acme","expires_at":"2026-11-01"}
{"id":"early","rev":"1","text":"Early.","tenant":"acme","effective_from":"2027-01-01"}
{"id":"old","rev":"1","text":"Old.","tenant":"acme","status":"superseded","superseded_by":"old@2"}
{"id":"old","rev":"2","text":"New.","tenant":"acme"}
"#;

const QUESTIONS: &str = r#"{"id":"q1","query":"What?","principal":{"tenant":"acme","groups":["staff"]},"required":["open#0"]}
{"id":"q2","query":"Why?","principal":{"tenant":"acme","groups":["hr"]},"required":["open#0"]}
{"id":"q3","query":"Who?","principal":{"tenant":"acme","groups":["hr"]},"required":["open#0"],"split":"final"}
"#;

/// A small project whose file goes on with these lines, and a run of these records, with a manifest of a day and an index.
fn project(more: &str, records: &[Value]) -> tempfile::TempDir {
    let records: String = records.iter().map(|record| format!("{record}\n")).collect();
    folder(&[
        ("fourcell.toml", &format!("version = 1\n[project]\nname = \"small\"\n{more}")),
        ("corpus.jsonl", CORPUS),
        ("questions.jsonl", QUESTIONS),
        ("runs/own/records.jsonl", &records),
        ("runs/own/manifest.toml", "day = \"2026-11-30\"\nindex_revision = \"r2\"\n"),
    ])
}

/// A result that says its document: `hr`, `old@1`.
fn result(name: &str) -> Value {
    let (doc, rev) = name.split_once('@').unwrap_or((name, "1"));
    json!({ "id": format!("{name}#0"), "doc": doc, "rev": rev, "text": "x" })
}

fn record(question: &str, context: &[&str]) -> Value {
    let context: Vec<Value> = context.iter().map(|name| result(name)).collect();
    json!({ "question": question, "index_revision": "r2", "context": context, "answer": "Open.", "citations": [] })
}

#[track_caller]
fn told(folder: &Path, arguments: &str, code: i32) -> Value {
    let ran = fourcell(folder, &format!("invariants {arguments} --format json"));
    assert_eq!(ran.code, code, "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

/// Incidents of the first run: rule, stage, document.
fn incidents(told: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or("–").to_owned();
    let all = told["result"]["runs"][0]["incidents"].as_array().unwrap();
    all.iter().map(|i| (text(&i["rule"]), text(&i["stage"]), text(&i["doc"]))).collect()
}

fn expected(all: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    all.iter().map(|(rule, stage, doc)| ((*rule).to_owned(), (*stage).to_owned(), (*doc).to_owned())).collect()
}

fn rule<'v>(told: &'v Value, name: &str) -> &'v Value {
    told["result"]["runs"][0]["rules"].as_array().unwrap().iter().find(|rule| rule["rule"] == name).unwrap()
}

/// What a run left behind, as snapshots hold it.
fn whole(ran: &Ran) -> String {
    let talk = if ran.stderr.is_empty() { String::new() } else { format!("--- stderr\n{}", ran.stderr) };
    format!("exit {}\n{}{talk}", ran.code, ran.stdout)
}

#[test]
fn filters_before_after_and_never_are_told_apart() {
    let here = handbook();
    let before = told(here.path(), "bm25", 0);
    let run = &before["result"]["runs"][0];
    assert_eq!((run["filtering"]["during"].as_u64(), run["filtering"]["after"].as_u64()), (Some(168), Some(0)));
    assert_eq!(run["day"], json!({ "value": "2026-11-30", "from": "the run's manifest" }));
    assert_eq!(rule(&before, "index-revision")["checked"], 168);
    // A filter behind the search is no leak, and leaves gaps.
    let after = told(here.path(), "after", 0);
    let filtering = &after["result"]["runs"][0]["filtering"];
    assert_eq!((filtering["after"].as_u64(), filtering["leaking"].as_u64()), (Some(168), Some(0)));
    let (mean, worst) = (filtering["shortfall"]["mean"].as_f64().unwrap(), &filtering["shortfall"]["worst"]);
    assert!(mean > 20.0 && mean < 50.0 && worst["of"] == 50 && worst["missing"].as_f64().unwrap() > mean, "{filtering:#}");
    // Without a filter everything of everybody comes back, and is what the answer rests on.
    let never = told(here.path(), "never", 1);
    let found = incidents(&never);
    for name in ["tenant", "access", "deleted", "expired", "superseded"] {
        let at = |stage: &str| found.iter().filter(|(rule, at, _)| rule == name && at == stage).count();
        assert!(at("packed") > 0 && at("packed") == at("context"), "{name}");
    }
    assert!(found.iter().any(|(rule, at, _)| rule == "citation-forbidden" && at == "citations"));
    assert_eq!(never["result"]["incidents"].as_u64().unwrap() as usize, found.len());
    let filtering = &never["result"]["runs"][0]["filtering"];
    assert_eq!(filtering["not_visible"], json!({ "not captured": 168 }));
    // Of final questions not a word.
    let questions = std::fs::read_to_string(here.path().join("questions.jsonl")).unwrap();
    let questions: Vec<Value> = questions.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let sealed: Vec<&str> = questions.iter().filter(|q| q["split"] == "final").map(|q| q["id"].as_str().unwrap()).collect();
    let shown = fourcell(here.path(), "invariants never after --format csv");
    assert!(sealed.len() == 43 && sealed.iter().all(|id| !shown.stdout.contains(&format!(",{id},"))));
    assert!(shown.stderr.contains("note: after: filter only afterwards in 168 records"), "{}", shown.stderr);

    // Before any number, whatever it is; and no recall buys it back.
    let scored = fourcell(here.path(), "score never --no-write");
    assert!(scored.code == 1 && scored.stdout.contains(" incidents in never, before any score: tenant "), "{scored:?}");
    assert!(scored.stdout.find("before any score").unwrap() < scored.stdout.find("complete@context").unwrap());
    let scored = fourcell(here.path(), "score bm25 never --no-write --format json");
    let read: Value = serde_json::from_str(&scored.stdout).unwrap();
    let (clean, leaking) = (&read["result"]["runs"][0], &read["result"]["runs"][1]["incidents"]);
    assert!(scored.code == 1 && clean.get("incidents").is_none() && leaking["count"].as_u64().unwrap() > 1000, "{leaking}");
    let csv = fourcell(here.path(), "score never --no-write --format csv");
    assert!(csv.code == 1 && csv.stdout.starts_with("run,") && csv.stderr.contains("before any score"), "{}", csv.stderr);
    let judged = fourcell(here.path(), "judge never --no-write");
    assert!(judged.code == 1 && judged.stdout.contains("citation-forbidden "), "{}", judged.stdout);
    assert_eq!(fourcell(here.path(), "score bm25 --no-write").code, 0);
    assert_eq!(fourcell(here.path(), "judge after --no-write").code, 0);
}

#[test]
fn the_shipped_runs_hold_what_they_captured() {
    let handbook = root().join("examples/handbook");
    insta::assert_snapshot!(whole(&fourcell(&handbook, "invariants candidate --day 2026-11-30")));
    insta::assert_snapshot!("markdown", whole(&fourcell(&handbook, "invariants baseline --format markdown")));
    insta::assert_snapshot!("help", whole(&fourcell(&handbook, "invariants --help")));
}

#[test]
fn every_rule_of_a_result_fires_on_the_command_line() {
    let all = ["open", "hr", "theirs", "gone", "late", "early", "old@1", "old@2", "old@3", "nowhere"];
    let here = project("", &[record("q1", &all), record("q2", &["open", "hr"])]);
    let read = told(here.path(), "own", 1);
    let at = |rule, doc| (rule, "context", doc);
    let all = [
        at("access", "hr"),
        at("tenant", "theirs"),
        at("deleted", "gone"),
        at("expired", "late"),
        at("not-yet-effective", "early"),
        at("superseded", "old"),
        at("unknown-document", "old"),
        at("unknown-document", "nowhere"),
    ];
    let one = &read["result"]["runs"][0]["incidents"][0];
    assert_eq!((one["question"].as_str(), one["asker"]["groups"][0].as_str()), (Some("q1"), Some("staff")));
    assert_eq!(incidents(&read), expected(&all));
    insta::assert_snapshot!("every_rule", whole(&fourcell(here.path(), "invariants own")));
    insta::assert_snapshot!("every_rule_csv", whole(&fourcell(here.path(), "invariants own --format csv")));
    // On another day other dates hold.
    let early = incidents(&told(here.path(), "own --day 2026-10-31", 1));
    assert!(!early.contains(&("expired".into(), "context".into(), "late".into())) && early.len() == all.len() - 1);
    let refused = fourcell(here.path(), "invariants own --day yesterday");
    assert_eq!((refused.code, refused.stderr.as_str()), (2, "error: --day 'yesterday' is no day\n  write it as in 2026-11-30\n"));
}

#[test]
fn an_index_of_another_revision_is_an_incident_whoever_says_which_is_meant() {
    let stale = json!({ "question": "q2", "index_revision": "r1", "context": [result("open")] });
    let unsaid = json!({ "question": "q2", "context": [result("open")] });
    let found = expected(&[("index-revision", "record", "–")]);
    for (more, arguments, record, code) in [
        ("", "own", &stale, 1),
        ("", "own --index-revision r1", &stale, 0),
        ("[invariants]\nindex_revision = \"r1\"\n", "own", &stale, 0),
        ("[invariants]\nindex_revision = \"r1\"\n", "own --index-revision r3", &stale, 1),
        ("", "own", &unsaid, 0),
    ] {
        let here = project(more, std::slice::from_ref(record));
        let read = told(here.path(), arguments, code);
        assert_eq!(incidents(&read), if code == 1 { found.clone() } else { Vec::new() }, "{more} {arguments}");
        let not = &rule(&read, "index-revision")["not_checked"];
        assert_eq!(not.get("the record does not say its index revision").is_some(), std::ptr::eq(record, &unsaid), "{not}");
    }
    let here = project("[invariants]\nindex_revison = \"r1\"\n", &[stale]);
    let refused = fourcell(here.path(), "invariants own");
    assert!(refused.code == 2 && refused.stderr.contains("did you mean 'index_revision'?"), "{refused:?}");
}

#[test]
fn a_product_without_tenants_says_so_once_and_is_held_to_the_rest() {
    let here = project("[access]\nmodel = \"none\"\n", &[record("q1", &["hr", "theirs", "gone"])]);
    let read = told(here.path(), "own", 1);
    assert_eq!(incidents(&read), expected(&[("deleted", "context", "gone")]));
    let said = read["warnings"].to_string();
    assert_eq!((read["result"]["access_model"].as_str(), said.matches("[access] model").count()), (Some("none"), 1));
    let shown = fourcell(here.path(), "invariants own").stdout;
    assert_eq!(shown.matches("tenants and access are not checked").count(), 1, "{shown}");
}

#[test]
fn what_was_not_captured_is_not_checked_and_nothing_at_all_is_no_success() {
    let bare = json!({ "question": "q1", "stages": { "candidates": ["theirs#0"] } });
    let here = project("", std::slice::from_ref(&bare));
    let ran = fourcell(here.path(), "invariants own --index-revision r9");
    assert!(ran.code == 4 && ran.stdout.is_empty() && ran.stderr.contains("nothing could be checked"), "{ran:?}");
    // No corpus, nobody who asks, no day: each is a reason, and what is captured is checked.
    let item = json!({ "id": "p", "tenant": "acme" });
    let records = format!("{}\n", json!({ "question": "q", "context": [item, "s"] }));
    let here = folder(&[
        ("fourcell.toml", ""),
        ("questions.jsonl", "{\"id\":\"q\",\"query\":\"Why?\"}\n"),
        ("runs/own/records.jsonl", &records),
    ]);
    assert_eq!(fourcell(here.path(), "invariants own").code, 4);
    std::fs::write(
        here.path().join("questions.jsonl"),
        "{\"id\":\"q\",\"query\":\"Why?\",\"principal\":{\"tenant\":\"acme\",\"groups\":[]}}\n",
    )
    .unwrap();
    let read = told(here.path(), "own", 0);
    let tenant = rule(&read, "tenant");
    assert_eq!((tenant["checked"].as_u64(), &tenant["not_checked"]), (Some(1), &json!({ "there is no corpus": 1 })));
    assert_eq!(rule(&read, "deleted")["not_checked"], json!({ "there is no corpus": 2 }));
    let captured = &read["result"]["runs"][0]["captured"];
    assert_eq!((captured["context"]["captured"].as_u64(), &captured["packed"]["not"]), (Some(1), &json!({ "not captured": 1 })));
}

#[test]
fn citations_resolve_to_what_the_asker_may_open() {
    let mut cites = record("q1", &["open"]);
    cites["citations"] = json!(["open#0", "made-up", "theirs", "gone"]);
    let here = project("", &[cites, record("q2", &["open"])]);
    let all = [
        ("citation-unresolved", "citations", "–"),
        ("citation-forbidden", "citations", "theirs"),
        ("deleted", "citations", "gone"),
    ];
    assert_eq!(incidents(&told(here.path(), "own", 1)), expected(&all));
    // Retrieval is scored without a look at the answer; whoever judges answers is told.
    assert_eq!(fourcell(here.path(), "score own --no-write").code, 0);
    let judged = fourcell(here.path(), "judge own --no-write");
    assert!(judged.code == 1 && judged.stdout.starts_with("3 incidents in own, before any score: deleted 1, "), "{judged:?}");
}

#[test]
fn incidents_come_before_the_want_of_any_score() {
    let here = project("", &[record("q1", &["theirs"])]);
    let questions = QUESTIONS.replace("\"required\":[\"open#0\"]", "\"answerable\":false");
    std::fs::write(here.path().join("questions.jsonl"), questions).unwrap();
    let ran = fourcell(here.path(), "score own --no-write");
    assert!(ran.code == 1 && ran.stdout.is_empty(), "{ran:?}");
    assert!(ran.stderr.starts_with("error: 1 incident in own, before any score: tenant 1\n"), "{}", ran.stderr);
}

#[test]
fn final_questions_are_opened_by_name_alone() {
    let here = project("", &[record("q3", &["theirs"]), record("q2", &["open"])]);
    let read = told(here.path(), "own", 0);
    assert_eq!(read["result"]["runs"][0]["final_left_sealed"], 1);
    let ran = fourcell(here.path(), "invariants own --split final --format json");
    assert!(ran.code == 1 && !ran.stdout.contains("q3") && !ran.stdout.contains("theirs"), "{ran:?}");
    let read: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(read["result"]["runs"][0]["verdict"], "fail");
    assert_eq!(read["result"]["runs"][0]["by_rule"], json!({ "tenant": 1 }));
    let burned = "invariants own --split final --format json --burn leak";
    assert_eq!(fourcell(here.path(), burned).code, 2, "what is not sealed cannot be burned");
    assert_eq!(fourcell(here.path(), "custody seal --reason first").code, 0);
    let ran = fourcell(here.path(), burned);
    assert!(ran.code == 1 && ran.stdout.contains("q3") && ran.stderr.contains("this burns the final set"), "{ran:?}");
    assert_eq!(fourcell(here.path(), "score own --no-write").code, 3, "a question is missing, which is no incident");
}

/// An index that was not brought up to date: what it answers with was deleted, or replaced, since.
#[test]
fn results_of_a_stale_index_are_told_by_the_corpus_as_it_is() {
    let here = project("", &[record("q2", &["open"])]);
    let document = |rest: &str| format!("{{\"id\":\"open\",\"text\":\"Open what?\",\"tenant\":\"acme\"{rest}}}\n");
    std::fs::write(here.path().join("corpus.jsonl"), document(",\"rev\":\"1\"")).unwrap();
    assert_eq!(fourcell(here.path(), "run --day 2026-11-30").code, 0);
    let built = told(here.path(), "builtin", 0);
    assert_eq!(built["warnings"], json!([]));
    for (corpus, rule) in [
        (document(",\"rev\":\"1\",\"status\":\"deleted\""), "deleted"),
        (document(",\"rev\":\"1\",\"expires_at\":\"2026-11-30\""), "expired"),
        (document(",\"rev\":\"2\""), "unknown-document"),
    ] {
        std::fs::write(here.path().join("corpus.jsonl"), corpus).unwrap();
        let read = told(here.path(), "builtin", 1);
        let found = incidents(&read);
        assert!(found.iter().all(|(broken, _, _)| broken == rule), "{found:?}");
        for stage in ["filtered", "packed", "context"] {
            assert!(found.iter().any(|(_, at, doc)| at == stage && doc == "open"), "{rule} {stage}: {found:?}");
        }
        // The corpus may have changed after the run was made, which nobody should have to find out.
        assert!(read["warnings"].to_string().contains("the corpus has changed since"), "{read:#}");
    }
}

#[test]
fn a_day_of_the_manifest_that_is_none_is_told_and_dates_are_not_checked() {
    let here = project("", &[record("q2", &["late", "early"])]);
    std::fs::write(here.path().join("runs/own/manifest.toml"), "day = \"yesterday\"\n").unwrap();
    let read = told(here.path(), "own", 0);
    assert!(read["warnings"].to_string().contains("its day is 'yesterday', which is no day"), "{read:#}");
    assert_eq!(rule(&read, "expired")["not_checked"], json!({ "no day is known": 1 }));
    assert_eq!(told(here.path(), "own --day 2026-11-30", 1)["result"]["incidents"], 2);
}
