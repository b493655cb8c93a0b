//! Average precision.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values, total};
use crate::judged::Judged;
use crate::name::Measure;
use crate::view::View;

/// Average precision.
pub const DEFINITION: Definition = Definition {
    name: "AP",
    aliases: &["MAP", "map"],
    title: "average precision",
    trec: ("map", "map_cut"),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("ap.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| Ok(average_precision(judged, ground.rel, ground.relevant)))
}

/// The sum of the precision at each relevant passage retrieved, over all that are known.
pub(super) fn average_precision(judged: &Judged<'_>, rel: i32, relevant: usize) -> f64 {
    let sum = total(judged.relevant_ranks(rel).zip(1u32..).map(|(rank, found)| f64::from(found) / f64::from(rank)));
    sum / relevant as f64
}
