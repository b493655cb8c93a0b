//! One smallest call to each model that is used, where that was asked for.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use endpoints::chat::{Message, Request};
use endpoints::embeddings::Embedder;
use endpoints::rerank::rerank;
use endpoints::{Budget, CallError, Client, ErrorKind, chat};
use fourcell::evidence::text::printable;
use fourcell::formats::judges::StatedJudge;
use fourcell::formats::systems::models::{Rewriter, Source};
use fourcell::formats::systems::{BuiltIn, Kind, StatedSystem};
use report::doctor::{Group, State};
use report::number::count;
use serde_json::{Map, Value};

use crate::built_in::clients::in_words;
use crate::doctor::{Findings, as_bad_as, milliseconds};

/// What a model is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// The vector of a word.
    Embeddings,
    /// An answer of one token, drawn as the system says.
    Chat {
        /// How freely.
        temperature: Option<f64>,
        /// With which seed.
        seed: Option<i64>,
        /// Whether the system limits its answers by `max_tokens`.
        limits: bool,
    },
    /// Two words, ranked.
    Ranks,
}

impl Wanted {
    /// As it is spoken of.
    pub fn name(self) -> &'static str {
        match self {
            Self::Embeddings => "embeddings",
            Self::Chat { .. } => "chat",
            Self::Ranks => "reranking",
        }
    }
}

/// A model of an endpoint that a system uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The endpoint.
    pub endpoint: String,
    /// Its name there.
    pub name: String,
    /// What it is asked for.
    pub wanted: Wanted,
}

/// The models that a system uses, in the order of the pipeline.
pub fn models_of(system: &BuiltIn) -> Vec<Model> {
    let of = |at: &fourcell::formats::systems::models::ModelAt, wanted| Model {
        endpoint: at.endpoint.clone(),
        name: at.model.clone(),
        wanted,
    };
    let served = |source: &Source, wanted| match source {
        Source::Served(at) => Some(of(at, wanted)),
        Source::Folder(_) => None,
    };
    let rewriting = system.rewriting.as_ref().and_then(|rewriting| match &rewriting.by {
        Rewriter::Model { at, .. } => Some(of(at, Wanted::Chat { temperature: Some(0.0), seed: None, limits: false })),
        Rewriter::Templates(_) => None,
    });
    let generator = system.generator.as_ref().map(|generator| {
        let (temperature, seed) = (generator.temperature, generator.seed);
        of(&generator.at, Wanted::Chat { temperature, seed, limits: generator.max_tokens.is_some() })
    });
    let embedding = system.embedding.as_ref().and_then(|embedding| served(&embedding.from, Wanted::Embeddings));
    let reranking = system.reranking.as_ref().and_then(|reranking| served(&reranking.by, Wanted::Ranks));
    [embedding, rewriting, reranking, generator].into_iter().flatten().collect()
}

/// The models that systems and judges use, each once for what it is asked for.
pub fn models(systems: &[StatedSystem], judges: &[StatedJudge]) -> Vec<Model> {
    let of_systems = systems.iter().flat_map(|system| match &system.kind {
        Kind::BuiltIn(stated) => models_of(stated),
        Kind::Http(_) | Kind::Command(_) | Kind::Recorded(_) => Vec::new(),
    });
    let mut all: Vec<Model> = Vec::new();
    for model in of_systems.chain(super::judges::models(judges)) {
        let is = |known: &Model| {
            let key = |m: &Model| (m.endpoint.clone(), m.name.clone(), m.wanted.name());
            key(known) == key(&model)
        };
        if !all.iter().any(is) {
            all.push(model);
        }
    }
    all
}

