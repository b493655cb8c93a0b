//! Share of the claims that the reference answer bears out.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, borne_out, share_of_claims};
use crate::judged::Case;

/// Share of the claims that the reference answer bears out.
pub const DEFINITION: Definition = Definition {
    name: "claim-precision",
    aliases: &[],
    title: "share of the claims that the reference answer bears out",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Claims, Need::BorneOut],
    page: include_str!("claim_precision.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    share_of_claims(case, borne_out)
}
