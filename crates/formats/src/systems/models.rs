//! The models of a built-in system: which endpoint or folder serves which, and how it is asked.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::error::InputError;
use crate::numbers::{at_least_one, between, within};
use crate::suggest;
use crate::toml_text::Table;

/// A model of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelAt {
    /// The endpoint's name under `[endpoints]`.
    pub endpoint: String,
    /// The model, as the endpoint names it.
    pub model: String,
}

/// Where a model is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A model of an endpoint.
    Served(ModelAt),
    /// A folder with a model, relative to the project.
    Folder(PathBuf),
}

/// How passages and queries become vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedding {
    /// Where vectors come from.
    pub from: Source,
    /// How many texts go into a request; at least 1.
    pub batch: u32,
    /// What is put before a query.
    pub query_prefix: String,
    /// What is put before a passage.
    pub passage_prefix: String,
}

/// How queries are rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    /// By what.
    pub by: Rewriter,
    /// Whether the question as it was asked is a query too.
    pub keep: bool,
}

/// What rewrites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewriter {
    /// Texts with `{query}` in them; each gives a query.
    Templates(Vec<String>),
    /// A chat model.
    Model {
        /// Which.
        at: ModelAt,
        /// How many queries it is asked for.
        queries: u32,
        /// A prompt file, relative to the project; `None` for the built-in one.
        prompt: Option<PathBuf>,
    },
}

/// How a list is ranked anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reranking {
    /// By which model.
    pub by: Source,
    /// How many of the list it is shown; the others are cut. At least 1.
    pub top: u32,
}

/// How a model answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// Which model.
    pub at: ModelAt,
    /// A prompt file, relative to the project; `None` for the built-in one.
    pub prompt: Option<PathBuf>,
    /// How freely tokens are drawn, from 0 to 2; `None` leaves it to the server.
    pub temperature: Option<f64>,
    /// The longest answer in tokens, at least 1; `None` leaves it to the server.
    pub max_tokens: Option<u32>,
    /// The seed of the draw; repeats add their number to it.
    pub seed: Option<i64>,
    /// Whether answers are streamed, which times their first token.
    pub stream: bool,
}

/// How many texts go into a request.
pub(crate) const BATCH: RangeInclusive<u32> = 1..=4096;
/// How many are where nothing is said.
pub(crate) const USUAL_BATCH: u32 = 32;
/// How many queries a model may be asked for.
pub(crate) const QUERIES: RangeInclusive<u32> = 1..=20;
/// How many are where nothing is said.
pub(crate) const USUAL_QUERIES: u32 = 3;
/// How many of a list are ranked anew where nothing is said.
pub(crate) const USUAL_TOP: u32 = 20;
/// How freely tokens may be drawn.
pub(crate) const TEMPERATURE: RangeInclusive<f64> = 0.0..=2.0;

/// The keys of `embedding`.
pub(crate) const EMBEDDING_KEYS: [&str; 6] = ["endpoint", "model", "folder", "batch", "query_prefix", "passage_prefix"];
/// The keys of `rewriting`.
pub(crate) const REWRITING_KEYS: [&str; 6] = ["templates", "endpoint", "model", "queries", "prompt", "keep"];
/// The keys of `reranking`.
pub(crate) const RERANKING_KEYS: [&str; 4] = ["endpoint", "model", "folder", "top"];
/// The keys of `generator`.
pub(crate) const GENERATOR_KEYS: [&str; 7] = ["endpoint", "model", "prompt", "temperature", "max_tokens", "seed", "stream"];

/// The model that a table names; `known` are the endpoints of the project.
pub(crate) fn model_at(table: &Table<'_>, known: &[String]) -> Result<ModelAt, InputError> {
    let needed = |key: &str, example: &str| {
        let missing = || table.fault(key, format!("'{key}' is missing")).mend(format!("write it like {example}"));
        table.string(key)?.ok_or_else(missing)
    };
    let endpoint = needed("endpoint", "endpoint = \"local\", which [endpoints.local] describes")?;
    if !known.contains(&endpoint) {
        let fault = table.fault("endpoint", format!("no endpoint is called '{endpoint}'"));
        let mend = match known.is_empty() {
            true => format!("describe it: [endpoints.{endpoint}] with its url"),
            false => suggest::advice(&endpoint, known.iter().map(String::as_str)),
        };
        return Err(fault.mend(mend));
    }
    Ok(ModelAt { endpoint, model: needed("model", "model = \"all-MiniLM-L6-v2\"")? })
}

/// Where a table says that a model is.
fn source(table: &Table<'_>, known: &[String]) -> Result<Source, InputError> {
    match table.string("folder")? {
        Some(_) if table.holds("endpoint") || table.holds("model") => {
            Err(table.fault("folder", "a model is in a folder or at an endpoint, not at both"))
        }
        Some(folder) => Ok(Source::Folder(folder.into())),
        None => Ok(Source::Served(model_at(table, known)?)),
    }
}

pub(super) fn embedding(table: &Table<'_>, known: &[String]) -> Result<Embedding, InputError> {
    table.only(&EMBEDDING_KEYS)?;
    let from = source(table, known)?;
    let prefix = |key: &str| Ok::<_, InputError>(table.text(key)?.unwrap_or_default());
    Ok(Embedding {
        from,
        batch: within(table, "batch", BATCH)?.unwrap_or(USUAL_BATCH),
        query_prefix: prefix("query_prefix")?,
        passage_prefix: prefix("passage_prefix")?,
    })
}

pub(super) fn rewriting(table: &Table<'_>, known: &[String]) -> Result<Rewriting, InputError> {
    table.only(&REWRITING_KEYS)?;
    let templates = table.words("templates")?;
    let by = if table.holds("templates") {
        if let Some(key) = ["endpoint", "model", "queries", "prompt"].into_iter().find(|key| table.holds(key)) {
            return Err(table.fault(key, "queries come from templates or from a model, not from both"));
        }
        if templates.is_empty() || templates.len() > *QUERIES.end() as usize || templates.iter().any(|t| !t.contains("{query}")) {
            return Err(table.fault("templates", "'templates' must be 1 to 20 texts with {query} in each"));
        }
        Rewriter::Templates(templates)
    } else {
        let prompt = table.string("prompt")?.map(PathBuf::from);
        Rewriter::Model {
            at: model_at(table, known)?,
            queries: within(table, "queries", QUERIES)?.unwrap_or(USUAL_QUERIES),
            prompt,
        }
    };
    Ok(Rewriting { by, keep: table.truth("keep")?.unwrap_or(true) })
}

pub(super) fn reranking(table: &Table<'_>, known: &[String]) -> Result<Reranking, InputError> {
    table.only(&RERANKING_KEYS)?;
    Ok(Reranking { by: source(table, known)?, top: at_least_one(table, "top")?.unwrap_or(USUAL_TOP) })
}

pub(super) fn generator(table: &Table<'_>, known: &[String]) -> Result<Generator, InputError> {
    table.only(&GENERATOR_KEYS)?;
    let temperature = between(table, "temperature", TEMPERATURE)?;
    Ok(Generator {
        at: model_at(table, known)?,
        prompt: table.string("prompt")?.map(PathBuf::from),
        temperature,
        max_tokens: at_least_one(table, "max_tokens")?,
        seed: table.integer("seed")?,
        stream: table.truth("stream")?.unwrap_or(false),
    })
}
