//! Share of the sentences that a passage they cite supports.

use statistics::Score;

use super::cited::sentences_borne_out;
use super::{Better, Definition, Measure, Need, Values, share};
use crate::judged::Case;

/// Share of the sentences that a passage they cite supports.
pub const DEFINITION: Definition = Definition {
    name: "citation-recall",
    aliases: &[],
    title: "share of the sentences that a passage they cite supports",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Citations],
    page: include_str!("citation_recall.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    match sentences_borne_out(case) {
        Ok((borne_out, all)) => share(borne_out, all),
        Err(score) => score,
    }
}
