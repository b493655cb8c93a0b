//! An index that follows its corpus: only documents that changed are cut and analysed again.
//!
//! Passages are numbered in byte order of their ids, since that is how ties are broken. A change is applied in one pass that takes out the
//! passages of documents that changed or are gone, and puts the new ones into their places. It costs a walk over the index, which is a
//! small part of what building it costs, and it leaves nothing behind: an index is the same, to the byte of its file, whatever its history.

mod bytes;
mod file;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;

use evidence::{Passage, SourceRange};

use crate::analysis::Analyzer;
use crate::bm25::{Index, Parameters};

pub use file::{LONGEST, Unreadable};

/// A SHA-256 over all that decides the passages of a document.
pub type Hash = [u8; 32];

/// A document revision.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The document.
    pub id: String,
    /// Its revision; empty where it has none.
    pub rev: String,
}

/// A passage that is to be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its id.
    pub id: String,
    /// Where it stands in its document, where that is known.
    pub range: Option<SourceRange>,
    /// Its text.
    pub text: String,
}

/// What becomes of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is new, or not what it was.
    Put {
        /// The hash of what decides its passages.
        hash: Hash,
        /// Its passages, in any order.
        pieces: Vec<Piece>,
    },
    /// It is gone. Once this is applied, nothing of it is left.
    Tombstone,
}

/// What changed from one state of a corpus to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// By document; those that are not named stay.
    pub documents: BTreeMap<Key, Change>,
    /// What the index calls itself afterwards.
    pub revision: String,
}

/// How a corpus differs from what is indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Documents that are not indexed, by their place in what was compared.
    pub new: Vec<usize>,
    /// Documents that are not what they were.
    pub changed: Vec<usize>,
    /// Indexed documents that are no longer there.
    pub deleted: Vec<Key>,
    /// How many are as before.
    pub kept: usize,
}

/// Changes that cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotApply(pub String);

impl std::fmt::Display for CannotApply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotApply {}

/// An indexed document.
#[derive(Debug)]
struct Held {
    key: Key,
    hash: Hash,
}

/// An indexed passage.
#[derive(Debug)]
struct Placed {
    id: String,
    /// Its document's number.
    document: u32,
    range: Option<SourceRange>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<'a> {
    /// The revision of the index that was searched.
    pub revision: &'a str,
    /// Ids of passages with their scores, best first, ties in byte order of the ids.
    pub passages: Vec<(&'a str, f64)>,
}

/// What a system is built of: passages in byte order of their ids, and the index over them.
#[derive(Debug, Default)]
pub struct Indexed {
    /// The passages, with their texts.
    pub passages: Vec<Passage>,
    /// Their terms.
    pub index: Index,
    /// What the index calls itself.
    pub revision: String,
}

/// Documents' passages, and the index over them. It holds terms, and no text.
pub struct LiveIndex {
    /// Nothing is analysed where terms are not needed.
    analyzer: Option<Analyzer>,
    revision: String,
    /// In byte order of their keys.
    documents: Vec<Held>,
    /// In byte order of their ids, then by document.
    passages: Vec<Placed>,
    index: Index,
    /// How many passages were analysed since it was made or read.
    analysed: usize,
}

impl LiveIndex {
    /// One that holds nothing. Without an analyzer passages are kept, but not their terms.
    pub fn new(analyzer: Option<Analyzer>) -> Self {
        Self {
            analyzer,
            revision: String::new(),
            documents: Vec::new(),
            passages: Vec::new(),
            index: Index::default(),
            analysed: 0,
        }
    }

    /// What the index calls itself: the revision of the changes that were applied last. A corpus that has changed since is not in it.
    pub fn revision(&self) -> &str {
        &self.revision
    }

    /// How many documents are indexed.
    pub fn documents(&self) -> usize {
        self.documents.len()
    }

    /// How many passages were analysed since it was made or read: those of documents that did not change are none of them.
    pub fn analysed(&self) -> usize {
        self.analysed
    }

    /// Terms, as it holds them.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How the documents of a corpus, each with its hash, differ from those that are indexed.
    pub fn difference<'k>(&self, now: impl IntoIterator<Item = (&'k str, &'k str, Hash)>) -> Result<Difference, CannotApply> {
        let mut told = Difference::default();
        let mut there = vec![false; self.documents.len()];
        let mut seen = HashSet::new();
        for (place, (id, rev, hash)) in now.into_iter().enumerate() {
            if !seen.insert((id, rev)) {
                return Err(CannotApply(format!("the document '{id}' stands twice in the corpus, in the same revision")));
            }
            match self.documents.binary_search_by(|held| (held.key.id.as_str(), held.key.rev.as_str()).cmp(&(id, rev))) {
                Err(_) => told.new.push(place),
                Ok(number) => {
                    there[number] = true;
                    if self.documents[number].hash == hash { told.kept += 1 } else { told.changed.push(place) }
                }
            }
        }
        let gone = self.documents.iter().zip(there).filter(|(_, there)| !there);
        told.deleted = gone.map(|(held, _)| held.key.clone()).collect();
        Ok(told)
    }

