//! Share of the citations whose passage supports the sentence that carries them.

use statistics::Score;

use super::cited::cited;
use super::{Better, Definition, Measure, Need, Values, share};
use crate::judged::Case;

/// Share of the citations whose passage supports the sentence that carries them.
pub const DEFINITION: Definition = Definition {
    name: "citation-precision",
    aliases: &[],
    title: "share of the citations whose passage supports the sentence that carries them",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Citations],
    page: include_str!("citation_precision.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    let citations = match cited(case) {
        Ok(citations) => citations,
        Err(score) => return score,
    };
    let mut supporting = 0;
    for citation in &citations {
        match citation.supports() {
            Ok(supports) => supporting += usize::from(supports),
            Err(score) => return score,
        }
    }
    share(supporting, citations.len())
}
