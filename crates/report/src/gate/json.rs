//! The gate for programs.

use fourcell::diagnosis::gate::{Check, Layer, Outcome, Regression};
use serde_json::{Map, Value, json};

use super::{GateReport, verdict};
use crate::changes;
use crate::envelope::{Input, envelope};
use crate::number::{json_number, json_summary};

/// The schema of `gate`'s output.
pub const SCHEMA: &str = "fourcell/gate@1";

/// Every layer with its lines and numbers, what got worse, the verdict.
pub fn json(report: &GateReport, inputs: &[Input]) -> Vec<u8> {
    let gate = &report.gate;
    let flaky = gate
        .flaky
        .iter()
        .map(|flaky| json!({ "question": flaky.question, "measure": flaky.measure, "passed": flaky.passed, "of": flaky.of }));
    let result = json!({
        "project": report.project,
        "candidate": gate.candidate,
        "baseline": gate.baseline,
        "outcome": gate.outcome().name(),
        "verdict": verdict(report),
        "decided_by": gate.decided_by().map(|layer| layer.name.number()),
        "inconclusive": report.inconclusive.name(),
        "certainty": 1.0 - report.by.alpha(),
        "verdicts_alone": report.sealed,
        "changes": report.changes.as_ref().map(changes::json),
        "layers": gate.layers.iter().map(layer).collect::<Vec<_>>(),
        "regressions": gate.regressions.iter().map(regression).collect::<Vec<_>>(),
        "flaky": flaky.collect::<Vec<_>>(),
        "notes": gate.notes,
    });
    envelope(SCHEMA, "gate", inputs, result, &report.warnings)
}

fn layer(layer: &Layer) -> Value {
    json!({
        "layer": layer.name.number(),
        "name": layer.name.name(),
        "asks": layer.name.asks(),
        "outcome": layer.outcome().name(),
        "checks": layer.checks.iter().map(check).collect::<Vec<_>>(),
    })
}

fn check(check: &Check) -> Value {
    let numbers: Map<String, Value> =
        check.numbers.iter().map(|(name, summary)| ((*name).to_owned(), json_summary(summary))).collect();
    let more = if let Outcome::Inconclusive { more } = check.outcome { more } else { None };
    json!({
        "what": check.what,
        "outcome": check.outcome.name(),
        "said": check.said,
        "needs": check.needs,
        "next": check.mend,
        "numbers": numbers,
        "limit": json_number(check.limit),
        "more_questions": more,
        "questions": check.questions,
    })
}

fn regression(regression: &Regression) -> Value {
    let measures: Vec<Value> = (regression.measures.iter())
        .map(|(measure, mine, theirs)| json!({ "measure": measure, "candidate": mine, "baseline": theirs }))
        .collect();
    let lost = regression
        .lost
        .as_ref()
        .map(|lost| json!({ "cause": lost.cause.name(), "known_by": lost.known_by.name(), "why": lost.why }));
    json!({ "question": regression.question, "critical": regression.critical, "measures": measures, "lost": lost })
}
