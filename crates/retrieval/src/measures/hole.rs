//! Places inside the budget that hold an unjudged passage.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Places inside the budget that hold an unjudged passage.
pub const DEFINITION: Definition = Definition {
    name: "hole",
    aliases: &["holes", "unj"],
    title: "unjudged share",
    trec: ("", "unj"),
    cut: Cut::Needed,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("hole.md"),
    evaluate,
};

/// Nothing fits the budget.
const NOTHING: Undefined = Undefined("no passage is inside the budget");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_judged(view, |judged, k| {
        let places = k.unwrap_or(judged.retrieved);
        if places == 0 {
            return Err(NOTHING);
        }
        Ok(judged.unjudged() as f64 / f64::from(places))
    })
}
