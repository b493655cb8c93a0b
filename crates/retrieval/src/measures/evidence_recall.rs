//! Evidence recall: the share of the required evidence inside the budget.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::{NO_EVIDENCE, View};

/// Evidence recall: the share of the required evidence inside the budget.
pub const DEFINITION: Definition = Definition {
    name: "evidence",
    aliases: &["evidence_recall", "evidence-recall"],
    title: "evidence recall",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: true,
    needs_all_relevant: false,
    page: include_str!("evidence_recall.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let inside = view.inside(measure.budget)?;
    inside.list.arrival.and_then(|a| a.recall(inside.passages)).ok_or(NO_EVIDENCE)
}