    /// Brings the index up to date, and tells its new revision. Until then every search is of the old one.
    pub fn apply(&mut self, changes: Changes, threads: NonZeroUsize) -> Result<&str, CannotApply> {
        let Changes { documents: changed, revision } = changes;
        if changed.is_empty() {
            self.revision = revision;
            return Ok(&self.revision);
        }
        let pieces = |change: &Change| if let Change::Put { pieces, .. } = change { pieces.len() } else { 0 };
        let passages = self.passages.len() + changed.values().map(pieces).sum::<usize>();
        for (count, what) in [(self.documents.len() + changed.len(), "documents"), (passages, "passages")] {
            // Every number below fits, since this does.
            u32::try_from(count).map_err(|_| CannotApply(format!("{count} {what} are more than an index can number")))?;
        }
        // The old documents that stay, and the new ones, in byte order of their keys.
        let mut merged: Vec<(Held, Option<usize>, Vec<Piece>)> = Vec::with_capacity(self.documents.len() + changed.len());
        let old = std::mem::take(&mut self.documents);
        let mut numbers: Vec<Option<u32>> = vec![None; old.len()];
        let stay = old.into_iter().enumerate().filter(|(_, held)| !changed.contains_key(&held.key));
        merged.extend(stay.map(|(number, held)| (held, Some(number), Vec::new())));
        merged.extend(changed.into_iter().filter_map(|(key, change)| match change {
            Change::Put { hash, pieces } => Some((Held { key, hash }, None, pieces)),
            Change::Tombstone => None,
        }));
        merged.sort_by(|(a, ..), (b, ..)| a.key.cmp(&b.key));
        let mut fresh: Vec<(Placed, String)> = Vec::new();
        for (number, (held, before, pieces)) in merged.into_iter().enumerate() {
            let document = number as u32;
            if let Some(before) = before {
                numbers[before] = Some(document);
            }
            let placed = |piece: Piece| (Placed { id: piece.id, document, range: piece.range }, piece.text);
            fresh.extend(pieces.into_iter().map(placed));
            self.documents.push(held);
        }
        fresh.sort_by(|(a, _), (b, _)| order(a).cmp(&order(b)));
        self.analysed += fresh.len();
        let added = self.terms_of(&fresh, threads);
        let (moved, places) = self.place(&numbers, fresh.into_iter().map(|(placed, _)| placed));
        self.index.replace(&moved, added, &places);
        self.revision = revision;
        Ok(&self.revision)
    }

    /// Joins the passages that stay with new ones; tells the place of each old one, and of each new one.
    fn place(&mut self, numbers: &[Option<u32>], fresh: impl Iterator<Item = Placed>) -> (Vec<Option<u32>>, Vec<u32>) {
        let old = std::mem::take(&mut self.passages);
        let (mut moved, mut places) = (Vec::with_capacity(old.len()), Vec::new());
        let mut fresh = fresh.peekable();
        for mut passage in old {
            let Some(document) = numbers[passage.document as usize] else {
                moved.push(None);
                continue;
            };
            passage.document = document;
            while let Some(next) = fresh.next_if(|next| order(next) < order(&passage)) {
                places.push(self.passages.len() as u32);
                self.passages.push(next);
            }
            moved.push(Some(self.passages.len() as u32));
            self.passages.push(passage);
        }
        for next in fresh {
            places.push(self.passages.len() as u32);
            self.passages.push(next);
        }
        (moved, places)
    }

    /// Indexes passages on some threads, a part each.
    fn terms_of(&self, passages: &[(Placed, String)], threads: NonZeroUsize) -> Index {
        let Some(analyzer) = &self.analyzer else { return Index::of(passages.len()) };
        let of_part = |part: &[(Placed, String)]| {
            let mut index = Index::default();
            part.iter().for_each(|(_, text)| index.add(analyzer.terms(text)));
            index
        };
        let share = passages.len().div_ceil(threads.get()).max(1);
        std::thread::scope(|scope| {
            let parts: Vec<_> = passages.chunks(share).map(|part| scope.spawn(move || of_part(part))).collect();
            let mut whole = Index::default();
            parts.into_iter().for_each(|part| whole.append(part.join().expect("indexing does not panic")));
            whole
        })
    }

    /// The `most` best passages for a query.
    pub fn search(&self, query: &str, parameters: Parameters, most: usize) -> Found<'_> {
        let terms = self.analyzer.as_ref().map(|analyzer| analyzer.terms(query)).unwrap_or_default();
        let found = self.index.search(&terms, parameters, most, |_| true);
        let named = |(place, score): (u32, f64)| (self.passages[place as usize].id.as_str(), score);
        Found { revision: &self.revision, passages: found.into_iter().map(named).collect() }
    }

    /// The passages in byte order of their ids, each made of its document, its id and its range; the index holds no text. A passage that
    /// cannot be made is a fault.
    pub fn passages(
        &self,
        mut made: impl FnMut(&Key, &str, Option<SourceRange>) -> Option<Passage>,
    ) -> Result<Vec<Passage>, CannotApply> {
        let mut made = |Placed { id, document, range }: &Placed| {
            let key = &self.documents[*document as usize].key;
            made(key, id, *range).ok_or_else(|| CannotApply(format!("passage '{id}' is not in its document")))
        };
        self.passages.iter().map(&mut made).collect()
    }

    /// What a system is built of, as it is now; `made` as for [`Self::passages`].
    pub fn served(&self, made: impl FnMut(&Key, &str, Option<SourceRange>) -> Option<Passage>) -> Result<Indexed, CannotApply> {
        Ok(Indexed { passages: self.passages(made)?, index: self.index.clone(), revision: self.revision.clone() })
    }

    /// The terms alone, and the revision.
    pub fn into_index(self) -> (Index, String) {
        (self.index, self.revision)
    }
}

/// What passages are ordered by; those of one document that share an id stay as they were given.
fn order(passage: &Placed) -> (&str, u32) {
    (&passage.id, passage.document)
}
