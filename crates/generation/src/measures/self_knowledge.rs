//! Share of the claims that are right, but not supported by the context.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, borne_out, share_of_claims, support};
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that are right, but not supported by the context.
pub const DEFINITION: Definition = Definition {
    name: "self-knowledge",
    aliases: &["self_knowledge"],
    title: "share of the claims that are right, but not supported by the context",
    values: Values::Share,
    better: Better::Less,
    needs: &[Need::Status, Need::Claims, Need::Support, Need::BorneOut],
    page: include_str!("self_knowledge.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? != Verdict::Supported && borne_out(claim)?))
}
