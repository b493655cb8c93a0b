//! The query as it was sent lacks what the question names, and the evidence is found by it.

use super::chunk_boundary::quoted;
use super::cut::stood_above;
use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::{Leaf, Place};
use crate::ledger::{Finding, Proof};
use crate::terms::{content_words, headings_over, holds, identifiers};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::QueryRepresentation,
    name: "query-representation",
    title: "query representation",
    told_by: "An identifier, acronym or name of the question, or of the conversation before it, stands in the evidence and in no \
              query as sent; or the query shares no word with the evidence, and the question does.",
    repair: "keep identifiers, acronyms and names when a question is rewritten, or send the question beside its rewriting",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let queries = captured.queries();
    // What stood where it is sent was found by this query.
    if queries.is_empty() || leaf.place == Place::Gone || stood_above(captured, leaf) {
        return None;
    }
    let evidence = words_of(captured, leaf);
    if evidence.is_empty() {
        return None;
    }
    let sent = |word: &str| queries.iter().any(|query| holds(query, word));
    let said = captured.question.history.iter().filter(|message| message.role == "user").map(|message| message.content.as_str());
    let named = std::iter::once(captured.question.query.as_str()).chain(said).flat_map(identifiers);
    let mut lost: Vec<&str> = named.filter(|word| holds(&evidence, word) && !sent(word)).collect();
    lost.dedup();
    if !lost.is_empty() {
        let why = format!("the query as sent lacks {}, which the question names and the evidence holds", quoted(&lost));
        return Some(with_queries(Finding::observed(Cause::QueryRepresentation, why), &queries));
    }
    let evidence = content_words(&evidence);
    let shared: Vec<String> = content_words(&captured.question.query).intersection(&evidence).cloned().collect();
    if shared.is_empty() || shared.iter().any(|word| sent(word)) {
        return None;
    }
    let shared: Vec<&str> = shared.iter().map(String::as_str).collect();
    let why = format!("the query as sent shares no word with the evidence; the question shares {}", quoted(&shared));
    Some(with_queries(Finding::inferred(Cause::QueryRepresentation, why), &queries))
}

fn with_queries(finding: Finding, queries: &[&str]) -> Finding {
    let proof = |query: &&str| Proof { what: "the query as sent".into(), quote: Some((*query).to_owned()), ..Proof::default() };
    finding.with_all(queries.iter().map(proof))
}

/// All words by which the evidence might be found: its own, those of the passages that hold it, of the headings over it and the title.
fn words_of(captured: &Captured<'_>, leaf: &Leaf<'_>) -> String {
    let mut words: Vec<&str> = leaf.words().into_iter().collect();
    words.extend(leaf.passages.iter().filter_map(|passage| captured.text_of(passage)));
    if let Some(document) = leaf.document {
        words.extend(leaf.range().into_iter().flat_map(|range| headings_over(document.text.as_str(), range.start())));
        words.extend(document.title.as_deref());
    }
    words.join("\n")
}
