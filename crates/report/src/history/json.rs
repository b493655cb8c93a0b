//! The history as JSON.

use serde_json::{Map, Value, json};

use super::{HistoryReport, PastRun, notes};
use crate::changes;
use crate::compare::{chance, difference};
use crate::envelope::{Input, envelope};
use crate::invariants::first_json;
use crate::number::json_summary;

/// The schema of the output.
pub const SCHEMA: &str = "fourcell/history@1";

/// Every run with its measures and changes, the oldest first; then what could not be read.
pub fn json(report: &HistoryReport, inputs: &[Input]) -> Vec<u8> {
    let runs: Vec<Value> = report.runs.iter().map(run).collect();
    let unread: Vec<Value> = report.unread.iter().map(|(run, why)| json!({ "run": run, "reason": why })).collect();
    let result = json!({
        "heading": report.heading,
        "order": report.order,
        "runs": runs,
        "not_read": unread,
        "comparisons_adjusted_for": report.compared,
        "seed": report.seed,
        "replicates": report.replicates,
    });
    envelope(SCHEMA, "history", inputs, result, &notes(report))
}

fn run(run: &PastRun) -> Value {
    let measures = run.measures.iter().map(|measured| {
        let mut summary = json_summary(&measured.summary);
        summary["less_is_better"] = json!(measured.less_is_better);
        summary["since_the_run_before"] =
            json!(measured.since.as_ref().map(|c| json!({ "difference": difference(c), "p": chance(c) })));
        (measured.measure.clone(), summary)
    });
    json!({
        "name": run.name,
        "started": run.started,
        "changes": run.changes.as_ref().map(changes::json),
        "incidents": run.incidents.as_ref().map(first_json),
        "measures": measures.collect::<Map<String, Value>>(),
    })
}
