//! Success (hit rate): whether anything relevant is inside the budget.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Success (hit rate): whether anything relevant is inside the budget.
pub const DEFINITION: Definition = Definition {
    name: "Success",
    aliases: &["hit", "HitRate", "hit_rate", "hits"],
    title: "success, hit rate",
    trec: ("", "success"),
    cut: Cut::Needed,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Hit,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("success.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| Ok(f64::from(u8::from(judged.relevant_ranks(ground.rel).next().is_some()))))
}
