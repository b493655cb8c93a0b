//! No list holds the evidence, at any depth.

use retrieval::record::Stage;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::{Leaf, Place};
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::CandidateRetrieval,
    name: "candidate-retrieval",
    title: "candidate retrieval",
    told_by: "No list that was captured holds the evidence at any rank. Without the candidates that is inferred: it may have been \
              found, and lost later.",
    repair: "search in another way beside this one (words beside vectors, or the reverse), or take more candidates",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    // Of evidence that stands nowhere no list can be said to lack it.
    if leaf.place == Place::Gone || leaf.seen.iter().any(|seen| seen.rank.is_some()) {
        return None;
    }
    let observed = captured.list(Stage::Candidates).is_some();
    let why = match (leaf.seen.first(), observed) {
        (None, _) => "no list was captured".to_owned(),
        (Some(seen), true) if seen.length == 0 => "no candidate came back".to_owned(),
        (Some(seen), true) => format!("none of the {} candidates holds the evidence", seen.length),
        (Some(_), false) => "no list that was captured holds the evidence; the candidates were not captured".to_owned(),
    };
    let proof = leaf.seen.iter().map(|seen| Proof::seen("not there", seen));
    Some(Finding::known(observed, Cause::CandidateRetrieval, why).with_all(proof))
}
