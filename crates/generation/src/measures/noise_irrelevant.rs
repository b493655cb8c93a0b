//! Share of the claims that are wrong and come only from passages that were not needed.

use statistics::Score;

use super::noise::{Source, source};
use super::{Better, Definition, Measure, Need, Values, borne_out, share_of_claims};
use crate::judged::Case;

/// Share of the claims that are wrong and come only from passages that were not needed.
pub const DEFINITION: Definition = Definition {
    name: "noise-irrelevant",
    aliases: &["noise_sensitivity_in_irrelevant"],
    title: "share of the claims that are wrong and come only from passages that were not needed",
    values: Values::Share,
    better: Better::Less,
    needs: &[Need::Status, Need::Claims, Need::Support, Need::BorneOut, Need::Needed],
    page: include_str!("noise_irrelevant.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(!borne_out(claim)? && source(case, claim)? == Some(Source::NotNeeded)))
}
