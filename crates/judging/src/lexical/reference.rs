//! The answer, its claims and its context against what a right answer says: the question's facts and its reference answer.

use evidence::FactKind;
use generation::{Ask, Kind, Outcome, Verdict};

use super::claims::unmarked;
use super::compare::{Call, Found, compare, compare_read, fit};
use super::read::Reading;
use super::statement::Unfit;
use super::status::{parts, stated, status};
use super::thresholds::CHOSEN;
use super::verdicts::{reason, unfit_for};
use crate::Given;

/// More statements than that are not looked for in one passage.
const MOST_STATEMENTS: usize = 500;

/// What a right answer says: the facts that are not forbidden, and the sentences of the reference answer.
pub(super) fn wanted<'a>(ask: &Ask<'a>) -> impl Iterator<Item = &'a str> {
    let facts = ask.question.facts.iter().filter(|fact| fact.kind != FactKind::Forbidden).map(|fact| fact.text.as_str());
    facts.chain(ask.question.answer.as_deref().into_iter().flat_map(parts)).filter(|text| text.contains(char::is_alphanumeric))
}

/// Whether a passage holds most of what a right answer says in one place.
pub(super) fn needed(ask: &Ask<'_>) -> Given {
    let statements: Vec<&str> = wanted(ask).take(MOST_STATEMENTS + 1).collect();
    if statements.len() > MOST_STATEMENTS {
        return Given::failed(
            "too-long",
            "the question has too many facts and sentences of a reference answer to look for",
            None,
        );
    }
    let texts: Vec<&str> = ask.passages().map(|passage| passage.text.as_deref().unwrap_or_default()).collect();
    if !fit("", &texts) {
        return unfit_for(Unfit::Long);
    }
    let readings: Vec<Reading> = texts.iter().map(|text| Reading::new(text)).collect();
    let holds = |statement: &&str| {
        let found = compare_read(&Reading::new(statement), &readings, &CHOSEN);
        found.is_ok_and(|found| found.best >= CHOSEN.needed)
    };
    let needed = statements.iter().any(holds);
    Given::only(Outcome::Verdict(if needed { Verdict::Needed } else { Verdict::NotNeeded }))
}

/// Whether the answer, or one of its claims, agrees with the reference answer.
pub(super) fn agrees(ask: &Ask<'_>) -> Given {
    let reference = ask.question.answer.as_deref().unwrap_or_default();
    if ask.kind == Kind::Answer
        && let Some(claim) = ask.statement()
    {
        let claim = unmarked(claim, ask.answer);
        return match compare(&claim, &[reference], &CHOSEN) {
            Ok(found) => told(found.call == Call::Supported, reason(&claim, &[reference], &found)),
            Err(unfit) => unfit_for(unfit),
        };
    }
    let answer = unmarked(ask.answer.text.as_deref().unwrap_or_default(), ask.answer);
    let declines = |text: &str| status(text) == Some(Verdict::Declined);
    match (declines(&answer), declines(reference)) {
        (true, true) => return told(true, "both decline".to_owned()),
        (true, false) => return told(false, "the answer declines".to_owned()),
        (false, true) => return told(false, "the reference declines".to_owned()),
        (false, false) => {}
    }
    let answer = stated(&answer);
    let found = match compare(reference, &[&answer], &CHOSEN) {
        Ok(found) => found,
        Err(unfit) => return unfit_for(unfit),
    };
    // An answer of very many words has no share of them in the reference to speak of.
    let back = compare(&answer, &[reference], &CHOSEN).ok();
    let right = !matches!(found.call, Call::Contradicted(_)) && figures_hold(&found) && overlaps(&found, back.as_ref());
    told(right, reason(reference, &[&answer], &found))
}

/// All numbers of a reference must be there; of three and more, most.
fn figures_hold(found: &Found) -> bool {
    let may_miss = if found.figures < 3 { 0 } else { found.figures / 3 };
    found.figures_missing <= may_miss
}

/// Whether they share enough: the reference is there, or it and the answer overlap both ways.
fn overlaps(found: &Found, back: Option<&Found>) -> bool {
    let mean = back.map_or(0.0, |back| {
        let sum = found.text + back.text;
        if sum > 0.0 { 2.0 * found.text * back.text / sum } else { 0.0 }
    });
    found.text >= CHOSEN.reference || mean >= CHOSEN.reference
}

fn told(right: bool, reason: String) -> Given {
    let verdict = if right { Verdict::Correct } else { Verdict::Incorrect };
    Given { reason: Some(reason), ..Given::only(Outcome::Verdict(verdict)) }
}
