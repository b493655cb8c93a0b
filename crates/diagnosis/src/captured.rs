//! What one question is diagnosed from: what is known of the corpus and of the run, and what was captured of this question.
//!
//! A cause sees nothing else, so that it is a pure function of what was captured. What was not captured is `None` or empty, and whoever
//! needs it says so.

use evidence::cover::Cover;
use evidence::{Corpus, Document, Label, Principal, Question};
use generation::right::{Right, right};
use generation::{Answer, Case, Judged, Status};
use retrieval::Limits;
use retrieval::grading::Chunking;
use retrieval::record::{Item, Record, Stage};

/// The text of the file that a document was parsed from, without its markup; `None` where it is not at hand.
pub type SourceText<'a> = dyn Fn(&Document) -> Option<String> + Sync + 'a;

/// The tokens of a text; `None` where nothing counts them.
pub type CountTokens<'a> = dyn Fn(&str) -> Option<u64> + Sync + 'a;

/// What is known of the whole run.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The corpus, where the project has one.
    pub corpus: Option<&'a Corpus>,
    /// All passages of the run's index; empty where they were not captured.
    pub chunking: &'a Chunking,
    /// The files that documents were parsed from.
    pub source: Option<&'a SourceText<'a>>,
    /// The run's clock, `YYYY-MM-DD`.
    pub day: Option<&'a str>,
    /// Whether the product knows tenants and groups.
    pub has_access: bool,
    /// How much of a range must be covered.
    pub cover: Cover,
    /// How much may be sent.
    pub limits: Limits,
    /// Counts tokens that were not captured.
    pub tokens: Option<&'a CountTokens<'a>>,
}

/// What was captured of one question.
pub struct Captured<'a> {
    /// The question, as the set has it.
    pub question: &'a Question,
    /// Its graded labels.
    pub labels: &'a [&'a Label],
    /// The record.
    pub record: &'a Record,
    /// The lists of the record, with what the index knows of their passages.
    pub lists: Vec<(Stage, Vec<Item>)>,
    /// The answer, where one was captured.
    pub answer: Option<&'a Answer>,
    /// What was said of it; empty where nobody judged.
    pub judged: &'a Judged,
    /// What is known of the run.
    pub ground: &'a Ground<'a>,
}

impl<'a> Captured<'a> {
    /// Brings together a question, its record and its answer, with no list but what was sent: enough to see that nothing was lost, and
    /// far less to copy. Where neither the context nor what was packed was captured it has every list.
    pub fn of_what_was_sent(
        question: &'a Question,
        labels: &'a [&'a Label],
        record: &'a Record,
        answer: Option<&'a Answer>,
        judged: &'a Judged,
        ground: &'a Ground<'a>,
    ) -> Self {
        let sent = [Stage::Context, Stage::Packed].into_iter().find(|stage| record.stage(*stage).is_some());
        let lists = lists(record, ground.chunking, |stage| sent.is_none_or(|sent| stage == sent));
        Self { question, labels, record, lists, answer, judged, ground }
    }

    /// The same with every list of the record.
    #[must_use]
    pub fn with_every_list(self) -> Self {
        Self { lists: lists(self.record, self.ground.chunking, |_| true), ..self }
    }

    /// The list of a stage; `None` where it was not captured.
    pub fn list(&self, stage: Stage) -> Option<&[Item]> {
        self.lists.iter().find(|(s, _)| *s == stage).map(|(_, items)| items.as_slice())
    }

    /// What the generator was given: the context, else what was packed, else the last ranked list down to the cut where one is known,
    /// which is the best that is known.
    pub fn sent(&self) -> Option<(Stage, &[Item])> {
        if let Some(packed) = [Stage::Context, Stage::Packed].into_iter().find_map(|stage| Some((stage, self.list(stage)?))) {
            return Some(packed);
        }
        let (stage, items) = Stage::RANKED.into_iter().find_map(|stage| Some((stage, self.list(stage)?)))?;
        let cut = self.ground.limits.passages.map_or(items.len(), |limit| items.len().min(limit.get() as usize));
        Some((stage, &items[..cut]))
    }

    /// The ranked lists that were captured, in the order of the pipeline.
    pub fn ranked(&self) -> impl DoubleEndedIterator<Item = (Stage, &[Item])> {
        self.lists.iter().filter(|(stage, _)| Stage::RANKED.contains(stage)).map(|(stage, items)| (*stage, items.as_slice()))
    }

    /// The queries as they were sent; empty where they were not captured.
    pub fn queries(&self) -> Vec<&str> {
        let own = self.record.query_sent.as_deref();
        own.into_iter().chain(self.record.steps.iter().filter_map(|step| step.query_sent.as_deref())).collect()
    }

    /// Whether the asker may open a document; `None` where nobody says who asks.
    pub fn may_open(&self, document: &Document) -> Option<bool> {
        if !self.ground.has_access {
            return Some(true);
        }
        match &self.question.principal {
            Some(principal) => Some(document.may_be_opened_by(principal)),
            None => document.may_be_opened_by(&Principal::default()).then_some(true),
        }
    }

    /// How the answer stands to the question, where it is known.
    pub fn status(&self) -> Option<Status> {
        self.case().and_then(|case| case.status().given().copied())
    }

    /// The answer as the measures of the answer half see it.
    pub fn case(&self) -> Option<Case<'_>> {
        let answer = self.answer.filter(|answer| answer.error.is_none())?;
        Some(Case { question: self.question, answer, judged: self.judged, rubrics: &[] })
    }

    /// Whether the answer is right: a person's or the source's word decides over what machines said of its facts.
    pub fn is_right(&self) -> bool {
        self.case().is_some_and(|case| matches!(right(&case), Right::Yes(_)))
    }

    /// The text of a passage: its own, else the index's, else what the corpus has at its place.
    pub fn text_of<'t>(&'t self, item: &'t Item) -> Option<&'t str> {
        let known = || self.ground.chunking.find(&item.id).and_then(|known| known.text.as_deref());
        let sliced = || {
            let document = self.ground.corpus?.find(item.doc.as_deref()?, item.rev.as_deref())?;
            document.text.slice(item.range?)
        };
        item.text.as_deref().or_else(known).or_else(sliced)
    }

    /// The tokens of a passage, captured or counted.
    pub fn tokens_of(&self, item: &Item) -> Option<u64> {
        let captured = || self.list(Stage::Context)?.iter().find(|sent| sent.id == item.id)?.tokens;
        item.tokens.or_else(captured).or_else(|| self.ground.tokens?(self.text_of(item)?))
    }
}

/// The lists of some stages.
fn lists(record: &Record, chunking: &Chunking, wanted: impl Fn(Stage) -> bool) -> Vec<(Stage, Vec<Item>)> {
    let stages = record.stages.iter().filter(|(stage, _)| wanted(*stage));
    stages.map(|(stage, items)| (*stage, full(items, chunking))).collect()
}

/// A list with what the index knows of its passages, but for their texts, which are the largest part.
fn full(items: &[Item], chunking: &Chunking) -> Vec<Item> {
    let fill = |item: &Item| {
        let mut item = item.clone();
        if let Some(known) = chunking.find(&item.id) {
            item.fill_from(known, false);
        }
        item
    };
    items.iter().map(fill).collect()
}
