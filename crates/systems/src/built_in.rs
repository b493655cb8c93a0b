//! The built-in reference system: BM25 over the corpus, filters, packing, and an answerer without a model.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::time::Instant;

use evidence::{Corpus, Passage, Principal};
use retrieval::record::{Item, Mode, Stage};
use tokens::Tokenizer;

use crate::access::{When, may_be_used};
use crate::analysis::Analyzer;
use crate::asked::{Ask, Called, Done, Status, System};
use crate::bm25::{Index, Parameters};
use crate::packing::{Budget, Policy, pack};
use crate::{extractive, oracle};

/// How the system is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// BM25's parameters.
    pub bm25: Parameters,
    /// The stemmer's language.
    pub stem: Option<String>,
    /// The stop words' language.
    pub stop_words: Option<String>,
    /// How many candidates are retrieved; at least 1.
    pub candidates: usize,
    /// When filters are applied.
    pub filter: When,
    /// The day, `YYYY-MM-DD`, on which a document must be in force.
    pub day: String,
    /// What may be sent.
    pub budget: Budget,
    /// What follows a passage that does not fit.
    pub packing: Policy,
    /// The extractive answerer; `None` for retrieval alone.
    pub answer: Option<extractive::Settings>,
}

/// The system over one corpus in one chunking.
pub struct BuiltIn<'a> {
    settings: Settings,
    corpus: &'a Corpus,
    /// In byte order of their ids, so that ties are broken by id.
    passages: Vec<Passage>,
    /// For each passage its document's place in the corpus.
    owners: Vec<usize>,
    /// Tokens of each passage, counted when it is first ranked: counting all takes longer than all else.
    tokens: Vec<OnceLock<u64>>,
    by_id: HashMap<String, usize>,
    analyzer: Analyzer,
    index: Index,
    tokenizer: &'a Tokenizer,
    revision: String,
}

/// A system cannot be built of this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotBuild(pub String);

impl std::fmt::Display for CannotBuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotBuild {}

impl<'a> BuiltIn<'a> {
    /// Indexes the passages of `corpus`; `revision` is what the index calls itself. Each passage must have a text and a document of the
    /// corpus.
    pub fn build(
        corpus: &'a Corpus,
        mut passages: Vec<Passage>,
        settings: Settings,
        tokenizer: &'a Tokenizer,
        revision: String,
        threads: NonZeroUsize,
    ) -> Result<Self, CannotBuild> {
        let analyzer = Analyzer::new(settings.stem.as_deref(), settings.stop_words.as_deref());
        let analyzer = analyzer.ok_or_else(|| CannotBuild("the language of stem or stop_words is not known".into()))?;
        passages.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        let places: HashMap<(&str, &str), usize> =
            corpus.documents().iter().enumerate().map(|(n, d)| ((d.id.as_str(), d.rev.as_str()), n)).collect();
        let mut owners = Vec::with_capacity(passages.len());
        for passage in &passages {
            let key = (passage.doc.as_deref().unwrap_or_default(), passage.rev.as_deref().unwrap_or_default());
            owners.push(*places.get(&key).ok_or_else(|| CannotBuild(format!("passage '{}' is of no document", passage.id)))?);
            if passage.text.is_none() {
                return Err(CannotBuild(format!("passage '{}' has no text", passage.id)));
            }
        }
        let index = index_of(&passages, &analyzer, threads);
        let tokens = passages.iter().map(|_| OnceLock::new()).collect();
        let by_id = passages.iter().enumerate().map(|(n, p)| (p.id.clone(), n)).collect();
        Ok(Self { settings, corpus, passages, owners, tokens, by_id, analyzer, index, tokenizer, revision })
    }

    /// The passages, in byte order of their ids.
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// First retrieval and, where filters come after it, what they leave. Best first, ties by id.
    fn retrieve(&self, query: &str, asker: &Principal) -> Vec<(Stage, Vec<(u32, f64)>)> {
        let terms = self.analyzer.terms(query);
        let before = self.settings.filter == When::Before;
        // Whether a document may be used is asked once, not for each of its passages.
        let mut known: Vec<Option<bool>> = vec![None; self.corpus.documents().len()];
        let mut allowed = |passage: u32| {
            let owner = self.owners[passage as usize];
            *known[owner].get_or_insert_with(|| may_be_used(&self.corpus.documents()[owner], asker, &self.settings.day))
        };
        let found = self.index.search(&terms, self.settings.bm25, self.settings.candidates, |p| !before || allowed(p));
        match self.settings.filter {
            // What was never let in is both lists at once: the filter is part of the search.
            When::Before => vec![(Stage::Candidates, found.clone()), (Stage::Filtered, found)],
            When::Never => vec![(Stage::Candidates, found)],
            When::After => {
                let left = found.iter().copied().filter(|(p, _)| allowed(*p)).collect();
                vec![(Stage::Candidates, found), (Stage::Filtered, left)]
            }
        }
    }

