//! Reranking, as Cohere and Jina describe it: a query and documents in, scores of documents out.

use std::cmp::Ordering;

use serde::Deserialize;
use serde_json::json;

use crate::client::Client;
use crate::error::{CallError, ErrorKind};
use crate::exchange::Exchange;
use crate::usage::Reported;

/// The path below the base address.
pub const PATH: &str = "/rerank";

const EXPECTED: &str = "ranked documents, `{\"results\": [{\"index\": 0, \"relevance_score\": number}]}`";
const SHAPE: &str = "check that the base URL is of an interface for reranking like Cohere's or Jina's";

/// A document and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The place of the document in the request.
    pub index: usize,
    /// How well it answers the query; finite.
    pub score: f64,
}

/// The documents that came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Reranked {
    /// By score, highest first; equal scores in the order of the request.
    pub results: Vec<Ranked>,
    /// The request and its reply.
    pub exchange: Exchange,
}

#[derive(Deserialize)]
struct Results {
    results: Vec<Row>,
    model: Option<String>,
    usage: Option<Reported>,
}

#[derive(Deserialize)]
struct Row {
    index: usize,
    relevance_score: Option<f64>,
}

/// Scores documents for a query; `top_n` asks for the best only.
pub fn rerank(
    client: &Client,
    model: &str,
    query: &str,
    documents: &[&str],
    top_n: Option<usize>,
) -> Result<Reranked, CallError> {
    if documents.is_empty() || top_n == Some(0) {
        let problem = "at least one document was expected to rerank, and at least one to come back";
        return Err(CallError::new(ErrorKind::Setup, problem, "leave the call out where there is nothing to rerank"));
    }
    let mut body = json!({"model": model, "query": query, "documents": documents});
    if let Some(top_n) = top_n {
        body["top_n"] = top_n.into();
    }
    let reply = client.post_json(PATH, &body)?;
    let rows: Results = client.read(&reply, EXPECTED)?;
    let usage = rows.usage.and_then(Reported::usage);
    client.count(usage, &reply);
    let results = checked(rows.results, documents.len(), top_n)
        .map_err(|problem| client.fault(ErrorKind::Contract, &reply, &problem, SHAPE))?;
    client.keep(&reply);
    Ok(Reranked { results, exchange: Exchange::of(reply, usage, rows.model) })
}

/// The rows in order, or what is wrong with them.
fn checked(rows: Vec<Row>, documents: usize, top_n: Option<usize>) -> Result<Vec<Ranked>, String> {
    let mut seen = vec![false; documents];
    let mut results = Vec::with_capacity(rows.len());
    for Row { index, relevance_score } in rows {
        let Some(seen) = seen.get_mut(index) else {
            return Err(format!(
                "an index below {documents} was expected, the number of documents, but a result has index {index}"
            ));
        };
        if std::mem::replace(seen, true) {
            return Err(format!("each document was expected once, but two results have index {index}"));
        }
        let Some(score) = relevance_score.filter(|score| score.is_finite()) else {
            return Err(format!(
                "the score of the document at index {index} was expected to be a finite number, but is null or too large"
            ));
        };
        results.push(Ranked { index, score });
    }
    // A document that silently went missing would look like one that is not relevant.
    let expected = top_n.unwrap_or(documents).min(documents);
    if results.len() != expected {
        return Err(format!("{expected} results were expected, but {} came", results.len()));
    }
    // Finite scores always compare; 0 and -0 are equal.
    results.sort_by(|a, b| b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal).then(a.index.cmp(&b.index)));
    Ok(results)
}
