//! Whether the answer states a forbidden fact.

use statistics::Score;

use super::facts::forbidden_stated;
use super::{Better, Definition, Measure, Need, Values, hit};
use crate::judged::Case;

/// Whether the answer states a forbidden fact.
pub const DEFINITION: Definition = Definition {
    name: "forbidden",
    aliases: &[],
    title: "whether the answer states a forbidden fact",
    values: Values::Hit,
    better: Better::Less,
    needs: &[Need::Status, Need::Facts],
    page: include_str!("forbidden.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    forbidden_stated(case).map_or_else(|score| score, hit)
}