    /// The tokens of what is ranked; of a passage they are counted once.
    fn tokens_of(&self, item: &Item) -> u64 {
        let count = || item.text.as_deref().map_or(0, |text| self.tokenizer.count(text));
        match self.by_id.get(&item.id) {
            Some(&place) => *self.tokens[place].get_or_init(count),
            None => count(),
        }
    }

    /// What is sent, with all that is known of it.
    fn full(&self, item: &Item) -> Item {
        let owner = self.by_id.get(&item.id).map(|&place| &self.corpus.documents()[self.owners[place]]);
        let tenant = item.tenant.clone().or_else(|| owner?.tenant.clone());
        Item { tenant, tokens: Some(self.tokens_of(item)), ..item.clone() }
    }

    fn do_it(&self, ask: &Ask<'_>, times: &mut Vec<(&'static str, std::time::Duration)>) -> Result<Done, String> {
        let mut clock = Instant::now();
        let mut lap = |name: &'static str| {
            let now = Instant::now();
            times.push((name, now - clock));
            clock = now;
        };
        let question = ask.question;
        let nobody = Principal::default();
        let asker = question.principal.as_ref().unwrap_or(&nobody);
        let scored = |list: &[(u32, f64)]| -> Vec<Item> {
            let item = |&(p, score): &(u32, f64)| Item {
                id: self.passages[p as usize].id.clone(),
                score: Some(score),
                ..Item::default()
            };
            list.iter().map(item).collect()
        };
        let (mut stages, ranked): (_, Vec<Item>) = match ask.mode {
            Mode::Normal => {
                let lists = self.retrieve(&question.query, asker);
                let last = lists.last().map(|(_, list)| list.clone()).unwrap_or_default();
                let ranked = last.iter().map(|(p, _)| Item::from(&self.passages[*p as usize])).collect();
                (lists.iter().map(|(stage, list)| (*stage, scored(list))).collect(), ranked)
            }
            Mode::Oracle => {
                let find = |id: &str| self.by_id.get(id).map(|&place| self.passages[place].clone());
                let (items, missing) = match &question.evidence {
                    Some(tree) => oracle::context(tree, self.corpus, find),
                    None => (Vec::new(), Vec::new()),
                };
                if !missing.is_empty() {
                    return Err(format!("the labelled evidence is not in the corpus: {}", missing.join(", ")));
                }
                (Vec::new(), items)
            }
            Mode::NoContext => (Vec::new(), Vec::new()),
        };
        lap("retrieval");
        let count = |place: usize| self.tokens_of(&ranked[place]);
        let packed = pack(ranked.len(), count, self.settings.budget, self.settings.packing);
        let dropped = packed.dropped.iter().map(|&place| ranked[place].id.clone()).collect();
        let context: Vec<Item> = packed.taken.iter().map(|&place| self.full(&ranked[place])).collect();
        if ask.mode == Mode::Normal {
            stages.push((Stage::Packed, context.iter().map(|i| Item { id: i.id.clone(), ..Item::default() }).collect()));
        }
        lap("packing");
        let (status, answer) = match self.settings.answer {
            None => (Status::Retrieved, None),
            Some(settings) => {
                let texts: Vec<(&str, &str)> =
                    context.iter().map(|item| (item.id.as_str(), item.text.as_deref().unwrap_or_default())).collect();
                let idf = |term: &str| self.index.idf(term);
                let (status, answer) = extractive::answer(&question.query, &texts, &self.analyzer, idf, settings);
                (status, Some(answer))
            }
        };
        lap("generation");
        Ok(Done {
            query_sent: Some(question.query.clone()),
            index_revision: Some(self.revision.clone()),
            stages,
            steps: Vec::new(),
            context: Some(context),
            dropped,
            tokens: vec![("context", packed.tokens)],
            answer,
            status,
        })
    }
}

/// Indexes passages on some threads, a part each.
fn index_of(passages: &[Passage], analyzer: &Analyzer, threads: NonZeroUsize) -> Index {
    let of_part = |part: &[Passage]| {
        let mut index = Index::default();
        part.iter().for_each(|passage| index.add(analyzer.terms(passage.text.as_deref().unwrap_or_default())));
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

impl System for BuiltIn<'_> {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let mut times = Vec::new();
        let done = self.do_it(ask, &mut times);
        Called { done, times }
    }
}
