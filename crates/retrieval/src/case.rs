//! One question of a native project, scored: its record, its evidence and labels become a [`View`], and each measure looks at it.

mod presence;

pub use presence::{Looked, look};

use evidence::cover::Cover;
use evidence::{Corpus, Evidence, Label, Locator, Question};
use statistics::{Score, Undefined};

use std::collections::HashSet;

use crate::arrival::Arrival;
use crate::budget::Budget;
use crate::grading::{Chunking, Settled, grade, targets};
use crate::judged::{Judged, Placed};
use crate::name::Measure;
use crate::record::{Ending, Item, Record, Stage};
use crate::view::{List, NO_CONTEXT, NO_DOCUMENT_TOKENS, NO_TOKENS, NOT_CAPTURED, RecallLevels, View};

/// What is ranked: passages, or the documents they come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Passages as they were ranked.
    #[default]
    Passage,
    /// Documents: each counts at its first passage, before any cut.
    Document,
}

/// How a run is scored.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The least grade that counts as relevant; 2 on native sets, since "related but insufficient" is not relevant.
    pub rel: i32,
    /// How much of a range must be covered.
    pub cover: Cover,
    /// Passages or documents.
    pub level: Level,
    /// The stage whose list is scored; `None` for the last ranked list before packing.
    pub stage: Option<Stage>,
}

impl Default for Terms {
    fn default() -> Self {
        Self { rel: 2, cover: Cover::WHOLE, level: Level::Passage, stage: None }
    }
}

/// What is known beside the question itself.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// Documents with their texts, where there is a corpus.
    pub corpus: Option<&'a Corpus>,
    /// All passages of the run's chunking; empty where they were not captured.
    pub chunking: &'a Chunking,
    /// Counts the tokens of a text; `None` where no tokenizer is at hand.
    pub tokens: Option<&'a (dyn Fn(&str) -> u64 + Sync)>,
}

/// At document level an item must say which document it is of.
const NO_DOCUMENT: Undefined = Undefined("a retrieved passage does not say which document it is of");

/// The scores of one question. A record that failed makes every score failed; without a record it is the caller who knows why.
pub fn score_question(
    question: &Question,
    labels: &[&Label],
    record: &Record,
    measures: &[Measure],
    terms: &Terms,
    ground: &Ground<'_>,
) -> Vec<Score> {
    if matches!(record.ending, Ending::Failed(_)) {
        return vec![Score::Failed; measures.len()];
    }
    let settled = Settled::new(labels);
    let tree = question.required().ok();
    let document_tree = (terms.level == Level::Document).then(|| tree.and_then(|t| documents_of(t, ground.chunking)));
    let tree = document_tree.as_ref().map_or(tree, Option::as_ref);
    let located = |locator: &Locator| text_of(locator, ground.corpus);
    let judge = Judge { evidence: tree, labels: &settled, located: &located, terms, chunking: ground.chunking };

    let list = match terms.stage {
        Some(stage) => record.stage(stage),
        None => record.ranked().map(|(_, items)| items).or_else(|| record.stage(Stage::Context)),
    };
    // Only what some measure looks at is made: grades are the costly part, and evidence does not need them.
    let of_context = |m: &Measure| m.budget == Some(Budget::Context);
    let made = |wanted: &dyn Fn(&Measure) -> bool, list: Option<&[Item]>, absent: Undefined| {
        let mut looking = measures.iter().filter(|m| wanted(m)).peekable();
        looking.peek().ok_or(absent)?;
        let graded = looking.any(|m| !m.definition.needs_evidence);
        Ok(Scored::new(prepared(list.ok_or(absent)?, terms, ground)?, &judge, graded, terms, ground))
    };
    let ranked = made(&|m| !of_context(m), list, NOT_CAPTURED);
    let context = made(&of_context, record.stage(Stage::Context), NO_CONTEXT);
    let ranked_arrival = arrival(ranked.as_ref(), tree, terms, &located);
    let context_arrival = arrival(context.as_ref(), tree, terms, &located);
    let view = View {
        ranked: ranked.as_ref().map(|s| s.list(ranked_arrival.as_ref())).map_err(|e| *e),
        context: context.as_ref().map(|s| s.list(context_arrival.as_ref())).map_err(|e| *e),
        evidence: tree,
        rel: terms.rel,
        levels: RecallLevels::Nearest,
    };
    measures.iter().map(|measure| measure.score(&view)).collect()
}

