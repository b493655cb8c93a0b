//! The corpus does not hold the document that the evidence stands in.

use super::{Cause, Definition, Look, lifecycle};
use crate::captured::Captured;
use crate::leaf::Leaf;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::MissingContent,
    name: "missing-content",
    title: "missing corpus content",
    told_by: "The label names a document, and the corpus snapshot of the run has no revision of it, under no id that it moved to; \
              nor does the index, or any list, hold a passage of it.",
    repair: "take the document into the corpus, or mark the question as unanswerable",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let corpus = captured.ground.corpus?;
    let doc = leaf.label.doc().filter(|_| leaf.revisions.is_empty())?;
    if corpus.documents().iter().any(|document| document.moved_from.as_deref() == Some(doc)) {
        return None;
    }
    // What the system holds is not missing: the corpus and the index are of different days.
    if lifecycle::of_the_document(captured, doc).is_some() {
        return None;
    }
    let why = format!("the corpus holds no document '{doc}'");
    let quote = leaf.words().map(str::to_owned);
    Some(Finding::observed(Cause::MissingContent, why).with(Proof {
        what: "demanded".into(),
        doc: Some(doc.to_owned()),
        rev: leaf.label.rev().map(str::to_owned),
        quote,
        ..Proof::default()
    }))
}
