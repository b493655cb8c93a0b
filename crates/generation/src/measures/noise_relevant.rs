//! Share of the claims that are wrong and come from passages that were needed.

use statistics::Score;

use super::noise::{Source, source};
use super::{Better, Definition, Measure, Need, Values, borne_out, share_of_claims};
use crate::judged::Case;

/// Share of the claims that are wrong and come from passages that were needed.
pub const DEFINITION: Definition = Definition {
    name: "noise-relevant",
    aliases: &["noise_sensitivity_in_relevant"],
    title: "share of the claims that are wrong and come from passages that were needed",
    values: Values::Share,
    better: Better::Less,
    needs: &[Need::Status, Need::Claims, Need::Support, Need::BorneOut, Need::Needed],
    page: include_str!("noise_relevant.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, |claim| Ok(!borne_out(claim)? && source(case, claim)? == Some(Source::Needed)))
}
