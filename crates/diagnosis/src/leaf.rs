//! One piece of required evidence: where it stands today, which passages of the index hold it, and how far it came.

use evidence::anchoring::anchored;
use evidence::cover::covered_share;
use evidence::{Document, Evidence, Locator, RangeSet, SourceRange};
use retrieval::arrival::{Arrival, cover_of};
use retrieval::record::{Item, Stage};

use crate::captured::Captured;

/// Where a labelled range stands in the corpus of today.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The label is no range, or there is no text to look in: it is taken as it is.
    Taken,
    /// It stands where the label says.
    Stands,
    /// Its quote stands elsewhere, once.
    Moved(Locator),
    /// Its quote is not there, or not just once; or it has no quote and its offsets run past the end.
    Gone,
}

/// How far a piece of evidence came in one list.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The list.
    pub stage: Stage,
    /// How many entries it has.
    pub length: usize,
    /// The rank from 1 at which the evidence is met; `None` where it never is.
    pub rank: Option<u32>,
    /// How much of it the whole list covers, in [0, 1].
    pub cover: f64,
    /// The entries that hold a part of it, by rank from 1 and id.
    pub pieces: Vec<(u32, String)>,
}

/// One locator of the evidence tree with all that is known of it.
pub struct Leaf<'a> {
    /// As the label has it.
    pub label: &'a Locator,
    /// Where it stands today.
    pub place: Place,
    /// The document, in the revision that is meant.
    pub document: Option<&'a Document>,
    /// The revisions that the corpus holds of the document.
    pub revisions: Vec<&'a Document>,
    /// The passages of the index that hold a part of it; empty also where the index was not captured.
    pub passages: Vec<&'a Item>,
    /// How far it came, in the order of the pipeline.
    pub seen: Vec<Seen>,
}

impl<'a> Leaf<'a> {
    /// Looks up a locator of the question's evidence.
    pub fn new(captured: &'a Captured<'a>, label: &'a Locator) -> Self {
        let corpus = captured.ground.corpus;
        let doc = document_of(captured, label);
        let revisions: Vec<&Document> = doc.iter().flat_map(|(doc, _)| corpus.iter().flat_map(|c| c.revisions(doc))).collect();
        let document = doc.as_ref().and_then(|(doc, rev)| corpus?.find(doc, rev.as_deref()));
        let place = place(captured, label, document);
        let looked = match &place {
            Place::Moved(now) => now.clone(),
            _ => label.clone(),
        };
        let located = |locator: &Locator| text_at(locator, document);
        // What is gone has no place that a passage or a list could cover.
        let (near, lists) = match place {
            Place::Gone => (Vec::new(), &[][..]),
            _ => (captured.ground.chunking.near([&looked]), captured.lists.as_slice()),
        };
        let passages = near.into_iter().filter(|item| cover_of(&looked, std::slice::from_ref(*item), &located) > 0.0).collect();
        let tree = Evidence::Leaf(looked);
        let seen = lists.iter().map(|(stage, items)| seen(captured, *stage, items, &tree, &located)).collect();
        Self { label, place, document, revisions, passages, seen }
    }

    /// The range it has today, with the document's id.
    pub fn range(&self) -> Option<SourceRange> {
        match (&self.place, self.label) {
            (Place::Gone, _) => None,
            (Place::Moved(Locator::Range { range, .. }), _) | (_, Locator::Range { range, .. }) => Some(*range),
            _ => None,
        }
    }

    /// The words of the evidence: its quote, or what stands at its range; of a passage or a document nothing.
    pub fn words(&self) -> Option<&str> {
        match self.label {
            Locator::Range { quote: Some(quote), .. } => Some(quote),
            _ => self.document?.text.slice(self.range()?),
        }
    }

    /// How far it came in a list; `None` where that list was not captured.
    pub fn at(&self, stage: Stage) -> Option<&Seen> {
        self.seen.iter().find(|seen| seen.stage == stage)
    }

    /// The first passage of the index that holds all of it by itself.
    pub fn whole_passage(&self, captured: &Captured<'_>) -> Option<&'a Item> {
        let holds = |item: &&&Item| match (self.range(), self.label) {
            (Some(range), _) => captured.ground.cover.is_met_by(share(range, self.words(), [item.range].into_iter().flatten())),
            (None, Locator::Range { .. }) => false,
            (None, _) => true,
        };
        self.passages.iter().find(holds).copied()
    }

    /// How much of its range all passages of the index cover together.
    pub fn indexed_cover(&self) -> Option<f64> {
        Some(share(self.range()?, self.words(), self.passages.iter().filter_map(|item| item.range)))
    }
}

/// How much of a range some pieces cover.
pub fn share(range: SourceRange, words: Option<&str>, pieces: impl Iterator<Item = SourceRange>) -> f64 {
    let sent: RangeSet = pieces.collect();
    match words {
        Some(words) if words.chars().count() == range.len() => covered_share(range, words, &sent),
        _ => {
            let own: RangeSet = [range].into_iter().collect();
            own.overlap(&sent) as f64 / range.len() as f64
        }
    }
}

/// The document that a locator is of, with the revision where it names one.
fn document_of(captured: &Captured<'_>, locator: &Locator) -> Option<(String, Option<String>)> {
    let named = |doc: &str, rev: Option<&str>| (doc.to_owned(), rev.map(str::to_owned));
    match locator {
        Locator::Passage(id) => {
            let listed = || captured.lists.iter().flat_map(|(_, items)| items).find(|item| item.id == *id && item.doc.is_some());
            let item = captured.ground.chunking.find(id).or_else(listed)?;
            Some(named(item.doc.as_deref()?, item.rev.as_deref()))
        }
        other => Some(named(other.doc()?, other.rev())),
    }
}

fn place(captured: &Captured<'_>, label: &Locator, document: Option<&Document>) -> Place {
    let Locator::Range { range, quote, .. } = label else { return Place::Taken };
    let (Some(corpus), Some(document)) = (captured.ground.corpus, document) else { return Place::Taken };
    if document.text.is_empty() {
        return Place::Taken;
    }
    if quote.is_none() {
        return if document.text.slice(*range).is_some() { Place::Stands } else { Place::Gone };
    }
    match anchored(&Evidence::Leaf(label.clone()), corpus) {
        found if found.moved > 0 => match found.tree {
            Some(Evidence::Leaf(now)) => Place::Moved(now),
            _ => Place::Gone,
        },
        found if found.stale > 0 => Place::Gone,
        _ => Place::Stands,
    }
}

/// What stands at a range of a document.
fn text_at(locator: &Locator, document: Option<&Document>) -> Option<String> {
    let Locator::Range { range, .. } = locator else { return None };
    document?.text.slice(*range).map(str::to_owned)
}

fn seen(
    captured: &Captured<'_>,
    stage: Stage,
    items: &[Item],
    tree: &Evidence,
    located: &dyn Fn(&Locator) -> Option<String>,
) -> Seen {
    let Evidence::Leaf(locator) = tree else { unreachable!("made of one locator") };
    let rank = Arrival::new(tree, items, captured.ground.cover, located).rank_of(locator);
    let part = |(item, rank): (&Item, u32)| {
        let holds = cover_of(locator, std::slice::from_ref(item), located) > 0.0;
        holds.then(|| (rank, item.id.clone()))
    };
    let pieces: Vec<(u32, String)> = items.iter().zip(1..).filter_map(part).collect();
    let cover = if pieces.is_empty() { 0.0 } else { cover_of(locator, items, located) };
    Seen { stage, length: items.len(), rank, cover, pieces }
}
