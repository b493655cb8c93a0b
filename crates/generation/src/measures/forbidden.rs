//! Whether the answer states a forbidden fact.

use statistics::Score;

use super::facts::forbidden_stated;
use super::{Better, Definition, Measure, Values, hit};
use crate::ask::Kind;
use crate::judged::Case;

/// Whether the answer states a forbidden fact.
pub const DEFINITION: Definition = Definition {
    name: "forbidden",
    aliases: &[],
    title: "whether the answer states a forbidden fact",
    values: Values::Hit,
    better: Better::Less,
    needs: &[Kind::Status, Kind::Fact],
    page: include_str!("forbidden.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    forbidden_stated(case).map_or_else(|score| score, hit)
}
