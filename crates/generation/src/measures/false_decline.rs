//! Whether an answerable question was declined.

use statistics::Score;

use super::{Better, Definition, Measure, Need, UNANSWERABLE, Values, expects_answer, hit, status};
use crate::judged::Case;

/// Whether an answerable question was declined.
pub const DEFINITION: Definition = Definition {
    name: "false-decline",
    aliases: &["over-declining"],
    title: "whether an answerable question was declined",
    values: Values::Hit,
    better: Better::Less,
    needs: &[Need::Status],
    page: include_str!("false_decline.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    if !expects_answer(case) {
        return Score::Undefined(UNANSWERABLE);
    }
    status(case).map_or_else(|score| score, |status| hit(status.declines()))
}
