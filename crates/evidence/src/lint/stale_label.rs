//! Evidence and labels that the documents have left behind.

use super::lookup::{Documents, active};
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::document::{Corpus, Document, Status};
use crate::locator::Locator;
use crate::text::find_quote;
use crate::tree::Evidence;

pub(super) const RULE: Rule = Rule {
    name: "stale-label",
    severity: Severity::Fault,
    about: "Finds evidence and labels whose revision is no longer in force or whose quote is in the document no more: a right system does not retrieve them.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(documents) = Documents::of(set) else { return };
    let stale = |locator: &Locator| staleness(&documents, set.corpus?, locator);
    for (index, question) in set.questions.iter().enumerate() {
        let Some(evidence) = &question.evidence else { continue };
        let leaves: Vec<Option<(String, String)>> = evidence.leaves().into_iter().map(stale).collect();
        if leaves.iter().all(Option::is_none) {
            continue;
        }
        let fresh: Vec<bool> = leaves.iter().map(Option::is_none).collect();
        let mut replaceable = vec![false; leaves.len()];
        mark_replaceable(evidence, &fresh, &mut replaceable, 0, false);
        for ((problem, mend), replaceable) in leaves.into_iter().zip(replaceable).filter_map(|(l, r)| Some((l?, r))) {
            let required = question.answerable && !replaceable;
            let severity = if required { Severity::Fault } else { Severity::Warning };
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend).with(severity));
        }
    }
    for (index, label) in set.labels.iter().enumerate() {
        if let Some((problem, mend)) = stale(&label.target) {
            findings.push(RULE.finding(Place::Label(index), &label.question, problem, mend).with(Severity::Warning));
        }
    }
}

/// Marks the leaves beside which, in an `any` above them, another alternative is complete with fresh leaves only. `first` is the
/// number of the node's first leaf. Gives the number after its last, and whether it is complete with fresh leaves.
fn mark_replaceable(node: &Evidence, fresh: &[bool], marks: &mut [bool], first: usize, marked: bool) -> (usize, Option<bool>) {
    let (Evidence::All(children) | Evidence::Any(children)) = node else {
        marks[first] |= marked;
        return (first + 1, Some(fresh[first]));
    };
    let mut next = first;
    let mut parts = Vec::new();
    for child in children {
        let start = next;
        let complete;
        (next, complete) = mark_replaceable(child, fresh, marks, start, marked);
        parts.push((start..next, complete));
    }
    let known = || parts.iter().filter_map(|(_, complete)| *complete);
    if matches!(node, Evidence::All(_)) {
        return (next, known().reduce(|a, b| a && b));
    }
    let whole = known().filter(|&complete| complete).count();
    for (leaves, complete) in &parts {
        if whole > usize::from(*complete == Some(true)) {
            marks[leaves.clone()].fill(true);
        }
    }
    (next, known().reduce(|a, b| a || b))
}

/// Whether a range's revision is missing and its quote stands in none that is there.
pub(super) fn quote_is_gone(corpus: &Corpus, locator: &Locator) -> bool {
    let Locator::Range { doc, rev: Some(rev), quote: Some(quote), .. } = locator else { return false };
    let mut revisions = corpus.revisions(doc).peekable();
    !quote.is_empty()
        && revisions.peek().is_some()
        && revisions.all(|d| d.rev != *rev && !d.text.as_str().contains(quote.as_str()))
}

/// What is stale about a locator, and the mend.
fn staleness(documents: &Documents, corpus: &Corpus, locator: &Locator) -> Option<(String, String)> {
    if quote_is_gone(corpus, locator) {
        let (doc, rev) = (locator.doc().unwrap_or_default(), locator.rev().unwrap_or_default());
        let problem = format!(
            "{} {} is not in the corpus, and the quote stands in no revision that is",
            show::id(doc),
            show::revision(rev)
        );
        return Some((problem, LABEL_AGAIN.into()));
    }
    let revisions = documents.meeting(locator);
    let current = revisions.iter().find(|d| d.status == Status::Active);
    let quote = match locator {
        Locator::Range { quote: Some(quote), .. } if !quote.is_empty() => Some(quote.as_str()),
        _ => None,
    };
    if let Some(document) = current {
        let later = active(corpus, &document.id).skip_while(|d| d.rev != document.rev).find(|d| d.rev != document.rev)?;
        let quote = quote.filter(|q| !later.text.as_str().contains(q) && document.text.as_str().contains(q))?;
        let problem = format!("the later active {} no longer holds the quote {}", show::revision(&later.rev), show::text(quote));
        return Some((problem, LABEL_AGAIN.into()));
    }
    let old = revisions.first()?;
    let named = show::id(&locator.to_string());
    let problem = match revisions[..] {
        [_] => format!("{named}: {} is {}", show::document(old), old.status.name()),
        _ => format!("{named}: no revision of {} is active", show::id(&old.id)),
    };
    Some((problem, successor(corpus, old, quote)))
}

const LABEL_AGAIN: &str = "label the question again on the text in force, or retire it";

fn successor(corpus: &Corpus, old: &Document, quote: Option<&str>) -> String {
    let Some(new) = active(corpus, &old.id).next() else {
        return match &old.superseded_by {
            Some(by) => format!("label the question again on {}, which replaced it, or retire it", show::id(by)),
            None => LABEL_AGAIN.into(),
        };
    };
    let rev = show::revision(&new.rev);
    let Some(quote) = quote else {
        return format!("check the question against the active {rev} and name that");
    };
    match find_quote(&new.text, quote, 2)[..] {
        [] => format!("the active {rev} no longer holds the quote: {LABEL_AGAIN}"),
        [range] => format!("re-anchor to {range} of the active {rev}"),
        _ => format!("the active {rev} holds the quote more than once: choose the occurrence that is meant"),
    }
}
