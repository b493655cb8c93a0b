//! A script as JSON: every assertion with its proof.

use fourcell::evidence::lifecycle::Wanted;
use fourcell::retrieval::lifecycle::{Asked, Assertion, Claim, Found, Outcome, Verdict};
use serde_json::{Value, json};

use super::{Freshness, LifecycleReport, State, Step};
use crate::envelope::{Input, envelope};
use crate::number::json_number;

/// The schema of `lifecycle`'s output.
pub const SCHEMA: &str = "fourcell/lifecycle@1";

/// Every step; what is not checked stands among the warnings too.
pub fn json(report: &LifecycleReport, inputs: &[Input]) -> Vec<u8> {
    let [held, broken, pending, unchecked] = Verdict::ALL.map(|(_, verdict)| report.count(verdict));
    let result = json!({
        "heading": report.heading,
        "wait_seconds": json_number(Some(report.wait)),
        "counts": {
            "held": held, "broken": broken, "pending": pending, "not_checked": unchecked,
            "leaks": report.assertions().filter(|(_, _, assertion)| assertion.is_leak()).count(),
            "failed_calls": report.failed(), "steps_not_played": report.left,
        },
        "steps": report.steps.iter().enumerate().map(|(n, s)| step(n + 1, s)).collect::<Vec<_>>(),
        "notes": report.notes,
    });
    let mut warnings: Vec<String> = Vec::new();
    if unchecked > 0 {
        warnings.push(format!("{unchecked} assertions could not be checked: they did not hold, and were not broken"));
    }
    envelope(SCHEMA, "lifecycle", inputs, result, &warnings)
}

fn step(number: usize, step: &Step) -> Value {
    let (state, told) = match &step.state {
        State::Done(how) => ("done", how.as_ref()),
        State::NotPlayed => ("not-played", None),
        State::Failed(why) => ("failed", Some(why)),
    };
    let (seen, seconds) = match step.freshness {
        Freshness::NotLooked => ("not-looked", None),
        Freshness::AtOnce => ("at-once", Some(0.0)),
        Freshness::After(seconds) => ("after", Some(seconds)),
        Freshness::Pending => ("pending", None),
        Freshness::Never => ("never", None),
    };
    json!({
        "step": number, "action": step.action, "state": state, "told": told, "reported_pending": step.pending,
        "seen": seen, "seconds_until_seen": json_number(seconds),
        "asked": step.asked.iter().map(asked).collect::<Vec<_>>(),
    })
}

fn asked(asked: &Asked) -> Value {
    let principal = asked.expected.principal.as_ref().map(|p| json!({"tenant": p.tenant, "groups": p.groups}));
    json!({
        "ask": asked.expected.query, "principal": principal, "index_revision": asked.index_revision,
        "error": asked.assertions.as_ref().err(),
        "assertions": asked.assertions().iter().map(assertion).collect::<Vec<_>>(),
    })
}

fn assertion(assertion: &Assertion) -> Value {
    let name = match &assertion.claim {
        Claim::Must(_) => "must",
        Claim::MustNot(_) => "must-not",
        Claim::Usable => "usable",
        Claim::Revision(_) => "index-revision",
    };
    let wanted = match &assertion.claim {
        Claim::Must(Wanted { doc, rev, quote }) | Claim::MustNot(Wanted { doc, rev, quote }) => {
            json!({"doc": doc, "rev": rev, "quote": quote})
        }
        Claim::Revision(revision) => json!(revision),
        Claim::Usable => Value::Null,
    };
    let (found, displaced_by, told): (Vec<&Found>, &[Found], Option<&String>) = match &assertion.outcome {
        Outcome::Holds(found) => (found.iter().collect(), &[], None),
        Outcome::Present(found) => (found.iter().collect(), &[], None),
        Outcome::Missing { lost, displaced_by } => (lost.iter().collect(), displaced_by, None),
        Outcome::Stale(told) | Outcome::Unknown(told) => (Vec::new(), &[], Some(told)),
    };
    json!({
        "claim": name, "wanted": wanted, "result": assertion.verdict.name(), "leak": assertion.is_leak(), "told": told,
        "found": found.into_iter().map(proof).collect::<Vec<_>>(),
        "displaced_by": displaced_by.iter().map(proof).collect::<Vec<_>>(),
    })
}

fn proof(found: &Found) -> Value {
    json!({
        "stage": found.stage.name(), "rank": found.rank, "passage": found.passage, "document": found.document,
        "why": found.why.map(fourcell::retrieval::lifecycle::Why::words),
    })
}
