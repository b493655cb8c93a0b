//! The grade of a passage for a question, from people's labels and from the evidence tree.

use std::collections::{BTreeMap, HashMap};

use evidence::cover::Cover;
use evidence::label::{Grade, settled};
use evidence::{Evidence, Label, Locator, Passage};

use crate::arrival::cover_of;
use crate::record::Item;

/// The grade that a passage has when it holds a whole locator.
const WHOLE: i32 = 3;
/// The grade that a passage has when it holds a part of one.
const PART: i32 = 2;

/// Labels of one question, settled by target.
#[derive(Debug, Default)]
pub struct Settled<'a> {
    targets: Vec<(&'a Locator, i32)>,
    disputed: usize,
}

impl<'a> Settled<'a> {
    /// Settles the labels of one question. Disputed targets are set aside, and counted.
    pub fn new(labels: &[&'a Label]) -> Self {
        let mut by_target: BTreeMap<&Locator, Vec<&Label>> = BTreeMap::new();
        for label in labels {
            by_target.entry(&label.target).or_default().push(label);
        }
        let mut all = Self::default();
        for (target, labels) in by_target {
            match settled(labels) {
                Grade::Known(grade) => all.targets.push((target, i32::from(grade))),
                Grade::Disputed => all.disputed += 1,
                Grade::Unjudged => {}
            }
        }
        all
    }

    /// Targets on which raters differ and nobody has decided.
    pub fn disputed(&self) -> usize {
        self.disputed
    }
}

/// The grade of `item`: a settled label of this very passage; else the best of what it holds of labelled ranges and documents, 3
/// where it fully meets a locator of the evidence and 2 where it covers a part; `None` where nobody judged it.
///
/// A passage that holds only a part of a labelled range has that label's grade, but never more than 2.
pub fn grade(
    item: &Item,
    evidence: Option<&Evidence>,
    labels: &Settled<'_>,
    cover: Cover,
    located: &dyn Fn(&Locator) -> Option<String>,
) -> Option<i32> {
    let own = labels.targets.iter().find(|(target, _)| matches!(target, Locator::Passage(id) if *id == item.id));
    if let Some((_, grade)) = own {
        return Some(*grade);
    }
    let piece = std::slice::from_ref(item);
    let mut best: Option<i32> = None;
    let mut raise = |grade: i32| best = Some(best.map_or(grade, |b| b.max(grade)));
    for (target, grade) in &labels.targets {
        match cover_of(target, piece, located) {
            share if cover.is_met_by(share) => raise(*grade),
            share if share > 0.0 => raise((*grade).min(PART)),
            _ => {}
        }
    }
    for locator in evidence.map(Evidence::leaves).unwrap_or_default() {
        match cover_of(locator, piece, located) {
            share if cover.is_met_by(share) => raise(WHOLE),
            share if share > 0.0 => raise(PART),
            _ => {}
        }
    }
    best
}

/// The passages of one chunking, found by document.
#[derive(Debug, Default)]
pub struct Chunking {
    items: Vec<Item>,
    by_doc: HashMap<String, Vec<usize>>,
    by_id: HashMap<String, usize>,
}

impl Chunking {
    /// Indexes passages. Of an id that stands twice the first counts.
    pub fn new(passages: &[Passage]) -> Self {
        let mut chunking = Self::default();
        for passage in passages {
            let item = Item::from(passage);
            let place = chunking.items.len();
            if let Some(doc) = &item.doc {
                chunking.by_doc.entry(doc.clone()).or_default().push(place);
            }
            chunking.by_id.entry(item.id.clone()).or_insert(place);
            chunking.items.push(item);
        }
        chunking
    }

    /// The passage with this id.
    pub fn find(&self, id: &str) -> Option<&Item> {
        self.by_id.get(id).map(|&place| &self.items[place])
    }

    /// Whether there are no passages.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The passages that could have a grade for these locators: those of their documents, and those named by id.
    pub fn near<'l>(&self, locators: impl IntoIterator<Item = &'l Locator>) -> Vec<&Item> {
        let mut places: Vec<usize> = Vec::new();
        for locator in locators {
            match locator {
                Locator::Passage(id) => places.extend(self.by_id.get(id)),
                Locator::Document { doc, .. } | Locator::Range { doc, .. } => {
                    places.extend(self.by_doc.get(doc).into_iter().flatten());
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| &self.items[place]).collect()
    }
}

/// The locators that labels of one question name.
pub fn targets<'a>(labels: &Settled<'a>) -> Vec<&'a Locator> {
    labels.targets.iter().map(|(target, _)| *target).collect()
}
