//! Share of the claims that are supported, but out of the question's scope.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, share_of_claims, support};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that are supported, but out of the question's scope.
pub const DEFINITION: Definition = Definition {
    name: "out-of-scope",
    aliases: &[],
    title: "share of the claims that are supported, but out of the question's scope",
    values: Values::Share,
    better: Better::Less,
    needs: &[Need::Status, Need::Claims, Need::Support],
    page: include_str!("out_of_scope.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? == Verdict::OutOfScope))
}
