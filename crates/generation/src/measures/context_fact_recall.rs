//! Share of the facts that the context holds.

use statistics::Score;

use super::facts::in_context;
use super::{Better, Definition, Measure, Need, Values, share};
use crate::judged::Case;

/// Share of the facts that the context holds.
pub const DEFINITION: Definition = Definition {
    name: "context-fact-recall",
    aliases: &["context_recall"],
    title: "share of the facts that the context holds",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::FactsInContext],
    page: include_str!("context_fact_recall.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    match in_context(case) {
        Ok(facts) => share(facts.iter().filter(|(_, held)| *held).count(), facts.len()),
        Err(score) => score,
    }
}
