//! Share of the claims that the context contradicts.

use statistics::Score;

use super::{Better, Definition, Measure, Values, share_of_claims, support};
use crate::ask::Kind;
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that the context contradicts.
pub const DEFINITION: Definition = Definition {
    name: "contradicted",
    aliases: &[],
    title: "share of the claims that the context contradicts",
    values: Values::Share,
    better: Better::Less,
    needs: &[Kind::Status, Kind::Claims, Kind::Support],
    page: include_str!("contradicted.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? == Verdict::Contradicted))
}
