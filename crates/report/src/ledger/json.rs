//! The ledger as JSON. An entry is what a line of ledger.jsonl holds.

use fourcell::formats::native::ledger::line;
use serde_json::{Map, Value, json};

use super::{LedgerReport, undiagnosed};
use crate::envelope::{Input, envelope};
use crate::invariants::first_json;

/// The schema of `ledger`'s output.
pub const SCHEMA: &str = "fourcell/ledger@1";

/// Every failure that is shown, the counts, what could not be looked at.
pub fn json(report: &LedgerReport, inputs: &[Input]) -> Vec<u8> {
    let entries: Vec<Value> =
        report.kept.iter().map(|kept| serde_json::from_str(&line(kept)).expect("a line of JSON was written")).collect();
    let causes: Map<String, Value> =
        report.by_cause().iter().map(|(cause, kept)| (cause.name().to_owned(), json!(kept.len()))).collect();
    let slices: Vec<Value> = report.slices.iter().map(sliced).collect();
    let captured: Map<String, Value> =
        report.found.captured.iter().map(|(stage, n)| (stage.name().to_owned(), json!(n))).collect();
    let mut result = json!({
        "heading": report.heading,
        "questions": report.found.n,
        "failed": report.found.entries.len(),
        "sound": report.found.sound.len(),
        "hidden": report.hidden,
        "undiagnosed": undiagnosed(&report.found),
        "not_judged": report.found.not_judged,
        "final_left_sealed": report.found.sealed,
        "captured": captured,
        "causes": causes,
        "slices": slices,
        "fixed": report.fixed,
        "entries": entries,
        "notes": report.notes,
    });
    if let Some(incidents) = &report.incidents {
        result["incidents"] = first_json(incidents);
    }
    envelope(SCHEMA, "ledger", inputs, result, &report.warnings)
}

fn sliced(slices: &super::Slices) -> Value {
    let value = |(value, (n, failures)): (&String, &(usize, std::collections::BTreeMap<_, usize>))| {
        let causes: Map<String, Value> = failures
            .iter()
            .map(|(cause, n): (&fourcell::diagnosis::Cause, &usize)| (cause.name().to_owned(), json!(n)))
            .collect();
        json!({ "value": value, "questions": n, "causes": causes })
    };
    json!({ "key": slices.key, "values": slices.values.iter().map(value).collect::<Vec<_>>() })
}
