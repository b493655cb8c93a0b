//! Whether the answer is right.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values};
use crate::judged::Case;
use crate::right::right;

/// Whether the answer is right.
pub const DEFINITION: Definition = Definition {
    name: "correct",
    aliases: &["right"],
    title: "whether the answer is right",
    values: Values::Hit,
    better: Better::More,
    needs: &[Need::Status, Need::Facts, Need::Agreement],
    page: include_str!("correct.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    right(case).score()
}
