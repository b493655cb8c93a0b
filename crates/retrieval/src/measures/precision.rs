//! Precision inside the budget.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Precision inside the budget.
pub const DEFINITION: Definition = Definition {
    name: "P",
    aliases: &["precision", "Precision"],
    title: "precision",
    trec: ("", "P"),
    cut: Cut::Needed,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("precision.md"),
    evaluate,
};

/// Nothing fits the budget, so there is nothing to be precise about.
const NOTHING: Undefined = Undefined("no passage is inside the budget");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        // A budget in passages divides by k even where fewer came back, as trec_eval does: empty places are not relevant.
        let places = ground.k.unwrap_or(judged.retrieved);
        if places == 0 {
            return Err(NOTHING);
        }
        Ok(judged.relevant_ranks(ground.rel).count() as f64 / f64::from(places))
    })
}
