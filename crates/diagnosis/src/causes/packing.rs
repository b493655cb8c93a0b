//! The evidence stood above the cut, and the budget of tokens dropped it.

use super::cut::{Cut, cut};
use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::Leaf;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::Packing,
    name: "packing",
    title: "context truncation (packing)",
    told_by: "The last ranked list holds the evidence within the number of passages that are sent, or above one that was sent, and \
              the context does not hold it.",
    repair: "raise the token budget, cut shorter passages, or go on with the next passage where one does not fit",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let Cut::Packing { seen, sent, why, certain } = cut(captured, leaf)? else { return None };
    let tokens = captured.list(seen.stage)?.iter().zip(1u32..).find(|(_, rank)| Some(*rank) == seen.rank);
    let passage = tokens.map(|(item, _)| item.id.clone());
    let finding = Finding::known(certain, Cause::Packing, why);
    Some(finding.with(Proof { passage, ..Proof::seen("within the cut", seen) }).with(Proof::seen("not in what was sent", sent)))
}
