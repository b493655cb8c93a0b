//! Facts of the question, in the answer and in the context.

use evidence::{Fact, FactKind};
use statistics::{Score, Undefined};

use super::{UNANSWERABLE, expects_answer, share, status};
use crate::judged::{Case, Told};
use crate::right::FACTS_NOT_JUDGED;
use crate::verdict::Verdict;

/// Which facts are meant.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Of {
    /// Those without which the answer is wrong.
    Vital,
    /// Those, and those that are good to have.
    All,
}

const NO_VITAL: Undefined = Undefined("the question has no vital facts");
const NO_FACTS: Undefined = Undefined("the question has no facts");
/// There is nothing that must not be said.
pub(super) const NO_FORBIDDEN: Undefined = Undefined("the question has no forbidden facts");
const CONTEXT_NOT_JUDGED: Undefined = Undefined("whether the context holds the facts was not judged");

/// Whether the answer states a fact.
pub(super) fn stated(case: &Case<'_>, fact: &Fact) -> Result<Verdict, Score> {
    // Who declines states nothing, and nobody need be asked.
    if matches!(case.status(), Told::Given(status) if status.declines()) {
        return Ok(Verdict::NotStated);
    }
    case.judged.facts.get(&fact.id).copied().unwrap_or_default().or_score(FACTS_NOT_JUDGED)
}

/// Something was said. Where there are words and nobody says how they stand to the question, the facts in them do.
fn open_to_facts(case: &Case<'_>) -> Result<(), Score> {
    match (case.status(), &case.answer.text) {
        (Told::NotAsked, Some(_)) => Ok(()),
        _ => status(case).map(drop),
    }
}

/// The share of the facts that the answer states; one that is stated in part counts `part`. An answer that declines states none: 0, since
/// the question has an answer.
pub(super) fn recall(case: &Case<'_>, of: Of, part: f64) -> Score {
    if !expects_answer(case) {
        return Score::Undefined(UNANSWERABLE);
    }
    let wanted = |fact: &&Fact| fact.kind == FactKind::Vital || (of == Of::All && fact.kind == FactKind::Okay);
    let facts: Vec<&Fact> = case.question.facts.iter().filter(wanted).collect();
    if facts.is_empty() {
        return Score::Undefined(if of == Of::Vital { NO_VITAL } else { NO_FACTS });
    }
    if let Err(score) = open_to_facts(case) {
        return score;
    }
    let (mut whole, mut partly, mut unknown) = (0_usize, 0_usize, None);
    for fact in &facts {
        match stated(case, fact) {
            Ok(Verdict::Stated) => whole += 1,
            Ok(Verdict::Partial) => partly += 1,
            Ok(_) => {}
            Err(Score::Failed) => unknown = Some(Score::Failed),
            Err(other) => unknown = unknown.or(Some(other)),
        }
    }
    if let Some(unknown) = unknown {
        return unknown;
    }
    match part {
        0.0 => share(whole, facts.len()),
        part => Score::Value((whole as f64 + part * partly as f64) / facts.len() as f64),
    }
}

/// Whether the answer states a forbidden fact.
pub(super) fn forbidden_stated(case: &Case<'_>) -> Result<bool, Score> {
    let forbidden = || case.question.facts.iter().filter(|fact| fact.kind == FactKind::Forbidden);
    if forbidden().next().is_none() {
        return Err(Score::Undefined(NO_FORBIDDEN));
    }
    open_to_facts(case)?;
    let mut unknown = None;
    for fact in forbidden() {
        match stated(case, fact) {
            // One is enough, whatever became of the others.
            Ok(Verdict::Stated) => return Ok(true),
            Ok(_) => {}
            Err(Score::Failed) => unknown = Some(Score::Failed),
            Err(other) => unknown = unknown.or(Some(other)),
        }
    }
    unknown.map_or(Ok(false), Err)
}

/// The facts that the answer should state, each with whether the context holds it.
pub(super) fn in_context<'a>(case: &Case<'a>) -> Result<Vec<(&'a Fact, bool)>, Score> {
    let facts: Vec<&Fact> = case.question.facts.iter().filter(|fact| fact.kind != FactKind::Forbidden).collect();
    if facts.is_empty() {
        return Err(Score::Undefined(NO_FACTS));
    }
    let held = |fact: &'a Fact| {
        let told = case.judged.facts_in_context.get(&fact.id).copied().unwrap_or_default();
        Ok((fact, told.or_score(CONTEXT_NOT_JUDGED)? == Verdict::Supported))
    };
    facts.into_iter().map(held).collect()
}
