//! Share of the context's letters and digits that stand in passages judged needed.

use statistics::Score;

use super::context::judged_share;
use super::{Better, Definition, Measure, Need, Values};
use crate::judged::Case;

/// Share of the context's letters and digits that stand in passages judged needed.
pub const DEFINITION: Definition = Definition {
    name: "context-relevance-judged",
    aliases: &[],
    title: "share of the context's letters and digits that stand in passages judged needed",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Needed],
    page: include_str!("context_relevance_judged.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    judged_share(case).map_or_else(|score| score, Score::Value)
}
