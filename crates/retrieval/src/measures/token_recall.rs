//! Share of the evidence text that was sent, over source ranges.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::arrival::CodePoints;
use crate::name::Measure;
use crate::view::{NO_EVIDENCE, View};

/// Share of the evidence text that was sent, over source ranges.
pub const DEFINITION: Definition = Definition {
    name: "token-recall",
    aliases: &["token_recall", "tokR", "range-recall"],
    title: "token-level recall over source ranges",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: true,
    needs_all_relevant: false,
    page: include_str!("token_recall.md"),
    evaluate,
};

/// A source range is missing on one side, so text cannot be counted.
const NO_RANGES: Undefined = Undefined("evidence or passages have no source ranges");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let counted = counted(measure, view)?;
    Ok(counted.evidence_sent as f64 / counted.evidence as f64)
}

/// Code points of evidence and text sent inside the measure's budget; the evidence is never empty.
pub(super) fn counted(measure: &Measure, view: &View<'_>) -> Result<CodePoints, Undefined> {
    let inside = view.inside(measure.budget)?;
    let arrival = inside.list.arrival.ok_or(NO_EVIDENCE)?;
    let counted = arrival.code_points(inside.passages).ok_or(NO_RANGES)?;
    if counted.evidence == 0 { Err(NO_EVIDENCE) } else { Ok(counted) }
}
