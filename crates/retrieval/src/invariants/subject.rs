//! A result with the document that it is of, as far as that is known.

use evidence::{Corpus, Document, Principal};

use super::{Finding, Reason, Terms};
use crate::record::Item;

/// A result with the document that it is of, as far as that is known.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The result.
    pub item: &'a Item,
    /// Its document's id, from the result itself or from the passage of that id.
    pub doc: Option<&'a str>,
    /// Its revision, likewise.
    pub rev: Option<&'a str>,
    known: Known<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Known<'a> {
    One(&'a Document),
    /// The result does not say which of several revisions it is of.
    OneOf(&'a Corpus, &'a str),
    /// The corpus holds no such document; with the revisions of it that it does hold.
    Absent,
    Not(Reason),
}

impl<'a> Subject<'a> {
    /// Finds the document. A result that says nothing of it is looked up by its passage id; where no passage is called so, a document
    /// of that very id is what was retrieved.
    pub fn new(item: &'a Item, terms: &Terms<'a>) -> Self {
        let passage = if item.doc.is_none() || item.rev.is_none() { terms.chunking.find(&item.id) } else { None };
        let of_passage = passage.and_then(|passage| passage.doc.as_deref());
        let mut doc = item.doc.as_deref().or(of_passage);
        // A revision of the one with a document of the other would be a revision of nothing.
        let same = doc.is_some() && doc == of_passage;
        let rev = item.rev.as_deref().or_else(|| passage.filter(|_| same)?.rev.as_deref());
        let known = match (doc, terms.corpus) {
            (_, Err(reason)) => Known::Not(reason),
            (Some(id), Ok(corpus)) => known(corpus, id, rev),
            (None, Ok(corpus)) => match corpus.revisions(&item.id).next() {
                Some(_) => {
                    doc = Some(&item.id);
                    known(corpus, &item.id, rev)
                }
                None => Known::Not(Reason::NoDocument),
            },
        };
        Self { item, doc, rev, known }
    }

    /// The document as ids: `doc@rev`.
    pub fn document_in_words(&self) -> String {
        let rev = self.rev.filter(|rev| !rev.is_empty()).map(|rev| format!("@{rev}")).unwrap_or_default();
        format!("'{}{rev}'", self.doc.unwrap_or(&self.item.id))
    }

    /// What the document says. Where it may be one of several revisions they must agree, or nobody knows.
    pub(super) fn ask(&self, what: impl Fn(&Document) -> Finding) -> Finding {
        match self.known {
            Known::One(document) => what(document),
            Known::Absent => Finding::NotChecked(Reason::NotInCorpus),
            Known::Not(reason) => Finding::NotChecked(reason),
            Known::OneOf(corpus, id) => {
                let mut all = corpus.revisions(id).map(what);
                let first = all.next().unwrap_or(Finding::NotChecked(Reason::NotInCorpus));
                let kind = std::mem::discriminant(&first);
                match (&first, all.all(|other| std::mem::discriminant(&other) == kind)) {
                    (Finding::Broken(words), true) => Finding::Broken(format!("{words}, and so in every revision of it")),
                    (_, true) => first,
                    (_, false) => Finding::NotChecked(Reason::NoRevision),
                }
            }
        }
    }

    /// Whether the corpus, where there is one, holds no such document or revision.
    pub(super) fn is_absent(&self) -> Result<bool, Reason> {
        match self.known {
            Known::Not(reason) => Err(reason),
            Known::Absent => Ok(true),
            Known::One(_) | Known::OneOf(..) => Ok(false),
        }
    }
}

fn known<'a>(corpus: &'a Corpus, id: &'a str, rev: Option<&str>) -> Known<'a> {
    match rev {
        Some(rev) => corpus.find(id, Some(rev)).map_or(Known::Absent, Known::One),
        None => {
            let mut all = corpus.revisions(id);
            match (all.next(), all.next()) {
                (None, _) => Known::Absent,
                (Some(one), None) => Known::One(one),
                (Some(_), Some(_)) => Known::OneOf(corpus, id),
            }
        }
    }
}

/// Who asks, in words.
pub fn asker_in_words(asker: &Principal) -> String {
    let tenant = asker.tenant.as_ref().map_or_else(|| "no tenant".to_owned(), |tenant| format!("tenant '{tenant}'"));
    match asker.groups.as_slice() {
        [] => format!("{tenant}, in no group"),
        groups => format!("{tenant}, groups {}", listed(groups)),
    }
}

/// Ids in quotation marks.
pub(super) fn listed(ids: &[String]) -> String {
    let ids: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    ids.join(", ")
}
