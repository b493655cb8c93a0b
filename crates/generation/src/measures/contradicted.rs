//! Share of the claims that the context contradicts.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, share_of_claims, support};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that the context contradicts.
pub const DEFINITION: Definition = Definition {
    name: "contradicted",
    aliases: &[],
    title: "share of the claims that the context contradicts",
    values: Values::Share,
    better: Better::Less,
    needs: &[Need::Status, Need::Claims, Need::Support],
    page: include_str!("contradicted.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? == Verdict::Contradicted))
}
