//! The system under test: the retrieval of the built-in system, set as a variant says, and the reader as its answerer.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::time::Duration;

use documents::parse::markdown;
use documents::{Chunker, Chunking, passages::passage_id};
use evidence::snapshot::snapshot_id;
use evidence::{Corpus, Passage, Question, SourceRange};
use retrieval::record::Mode;
use systems::access::When;
use systems::analysis::Analyzer;
use systems::asked::{Ask, Called, System};
use systems::bm25::{Index, Parameters};
use systems::built_in::{Answerer, BuiltIn, Parts, Settings};
use systems::fusion::Fusion;
use systems::index::Indexed;
use systems::manifest::Manifest;
use systems::packing::{Budget, Policy};
use systems::reranking::{Rank, Reranker};
use systems::rewriting::Rewriter;
use tokens::Tokenizer;

use crate::reading::Reader;
use crate::slips::answer;
use crate::variant::{Setup, Variant};
use crate::world::DAY;

/// The name of the tokenizer that counts.
pub const TOKENIZER: &str = "o200k_base";

/// The system of a variant.
pub struct Pipeline<'a> {
    variant: &'a Variant,
    built: BuiltIn<'a>,
    reader: Reader,
}

/// The passages that a setup makes of what it indexes, in byte order of their ids.
pub fn passages(setup: &Setup) -> Vec<Passage> {
    let chunker = Chunker::new(setup.chunking.clone()).expect("its tokenizer is known");
    let mut all = Vec::new();
    for document in &setup.indexed {
        let key = (document.id.clone(), document.rev.clone());
        let structure = markdown::structure(document.text.as_str());
        let ranges = chunker.chunks(&document.text, &structure).into_iter().map(|chunk| chunk.range);
        let cuts: Vec<usize> = setup.cuts.iter().filter(|(of, _)| *of == key).map(|(_, at)| *at).collect();
        let lost: Vec<SourceRange> = setup.lost.iter().filter(|(of, _)| *of == key).map(|(_, range)| *range).collect();
        for range in ranges.flat_map(|range| pieces(range, &cuts, &lost)) {
            let Some(text) = document.text.slice(range).filter(|text| text.chars().any(char::is_alphanumeric)) else { continue };
            all.push(Passage {
                id: passage_id(&document.id, &document.rev, range),
                doc: Some(document.id.clone()),
                rev: Some(document.rev.clone()),
                range: Some(range),
                text: Some(text.to_owned()),
            });
        }
    }
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}

/// A range cut at some places, without what is lost.
fn pieces(range: SourceRange, cuts: &[usize], lost: &[SourceRange]) -> Vec<SourceRange> {
    let mut ends: BTreeSet<usize> = cuts.iter().copied().collect();
    ends.extend(lost.iter().flat_map(|lost| [lost.start(), lost.end()]));
    ends.retain(|at| range.start() < *at && *at < range.end());
    ends.insert(range.end());
    let mut from = range.start();
    let mut pieces = Vec::new();
    for end in ends {
        pieces.extend(SourceRange::new(from, end).filter(|piece| !lost.iter().any(|lost| lost.contains(*piece))));
        from = end;
    }
    pieces
}

impl<'a> Pipeline<'a> {
    /// Indexes. `indexed` holds the variant's indexed documents; `revision` is what the index calls itself.
    pub fn new(variant: &'a Variant, indexed: &'a Corpus, tokenizer: &'a Tokenizer) -> Self {
        let setup = &variant.setup;
        let passages = passages(setup);
        let analyzer = Analyzer::new(Some("en"), Some("en")).expect("English is known");
        let mut index = Index::default();
        for passage in &passages {
            let answers = passage.doc.as_ref().is_none_or(|doc| !setup.silent.contains(doc));
            // A shard that does not answer holds its passages and finds none of them.
            index.add(analyzer.terms(passage.text.as_deref().filter(|_| answers).unwrap_or_default()));
        }
        let text_of = |docs: &BTreeSet<String>| -> BTreeSet<String> {
            let of = passages.iter().filter(|passage| passage.doc.as_ref().is_some_and(|doc| docs.contains(doc)));
            of.filter_map(|passage| passage.text.clone()).collect()
        };
        let reranker = setup.reranking.as_ref().map(|reranking| Reranker {
            model: Box::new(Taste { liked: text_of(&reranking.liked), disliked: text_of(&reranking.disliked) }),
            top: reranking.top,
        });
        let settings = Settings {
            bm25: Parameters::default(),
            stem: Some("en".into()),
            stop_words: Some("en".into()),
            candidates: setup.candidates,
            filter: When::After,
            day: DAY.into(),
            fusion: Fusion::ReciprocalRank { k: 60 },
            weights: [1.0, 1.0],
            keep_question: false,
            budget: Budget { passages: NonZeroU32::new(setup.passages), tokens: NonZeroU32::new(setup.tokens) },
            packing: setup.policy,
        };
        let parts = Parts { bm25: true, dense: None, rewriter: Rewriter::None, reranker, answerer: Answerer::None };
        let indexed_as = Indexed { passages, index, revision: revision(variant) };
        let built = BuiltIn::build(indexed, indexed_as, settings, parts, tokenizer).expect("passages are of indexed documents");
        Self { variant, built, reader: Reader::default() }
    }

