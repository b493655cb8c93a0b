//! The sources disagree: the one that does not hold won, or the conflict was not stated.

use evidence::{Expect, Fact, FactKind};
use generation::judged::Told;
use generation::{Status, Verdict};
use retrieval::record::Item;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::ledger::{Finding, Proof};
use crate::terms::{content_words, holds, identifiers};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::ConflictMishandled,
    name: "conflict-mishandled",
    title: "conflict mishandled",
    told_by: "The answer states a forbidden fact that a passage of the context holds; or the question expects the conflict to be \
              stated, all of its evidence was sent, and the answer takes a side.",
    repair: "tell the generator which source holds (dates, versions, status), or keep superseded sources out of the context",
    look: Look::Answer(look),
};

fn look(captured: &Captured<'_>, present: bool) -> Option<Finding> {
    if captured.is_right() {
        return None;
    }
    side_taken(captured, present).or_else(|| wrong_one_won(captured))
}

fn side_taken(captured: &Captured<'_>, present: bool) -> Option<Finding> {
    let answered = matches!(captured.status(), Some(Status::Answered | Status::Partial));
    if captured.question.expect != Expect::Conflict || !answered || !present {
        return None;
    }
    let why = "the sources in the context disagree, and the answer takes a side without saying so";
    Some(Finding::observed(Cause::ConflictMishandled, why).repair("tell the generator to state conflicts that it cannot decide"))
}

/// A forbidden fact stands in the answer, and in the context: it was read, and believed. Without a judge's word the words of a passage
/// make that likely, and no more: they may deny it.
fn wrong_one_won(captured: &Captured<'_>) -> Option<Finding> {
    let context = captured.sent()?.1;
    let stated = |fact: &&Fact| {
        fact.kind == FactKind::Forbidden && captured.judged.facts.get(&fact.id) == Some(&Told::Given(Verdict::Stated))
    };
    captured.question.facts.iter().filter(stated).find_map(|fact| {
        let judged = captured.judged.facts_in_context.get(&fact.id).and_then(Told::given);
        let holder = context.iter().find(|item| captured.text_of(item).is_some_and(|text| says(text, &fact.text)));
        let in_context = judged.map_or(holder.is_some(), |verdict| *verdict == Verdict::Supported);
        in_context.then(|| {
            let why = format!("the answer states '{}', which a passage of the context says and which does not hold", fact.text);
            let finding = Finding::known(judged.is_some(), Cause::ConflictMishandled, why);
            finding.with_all(holder.map(|item| held_by(item, fact)))
        })
    })
}

fn held_by(item: &Item, fact: &Fact) -> Proof {
    Proof {
        what: "says what does not hold".into(),
        passage: Some(item.id.clone()),
        doc: item.doc.clone(),
        rev: item.rev.clone(),
        range: item.range,
        quote: Some(fact.text.clone()),
        ..Proof::default()
    }
}

/// Whether a text has every identifier and number of a statement, and at least half of its longer words.
fn says(text: &str, statement: &str) -> bool {
    if !identifiers(statement).iter().all(|word| holds(text, word)) {
        return false;
    }
    let (wanted, there) = (content_words(statement), content_words(text));
    2 * wanted.intersection(&there).count() >= wanted.len()
}
