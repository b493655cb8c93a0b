//! `type = "builtin"`: the settings of the built-in reference system.

use crate::error::InputError;
use crate::numbers::{at_least, at_least_one, share};
use crate::systems::models::{self, Embedding, Generator, Reranking, Rewriting};
use crate::toml_text::Table;

/// Settings of the built-in system; what is not stated has the default of [`BuiltIn::default`].
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltIn {
    /// How documents are cut, as in `headings/1 unit=characters max=800`.
    pub chunking: String,
    /// BM25's k1, at least 0.
    pub k1: f64,
    /// BM25's b, in [0, 1].
    pub b: f64,
    /// The stemmer's language code.
    pub stem: Option<String>,
    /// The stop words' language code.
    pub stop_words: Option<String>,
    /// How many candidates are retrieved; at least 1.
    pub candidates: u32,
    /// `before`, `after` or `never`.
    pub filter: String,
    /// `always`, `additions` or `never`: what is indexed again when documents change while it runs.
    pub reindex: String,
    /// The most passages that are sent; at least 1.
    pub max_passages: Option<u32>,
    /// The most tokens that are sent; at least 1.
    pub max_tokens: Option<u32>,
    /// `stop` or `skip`.
    pub packing: String,
    /// `bm25`, `dense` or `hybrid`.
    pub retrieval: String,
    /// How passages become vectors; there for dense and hybrid retrieval.
    pub embedding: Option<Embedding>,
    /// How queries are rewritten; `None` for not at all.
    pub rewriting: Option<Rewriting>,
    /// `rrf` or `weighted`: how several lists become one.
    pub fusion: String,
    /// The k of reciprocal rank fusion; at least 1.
    pub rrf_k: u32,
    /// The weights of BM25's list and of the dense one; not below 0.
    pub weights: [f64; 2],
    /// How the list is ranked anew; `None` for not at all.
    pub reranking: Option<Reranking>,
    /// `extractive`, `model` or `none`.
    pub answer: String,
    /// How a model answers; there where one does.
    pub generator: Option<Generator>,
    /// The extractive answerer's threshold, in [0, 1].
    pub threshold: f64,
    /// The extractive answerer's most sentences; at least 1.
    pub sentences: u32,
}

impl Default for BuiltIn {
    fn default() -> Self {
        Self {
            chunking: "headings/1 unit=characters max=800".into(),
            k1: 1.2,
            b: 0.75,
            stem: None,
            stop_words: None,
            candidates: 50,
            filter: "before".into(),
            reindex: "always".into(),
            max_passages: Some(6),
            max_tokens: Some(2000),
            packing: "stop".into(),
            retrieval: "bm25".into(),
            embedding: None,
            rewriting: None,
            fusion: "rrf".into(),
            rrf_k: 60,
            weights: [1.0, 1.0],
            reranking: None,
            answer: "extractive".into(),
            generator: None,
            threshold: 0.5,
            sentences: 2,
        }
    }
}

/// The keys of a built-in system.
pub(crate) const KEYS: [&str; 23] = [
    "type",
    "chunking",
    "k1",
    "b",
    "stem",
    "stop_words",
    "candidates",
    "filter",
    "reindex",
    "max_passages",
    "max_tokens",
    "packing",
    "retrieval",
    "embedding",
    "rewriting",
    "fusion",
    "rrf_k",
    "weights",
    "reranking",
    "answer",
    "generator",
    "threshold",
    "sentences",
];

pub(crate) const FILTERS: [&str; 3] = ["before", "after", "never"];
pub(crate) const REINDEXINGS: [&str; 3] = ["always", "additions", "never"];
pub(crate) const PACKINGS: [&str; 2] = ["stop", "skip"];
pub(crate) const RETRIEVALS: [&str; 3] = ["bm25", "dense", "hybrid"];
pub(crate) const FUSIONS: [&str; 2] = ["rrf", "weighted"];
pub(crate) const ANSWERS: [&str; 3] = ["extractive", "model", "none"];

