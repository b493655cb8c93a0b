//! The settings of a built-in system as its manifest tells them.

use std::num::NonZeroU32;

use documents::snapshot;
use fourcell::formats::systems::BuiltIn as Stated;
use fourcell::formats::systems::models::{ModelAt, Rewriter, Source};
use fourcell::retrieval::Limits;
use systems::built_in::{Answerer, Parts};
use systems::manifest::Manifest;
use systems::rewriting;

use crate::built_in::Ground;
use crate::running::{inputs, tool};

/// What the manifest of a system says. Where a model is, it names the endpoint, not its address: a server may move.
/// `revision` is that of the index, which was brought up to date with the corpus: it is the corpus's snapshot id.
pub(super) fn manifest(ground: &Ground<'_>, name: &str, stated: &Stated, parts: &Parts<'_>, revision: &str) -> Manifest {
    let none = || "none".to_owned();
    let settings = vec![
        ("corpus", revision.to_owned()),
        ("parsing", parsing(ground, revision)),
        ("chunking", stated.chunking.clone()),
        ("embedding", embedding(stated, parts)),
        ("sparse_index", sparse_index(stated)),
        (
            "filters",
            match stated.filter.as_str() {
                "never" => none(),
                when => format!("tenant, groups, status and dates, {when} ranking"),
            },
        ),
        ("query_rewriting", query_rewriting(stated, parts)),
        ("fusion", fusion(stated)),
        ("reranking", reranking(stated, parts)),
        ("packing", packing(ground, stated)),
        (
            "generator",
            match (&stated.generator, stated.answer.as_str()) {
                (Some(generator), _) => at(&generator.at),
                (None, "none") => none(),
                _ => format!("extractive/1, threshold {}, {} sentences", stated.threshold, stated.sentences),
            },
        ),
        (
            "prompt",
            match &parts.answerer {
                Answerer::Model(generator) => generator.settings.prompt.name().to_owned(),
                _ => none(),
            },
        ),
        ("sampling", sampling(stated)),
    ];
    Manifest {
        system: name.to_owned(),
        settings,
        inputs: inputs(ground.set),
        beside: vec![("day", ground.day.to_owned()), ("index_revision", revision.to_owned()), ("tool", tool())],
        limits: Limits {
            passages: stated.max_passages.and_then(NonZeroU32::new),
            tokens: stated.max_tokens.and_then(NonZeroU32::new),
        },
        when: Vec::new(),
    }
}

/// The parsers of a corpus that a snapshot made; a corpus file that came from elsewhere has been parsed there.
fn parsing(ground: &Ground<'_>, id: &str) -> String {
    let parsers = ground.project.corpus.as_deref().and_then(|corpus| snapshot::parsers(corpus, id));
    parsers.map_or_else(|| "as the corpus file has it".to_owned(), |names| names.into_iter().collect::<Vec<_>>().join(", "))
}

fn at(at: &ModelAt) -> String {
    format!("{} at {}", at.model, at.endpoint)
}

fn embedding(stated: &Stated, parts: &Parts<'_>) -> String {
    let (Some(embedding), Some(dense)) = (&stated.embedding, &parts.dense) else { return "none".to_owned() };
    let from = match &embedding.from {
        Source::Served(served) => at(served),
        // What it is, not where it lies.
        Source::Folder(_) => dense.model.identity().to_owned(),
    };
    let dimension = dense.vectors.dimension();
    let (query, passage) = (&embedding.query_prefix, &embedding.passage_prefix);
    let prefixes = if query.is_empty() && passage.is_empty() {
        String::new()
    } else {
        format!(", {query:?} before queries, {passage:?} before passages")
    };
    format!("{from}, {dimension} dimensions, cosine, exact{prefixes}")
}

fn reranking(stated: &Stated, parts: &Parts<'_>) -> String {
    let (Some(reranking), Some(reranker)) = (&stated.reranking, &parts.reranker) else { return "none".to_owned() };
    let by = match &reranking.by {
        Source::Served(served) => at(served),
        Source::Folder(_) => reranker.model.identity().to_owned(),
    };
    format!("{by}, top {}", reranking.top)
}

fn sparse_index(stated: &Stated) -> String {
    if stated.retrieval == "dense" {
        return "none".to_owned();
    }
    let or_none = |code: &Option<String>| code.clone().unwrap_or_else(|| "none".into());
    let (stem, stop) = (or_none(&stated.stem), or_none(&stated.stop_words));
    format!("BM25, k1 {}, b {}, stem {stem}, stop words {stop}", stated.k1, stated.b)
}

fn query_rewriting(stated: &Stated, parts: &Parts<'_>) -> String {
    let Some(rewriting) = &stated.rewriting else { return "none".to_owned() };
    let kept = if rewriting.keep { ", beside the question" } else { "" };
    match (&rewriting.by, &parts.rewriter) {
        (Rewriter::Model { at: model, queries, .. }, rewriting::Rewriter::Model { prompt, .. }) => {
            format!("{}, {queries} queries, prompt {}{kept}", at(model), prompt.name())
        }
        (Rewriter::Templates(templates), _) => format!("templates {templates:?}{kept}"),
        (Rewriter::Model { .. }, _) => "none".to_owned(),
    }
}

fn fusion(stated: &Stated) -> String {
    let several = stated.retrieval == "hybrid" || stated.rewriting.is_some();
    let weights = match (stated.retrieval.as_str(), stated.weights) {
        ("hybrid", [bm25, dense]) => format!(", weights {bm25} for BM25 and {dense} for dense"),
        _ => String::new(),
    };
    match (several, stated.fusion.as_str()) {
        (false, _) => "none".to_owned(),
        (true, "weighted") => format!("sum of scores brought to 0 to 1{weights}"),
        (true, _) => format!("reciprocal rank, k {}{weights}", stated.rrf_k),
    }
}

fn packing(ground: &Ground<'_>, stated: &Stated) -> String {
    let budget: Vec<String> = [
        stated.max_passages.map(|n| format!("{n} passages")),
        stated.max_tokens.map(|n| format!("{n} tokens of {}", ground.tokenizer.name())),
    ]
    .into_iter()
    .flatten()
    .collect();
    format!("{} candidates, {}, {} at what does not fit", stated.candidates, budget.join(" and "), stated.packing)
}

fn sampling(stated: &Stated) -> String {
    let Some(generator) = &stated.generator else { return "none".to_owned() };
    let parts = [
        generator.temperature.map(|t| format!("temperature {t}")),
        generator.max_tokens.map(|n| format!("at most {n} tokens")),
        generator.seed.map(|seed| format!("seed {seed}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "as the server has it".to_owned() } else { parts.join(", ") }
}
