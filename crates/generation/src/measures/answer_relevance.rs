//! Whether the answer addresses the question.

use statistics::{Score, Undefined};

use super::{Better, Definition, Measure, Need, Values, answered};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Whether the answer addresses the question.
pub const DEFINITION: Definition = Definition {
    name: "answer-relevance",
    aliases: &["response_relevancy"],
    title: "whether the answer addresses the question",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Relevance],
    page: include_str!("answer_relevance.md"),
    evaluate,
};

/// Nobody was asked.
const NOT_JUDGED: Undefined = Undefined("relevance was not judged");

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    if let Err(score) = answered(case) {
        return score;
    }
    match case.judged.relevance.or_score(NOT_JUDGED) {
        Ok(Verdict::Addresses) => Score::Value(1.0),
        Ok(Verdict::Partial) => Score::Value(0.5),
        Ok(_) => Score::Value(0.0),
        Err(score) => score,
    }
}
