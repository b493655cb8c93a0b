//! The answer claims what no passage of its context supports.

use generation::Verdict;
use generation::judged::JudgedClaim;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::UnsupportedAssertion,
    name: "unsupported-assertion",
    title: "unsupported assertion",
    told_by: "A judge found a claim of the answer in no passage of the context, or contradicted by it, or of another scope; the \
              question has an answer in the corpus.",
    repair: "tell the generator to say only what the passages say, and to decline what they do not",
    look: Look::Answer(look),
};

fn look(captured: &Captured<'_>, _present: bool) -> Option<Finding> {
    let declines = captured.status().is_some_and(generation::Status::declines);
    if !captured.question.answerable || declines {
        return None;
    }
    let claims = captured.judged.claims.given()?;
    let unsupported: Vec<(&JudgedClaim, &str)> = claims.iter().filter_map(|claim| Some((claim, fault(claim)?))).collect();
    let (first, how) = unsupported.first()?;
    let why = match unsupported.len() {
        1 => format!("the answer claims '{}', which {how}", first.claim.text),
        n => format!("{n} of {} claims of the answer are not supported by its context", claims.len()),
    };
    let proof = unsupported.iter().map(|(claim, how)| Proof {
        what: format!("a claim that {how}"),
        quote: Some(claim.claim.text.clone()),
        ..Proof::default()
    });
    Some(Finding::observed(Cause::UnsupportedAssertion, why).with_all(proof))
}

fn fault(claim: &JudgedClaim) -> Option<&'static str> {
    match claim.support.given()? {
        Verdict::NotFound => Some("no passage of the context supports"),
        Verdict::Contradicted => Some("the context contradicts"),
        Verdict::OutOfScope => Some("the context says of something else"),
        _ => None,
    }
}
