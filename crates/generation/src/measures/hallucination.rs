//! Share of the claims that are neither supported by the context nor right.

use statistics::Score;

use super::{Better, Definition, Measure, Values, borne_out, share_of_claims, support};
use crate::ask::Kind;
use crate::judged::Case;
use crate::verdict::Verdict;

/// Share of the claims that are neither supported by the context nor right.
pub const DEFINITION: Definition = Definition {
    name: "hallucination",
    aliases: &[],
    title: "share of the claims that are neither supported by the context nor right",
    values: Values::Share,
    better: Better::Less,
    needs: &[Kind::Status, Kind::Claims, Kind::Support, Kind::Answer],
    page: include_str!("hallucination.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(support(claim)? != Verdict::Supported && !borne_out(claim)?))
}
