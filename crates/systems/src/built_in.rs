//! The built-in reference system: retrieval over the corpus, filters, packing, and an answer; without a model, or with models where
//! they are stated.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use evidence::{Corpus, Passage};
use retrieval::record::{Item, Mode, Stage};
use tokens::Tokenizer;

use crate::access::When;
use crate::analysis::Analyzer;
use crate::asked::{Ask, Called, Done, Status, System};
use crate::bm25::{Index, Parameters};
use crate::dense::Vectors;
use crate::embedding::Embed;
use crate::fusion::Fusion;
use crate::index::Indexed;
use crate::packing::{Budget, Policy, pack};
use crate::prompted::Generator;
use crate::reranking::Reranker;
use crate::retrieving::Retrieved;
use crate::rewriting::Rewriter;
use crate::times::Times;
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
    /// How many candidates each retrieval takes; at least 1.
    pub candidates: usize,
    /// When filters are applied.
    pub filter: When,
    /// The day, `YYYY-MM-DD`, on which a document must be in force.
    pub day: String,
    /// How several lists become one.
    pub fusion: Fusion,
    /// The weights of BM25's lists and of the dense ones.
    pub weights: [f64; 2],
    /// Whether the question as it was asked is a query beside those that it was rewritten to.
    pub keep_question: bool,
    /// What may be sent.
    pub budget: Budget,
    /// What follows a passage that does not fit.
    pub packing: Policy,
}

/// The parts of a system that may call models.
pub struct Parts<'a> {
    /// Whether BM25 retrieves.
    pub bm25: bool,
    /// What retrieves by vectors.
    pub dense: Option<Dense<'a>>,
    /// How questions become queries.
    pub rewriter: Rewriter<'a>,
    /// What ranks a list anew.
    pub reranker: Option<Reranker<'a>>,
    /// What answers.
    pub answerer: Answerer<'a>,
}

/// Retrieval by vectors.
pub struct Dense<'a> {
    /// Makes vectors of queries.
    pub model: Box<dyn Embed + 'a>,
    /// What is put before a query.
    pub query_prefix: String,
    /// The passages' vectors, in byte order of the passages' ids.
    pub vectors: Vectors,
}

/// What answers.
pub enum Answerer<'a> {
    /// Nothing: retrieval alone.
    None,
    /// Sentences of the context, without a model.
    Extractive(extractive::Settings),
    /// A chat model.
    Model(Generator<'a>),
}

