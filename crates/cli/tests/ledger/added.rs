//! `fourcell ledger add`: a report becomes a labelled question, or the set stays what it was.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::{Ran, folder};
use crate::shop::{everything, shop, told};

fn add(place: &Path, arguments: &[&str]) -> Ran {
    told(place, &[&["ledger", "add"], arguments].concat())
}

fn last(place: &Path) -> Value {
    let text = fs::read_to_string(place.join("questions.jsonl")).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_report_is_a_question_that_the_check_accepts() {
    let shop = shop();
    // Without its last line break the set is still a set.
    let set = shop.path().join("questions.jsonl");
    fs::write(&set, fs::read_to_string(&set).unwrap().trim_end()).unwrap();
    let before = told(shop.path(), &["check"]);
    let ran = add(
        shop.path(),
        &[
            "--query",
            "How soon do I report \"sick\"?",
            "--evidence",
            "sick=Report sick on the first day.",
            "--fact",
            "On the first day.",
            "--forbidden",
            "On the third day.",
            "--answer",
            "On the first day.",
            "--tenant",
            "acme",
            "--group",
            "staff",
            "--slice",
            "type=lookup",
            "--critical",
        ],
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    let added = last(shop.path());
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), added);
    assert_eq!((added["id"].as_str(), added["origin"].as_str()), (Some("report-1"), Some("incident")));
    let range = serde_json::json!({"doc": "sick", "range": [8, 37], "quote": "Report sick on the first day."});
    assert_eq!(added["evidence"]["all"][0], range);
    assert_eq!((&added["facts"][0]["vital"], &added["facts"][1]["forbidden"]), (&Value::Bool(true), &Value::Bool(true)));
    let checked = told(shop.path(), &["check"]);
    assert_eq!((before.code, checked.code), (0, 0), "{}", checked.stdout);
    // The next one has the next name, and a document's revision may be named.
    assert_eq!(add(shop.path(), &["--query", "Yes?", "--evidence", "twice@2=and yes again"]).code, 0);
    assert_eq!((&last(shop.path())["id"], &last(shop.path())["evidence"]["all"][0]["rev"]), (&"report-2".into(), &"2".into()));
    assert_eq!(add(shop.path(), &["--query", "The fax?", "--unanswerable"]).code, 0);
    assert_eq!((&last(shop.path())["answerable"], &last(shop.path())["expect"]), (&false.into(), &"no-answer".into()));
    assert_eq!(told(shop.path(), &["check"]).code, 0);
}

#[test]
fn what_is_refused_leaves_the_set_as_it_was() {
    let shop = shop();
    let before = everything(shop.path());
    for (arguments, said) in [
        (&["--evidence", "twice=yes"][..], "stands in twice@2 more than once\n  take more of the words around them"),
        (&["--evidence", "leave=29 days"], "'29 days' does not stand in leave\n  copy the words as the document has them"),
        (&["--evidence", "leaves=28 days"], "no document 'leaves'"),
        (&["--evidence", "leave@7=28 days"], "no document 'leave@7'"),
        (&["--evidence", "leave"], "--evidence 'leave' must be DOC=WORDS"),
        (&["--evidence", "leave=28 days", "--id", "leave"], "a question is called 'leave' already"),
        (&["--evidence", "leave=28 days", "--slice", "query=x"], "it is a field of the question"),
        (&["--evidence", "leave=28 days", "--slice", "critical=yes"], "is a field of the question"),
        (&[], "a question needs its evidence"),
        (&["--evidence", "leave=28 days", "--unanswerable"], "cannot be used with"),
        (&["--evidence", "leave=28 days", "--slice", "split=final"], "is a field of the question"),
        (&["--evidence", "leave=28 days", "--fact", " "], "--fact is blank"),
        (&["--evidence", "leave=28 days", "--answer", ""], "--answer is blank"),
        (&["--evidence", "leave=28 days", "--id", ""], "error: the new question:1:"),
    ] {
        let ran = add(shop.path(), &[&["--query", "Why?"], arguments].concat());
        assert!(ran.code == 2 && ran.stderr.contains(said) && ran.stdout.is_empty(), "{arguments:?} {ran:?}");
        assert_eq!(everything(shop.path()), before, "{arguments:?}");
    }
    let near = add(shop.path(), &["--query", "Why?", "--evidence", "leaves=28 days"]);
    assert!(near.stderr.contains("is 'leave' meant?"), "{near:?}");
    let blank = add(shop.path(), &["--query", " ", "--unanswerable"]);
    assert!(blank.code == 2 && everything(shop.path()) == before, "{blank:?}");
}

#[test]
fn a_set_that_people_write_by_hand_is_left_to_them() {
    let yaml = "- id: q\n  query: Why?\n  answerable: false\n";
    let place = folder(&[("fourcell.toml", "version = 1\n[project]\nquestions = 'questions.yaml'\n"), ("questions.yaml", yaml)]);
    let ran = add(place.path(), &["--query", "Why?", "--unanswerable"]);
    assert!(ran.code == 2 && ran.stderr.contains("is not JSON Lines"), "{ran:?}");
    assert_eq!(fs::read_to_string(place.path().join("questions.yaml")).unwrap(), yaml);
}
