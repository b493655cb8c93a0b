//! Share of the vital facts that the answer states, a partly stated one counting half.

use statistics::Score;

use super::facts::{Of, recall};
use super::{Better, Definition, Measure, Need, Values};
use crate::judged::Case;

/// Share of the vital facts that the answer states, a partly stated one counting half.
pub const DEFINITION: Definition = Definition {
    name: "vital-recall-partial",
    aliases: &[],
    title: "share of the vital facts that the answer states, a partly stated one counting half",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Facts],
    page: include_str!("vital_recall_partial.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    recall(case, Of::Vital, 0.5)
}
