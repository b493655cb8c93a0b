//! Rank-biased precision.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values, total};
use crate::name::Measure;
use crate::view::View;

/// Rank-biased precision.
pub const DEFINITION: Definition = Definition {
    name: "RBP",
    aliases: &["rbp"],
    title: "rank-biased precision",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::Persistence,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("rbp.md"),
    evaluate,
};

/// The persistence where the name does not say: a patient reader.
pub const PERSISTENCE: f64 = 0.8;

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let p = measure.number.unwrap_or(PERSISTENCE);
    measure.over_relevant(view, |judged, ground| Ok(weight(p, judged.relevant_ranks(ground.rel))))
}

/// What the ranks weigh together, in [0, 1].
pub(crate) fn weight(p: f64, ranks: impl Iterator<Item = u32>) -> f64 {
    let sum = total(ranks.map(|rank| p.powi(i32::try_from(rank - 1).unwrap_or(i32::MAX))));
    // All ranks together weigh 1; a long sum can end a few units in the last place above it.
    ((1.0 - p) * sum).min(1.0)
}
