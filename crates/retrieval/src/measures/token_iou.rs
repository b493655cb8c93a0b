//! Intersection over union of evidence text and text sent, over source ranges.

use statistics::Undefined;

use super::token_recall::counted;
use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Intersection over union of evidence text and text sent, over source ranges.
pub const DEFINITION: Definition = Definition {
    name: "token-IoU",
    aliases: &["token_iou", "IoU", "tokIoU"],
    title: "token-level intersection over union",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: true,
    needs_all_relevant: false,
    page: include_str!("token_iou.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let counted = counted(measure, view)?;
    let both = counted.evidence_sent.min(counted.sent_needed);
    Ok(both as f64 / (counted.evidence + counted.sent - both) as f64)
}
