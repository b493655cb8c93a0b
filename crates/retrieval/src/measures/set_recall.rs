//! Recall of everything that came back.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Recall of everything that came back.
pub const DEFINITION: Definition = Definition {
    name: "SetR",
    aliases: &["set_recall"],
    title: "recall of what was returned",
    trec: ("set_recall", ""),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("set_recall.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| Ok(judged.relevant_ranks(ground.rel).count() as f64 / ground.relevant as f64))
}
