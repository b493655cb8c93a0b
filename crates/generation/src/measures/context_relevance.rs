//! Share of the context's letters and digits that are labelled evidence.

use statistics::Score;

use super::context::labelled_share;
use super::{Better, Definition, Measure, Values};
use crate::judged::Case;

/// Share of the context's letters and digits that are labelled evidence.
pub const DEFINITION: Definition = Definition {
    name: "context-relevance",
    aliases: &[],
    title: "share of the context's letters and digits that are labelled evidence",
    values: Values::Share,
    better: Better::More,
    needs: &[],
    page: include_str!("context_relevance.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    labelled_share(case).map_or_else(|score| score, Score::Value)
}