fn arrival<'a>(
    scored: Result<&'a Scored, &Undefined>,
    tree: Option<&'a Evidence>,
    terms: &Terms,
    located: &dyn Fn(&Locator) -> Option<String>,
) -> Option<Arrival<'a>> {
    Some(Arrival::new(tree?, &scored.ok()?.items, terms.cover, located))
}

/// The items of a list, with what the chunking knows of them; at document level one item a document.
fn prepared(items: &[Item], terms: &Terms, ground: &Ground<'_>) -> Result<Vec<Item>, Undefined> {
    let full = items.iter().map(|item| {
        let mut item = item.clone();
        if let Some(known) = ground.chunking.find(&item.id) {
            item.fill_from(known, ground.tokens.is_some());
        }
        item
    });
    match terms.level {
        Level::Passage => Ok(full.collect()),
        Level::Document => {
            let mut documents: Vec<Item> = Vec::new();
            for item in full {
                let doc = item.doc.ok_or(NO_DOCUMENT)?;
                match documents.iter_mut().find(|d| d.id == doc) {
                    // Several revisions came back: whichever is wanted, the document is there.
                    Some(known) if known.rev != item.rev => known.rev = None,
                    Some(_) => {}
                    None => {
                        let (id, rev) = (doc.clone(), item.rev);
                        documents.push(Item { id, doc: Some(doc), rev, score: item.score, ..Item::default() });
                    }
                }
            }
            Ok(documents)
        }
    }
}

/// The text a locator covers, out of the corpus.
fn text_of(locator: &Locator, corpus: Option<&Corpus>) -> Option<String> {
    let Locator::Range { doc, rev, range, .. } = locator else { return None };
    corpus?.find(doc, rev.as_deref())?.text.slice(*range).map(str::to_owned)
}

/// The tree with each place replaced by the document it stands in; `None` where a passage's document is not known.
fn documents_of(tree: &Evidence, chunking: &Chunking) -> Option<Evidence> {
    // Two places of one document are one document: it counts once among its siblings.
    let children = |children: &[Evidence]| -> Option<Vec<Evidence>> {
        let mut distinct: Vec<Evidence> = Vec::new();
        for child in children {
            let child = documents_of(child, chunking)?;
            if !distinct.contains(&child) {
                distinct.push(child);
            }
        }
        Some(distinct)
    };
    Some(match tree {
        Evidence::All(nodes) => Evidence::All(children(nodes)?),
        Evidence::Any(nodes) => Evidence::Any(children(nodes)?),
        Evidence::Leaf(Locator::Passage(id)) => {
            Evidence::Leaf(Locator::Document { doc: chunking.find(id)?.doc.clone()?, rev: None })
        }
        Evidence::Leaf(Locator::Document { doc, rev } | Locator::Range { doc, rev, .. }) => {
            Evidence::Leaf(Locator::Document { doc: doc.clone(), rev: rev.clone() })
        }
    })
}

struct Judge<'a> {
    evidence: Option<&'a Evidence>,
    labels: &'a Settled<'a>,
    located: &'a dyn Fn(&Locator) -> Option<String>,
    terms: &'a Terms,
    chunking: &'a Chunking,
}

