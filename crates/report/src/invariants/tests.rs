//! Each format holds every incident, and no id commands a terminal, a spreadsheet or a page.

use fourcell::diagnosis::invariants::{At, Checked, Incident, Rule};
use fourcell::evaluate::InvariantsChecked;
use fourcell::evidence::{Principal, Question};
use fourcell::retrieval::grading::Chunking;
use fourcell::retrieval::invariants::{Reason, Rule as Held, Terms};
use fourcell::retrieval::record::{Item, Mode, Record, Stage};

use super::*;

/// A result of another tenant, with ids that would command what shows them.
fn report() -> InvariantsReport {
    let hostile = "=1+\u{1b}[2J|<b>\u{202e}";
    let item = Item { id: hostile.into(), tenant: Some("borealis\u{1b}[1m".into()), ..Item::default() };
    let record = Record::new(hostile, vec![(Stage::Packed, vec![item])]);
    let asker = Principal { tenant: Some("acme".into()), groups: vec!["a\nb".into()] };
    let question = Question { principal: Some(asker), ..Question::new(hostile, "Why?") };
    let chunking = Chunking::new(&[]);
    let terms = Terms { corpus: Err(Reason::NoCorpus), chunking: &chunking, day: None, index_revision: None, has_access: true };
    let mut checked = Checked::default();
    checked.look(&question, &record, None, &terms);
    let found = InvariantsChecked {
        name: "run\u{1b}".into(),
        questions: 2,
        sealed: 1,
        missing: vec!["other".into()],
        unknown_records: 3,
        with_citations: false,
        checked,
    };
    let run = RunInvariants { found, day: None, index_revision: None, notes: vec!["a note".into()] };
    InvariantsReport { heading: "h".into(), without_access: false, runs: vec![run], warnings: Vec::new() }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn each_format_has_the_incident_and_no_command() {
    let report = report();
    assert_eq!((report.incidents(), report.has_checked()), (1, true));
    let json = text(json(&report, &[]));
    let shown = [text(terminal(&report)), text(markdown(&report)), text(csv(&report)), json.clone()];
    for shown in &shown {
        assert!(shown.contains("tenant") && shown.contains("packed") && shown.contains("borealis"), "{shown}");
        assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{shown}");
    }
    assert!(shown[0].contains("1 incident\n") && shown[0].contains("incident 1 of 1"), "{}", shown[0]);
    assert!(shown[1].contains("\\|") && !shown[1].contains("<b>"), "{}", shown[1]);
    assert!(shown[2].contains(",'=1+"), "{}", shown[2]);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let incident = &read["result"]["runs"][0]["incidents"][0];
    assert_eq!((incident["rule"].as_str(), incident["stage"].as_str()), (Some("tenant"), Some("packed")));
    assert_eq!(incident["passage"], "=1+\u{1b}[2J|<b>\u{202e}");
    let rules = read["result"]["runs"][0]["rules"].as_array().unwrap();
    assert_eq!(rules[1]["not_checked"]["there is no corpus"], 1);
    assert_eq!(rules[0]["stages"]["packed"]["incidents"], 1);
}

#[test]
fn before_a_score_the_first_are_shown_and_the_rest_counted() {
    let report = report();
    let mut checked = report.runs[0].found.checked.clone();
    let one = checked.incidents[0].clone();
    checked.incidents.extend(vec![one; 4]);
    let first = First::of("run", &checked).unwrap();
    let said = first_text(&first);
    assert!(said.starts_with("5 incidents in run, before any score: tenant 1\n"), "{said}");
    assert!(said.ends_with("  and 2 more; 'fourcell invariants run' shows all\n\n"), "{said}");
    assert!(!said.contains('\u{1b}') && !first_markdown(&first).contains("<b>"));
    assert_eq!(first_json(&first)["first"].as_array().unwrap().len(), 3);
    assert_eq!(First::of("run", &Checked::default()), None);
}

#[test]
fn an_incident_says_its_call_mode_and_repeat() {
    let incident = Incident {
        question: "q".into(),
        mode: Mode::Oracle,
        repeat: 2,
        asker: None,
        rule: Rule::Result(Held::IndexRevision),
        at: At::Record,
        call: Some(3),
        passage: None,
        doc: None,
        rev: None,
        proof: "p".into(),
    };
    let said = told(&incident).map(|(_, said)| said);
    assert_eq!(said[0], "q, mode oracle, repeat 2");
    assert_eq!((said[1].as_str(), said[3].as_str()), ("not stated", "record, retrieval call 3"));
}

#[test]
fn a_product_without_tenants_has_no_rows_for_them() {
    let mut report = report();
    report.without_access = true;
    let shown = text(terminal(&report));
    assert_eq!(shown.matches("[access] model").count(), 1);
    assert!(!shown.contains("\ntenant ") && !shown.contains("\ncitation-forbidden ") && shown.contains("\ndeleted "), "{shown}");
}
