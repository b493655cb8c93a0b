//! A filter took out what the asker may open.

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
              force.",
    repair: "compare the filter's rule with the document's tenant, groups, status and dates: it takes out what is allowed",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let (before, after) = (leaf.at(Stage::Candidates)?, leaf.at(Stage::Filtered)?);
    let rank = before.rank.filter(|_| after.rank.is_none())?;
    let allowed = leaf.document.and_then(|document| {
        let in_force = captured.ground.day.is_none_or(|day| document.is_in_force(day));
        captured.may_open(document).map(|open| open && in_force)
    });
    if allowed == Some(false) {
        return None;
    }
    let why = format!("the filter took out the evidence, which stood at rank {rank} of the candidates");
    let proof = leaf.document.map(|document| Proof::document("open to the asker", document));
    let finding = Finding::known(allowed.is_some(), Cause::PermissionFilter, why).with_all(proof);
    Some(finding.with(Proof::seen("before the filter", before)).with(Proof::seen("after the filter", after)))
}
