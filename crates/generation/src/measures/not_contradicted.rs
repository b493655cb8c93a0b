//! Share of the claims that the context does not contradict.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, share_of_claims, support};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that the context does not contradict.
pub const DEFINITION: Definition = Definition {
    name: "not-contradicted",
    aliases: &[],
    title: "share of the claims that the context does not contradict",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Claims, Need::Support],
    page: include_str!("not_contradicted.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? != Verdict::Contradicted))
}
