//! Share of the claims that the context supports.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, share_of_claims, support};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that the context supports.
pub const DEFINITION: Definition = Definition {
    name: "faithfulness",
    aliases: &[],
    title: "share of the claims that the context supports",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Claims, Need::Support],
    page: include_str!("faithfulness.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? == Verdict::Supported))
}
