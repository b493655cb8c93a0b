//! Share of the claims that are neither supported by the context nor right.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, borne_out, share_of_claims, support};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that are neither supported by the context nor right.
pub const DEFINITION: Definition = Definition {
    name: "hallucination",
    aliases: &[],
    title: "share of the claims that are neither supported by the context nor right",
    values: Values::Share,
    better: Better::Less,
    needs: &[Need::Status, Need::Claims, Need::Support, Need::BorneOut],
    page: include_str!("hallucination.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? != Verdict::Supported && !borne_out(claim)?))
}