/// The system over one corpus in one chunking.
pub struct BuiltIn<'a> {
    pub(crate) settings: Settings,
    pub(crate) parts: Parts<'a>,
    pub(crate) corpus: &'a Corpus,
    /// In byte order of their ids, so that ties are broken by id.
    pub(crate) passages: Arc<[Passage]>,
    /// For each passage its document's place in the corpus.
    pub(crate) owners: Vec<usize>,
    /// Tokens of each passage, counted when it is first ranked: counting all takes longer than all else.
    tokens: Vec<OnceLock<u64>>,
    pub(crate) analyzer: Analyzer,
    pub(crate) index: Index,
    tokenizer: &'a Tokenizer,
    pub(crate) revision: String,
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
    /// Over what was indexed of `corpus`. Each passage must have a text and a document of the corpus. Where BM25 retrieves or answers are
    /// extractive, the terms are those of [`Settings::stem`] and [`Settings::stop_words`].
    pub fn build(
        corpus: &'a Corpus,
        indexed: Indexed,
        settings: Settings,
        parts: Parts<'a>,
        tokenizer: &'a Tokenizer,
    ) -> Result<Self, CannotBuild> {
        let Indexed { passages, index, revision } = indexed;
        let analyzer = Analyzer::new(settings.stem.as_deref(), settings.stop_words.as_deref());
        let analyzer = analyzer.ok_or_else(|| CannotBuild("the language of stem or stop_words is not known".into()))?;
        if !passages.is_sorted_by(|a, b| a.id <= b.id) {
            return Err(CannotBuild("the passages are not in byte order of their ids".into()));
        }
        if let Some(dense) = parts.dense.as_ref().filter(|dense| dense.vectors.len() != passages.len()) {
            return Err(CannotBuild(format!("there are {} passages, but {} vectors", passages.len(), dense.vectors.len())));
        }
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
        if index.len() != passages.len() {
            return Err(CannotBuild(format!("there are {} passages, but {} are indexed", passages.len(), index.len())));
        }
        let tokens = passages.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { settings, parts, corpus, passages: passages.into(), owners, tokens, analyzer, index, tokenizer, revision })
    }

    /// The passages, in byte order of their ids.
    pub fn passages(&self) -> &Arc<[Passage]> {
        &self.passages
    }

    /// The place of the passage with an id.
    fn place_of(&self, id: &str) -> Option<usize> {
        self.passages.binary_search_by(|passage| passage.id.as_str().cmp(id)).ok()
    }

    /// The tokens of what is ranked; of a passage they are counted once.
    fn tokens_of(&self, item: &Item) -> u64 {
        let count = || item.text.as_deref().map_or(0, |text| self.tokenizer.count(text));
        match self.place_of(&item.id) {
            // A labelled document may have the name of a passage.
            Some(place) if self.passages[place].text == item.text => *self.tokens[place].get_or_init(count),
            _ => count(),
        }
    }

    /// What is sent, with all that is known of it.
    fn full(&self, item: &Item) -> Item {
        let owner = self.place_of(&item.id).map(|place| &self.corpus.documents()[self.owners[place]]);
        let tenant = item.tenant.clone().or_else(|| owner?.tenant.clone());
        Item { tenant, tokens: Some(self.tokens_of(item)), ..item.clone() }
    }

    fn do_it(&self, ask: &Ask<'_>, times: &mut Times) -> Result<Done, String> {
        let Retrieved { query_sent, steps, mut stages, ranked } = match ask.mode {
            Mode::Normal => self.retrieve(ask, times)?,
            Mode::Oracle => Retrieved { ranked: self.labelled(ask)?, ..Retrieved::default() },
            Mode::NoContext => Retrieved::default(),
        };
        times.lap("retrieval");
        let count = |place: usize| self.tokens_of(&ranked[place]);
        let packed = pack(ranked.len(), count, self.settings.budget, self.settings.packing);
        let dropped = packed.dropped.iter().map(|&place| ranked[place].id.clone()).collect();
        let context: Vec<Item> = packed.taken.iter().map(|&place| self.full(&ranked[place])).collect();
        if ask.mode == Mode::Normal {
            stages.push((Stage::Packed, context.iter().map(|i| Item { id: i.id.clone(), ..Item::default() }).collect()));
        }
        times.lap("packing");
        let mut done = Done {
            query_sent,
            index_revision: Some(self.revision.clone()),
            stages,
            steps,
            context: None,
            dropped,
            tokens: vec![("context", packed.tokens)],
            answer: None,
            cut: None,
            status: Status::Retrieved,
        };
        self.answer(ask, &context, &mut done, times)?;
        done.context = Some(context);
        Ok(done)
    }

    /// The labelled evidence.
    fn labelled(&self, ask: &Ask<'_>) -> Result<Vec<Item>, String> {
        let Some(tree) = &ask.question.evidence else { return Ok(Vec::new()) };
        let find = |id: &str| self.place_of(id).map(|place| self.passages[place].clone());
        let (items, missing) = oracle::context(tree, self.corpus, find);
        if missing.is_empty() {
            return Ok(items);
        }
        Err(format!("the labelled evidence is not in the corpus: {}", missing.join(", ")))
    }

    fn answer(&self, ask: &Ask<'_>, context: &[Item], done: &mut Done, times: &mut Times) -> Result<(), String> {
        let texts: Vec<(&str, &str)> =
            context.iter().map(|item| (item.id.as_str(), item.text.as_deref().unwrap_or_default())).collect();
        match &self.parts.answerer {
            Answerer::None => {}
            Answerer::Extractive(settings) => {
                let idf = |term: &str| self.index.idf(term);
                let (status, answer) = extractive::answer(&ask.question.query, &texts, &self.analyzer, idf, *settings);
                (done.status, done.answer) = (status, Some(answer));
                times.lap("generation");
            }
            Answerer::Model(model) => {
                let said = model.answer(&ask.question.query, &texts, ask.repeat)?;
                (done.status, done.answer, done.cut) = (said.status, Some(said.answer), said.cut);
                if let Some((prompt, completion)) = said.tokens {
                    done.tokens.extend([("prompt", prompt), ("completion", completion)]);
                }
                times.model("generation", said.took);
                if let Some(first) = said.first_token {
                    times.within("first_token", first);
                }
            }
        }
        Ok(())
    }
}

impl System for BuiltIn<'_> {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let mut times = Times::start();
        let done = self.do_it(ask, &mut times);
        Called { done, times: times.stages() }
    }
}
