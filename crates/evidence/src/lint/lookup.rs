//! What the locators of a set refer to.

use std::collections::HashMap;

use super::{Place, Set};
use crate::document::{Corpus, Document, Status};
use crate::locator::Locator;
use crate::passage::Passage;
use crate::range::SourceRange;

/// A locator, and who names it.
pub(super) struct Named<'a> {
    /// The question or the label.
    pub place: Place,
    /// The question's id.
    pub subject: &'a str,
    /// What is named.
    pub locator: &'a Locator,
}

/// Every locator of evidence and labels, in file order.
pub(super) fn locators<'a>(set: &Set<'a>) -> impl Iterator<Item = Named<'a>> {
    let evidence = set.questions.iter().enumerate().flat_map(|(index, question)| {
        let leaves = question.evidence.as_ref().map(|e| e.leaves()).unwrap_or_default();
        leaves.into_iter().map(move |locator| Named { place: Place::Question(index), subject: &question.id, locator })
    });
    let labels = set.labels.iter().enumerate().map(|(index, label)| Named {
        place: Place::Label(index),
        subject: &label.question,
        locator: &label.target,
    });
    evidence.chain(labels)
}

/// Which document revisions can meet a locator.
pub(super) struct Documents<'a> {
    corpus: &'a Corpus,
    passages: HashMap<&'a str, &'a Passage>,
}

impl<'a> Documents<'a> {
    /// `None` without a corpus.
    pub(super) fn of(set: &Set<'a>) -> Option<Self> {
        let passages = set.passages.unwrap_or_default().iter().rev().map(|p| (p.id.as_str(), p)).collect();
        Some(Self { corpus: set.corpus?, passages })
    }

    /// The revisions that a locator can be met by; empty where it resolves to none.
    pub(super) fn meeting(&self, locator: &Locator) -> Vec<&'a Document> {
        let (doc, rev) = match locator {
            Locator::Passage(id) => match self.passages.get(id.as_str()) {
                Some(Passage { doc: Some(doc), rev, .. }) => (doc.as_str(), rev.as_deref()),
                _ => return Vec::new(),
            },
            Locator::Document { doc, rev } => (doc.as_str(), rev.as_deref()),
            Locator::Range { doc, rev, .. } => match self.corpus.find(doc, rev.as_deref()) {
                Some(document) => return vec![document],
                None => (doc.as_str(), rev.as_deref()),
            },
        };
        self.corpus.revisions(doc).filter(|d| rev.is_none_or(|rev| d.rev == rev)).collect()
    }
}

/// The revisions of a document in force.
pub(super) fn active<'a>(corpus: &'a Corpus, doc: &str) -> impl Iterator<Item = &'a Document> {
    corpus.revisions(doc).filter(|d| d.status == Status::Active)
}

/// A key that is the same for ids that people take for the same: `Doc-007 ` and `doc-7`.
pub(super) fn lenient(id: &str) -> String {
    let mut key = String::with_capacity(id.len());
    let mut characters = id.trim().chars().flat_map(char::to_lowercase).peekable();
    let mut in_number = false;
    while let Some(character) = characters.next() {
        let leading = character == '0' && !in_number && characters.peek().is_some_and(char::is_ascii_digit);
        if !leading {
            key.push(character);
            in_number = character.is_ascii_digit();
        }
    }
    key
}

/// Finds the id that was probably meant by one that is not there.
pub(super) struct Likely<'a>(HashMap<String, &'a str>);

impl<'a> Likely<'a> {
    /// Among `ids`; of ids that look the same the first.
    pub(super) fn among(ids: impl DoubleEndedIterator<Item = &'a str>) -> Self {
        Self(ids.rev().map(|id| (lenient(id), id)).collect())
    }

    /// The id that looks the same.
    pub(super) fn meant_by(&self, id: &str) -> Option<&'a str> {
        self.0.get(&lenient(id)).copied()
    }
}

/// The target of a label or a leaf without its quote: what makes two of them the same.
pub(super) fn same_target(locator: &Locator) -> (u8, &str, Option<&str>, Option<SourceRange>) {
    match locator {
        Locator::Passage(id) => (0, id, None, None),
        Locator::Document { doc, rev } => (1, doc, rev.as_deref(), None),
        Locator::Range { doc, rev, range, .. } => (2, doc, rev.as_deref(), Some(*range)),
    }
}

#[cfg(test)]
mod tests {
    use super::lenient;

    #[test]
    fn padding_case_and_outer_space_do_not_tell_ids_apart_but_digits_do() {
        assert_eq!(lenient(" Doc-007"), lenient("doc-7"));
        assert_eq!(lenient("a0"), "a0");
        assert_eq!(lenient("000"), "0");
        assert_eq!(lenient("a100b010"), "a100b10");
        assert_ne!(lenient("10"), lenient("1"));
    }
}
