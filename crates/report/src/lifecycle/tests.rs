//! Every format has every incident with its proof, and no text of a document commands a terminal.

use fourcell::evidence::lifecycle::{Expectation, Wanted};
use fourcell::retrieval::lifecycle::Why;
use fourcell::retrieval::record::Stage;

use super::*;

fn report() -> LifecycleReport {
    let found = Found {
        stage: Stage::Context,
        rank: 2,
        passage: "p\u{1b}[2J".into(),
        document: Some("fees@1".into()),
        why: Some(Why::Tenant),
    };
    let wanted = Wanted { quote: Some("20 <b>|".into()), ..Wanted::default() };
    let leak = Assertion {
        claim: Claim::MustNot(wanted.clone()),
        outcome: Outcome::Present(vec![found.clone()]),
        verdict: Verdict::Broken,
    };
    let missing = Assertion {
        claim: Claim::Must(wanted),
        outcome: Outcome::Missing { lost: None, displaced_by: vec![found] },
        verdict: Verdict::Pending,
    };
    let held = Assertion { claim: Claim::Usable, outcome: Outcome::Holds(None), verdict: Verdict::Held };
    let asked = |assertions| Asked {
        expected: Expectation { query: "fee?".into(), ..Expectation::default() },
        assertions,
        index_revision: None,
    };
    let step = |action: &str, state, asked, freshness| Step { action: action.into(), state, pending: None, asked, freshness };
    LifecycleReport {
        heading: "Lifecycle".into(),
        steps: vec![
            step("add fees@1", State::Done(None), Vec::new(), Freshness::NotLooked),
            step("update fees@2", State::Done(None), vec![asked(Ok(vec![leak, missing, held]))], Freshness::Never),
            step("delay", State::NotPlayed, Vec::new(), Freshness::NotLooked),
            step("look", State::Done(None), vec![asked(Err("time-out".into()))], Freshness::Never),
            step("delete x", State::Failed("409".into()), Vec::new(), Freshness::NotLooked),
        ],
        left: 1,
        wait: 30.0,
        notes: vec!["more".into()],
    }
}

#[test]
fn each_format_has_the_incident_with_its_proof_and_commands_no_terminal() {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(
        text(terminal(&report())),
        "Lifecycle\n\n\
         step  action         asked by  assertion            result      seen\n\
         ────  ─────────────  ────────  ───────────────────  ──────────  ───────────────\n\
         \u{20}  1  add fees@1\n\
         \u{20}  2  update fees@2  anyone    must not: \"20 <b>|\"  LEAK        not within 30 s\n\
         \u{20}                    anyone    must: \"20 <b>|\"      pending\n\
         \u{20}  3  delay                                         not played\n\
         \u{20}  4  look           anyone    fee?                 failed      not within 30 s\n\
         \u{20}  5  delete x                                      failed\n\n\
         failed: step 4, asked by anyone: \"fee?\": time-out\n\
         failed: step 5, delete x: 409\n\
         incident: step 2, update fees@2; asked by anyone: \"fee?\"; must not: \"20 <b>|\"\n\
         \u{20} context 2: passage p\\u{1b}[2J of fees@1, of another tenant\n\
         5 steps: 1 assertion held, 1 broken, 1 pending, 0 not checked, 2 calls failed; 1 step not played\n\
         note: more\n"
    );
    let shown = text(markdown(&report()));
    assert!(
        shown.contains("- **incident** step 2, update fees\\@2") && shown.contains("| 3 | delay |  |  | not played |  |"),
        "{shown}"
    );
    assert!(!shown.contains("<b>") && !shown.contains('\u{1b}'), "{shown}");
    let read: serde_json::Value = serde_json::from_str(&text(json(&report(), &[]))).unwrap();
    assert_eq!(read["result"]["counts"]["leaks"], 1);
    let assertion = &read["result"]["steps"][1]["asked"][0]["assertions"][0];
    assert_eq!((&assertion["result"], &assertion["found"][0]["rank"]), (&"broken".into(), &2.into()));
    assert_eq!(read["result"]["steps"][1]["asked"][0]["assertions"][1]["displaced_by"][0]["why"], "of another tenant");
}
