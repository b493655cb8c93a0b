//! A filter took out what the asker may open.

use evidence::{Document, Status};
use retrieval::record::Stage;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::Leaf;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::PermissionFilter,
    name: "permission-filter",
    title: "permission filter",
    told_by: "The candidates hold the evidence, the list after the filter does not, and the asker may open its document, which is in \
              force. That is inferred where nobody says who asks or on which day, or where nothing that stood below it came through.",
    repair: "compare the filter's rule with the document's tenant, groups, status and dates: it takes out what is allowed",
    look: Look::Evidence(look),
};

/// Whether a document is in force; `None` where it has dates and nobody says which day it was.
fn in_force(document: &Document, day: Option<&str>) -> Option<bool> {
    let dated = document.effective_from.is_some() || document.expires_at.is_some();
    match day {
        Some(day) => Some(document.is_in_force(day)),
        None if dated => None,
        None => Some(document.status == Status::Active),
    }
}

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let (before, after) = (leaf.at(Stage::Candidates)?, leaf.at(Stage::Filtered)?);
    let rank = before.rank.filter(|_| after.rank.is_none())?;
    let open = leaf.document.and_then(|document| captured.may_open(document));
    let in_force = leaf.document.and_then(|document| in_force(document, captured.ground.day));
    if open == Some(false) || in_force == Some(false) {
        return None;
    }
    // Where nothing below it came through, the list may have been cut there.
    let through = captured.list(Stage::Filtered)?;
    let below = captured.list(Stage::Candidates)?.iter().skip(rank as usize);
    let filtered = below.into_iter().any(|item| through.iter().any(|kept| kept.id == item.id));
    let certain = open.is_some() && in_force.is_some() && filtered;
    let why = format!("the filter took out the evidence, which stood at rank {rank} of the candidates");
    let proof = leaf.document.map(|document| Proof::document("open to the asker", document));
    let finding = Finding::known(certain, Cause::PermissionFilter, why).with_all(proof);
    Some(finding.with(Proof::seen("before the filter", before)).with(Proof::seen("after the filter", after)))
}
