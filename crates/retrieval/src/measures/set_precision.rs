//! Precision over what came back: relevant passages over passages returned.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Precision over what came back: relevant passages over passages returned.
pub const DEFINITION: Definition = Definition {
    name: "SetP",
    aliases: &["set_P"],
    title: "precision over what was returned",
    trec: ("set_P", ""),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("set_precision.md"),
    evaluate,
};

/// Nothing came back, so there is nothing to be precise about.
const NOTHING: Undefined = Undefined("nothing was returned");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        if judged.retrieved == 0 {
            return Err(NOTHING);
        }
        Ok(judged.relevant_ranks(ground.rel).count() as f64 / f64::from(judged.retrieved))
    })
}
