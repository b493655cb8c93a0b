//! The evidence was found, and stands below the cut.

use super::cut::{Cut, cut};
use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::Leaf;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::Rank,
    name: "rank",
    title: "rank",
    told_by: "A ranked list holds the evidence, and a later one dropped it, or it stands below the number of passages that are sent; \
              where only tokens are limited, below the number of passages of this list's mean length that fit.",
    repair: "rank better (rerank, or mend the reranker), or send more passages",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    match cut(captured, leaf)? {
        Cut::Dropped { before, after } => {
            let rank = before.rank.unwrap_or_default();
            let why = format!("it stood at rank {rank} of {}, and {} dropped it", before.stage.name(), after.stage.name());
            let finding = Finding::observed(Cause::Rank, why);
            Some(finding.with(Proof::seen("before", before)).with(Proof::seen("after", after)))
        }
        Cut::Below { seen, limit, certain } => {
            let rank = seen.rank.unwrap_or_default();
            let why = format!("it stands at rank {rank} of {}, below the {limit} that are sent", seen.stage.name());
            Some(Finding::known(certain, Cause::Rank, why).with(Proof::seen("below the cut", seen)))
        }
        Cut::Packing { .. } => None,
    }
}