/// Reads the table of a built-in system; `endpoints` are the names of the project's.
pub(super) fn read(mut table: Table<'_>, endpoints: &[String]) -> Result<BuiltIn, InputError> {
    table.only(&KEYS)?;
    let usual = BuiltIn::default();
    let inner = [
        part(&mut table, "embedding")?,
        part(&mut table, "rewriting")?,
        part(&mut table, "reranking")?,
        part(&mut table, "generator")?,
    ];
    let [embedding, rewriting, reranking, generator] = inner;
    let embedding = embedding.map(|t| models::embedding(&t, endpoints)).transpose()?;
    let rewriting = rewriting.map(|t| models::rewriting(&t, endpoints)).transpose()?;
    let reranking = reranking.map(|t| models::reranking(&t, endpoints)).transpose()?;
    let generator = generator.map(|t| models::generator(&t, endpoints)).transpose()?;
    let count = |key: &str| at_least_one(&table, key);
    let choice = |key: &str, names: &[&str], usual: String| Ok::<_, InputError>(table.choice(key, names)?.unwrap_or(usual));
    let (max_passages, max_tokens) = (count("max_passages")?, count("max_tokens")?);
    // Whoever states one budget means that one, not the default of the other besides.
    let none_stated = max_passages.is_none() && max_tokens.is_none();
    // Whoever states a part means it, unless the choice beside it says otherwise: so one setting turns a part off.
    let retrieval = choice("retrieval", &RETRIEVALS, if embedding.is_some() { "hybrid".into() } else { usual.retrieval })?;
    if embedding.is_none() && retrieval != "bm25" {
        return Err(table
            .fault("retrieval", format!("retrieval '{retrieval}' needs vectors, but no embedding is stated"))
            .mend("add embedding = { endpoint = \"NAME\", model = \"MODEL\" }, or { folder = \"models/NAME\" }"));
    }
    let answer = choice("answer", &ANSWERS, if generator.is_some() { "model".into() } else { usual.answer })?;
    if answer == "model" && generator.is_none() {
        let fault = table.fault("answer", "answer 'model' needs a generator, but none is stated");
        return Err(fault.mend("add generator = { endpoint = \"NAME\", model = \"MODEL\" }"));
    }
    let (embedding, generator) = (embedding.filter(|_| retrieval != "bm25"), generator.filter(|_| answer == "model"));
    Ok(BuiltIn {
        chunking: table.string("chunking")?.unwrap_or(usual.chunking),
        k1: at_least(&table, "k1", 0.0)?.unwrap_or(usual.k1),
        b: share(&table, "b", usual.b)?,
        stem: table.string("stem")?,
        stop_words: table.string("stop_words")?,
        candidates: count("candidates")?.unwrap_or(usual.candidates),
        filter: choice("filter", &FILTERS, usual.filter)?,
        reindex: choice("reindex", &REINDEXINGS, usual.reindex)?,
        max_passages: if none_stated { usual.max_passages } else { max_passages },
        max_tokens: if none_stated { usual.max_tokens } else { max_tokens },
        packing: choice("packing", &PACKINGS, usual.packing)?,
        retrieval,
        embedding,
        rewriting,
        fusion: choice("fusion", &FUSIONS, usual.fusion)?,
        rrf_k: count("rrf_k")?.unwrap_or(usual.rrf_k),
        weights: weights(&table)?.unwrap_or(usual.weights),
        reranking,
        answer,
        generator,
        threshold: share(&table, "threshold", usual.threshold)?,
        sentences: count("sentences")?.unwrap_or(usual.sentences),
    })
}

/// A table inside, where it is there.
fn part<'t>(table: &mut Table<'t>, key: &str) -> Result<Option<Table<'t>>, InputError> {
    table.holds(key).then(|| table.table(key)).transpose()
}

fn weights(table: &Table<'_>) -> Result<Option<[f64; 2]>, InputError> {
    let Some(stated) = table.numbers("weights")? else { return Ok(None) };
    match stated.as_slice() {
        [bm25, dense] if *bm25 >= 0.0 && *dense >= 0.0 && bm25 + dense > 0.0 => Ok(Some([*bm25, *dense])),
        _ => {
            Err(table.fault("weights", "'weights' must be two numbers, BM25's and the dense list's, not below 0 and not both 0"))
        }
    }
}
