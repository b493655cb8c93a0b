//! Evidence completeness: whether everything required is inside the budget.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::{NO_EVIDENCE, View};

/// Evidence completeness: whether everything required is inside the budget.
pub const DEFINITION: Definition = Definition {
    name: "complete",
    aliases: &["completeness", "evidence_complete"],
    title: "evidence completeness",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Hit,
    over: Over::Mean,
    needs_evidence: true,
    needs_all_relevant: false,
    page: include_str!("complete.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let inside = view.inside(measure.budget)?;
    let complete = inside.list.arrival.and_then(|a| a.complete(inside.passages)).ok_or(NO_EVIDENCE)?;
    Ok(f64::from(u8::from(complete)))
}
