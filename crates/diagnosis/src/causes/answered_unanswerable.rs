//! The corpus holds no answer for the asker, and the system gave one.

use evidence::Expect;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::AnsweredUnanswerable,
    name: "answered-unanswerable",
    title: "answered the unanswerable",
    told_by: "The question is unanswerable, or expects no answer, and the system did not decline.",
    repair: "let the system decline: a threshold on the best passage's score ('fourcell judge' shows one), or the prompt",
    look: Look::Answer(look),
};

fn look(captured: &Captured<'_>, _present: bool) -> Option<Finding> {
    let status = captured.status().filter(|status| !status.declines() && !captured.is_right())?;
    if captured.question.answerable && captured.question.expect != Expect::NoAnswer {
        return None;
    }
    let said = captured.answer.and_then(|answer| answer.text.clone());
    let finding = Finding::observed(Cause::AnsweredUnanswerable, "the corpus holds no answer, and the system gave one");
    Some(finding.with(Proof { what: format!("status {}", status.name()), quote: said, ..Proof::default() }))
}
