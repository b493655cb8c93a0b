//! Which evidence arrives at which rank of a list.
//!
//! Everything about evidence is asked of prefixes of a list ("what is met by the first six?"). A locator once met stays met as the
//! prefix grows, so one walk down the list finds the rank at which each locator is met, and every question after is a look-up.

use std::collections::HashMap;

use evidence::cover::{Cover, covered_share};
use evidence::text::holds_quote;
use evidence::{Evidence, Locator, RangeSet, SourceRange};

use crate::record::Item;

/// The ranks at which the locators of one evidence tree are met by one list.
#[derive(Debug)]
pub struct Arrival<'a> {
    tree: &'a Evidence,
    /// Rank from 1 at which each locator is met; absent where it never is.
    met: HashMap<&'a Locator, u32>,
    items: &'a [Item],
}

impl<'a> Arrival<'a> {
    /// Walks down `items`. `located` gives the text that a range locator covers, where its quote does not.
    pub fn new(tree: &'a Evidence, items: &'a [Item], cover: Cover, located: &dyn Fn(&Locator) -> Option<String>) -> Self {
        let mut met = HashMap::new();
        for locator in tree.leaves() {
            if !met.contains_key(locator)
                && let Some(rank) = first_met(locator, items, cover, located)
            {
                met.insert(locator, rank);
            }
        }
        Self { tree, met, items }
    }

    /// The evidence tree.
    pub fn tree(&self) -> &'a Evidence {
        self.tree
    }

    /// The rank at which a locator is met, from 1.
    pub fn rank_of(&self, locator: &Locator) -> Option<u32> {
        self.met.get(locator).copied()
    }

    /// Evidence recall of the first `passages`, in [0, 1]. `None` where nothing is required.
    pub fn recall(&self, passages: usize) -> Option<f64> {
        self.tree.value(&mut |l| self.is_met(l, passages))
    }

    /// Whether the first `passages` hold everything required. `None` where nothing is required.
    pub fn complete(&self, passages: usize) -> Option<bool> {
        self.tree.complete(&mut |l| self.is_met(l, passages))
    }

    /// Whether the first `passages` meet a locator.
    pub fn is_met(&self, locator: &Locator, passages: usize) -> bool {
        self.rank_of(locator).is_some_and(|rank| rank as usize <= passages)
    }

    /// The rank at which a group of the tree (a child of its top `all`) is complete.
    pub fn completed_at(&self, group: &Evidence) -> Option<u32> {
        match group {
            Evidence::Leaf(locator) => self.rank_of(locator),
            Evidence::Any(children) => children.iter().filter_map(|c| self.completed_at(c)).min(),
            Evidence::All(children) => {
                let asked = children.iter().filter(|c| c.fewest_leaves() > 0);
                asked.map(|c| self.completed_at(c)).try_fold(0, |latest, rank| Some(latest.max(rank?))).filter(|&r| r > 0)
            }
        }
    }

    /// Code points of evidence and of text sent, over source ranges, for the first `passages`.
    ///
    /// Of alternatives only the best covered counts as evidence. `None` where a locator of the tree or a passage sent has no
    /// source range, since then nothing can be counted.
    pub fn code_points(&self, passages: usize) -> Option<CodePoints> {
        let mut sent: HashMap<(&str, Option<&str>), RangeSet> = HashMap::new();
        for item in self.items.iter().take(passages) {
            let (doc, range) = (item.doc.as_deref()?, item.range?);
            sent.entry((doc, item.rev.as_deref())).or_default().insert(range);
        }
        let pieces = |doc: &str, rev: Option<&str>| -> RangeSet {
            let of_doc = sent.iter().filter(|((d, r), _)| *d == doc && revisions_agree(rev, *r));
            of_doc.flat_map(|(_, set)| set.ranges().iter().copied()).collect()
        };
        let leaves = self.tree.leaves();
        if leaves.iter().any(|l| !matches!(l, Locator::Range { .. })) {
            return None;
        }
        let best = self.tree.best_leaves(&mut |locator| match locator {
            Locator::Range { doc, rev, range, .. } => {
                let own: RangeSet = [*range].into_iter().collect();
                own.overlap(&pieces(doc, rev.as_deref())) as f64 / range.len() as f64
            }
            _ => 0.0,
        });
        let mut wanted: HashMap<(&str, Option<&str>), RangeSet> = HashMap::new();
        for locator in best {
            if let Locator::Range { doc, rev, range, .. } = locator {
                wanted.entry((doc, rev.as_deref())).or_default().insert(*range);
            }
        }
        let wanted_in = |doc: &str, rev: Option<&str>| -> RangeSet {
            let of_doc = wanted.iter().filter(|((d, r), _)| *d == doc && revisions_agree(*r, rev));
            of_doc.flat_map(|(_, set)| set.ranges().iter().copied()).collect()
        };
        Some(CodePoints {
            evidence: wanted.values().map(RangeSet::size).sum(),
            sent: sent.values().map(RangeSet::size).sum(),
            evidence_sent: wanted.iter().map(|((doc, rev), set)| set.overlap(&pieces(doc, *rev))).sum(),
            sent_needed: sent.iter().map(|((doc, rev), set)| set.overlap(&wanted_in(doc, *rev))).sum(),
        })
    }
}

