//! Probes as JSON.

use fourcell::diagnosis::probe::Verdict;
use serde_json::{Value, json};

use super::ProbeReport;
use crate::envelope::{Input, envelope};

/// The schema of `probe`'s output.
pub const SCHEMA: &str = "fourcell/probe@1";

/// Every probe, and what was not probed.
pub fn json(report: &ProbeReport, inputs: &[Input]) -> Vec<u8> {
    let probed: Vec<Value> = report
        .probed
        .iter()
        .map(|probed| {
            let (verdict, now, why) = match &probed.verdict {
                Verdict::Confirmed => ("confirmed", Some(probed.cause.name()), None),
                Verdict::Reattributed(cause) => ("reattributed", Some(cause.name()), None),
                Verdict::Open(why) => ("open", None, Some(*why)),
            };
            json!({
                "question": probed.question,
                "cause": probed.cause.name(),
                "change": probed.change.name(),
                "setting": probed.setting,
                "verdict": verdict,
                "cause_now": now,
                "why_open": why,
                "after": probed.after,
            })
        })
        .collect();
    let untested: Vec<Value> = report
        .untested
        .iter()
        .map(|(question, cause, why)| json!({ "question": question, "cause": cause, "why": why }))
        .collect();
    let result = json!({ "heading": report.heading, "probed": probed, "not_probed": untested });
    envelope(SCHEMA, "probe", inputs, result, &[])
}
