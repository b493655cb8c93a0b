//! Reciprocal rank of the first relevant passage.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Reciprocal rank of the first relevant passage.
pub const DEFINITION: Definition = Definition {
    name: "RR",
    aliases: &["MRR", "recip_rank"],
    title: "reciprocal rank",
    trec: ("recip_rank", ""),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("rr.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        Ok(judged.relevant_ranks(ground.rel).next().map_or(0.0, |rank| 1.0 / f64::from(rank)))
    })
}
