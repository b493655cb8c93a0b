//! The checks as JSON.

use serde_json::{Value, json};

use super::{DoctorReport, State};
use crate::envelope::{Input, envelope};

/// The schema of `doctor`'s output.
pub const SCHEMA: &str = "fourcell/doctor@1";

/// Every check and the counts; what came out as a warning stands among the warnings too.
pub fn json(report: &DoctorReport, inputs: &[Input]) -> Vec<u8> {
    let check = |line: &super::Line| {
        json!({
            "group": line.group.name(),
            "state": line.state.name(),
            "subject": line.subject,
            "told": line.told,
            "mend": (!line.mend.is_empty()).then_some(&line.mend),
        })
    };
    let result = json!({
        "heading": report.heading,
        "asked": report.asked,
        "counts": {
            "faults": report.count(State::Fault),
            "warnings": report.count(State::Warning),
            "ok": report.count(State::Ok),
        },
        "checks": report.lines.iter().map(check).collect::<Vec<Value>>(),
    });
    let odd = report.lines.iter().filter(|line| line.state == State::Warning);
    let warnings: Vec<String> = odd.map(|line| format!("{}: {}", line.subject, line.told)).collect();
    envelope(SCHEMA, "doctor", inputs, result, &warnings)
}
