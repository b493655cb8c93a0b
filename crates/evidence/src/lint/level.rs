//! Ids of another level: `doc1` where passages are called `doc1#c0`, and the reverse.

use std::collections::HashMap;

use super::Set;
use crate::document::Corpus;
use crate::locator::Locator;

/// How an id that is not there relates to one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confusion {
    /// A passage locator that is a document's id.
    PassageIsDocument,
    /// A passage locator that lacks the suffix which the passages have.
    PassageLacksSuffix,
    /// A passage locator with a suffix which what is there does not have.
    PassageHasSuffix,
    /// A document locator that is a passage's id.
    DocumentIsPassage,
    /// A document locator that lacks the suffix which the documents have.
    DocumentLacksSuffix,
    /// A document locator with a suffix which the documents do not have.
    DocumentHasSuffix,
}

impl Confusion {
    /// Every confusion, in the order they are reported.
    pub(super) const ALL: [Self; 6] = [
        Self::PassageIsDocument,
        Self::PassageLacksSuffix,
        Self::PassageHasSuffix,
        Self::DocumentIsPassage,
        Self::DocumentLacksSuffix,
        Self::DocumentHasSuffix,
    ];

    /// Whether it is passage locators that are wrong.
    pub(super) fn of_passages(self) -> bool {
        matches!(self, Self::PassageIsDocument | Self::PassageLacksSuffix | Self::PassageHasSuffix)
    }
}

/// The ids of both levels, as they are and cut before each `#` and `@`.
pub(super) struct Levels<'a> {
    corpus: Option<&'a Corpus>,
    passages: Option<HashMap<&'a str, &'a str>>,
    passage_stems: HashMap<&'a str, &'a str>,
    document_stems: HashMap<&'a str, &'a str>,
}

impl<'a> Levels<'a> {
    pub(super) fn of(set: &Set<'a>) -> Self {
        let stems_of = |ids: &mut dyn Iterator<Item = &'a str>| {
            let mut stems = HashMap::new();
            for id in ids {
                stems_of(id).for_each(|stem| {
                    stems.entry(stem).or_insert(id);
                });
            }
            stems
        };
        let passages = set.passages.unwrap_or_default();
        Self {
            corpus: set.corpus,
            passages: set.passages.map(|p| p.iter().map(|p| (p.id.as_str(), p.id.as_str())).collect()),
            passage_stems: stems_of(&mut passages.iter().map(|p| p.id.as_str())),
            document_stems: stems_of(&mut set.corpus.iter().flat_map(|c| c.documents()).map(|d| d.id.as_str())),
        }
    }

    /// Whether a passage of this id is known; `None` where no passages are.
    pub(super) fn has_passage(&self, id: &str) -> Option<bool> {
        self.passages.as_ref().map(|p| p.contains_key(id))
    }

    /// Whether a document of this id is known; `None` where there is no corpus.
    pub(super) fn has_document(&self, id: &str) -> Option<bool> {
        self.corpus.map(|c| c.revisions(id).next().is_some())
    }

    /// A passage whose id, cut before a `#` or `@`, is `stem`.
    pub(super) fn passage_under(&self, stem: &str) -> Option<&'a str> {
        self.passage_stems.get(stem).copied()
    }

    /// What an unknown id was confused with, and the id that is there. `None` where the id is known, or nothing explains it.
    pub(super) fn confusion(&self, locator: &'a Locator) -> Option<(Confusion, &'a str)> {
        match locator {
            Locator::Passage(id) => {
                let passages = self.passages.as_ref().filter(|p| !p.contains_key(id.as_str()))?;
                if self.has_document(id) == Some(true) {
                    return Some((Confusion::PassageIsDocument, self.passage_under(id).unwrap_or(id)));
                }
                if let Some(passage) = self.passage_under(id) {
                    return Some((Confusion::PassageLacksSuffix, passage));
                }
                // A stem that other passages share is a passage that re-chunking took away, not another level.
                stems_of(id)
                    .take_while(|stem| self.passage_under(stem).is_none())
                    .find(|stem| passages.contains_key(stem) || self.has_document(stem) == Some(true))
                    .map(|stem| (Confusion::PassageHasSuffix, stem))
            }
            Locator::Document { doc, .. } | Locator::Range { doc, .. } => {
                if self.has_document(doc)? {
                    return None;
                }
                if let Some(passage) = self.passages.as_ref().and_then(|p| p.get(doc.as_str())) {
                    return Some((Confusion::DocumentIsPassage, passage));
                }
                if let Some(document) = self.document_stems.get(doc.as_str()) {
                    return Some((Confusion::DocumentLacksSuffix, document));
                }
                stems_of(doc).find(|stem| self.has_document(stem) == Some(true)).map(|stem| (Confusion::DocumentHasSuffix, stem))
            }
        }
    }
}

/// The id cut before its last few `#` and `@`, the longest first; never empty.
pub(super) fn stems_of(id: &str) -> impl Iterator<Item = &str> {
    id.rmatch_indices(['#', '@']).map(|(at, _)| &id[..at]).filter(|stem| !stem.is_empty()).take(4)
}

#[cfg(test)]
mod tests {
    use super::stems_of;

    #[test]
    fn an_id_is_cut_before_each_mark() {
        assert_eq!(stems_of("contract@3#end").collect::<Vec<_>>(), ["contract@3", "contract"]);
        assert_eq!(stems_of("#3").count() + stems_of("plain").count() + stems_of("").count(), 0);
    }
}