impl Judge<'_> {
    fn grade(&self, item: &Item) -> Option<i32> {
        if self.terms.level == Level::Passage {
            return grade(item, self.evidence, self.labels, self.terms.cover, self.located);
        }
        // A document's grade is the best of its passages'; what the evidence names is 3 already.
        let passages = self.chunking.near([&Locator::Document { doc: item.id.clone(), rev: None }]);
        let own = grade(item, self.evidence, self.labels, self.terms.cover, self.located);
        passages.into_iter().filter_map(|p| grade(p, None, self.labels, self.terms.cover, self.located)).chain(own).max()
    }

    /// The grades of everything known to be judged, whether retrieved or not, and whether that is all there is.
    fn pool(&self, list: &[Item]) -> (Vec<i32>, bool) {
        let mut wanted = self.evidence.map(Evidence::leaves).unwrap_or_default();
        wanted.extend(targets(self.labels));
        let all_are_passages = wanted.iter().all(|l| matches!(l, Locator::Passage(_)));
        let item_of = |id: &str, doc: Option<&str>| Item { id: id.into(), doc: doc.map(str::to_owned), ..Item::default() };
        let mut named: Vec<Item> = Vec::new();
        let mut pool: Vec<&Item> = Vec::new();
        match self.terms.level {
            Level::Document => {
                let doc_of = |locator: &&'_ Locator| match locator {
                    Locator::Passage(id) => self.chunking.find(id).and_then(|item| item.doc.clone()),
                    other => other.doc().map(str::to_owned),
                };
                let mut docs: Vec<String> = wanted.iter().filter_map(doc_of).collect();
                docs.sort_unstable();
                docs.dedup();
                named.extend(docs.into_iter().map(|doc| item_of(&doc, Some(&doc))));
            }
            Level::Passage => pool = self.chunking.near(wanted.iter().copied()),
        }
        let all_known = self.terms.level == Level::Document || !self.chunking.is_empty() || all_are_passages;
        // Passages named by id are relevant whether or not the chunking lists them; so are judged ones that came back.
        let mut known: HashSet<&str> =
            pool.iter().chain(&named.iter().collect::<Vec<_>>()).map(|item| item.id.as_str()).collect();
        let by_passage = self.terms.level == Level::Passage;
        let by_id = wanted.iter().filter_map(|l| match l {
            Locator::Passage(id) if by_passage => Some(id.as_str()),
            _ => None,
        });
        let unlisted: Vec<Item> = by_id.filter(|id| known.insert(id)).map(|id| item_of(id, None)).collect();
        pool.extend(list.iter().filter(|item| known.insert(&item.id)));
        pool.extend(named.iter().chain(&unlisted));
        let mut grades: Vec<i32> = pool.iter().filter_map(|item| self.grade(item)).collect();
        grades.sort_unstable_by(|a, b| b.cmp(a));
        (grades, all_known)
    }
}

/// A list with everything that a measure asks of it.
struct Scored {
    items: Vec<Item>,
    placed: Vec<Placed>,
    grades: Vec<i32>,
    all_known: bool,
    tokens: Result<Vec<u64>, Undefined>,
}

impl Scored {
    fn new(items: Vec<Item>, judge: &Judge<'_>, graded: bool, terms: &Terms, ground: &Ground<'_>) -> Self {
        let tokens = match terms.level {
            Level::Document => Err(NO_DOCUMENT_TOKENS),
            Level::Passage => items.iter().map(|item| tokens_of(item, ground).ok_or(NO_TOKENS)).collect(),
        };
        if !graded {
            return Self { items, placed: Vec::new(), grades: Vec::new(), all_known: false, tokens };
        }
        let graded = items.iter().zip(1u32..).filter_map(|(item, rank)| Some(Placed { rank, grade: judge.grade(item)? }));
        let placed = graded.collect();
        let (grades, all_known) = judge.pool(&items);
        Self { items, placed, grades, all_known, tokens }
    }

    fn list<'a>(&'a self, arrival: Option<&'a Arrival<'a>>) -> List<'a> {
        let retrieved = self.items.len() as u32;
        let judged = Judged { retrieved, placed: &self.placed, grades: &self.grades, all_known: self.all_known };
        List { judged: Ok(judged), length: self.items.len(), tokens: self.tokens.as_deref().map_err(|reason| *reason), arrival }
    }
}

/// Captured counts first; else the text's, counted.
fn tokens_of(item: &Item, ground: &Ground<'_>) -> Option<u64> {
    item.tokens.or_else(|| Some(ground.tokens?(item.text.as_deref()?)))
}