/// Asks each model, and lists the models of endpoints that none is used of. All is spent from one budget.
pub fn ask(models: &[Model], clients: Vec<(String, Option<Client>)>, budget: &Arc<Budget>, found: &mut Findings) {
    let with_budget = |client: Client| client.with_budget(Arc::clone(budget));
    let clients: Vec<(String, Option<Client>)> = clients.into_iter().map(|(name, c)| (name, c.map(with_budget))).collect();
    let by_name: HashMap<&str, Option<&Client>> = clients.iter().map(|(name, c)| (name.as_str(), c.as_ref())).collect();
    let mut silent: HashSet<&str> = HashSet::new();
    for model in models {
        let subject = format!("{} at {}", model.name, model.endpoint);
        let Some(client) = by_name.get(model.endpoint.as_str()).copied().flatten() else {
            let told = format!("{}: not asked, since its endpoint has a fault", model.wanted.name());
            found.add(Group::Models, State::Warning, &subject, told, "mend the endpoint first");
            continue;
        };
        if silent.contains(model.endpoint.as_str()) {
            let told = format!("{}: not asked, since its endpoint did not reply", model.wanted.name());
            found.add(Group::Models, State::Warning, &subject, told, "mend the endpoint first");
            continue;
        }
        match call(model, client) {
            Ok(told) => found.ok(Group::Models, &subject, told),
            Err(error) => {
                let passes = matches!(error.kind(), ErrorKind::RateLimited | ErrorKind::BudgetSpent);
                found.failed(Group::Models, as_bad_as(!passes), &subject, &error);
                if matches!(error.kind(), ErrorKind::Connect | ErrorKind::TimedOut) {
                    silent.insert(&model.endpoint);
                }
            }
        }
    }
    for (name, client) in &clients {
        let is_used = models.iter().any(|model| model.endpoint == *name);
        if let (false, Some(client)) = (is_used, client) {
            list(name, client, found);
        }
    }
    if let Some(words) = in_words(budget.spent()) {
        found.ok(Group::Models, "asked", words);
    }
}

/// Makes the smallest call; tells what came back.
fn call(model: &Model, client: &Client) -> Result<String, CallError> {
    let told = |what: String, latency: Duration, named: Option<String>| {
        let named = match named {
            // A server may repeat what it was sent, and a name may be anything.
            Some(named) => format!("the server calls the model '{}'", printable(&client.hide(&named), 100)),
            None => "the server does not name the model".to_owned(),
        };
        format!("{what} in {}; {named}", milliseconds(latency))
    };
    match model.wanted {
        Wanted::Embeddings => {
            let made = Embedder::new(client, &model.name).embed(&["word"])?;
            let dimension = made.vectors.first().map_or(0, Vec::len);
            Ok(told(format!("embeddings: {}", count(dimension, "dimension")), made.exchange.latency, made.exchange.model))
        }
        Wanted::Ranks => {
            let ranked = rerank(client, &model.name, "word", &["word", "other"], None)?;
            Ok(told("reranking: two words were ranked".to_owned(), ranked.exchange.latency, ranked.exchange.model))
        }
        Wanted::Chat { temperature, seed, limits } => {
            let start = Instant::now();
            match one_token(client, &model.name, temperature, seed, limits) {
                Ok(answer) => Ok(told("chat: a token came".to_owned(), answer.exchange.latency, answer.exchange.model)),
                // A model that thinks first says nothing in one token, and is well all the same.
                Err(error) if error.kind() == ErrorKind::EmptyContent => {
                    let time = milliseconds(start.elapsed());
                    Ok(format!("chat: a reply came in {time}, with no word in its one token, as of models that think first"))
                }
                Err(error) => Err(error),
            }
        }
    }
}

fn one_token(
    client: &Client,
    model: &str,
    temperature: Option<f64>,
    seed: Option<i64>,
    limits: bool,
) -> Result<chat::Answer, CallError> {
    let messages = vec![Message::user("Say yes.")];
    let request = Request { model: model.to_owned(), messages, temperature, seed, max_tokens: Some(1), ..Request::default() };
    let newer = "max_completion_tokens";
    match chat::complete(client, &request) {
        // Some models know the limit by another name only. That is no fault of a system that states none.
        Err(error) if !limits && error.status() == Some(400) && error.said().is_some_and(|said| said.contains(newer)) => {
            let extra = Map::from_iter([(newer.to_owned(), Value::from(1))]);
            chat::complete(client, &Request { max_tokens: None, extra, ..request })
        }
        outcome => outcome,
    }
}

/// What an endpoint lists, where no model of it is used: that costs nothing.
fn list(name: &str, client: &Client, found: &mut Findings) {
    match client.get("/models") {
        Ok(reply) => {
            let time = milliseconds(reply.latency);
            let read: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            let told = match read["data"].as_array() {
                None => format!("is there ({time}), but GET /models gives no list of models"),
                Some(models) => {
                    let ids = models.iter().filter_map(|model| model["id"].as_str()).take(3);
                    let ids: Vec<String> = ids.map(|id| printable(&client.hide(id), 60)).collect();
                    let more = if models.len() > ids.len() { ", …" } else { "" };
                    let names = if ids.is_empty() { String::new() } else { format!(": {}{more}", ids.join(", ")) };
                    format!("GET /models lists {} in {time}{names}", count(models.len(), "model"))
                }
            };
            found.ok(Group::Models, name, told);
        }
        Err(error) if matches!(error.status(), Some(404 | 405)) => {
            found.ok(Group::Models, name, "is there, but lists no models");
        }
        Err(error) => found.failed(Group::Models, State::Warning, name, &error),
    }
}
