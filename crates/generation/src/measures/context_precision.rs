//! Share of the passages of the context that were needed.

use statistics::Score;

use super::context::needed;
use super::{Better, Definition, Measure, Need, Values, share};
use crate::judged::Case;

/// Share of the passages of the context that were needed.
pub const DEFINITION: Definition = Definition {
    name: "context-precision",
    aliases: &["context_precision"],
    title: "share of the passages of the context that were needed",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Needed],
    page: include_str!("context_precision.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    match needed(case) {
        Ok(passages) => share(passages.iter().filter(|(_, needed)| *needed).count(), passages.len()),
        Err(score) => score,
    }
}
