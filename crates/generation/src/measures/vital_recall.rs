//! Share of the vital facts that the answer states.

use statistics::Score;

use super::facts::{Of, recall};
use super::{Better, Definition, Measure, Need, Values};
use crate::judged::Case;

/// Share of the vital facts that the answer states.
pub const DEFINITION: Definition = Definition {
    name: "vital-recall",
    aliases: &[],
    title: "share of the vital facts that the answer states",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Facts],
    page: include_str!("vital_recall.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    recall(case, Of::Vital, 0.0)
}
