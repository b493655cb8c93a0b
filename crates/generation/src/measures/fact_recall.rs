//! Share of the facts, vital or not, that the answer states.

use statistics::Score;

use super::facts::{Of, recall};
use super::{Better, Definition, Measure, Need, Values};
use crate::judged::Case;

/// Share of the facts, vital or not, that the answer states.
pub const DEFINITION: Definition = Definition {
    name: "fact-recall",
    aliases: &[],
    title: "share of the facts, vital or not, that the answer states",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Facts],
    page: include_str!("fact_recall.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    recall(case, Of::All, 0.0)
}
