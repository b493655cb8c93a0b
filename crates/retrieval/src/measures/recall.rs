//! Recall inside the budget, over all passages known to be relevant.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Recall inside the budget, over all passages known to be relevant.
pub const DEFINITION: Definition = Definition {
    name: "R",
    aliases: &["recall", "Recall"],
    title: "recall over relevant passages",
    trec: ("", "recall"),
    cut: Cut::Needed,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("recall.md"),
    evaluate,
};

/// Of a list that is cut already: `SetR` is the same without a cut.
pub(super) fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| Ok(judged.relevant_ranks(ground.rel).count() as f64 / ground.relevant as f64))
}
