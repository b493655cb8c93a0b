//! Share of the citations that name a passage of the context.

use statistics::Score;

use super::cited::cited;
use super::{Better, Definition, Measure, Need, Values, share};
use crate::judged::Case;

/// Share of the citations that name a passage of the context.
pub const DEFINITION: Definition = Definition {
    name: "citation-resolves",
    aliases: &[],
    title: "share of the citations that name a passage of the context",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status],
    page: include_str!("citation_resolves.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    match cited(case) {
        Ok(citations) => share(citations.iter().filter(|citation| citation.resolves).count(), citations.len()),
        Err(score) => score,
    }
}
