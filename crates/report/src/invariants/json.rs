//! The report as JSON, every incident in it.

use fourcell::diagnosis::invariants::{At, Incident};
use fourcell::retrieval::invariants::{Filterings, Reason, Tally};
use fourcell::retrieval::record::Mode;
use serde_json::{Map, Value, json};

use super::{InvariantsReport, RunInvariants, WITHOUT_ACCESS, notes};
use crate::envelope::{Input, envelope};
use crate::number::json_number;

/// The schema of `invariants`' output.
pub const SCHEMA: &str = "fourcell/invariants@1";

/// The whole report.
pub fn json(report: &InvariantsReport, inputs: &[Input]) -> Vec<u8> {
    let runs: Vec<Value> = report.runs.iter().map(|run| self::run(report, run)).collect();
    let result = json!({
        "heading": report.heading,
        "access_model": report.without_access.then_some("none"),
        "incidents": report.incidents(),
        "runs": runs,
    });
    let mut warnings = report.warnings.clone();
    warnings.extend(report.without_access.then(|| WITHOUT_ACCESS.to_owned()));
    for run in &report.runs {
        let prefix = if report.runs.len() > 1 { format!("{}: ", run.found.name) } else { String::new() };
        warnings.extend(notes(run).into_iter().map(|note| format!("{prefix}{note}")));
    }
    envelope(SCHEMA, "invariants", inputs, result, &warnings)
}

fn run(report: &InvariantsReport, run: &RunInvariants) -> Value {
    let checked = &run.found.checked;
    let said = |of: &Option<(String, &'static str)>| of.as_ref().map(|(value, from)| json!({ "value": value, "from": from }));
    let rules = report.rules().map(|rule| {
        let stages = At::all().map(|at| (at, checked.at(rule, at))).filter(|(_, tally)| !tally.is_empty());
        let stages: Map<String, Value> = stages.map(|(at, found)| (at.name().to_owned(), tally(&found))).collect();
        let mut object = tally(&checked.of(rule));
        object["rule"] = json!(rule.name());
        object["about"] = json!(rule.about());
        object["stages"] = Value::Object(stages);
        object
    });
    let captured = checked.captured.iter().map(|(at, captured)| {
        let not = reasons(captured.not.iter().map(|(reason, n)| (*reason, *n)));
        (at.name().to_owned(), json!({ "captured": captured.captured, "not": not }))
    });
    json!({
        "name": run.found.name,
        "questions": run.found.questions,
        "records": checked.records,
        "day": said(&run.day),
        "index_revision": said(&run.index_revision),
        "rules": rules.collect::<Vec<Value>>(),
        "captured": captured.collect::<Map<String, Value>>(),
        "filtering": filtering(&checked.filtering),
        "incidents": checked.incidents.iter().map(incident).collect::<Vec<Value>>(),
        "missing": run.found.missing,
        "unknown_records": run.found.unknown_records,
        "final_left_sealed": run.found.sealed,
    })
}

fn tally(tally: &Tally) -> Value {
    json!({ "checked": tally.checked, "incidents": tally.incidents, "not_checked": reasons(tally.not_checked()) })
}

fn reasons(all: impl Iterator<Item = (Reason, usize)>) -> Map<String, Value> {
    all.map(|(reason, n)| (reason.words().to_owned(), json!(n))).collect()
}

fn filtering(found: &Filterings) -> Value {
    let worst = found.worst.as_ref().map(|w| json!({ "question": w.question, "missing": w.missing, "of": w.of }));
    json!({
        "during": found.during,
        "after": found.after,
        "leaking": found.leaking,
        "not_visible": reasons(found.not_visible.iter().map(|(reason, n)| (*reason, *n))),
        "forbidden_candidates_taken_out": found.taken_out,
        "shortfall": {
            "n": found.after,
            "mean": json_number(found.mean_shortfall()),
            "worst": worst,
        },
    })
}

/// One incident.
pub(super) fn incident(incident: &Incident) -> Value {
    let asker = incident.asker.as_ref().map(|asker| json!({ "tenant": asker.tenant, "groups": asker.groups }));
    json!({
        "question": incident.question,
        "mode": Mode::ALL[incident.mode as usize].0,
        "repeat": incident.repeat,
        "asker": asker,
        "rule": incident.rule.name(),
        "stage": incident.at.name(),
        "call": incident.call,
        "passage": incident.passage,
        "doc": incident.doc,
        "rev": incident.rev,
        "proof": incident.proof,
    })
}
