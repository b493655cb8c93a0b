//! Share of the facts in the context that the answer states.

use evidence::Fact;
use statistics::{Score, Undefined};

use super::facts::{in_context, stated};
use super::{Better, Definition, Measure, Need, Values, share};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the facts in the context that the answer states.
pub const DEFINITION: Definition = Definition {
    name: "context-utilisation",
    aliases: &["context_utilization"],
    title: "share of the facts in the context that the answer states",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Facts, Need::FactsInContext],
    page: include_str!("context_utilisation.md"),
    evaluate,
};

/// There was nothing to use.
const NONE_HELD: Undefined = Undefined("the context holds none of the facts");

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    let held = match in_context(case) {
        Ok(facts) => facts.into_iter().filter(|(_, held)| *held).map(|(fact, _)| fact),
        Err(score) => return score,
    };
    let held: Vec<&Fact> = held.collect();
    if held.is_empty() {
        return Score::Undefined(NONE_HELD);
    }
    let mut used = 0;
    for fact in &held {
        match stated(case, fact) {
            Ok(verdict) => used += usize::from(verdict == Verdict::Stated),
            Err(score) => return score,
        }
    }
    share(used, held.len())
}
