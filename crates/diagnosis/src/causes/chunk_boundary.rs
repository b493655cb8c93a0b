//! No passage holds the evidence whole, or the passage that does lost the heading that says what it is about.

use evidence::Locator;
use evidence::text::letters;
use retrieval::record::Item;

use super::cut::stood_above;
use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::{Leaf, Place};
use crate::ledger::{Finding, Proof};
use crate::terms::{headings_over, holds, identifiers, longer_words};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::ChunkBoundary,
    name: "chunk-boundary",
    title: "chunk boundary",
    told_by: "No passage of the index covers the range and neighbours do so together, or text between passages was lost; or the \
              passage that covers it lacks what the question names and the heading over it has. Where the index was not captured: \
              a passage that was sent ends within the evidence.",
    repair: "cut where the text does (sections, table rows, sentences), overlap, or give each passage its headings",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    if leaf.place == Place::Gone {
        return None;
    }
    if captured.ground.chunking.is_empty() {
        cut_in_what_was_sent(captured, leaf)
    } else {
        cut(captured, leaf).or_else(|| beheaded(captured, leaf))
    }
}

/// By the passages of the index.
fn cut(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let range = leaf.range().filter(|_| leaf.whole_passage(captured).is_none())?;
    let placed = leaf.passages.iter().all(|passage| passage.range.is_some());
    let indexed = captured.ground.chunking.near([leaf.label]);
    if !placed || indexed.iter().all(|passage| passage.range.is_none()) {
        return None;
    }
    let cover = leaf.indexed_cover()?;
    let pieces = leaf.passages.iter().map(|passage| Proof {
        what: "holds a part".into(),
        passage: Some(passage.id.clone()),
        range: passage.range,
        ..Proof::default()
    });
    let whole = Proof { what: "the evidence".into(), range: Some(range), cover: Some(cover), ..Proof::default() };
    let finding = if captured.ground.cover.is_met_by(cover) {
        let why = format!("no passage holds the evidence whole; {} do together", leaf.passages.len());
        Finding::observed(Cause::ChunkBoundary, why)
    } else {
        let why = format!("all passages together hold {:.0} % of the evidence: text between them was lost", cover * 100.0);
        Finding::observed(Cause::ChunkBoundary, why).repair("keep all text: passages together must cover the document")
    };
    Some(finding.with(whole).with_all(pieces))
}

/// What the question names stands in a heading over the passage, or in the document's title, and not in any passage that holds the
/// evidence; and the query did name it.
fn beheaded(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let (passage, document) = (leaf.whole_passage(captured)?, leaf.document?);
    // It was found without its heading.
    if stood_above(captured, leaf) {
        return None;
    }
    let start = passage.range?.start();
    let mut over = headings_over(document.text.as_str(), start);
    over.extend(document.title.as_deref());
    let texts: Vec<&str> = leaf.passages.iter().filter_map(|passage| captured.text_of(passage)).collect();
    let queries = captured.queries();
    let asked = |word: &str| queries.is_empty() || queries.iter().any(|query| holds(query, word));
    let lost = |word: &&str| {
        over.iter().any(|heading| holds(heading, word)) && !texts.iter().any(|text| holds(text, word)) && asked(word)
    };
    let lost: Vec<&str> = names(&captured.question.query).into_iter().filter(lost).collect();
    if lost.is_empty() {
        return None;
    }
    let why =
        format!("passage '{}' does not say {}, which the question names and the heading over it has", passage.id, quoted(&lost));
    let heading = over.iter().find(|heading| holds(heading, lost[0])).map(|heading| (*heading).to_owned());
    let finding = Finding::inferred(Cause::ChunkBoundary, why).with(Proof {
        passage: Some(passage.id.clone()),
        range: passage.range,
        quote: heading,
        ..Proof::document("the heading that was cut off", document)
    });
    Some(finding.repair("give each passage the headings that it stands under"))
}

/// What a question names. Where it is written without capitals nothing tells names from other words, and every longer one may be one.
fn names(query: &str) -> Vec<&str> {
    let found = identifiers(query);
    if found.is_empty() && !query.chars().any(char::is_uppercase) { longer_words(query) } else { found }
}

pub(super) fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ")
}

/// Without the index: a passage that was sent holds a part of the evidence, and ends within it.
fn cut_in_what_was_sent(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let Locator::Range { doc, .. } = leaf.label else { return None };
    let (range, (stage, sent)) = (leaf.range()?, captured.sent()?);
    let by_range = |item: &&Item| {
        let piece = item.range.filter(|_| item.doc.as_deref() == Some(doc));
        piece.is_some_and(|piece| piece.intersection(range).is_some() && !piece.contains(range))
    };
    let words = leaf.words().map(letters).filter(|words| words.chars().count() >= 2 * LEAST);
    let by_text = |item: &&Item| match (&words, item.range, captured.text_of(item)) {
        (Some(words), None, Some(text)) => holds_end(&letters(text), words),
        _ => false,
    };
    let piece = sent.iter().find(by_range).or_else(|| sent.iter().find(by_text))?;
    let why = format!("passage '{}', which was sent, ends within the evidence", piece.id);
    Some(Finding::inferred(Cause::ChunkBoundary, why).with(Proof {
        what: "ends within the evidence".into(),
        stage: Some(stage),
        passage: Some(piece.id.clone()),
        range: piece.range,
        ..Proof::default()
    }))
}

/// So many letters in a row are no coincidence.
const LEAST: usize = 20;

/// Whether a text ends with the beginning of some words, or begins with their end.
fn holds_end(text: &str, words: &str) -> bool {
    let begins: String = words.chars().take(LEAST).collect();
    let ends: String = words.chars().skip(words.chars().count() - LEAST).collect();
    let cut_behind = text.rfind(&begins).is_some_and(|at| words.starts_with(&text[at..]));
    let cut_before = text.find(&ends).is_some_and(|at| words.ends_with(&text[..at + ends.len()]));
    cut_behind || cut_before
}