/// Sizes in code points of the source, each counted once however often it is sent.
///
/// `evidence_sent` and `sent_needed` are the same text seen from both sides. They differ only where one side names a revision
/// that the other leaves open, since a text then stands for two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePoints {
    /// Of the evidence.
    pub evidence: usize,
    /// Of the text sent.
    pub sent: usize,
    /// Of the evidence that was sent.
    pub evidence_sent: usize,
    /// Of the text sent that is evidence.
    pub sent_needed: usize,
}

/// How much of a locator the items cover together, in [0, 1]; 0 or 1 for passages and documents.
pub fn cover_of(locator: &Locator, items: &[Item], located: &dyn Fn(&Locator) -> Option<String>) -> f64 {
    match locator {
        Locator::Range { doc, rev, range, quote } => {
            let mut sent = RangeSet::new();
            for item in items {
                let piece = sent_ranges(item, doc, rev.as_deref(), *range, quote.as_deref());
                piece.filter(|piece| piece.intersection(*range).is_some()).into_iter().for_each(|piece| sent.insert(piece));
            }
            // Most passages have nothing to do with a locator, and that is seen without its text.
            if sent.is_empty() {
                return 0.0;
            }
            let text = quote.clone().or_else(|| located(locator));
            share(*range, text.as_deref(), &sent)
        }
        _ => f64::from(u8::from(items.iter().any(|item| meets_whole(locator, item)))),
    }
}

fn first_met(locator: &Locator, items: &[Item], cover: Cover, located: &dyn Fn(&Locator) -> Option<String>) -> Option<u32> {
    let Locator::Range { doc, rev, range, quote } = locator else {
        return items.iter().zip(1..).find(|(item, _)| meets_whole(locator, item)).map(|(_, rank)| rank);
    };
    let mut sent = RangeSet::new();
    let mut text = None;
    for (item, rank) in items.iter().zip(1..) {
        let pieces = sent_ranges(item, doc, rev.as_deref(), *range, quote.as_deref());
        let Some(piece) = pieces.filter(|piece| piece.intersection(*range).is_some()) else { continue };
        sent.insert(piece);
        let text = text.get_or_insert_with(|| quote.clone().or_else(|| located(locator)));
        if cover.is_met_by(share(*range, text.as_deref(), &sent)) {
            return Some(rank);
        }
    }
    None
}

fn meets_whole(locator: &Locator, item: &Item) -> bool {
    match locator {
        Locator::Passage(id) => item.id == *id,
        Locator::Document { doc, rev } => {
            item.doc.as_deref() == Some(doc) && revisions_agree(rev.as_deref(), item.rev.as_deref())
        }
        Locator::Range { .. } => false,
    }
}

/// Revisions agree where both are named and equal, or where either was not captured.
fn revisions_agree(wanted: Option<&str>, sent: Option<&str>) -> bool {
    match (wanted, sent) {
        (Some(wanted), Some(sent)) => wanted == sent,
        _ => true,
    }
}

/// Words of so many letters and digits stand in a text of an unknown document by no accident.
const TELLING: usize = 12;

/// The ranges of `doc` that an item sends. An item without a range, but with text, sends the located quote where its text holds it. Many
/// systems tell no more of what they send than its text: where the document is not known, a quote that is long enough is found all the
/// same.
fn sent_ranges(item: &Item, doc: &str, rev: Option<&str>, range: SourceRange, quote: Option<&str>) -> Option<SourceRange> {
    match item.doc.as_deref() {
        Some(known) if known != doc || !revisions_agree(rev, item.rev.as_deref()) => return None,
        None if item.range.is_some() => return None,
        None if quote?.chars().filter(|c| c.is_alphanumeric()).count() < TELLING => return None,
        _ => {}
    }
    item.range.or_else(|| {
        let (text, quote) = (item.text.as_deref()?, quote?);
        holds_quote(text, quote).then_some(range)
    })
}

/// Without the located text every code point counts, which can only be stricter.
fn share(range: SourceRange, text: Option<&str>, sent: &RangeSet) -> f64 {
    match text {
        Some(text) if text.chars().count() == range.len() => covered_share(range, text, sent),
        _ => {
            let own: RangeSet = [range].into_iter().collect();
            own.overlap(sent) as f64 / range.len() as f64
        }
    }
}
