//! Harmonic mean of precision and recall of what came back.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Harmonic mean of precision and recall of what came back.
pub const DEFINITION: Definition = Definition {
    name: "SetF",
    aliases: &["set_F", "F1"],
    title: "F1 of what was returned",
    trec: ("set_F", ""),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("set_f.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        let found = judged.relevant_ranks(ground.rel).count() as f64;
        Ok(2.0 * found / (f64::from(judged.retrieved) + ground.relevant as f64))
    })
}
