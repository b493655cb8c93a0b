//! The evidence was in the context, and the answer misses it or says otherwise.

use evidence::{Fact, FactKind};
use generation::judged::Told;
use generation::right::{Basis, Right, right};
use generation::{Status, Verdict};

use super::{Cause, Definition, Look, conflict_mishandled};
use crate::captured::Captured;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::GenerationMisuse,
    name: "generation-misuse",
    title: "generation misuse",
    told_by: "All required evidence was sent, and the answer leaves a vital fact out, contradicts one, states a forbidden one that \
              nothing in the context says, answers a part, or is wrong by its reference.",
    repair: "read the case: shorten or order the context, state in the prompt what an answer must hold, or use a stronger model",
    look: Look::Answer(look),
};

fn look(captured: &Captured<'_>, present: bool) -> Option<Finding> {
    let case = captured.case().filter(|_| !captured.is_right())?;
    let status = captured.status().filter(|status| !status.declines())?;
    let (super::Look::Answer(conflict), true) = (conflict_mishandled::DEFINITION.look, captured.question.answerable) else {
        return None;
    };
    if conflict(captured, present).is_some() {
        return None;
    }
    let missed = missed(captured, present);
    if !missed.is_empty() {
        let why = match missed.as_slice() {
            [(fact, how)] => format!("the evidence was sent, and the answer {how} '{}'", fact.text),
            several => format!("the evidence was sent, and the answer misses {} facts", several.len()),
        };
        let proof = missed.iter().map(|(fact, how)| Proof {
            what: format!("the answer {how}"),
            quote: Some(fact.text.clone()),
            ..Proof::default()
        });
        return Some(Finding::observed(Cause::GenerationMisuse, why).with_all(proof));
    }
    let why = match right(&case) {
        Right::No(_) if !present => return None,
        Right::No(Basis::Status) if status == Status::Partial => "the evidence was sent, and only a part was answered",
        Right::No(Basis::Status) => "the evidence was sent, and the answer is not of the kind that the question expects",
        Right::No(Basis::Reference) => "the evidence was sent, and the answer does not agree with the reference",
        Right::No(Basis::Recorded(_)) => "the evidence was sent, and the answer was recorded as wrong",
        Right::No(Basis::Facts) => "the evidence was sent, and the answer states what it must not",
        Right::Yes(_) | Right::Failed | Right::NotScored(_) => return None,
    };
    Some(Finding::observed(Cause::GenerationMisuse, why))
}

/// Facts that the answer misses although they were sent, each with how.
fn missed<'a>(captured: &'a Captured<'_>, present: bool) -> Vec<(&'a Fact, &'static str)> {
    let mut missed = Vec::new();
    for fact in &captured.question.facts {
        let in_context = captured.judged.facts_in_context.get(&fact.id).and_then(Told::given) == Some(&Verdict::Supported);
        let told = captured.judged.facts.get(&fact.id).and_then(Told::given);
        let how = match (fact.kind, told) {
            (FactKind::Vital, Some(Verdict::NotStated | Verdict::Partial)) => "leaves out",
            (FactKind::Vital | FactKind::Okay, Some(Verdict::Contradicted)) => "contradicts",
            (FactKind::Forbidden, Some(Verdict::Stated)) if present => "states what must not be said:",
            _ => continue,
        };
        if present || in_context {
            missed.push((fact, how));
        }
    }
    missed
}
