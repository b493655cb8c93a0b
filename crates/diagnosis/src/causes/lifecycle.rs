//! The evidence's document is not in force, or the index does not know of its life.

use evidence::{Document, Locator};
use retrieval::record::Item;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::Leaf;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::Lifecycle,
    name: "lifecycle",
    title: "lifecycle",
    told_by: "The document is deleted, expired, superseded or not in force on the run's day; it moved to another id; the index holds \
              no passage of it, or only of another revision, or passages of a document that the corpus does not have; or another revision of it came back in its place.",
    repair: "bring the index up to date with the corpus, and check with 'fourcell lifecycle' that changes arrive",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    moved(captured, leaf)
        .or_else(|| orphaned(captured, leaf))
        .or_else(|| not_in_force(captured, leaf))
        .or_else(|| stale_index(captured, leaf))
}

/// The index, or a list, holds what the corpus does not have: it was deleted there, or came there later.
fn orphaned(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    captured.ground.corpus?;
    let doc = leaf.label.doc().filter(|_| leaf.revisions.is_empty())?;
    let held = of_the_document(captured, doc)?;
    let why = format!("the index holds passages of '{doc}', which the corpus does not have");
    Some(Finding::observed(Cause::Lifecycle, why).with(Proof {
        what: "as indexed".into(),
        passage: Some(held.id.clone()),
        doc: Some(doc.to_owned()),
        rev: held.rev.clone(),
        ..Proof::default()
    }))
}

/// A passage of a document that the system holds, by its index or by a list.
pub(super) fn of_the_document<'c>(captured: &'c Captured<'_>, doc: &str) -> Option<&'c Item> {
    let wanted = Locator::Document { doc: doc.to_owned(), rev: None };
    let indexed = captured.ground.chunking.near([&wanted]).first().copied();
    let mut listed = captured.lists.iter().flat_map(|(_, items)| items);
    indexed.or_else(|| listed.find(|item| item.doc.as_deref() == Some(doc)))
}

fn moved(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let doc = leaf.label.doc().filter(|_| leaf.revisions.is_empty())?;
    let documents = captured.ground.corpus?.documents();
    let now = documents.iter().find(|document| document.moved_from.as_deref() == Some(doc))?;
    let why = format!("'{doc}' moved to '{}', and did not keep its identity", now.id);
    let finding = Finding::observed(Cause::Lifecycle, why).with(Proof::document("where it is now", now));
    Some(finding.repair("keep a document's id when its source moves"))
}

fn not_in_force(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let document = leaf.document?;
    let by_status = document.status != evidence::Status::Active;
    let day = captured.ground.day;
    if !by_status && day.is_none_or(|day| document.is_in_force(day)) {
        return None;
    }
    let state = match (by_status, day) {
        (true, _) => document.status.name().to_owned(),
        (false, Some(day)) => format!("not in force on {day}"),
        (false, None) => return None,
    };
    let why = format!("the evidence stands in '{}', which is {state}", named(document));
    let finding = Finding::observed(Cause::Lifecycle, why).with(Proof::document(&state, document));
    Some(finding.repair("label the document that is in force now; what is not must not be retrieved"))
}

fn stale_index(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let document = leaf.document.filter(|_| !matches!(leaf.label, Locator::Passage(_)))?;
    let wanted = Locator::Document { doc: document.id.clone(), rev: None };
    let index = captured.ground.chunking;
    let indexed = index.near([&wanted]);
    let other = |rev: &Option<String>| rev.as_deref().is_some_and(|rev| rev != document.rev);
    if !index.is_empty() {
        if indexed.is_empty() {
            let why = format!("the index holds no passage of '{}', which the corpus has", named(document));
            return Some(Finding::observed(Cause::Lifecycle, why).with(Proof::document("not indexed", document)));
        }
        let old = indexed.iter().all(|item| other(&item.rev)).then(|| indexed[0])?;
        let rev = old.rev.clone().unwrap_or_default();
        let why = format!("the index holds revision '{rev}' of '{}' in place of '{}'", document.id, document.rev);
        return Some(Finding::observed(Cause::Lifecycle, why).with(Proof {
            passage: Some(old.id.clone()),
            rev: old.rev.clone(),
            ..Proof::document("as indexed", document)
        }));
    }
    let mine = |item: &&Item| item.doc.as_deref() == Some(&document.id);
    let lists = || captured.lists.iter().flat_map(|(stage, items)| items.iter().filter(mine).map(move |item| (*stage, item)));
    if lists().any(|(_, item)| !other(&item.rev)) {
        return None;
    }
    let (stage, old) = lists().next()?;
    let rev = old.rev.clone().unwrap_or_default();
    let why = format!("revision '{rev}' of '{}' came back in place of '{}'", document.id, document.rev);
    Some(Finding::observed(Cause::Lifecycle, why).with(Proof {
        stage: Some(stage),
        passage: Some(old.id.clone()),
        rev: old.rev.clone(),
        ..Proof::document("as retrieved", document)
    }))
}

fn named(document: &Document) -> String {
    if document.rev.is_empty() { document.id.clone() } else { format!("{}@{}", document.id, document.rev) }
}
