//! Whether the answer is right.

use statistics::Score;

use super::{Better, Definition, Measure, Values};
use crate::ask::Kind;
use crate::judged::Case;
use crate::right::right;

/// Whether the answer is right.
pub const DEFINITION: Definition = Definition {
    name: "correct",
    aliases: &["right"],
    title: "whether the answer is right",
    values: Values::Hit,
    better: Better::More,
    needs: &[Kind::Status, Kind::Fact, Kind::Answer],
    page: include_str!("correct.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    right(case).score()
}