    /// The passages that are indexed.
    pub fn passages(&self) -> &[Passage] {
        self.built.passages()
    }

    /// Asks a question.
    pub fn ask(&self, question: &Question) -> Called {
        let setup = &self.variant.setup;
        let mut sent = question.clone();
        for (words, instead) in &setup.rewriting {
            sent.query = sent.query.replace(words, instead);
        }
        let ask = Ask { question: &sent, mode: Mode::Normal, repeat: 0 };
        let mut called = self.built.ask(&ask);
        called.times.clear();
        if let Ok(done) = &mut called.done {
            let context = done.context.as_deref().unwrap_or_default();
            let texts: Vec<(&str, &str)> =
                context.iter().map(|item| (item.id.as_str(), item.text.as_deref().unwrap_or_default())).collect();
            let slips: Vec<_> = setup.slips.iter().filter(|(id, _)| *id == question.id).map(|(_, slip)| slip.clone()).collect();
            let (status, said) = answer(&self.reader, &question.query, &texts, &slips);
            (done.status, done.answer) = (status, Some(said));
        }
        called
    }

    /// The manifest of a run.
    pub fn manifest(&self) -> Manifest {
        let setup = &self.variant.setup;
        let none = || "none".to_owned();
        let policy = Policy::ALL.iter().find(|(_, policy)| *policy == setup.policy).map_or("stop", |(name, _)| name);
        let corpus = snapshot_id(&Corpus::new(self.variant.documents.clone()));
        Manifest {
            system: "planted".into(),
            settings: vec![
                ("corpus", corpus),
                ("parsing", "as the corpus file has it".into()),
                ("chunking", setup.chunking.to_string()),
                ("embedding", none()),
                ("sparse_index", "BM25, k1 1.2, b 0.75, stem en, stop words en".into()),
                ("filters", "tenant, groups, status and dates, after ranking".into()),
                ("query_rewriting", if setup.rewriting.is_empty() { none() } else { "normalises words, 1 query".into() }),
                ("fusion", none()),
                ("reranking", setup.reranking.as_ref().map_or_else(none, |r| format!("taste, top {}", r.top))),
                (
                    "packing",
                    format!(
                        "{} candidates, {} passages and {} tokens of {TOKENIZER}, {policy} at what does not fit",
                        setup.candidates, setup.passages, setup.tokens
                    ),
                ),
                ("generator", "reader/1".into()),
                ("prompt", none()),
                ("sampling", none()),
            ],
            inputs: Vec::new(),
            beside: vec![("day", DAY.into()), ("index_revision", revision(self.variant))],
            limits: Budget { passages: NonZeroU32::new(setup.passages), tokens: NonZeroU32::new(setup.tokens) },
            when: Vec::new(),
        }
    }
}

/// What the index of a variant calls itself: the corpus that it was last brought up to date with.
fn revision(variant: &Variant) -> String {
    let of = if variant.setup.is_stale { &variant.setup.indexed } else { &variant.documents };
    snapshot_id(&Corpus::new(of.clone()))
}

/// A usual chunking: sections.
pub fn sections() -> Chunking {
    "headings/1 unit=characters max=1200".parse().expect("it is a chunking")
}

/// A reranker that keeps the order but for passages that it likes or not.
struct Taste {
    liked: BTreeSet<String>,
    disliked: BTreeSet<String>,
}

impl Rank for Taste {
    fn identity(&self) -> &str {
        "taste"
    }

    fn scores(&self, _: &str, texts: &[&str]) -> Result<(Vec<f64>, Duration), String> {
        let score = |(place, text): (usize, &&str)| {
            let taste = f64::from(u8::from(self.liked.contains(*text))) - f64::from(u8::from(self.disliked.contains(*text)));
            1.0 / (1.0 + place as f64) + taste
        };
        Ok((texts.iter().enumerate().map(score).collect(), Duration::ZERO))
    }
}
