//! The comparison as JSON.

use fourcell::diagnosis::Comparison;
use serde_json::{Value, json};

use super::terminal::notes;
use super::{CompareReport, outcome_name};
use crate::changes;
use crate::envelope::{Input, envelope};
use crate::number::json_number;

/// The schema of `compare`'s output.
pub const SCHEMA: &str = "fourcell/compare@1";

/// Every candidate's comparison, with every question that changed.
pub fn json(reports: &[CompareReport], inputs: &[Input]) -> Vec<u8> {
    let notes: Vec<String> = reports.iter().flat_map(notes).collect();
    let candidates: Vec<Value> = reports.iter().map(candidate).collect();
    envelope(SCHEMA, "compare", inputs, json!({ "candidates": candidates }), &notes)
}

fn candidate(report: &CompareReport) -> Value {
    let comparisons: Vec<Value> = report.comparisons.iter().map(comparison).collect();
    json!({
        "candidate": report.candidate,
        "baseline": report.baseline,
        "heading": report.heading,
        "margin": json_number(report.margin),
        "seed": report.seed,
        "replicates": report.replicates,
        "comparisons_adjusted_for": report.compared,
        "comparisons": comparisons,
        "only_in_candidate": report.fell_out.0,
        "only_in_baseline": report.fell_out.1,
        "labels_differ": report.relabelled,
        "changes": report.changes.as_ref().map(changes::json),
    })
}

/// The mean of one side over the paired questions; its interval is not that of the difference, and is not given.
fn side(value: Option<f64>, c: &Comparison) -> Value {
    json!({
        "value": json_number(value),
        "n": c.n,
        "lo": Value::Null,
        "hi": Value::Null,
        "method": "mean over the paired questions",
        "failed": c.failed,
        "undefined": { "no value in one of the two": c.undefined },
    })
}

fn comparison(c: &Comparison) -> Value {
    let changed: Vec<Value> = c
        .changed
        .iter()
        .map(|x| json!({ "question": x.question, "candidate": json_number(Some(x.a)), "baseline": json_number(Some(x.b)) }))
        .collect();
    let verdict = c.verdict.as_ref().map(|verdict| match verdict {
        Err(reason) => json!({ "undefined": reason.0 }),
        Ok(v) => json!({
            "outcome": outcome_name(&v.outcome),
            "more_questions": match v.outcome {
                fourcell::statistics::verdict::Outcome::Inconclusive { more } => json!(more),
                _ => Value::Null,
            },
            "margin": v.margin,
            "lower_bound": json_number(v.bounds.map(|b| b.lo)),
            "upper_bound": json_number(v.bounds.map(|b| b.hi)),
            "method": v.method,
            "hangs_on_failed_calls": c.hangs_on_failures,
        }),
    });
    json!({
        "measure": c.measure,
        "less_is_better": c.less_is_better,
        "candidate": side(c.a, c),
        "baseline": side(c.b, c),
        "difference": difference(c),
        "p": chance(c),
        "verdict": verdict,
        "changed": changed,
    })
}

/// The mean difference with its interval.
pub(crate) fn difference(c: &Comparison) -> Value {
    let interval = c.interval.ok();
    json!({
        "value": json_number(c.difference),
        "n": c.n,
        "lo": json_number(interval.map(|i| i.lo)),
        "hi": json_number(interval.map(|i| i.hi)),
        "method": c.interval_method,
        "failed": c.failed,
        "undefined": { "no value in one of the two": c.undefined },
        "no_interval": c.interval.err().map(|e| e.0),
        "bounds_if_failed_were": c.bounds.map(|b| json!({ "against_candidate": b.lo, "against_baseline": b.hi })),
    })
}

/// How likely so large a difference is by chance.
pub(crate) fn chance(c: &Comparison) -> Value {
    json!({
        "value": json_number(c.p.ok()),
        "method": c.p_method,
        "holm": json_number(c.p_holm),
        "undefined": c.p.err().map(|e| e.0),
    })
}
