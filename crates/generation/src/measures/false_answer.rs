//! Whether an unanswerable question was answered.

use statistics::{Score, Undefined};

use super::{Better, Definition, Measure, Need, Values, expects_answer, hit, status};
use crate::judged::Case;

/// Whether an unanswerable question was answered.
pub const DEFINITION: Definition = Definition {
    name: "false-answer",
    aliases: &["over-answering"],
    title: "whether an unanswerable question was answered",
    values: Values::Hit,
    better: Better::Less,
    needs: &[Need::Status],
    page: include_str!("false_answer.md"),
    evaluate,
};

/// What has an answer cannot be answered falsely in this sense.
const ANSWERABLE: Undefined = Undefined("the question is answerable");

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    if expects_answer(case) {
        return Score::Undefined(ANSWERABLE);
    }
    status(case).map_or_else(|score| score, |status| hit(!status.declines()))
}
