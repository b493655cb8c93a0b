//! Geometric mean of average precision: what the hardest questions get.

use statistics::Undefined;

use super::ap::average_precision;
use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Geometric mean of average precision: what the hardest questions get.
pub const DEFINITION: Definition = Definition {
    name: "GMAP",
    aliases: &["gm_map"],
    title: "geometric mean average precision",
    trec: ("gm_map", ""),
    cut: Cut::None,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::GeometricMean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("gmap.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| Ok(average_precision(judged, ground.rel, ground.relevant)))
}
