//! All required evidence was sent, and the system declined.

use evidence::Expect;

use retrieval::record::Ending;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::WrongAbstention,
    name: "wrong-abstention",
    title: "wrong abstention",
    told_by: "The question has an answer, all of its evidence was sent (or found, where the retriever said that it holds none), and the \
              system declined. Who declines without the evidence does right, and the failure is retrieval's.",
    repair: "lower the threshold at which the system declines, or say in the prompt when it must not",
    look: Look::Answer(look),
};

fn look(captured: &Captured<'_>, present: bool) -> Option<Finding> {
    let status = captured.status().filter(|status| status.declines() && !captured.is_right())?;
    if !captured.question.answerable || captured.question.expect == Expect::NoAnswer || !present {
        return None;
    }
    let said = captured.answer.and_then(|answer| answer.text.clone());
    let why = match captured.record.ending {
        Ending::NoEvidence => "all required evidence was found, and the retriever said that it holds none",
        _ => "all required evidence was sent, and the system declined",
    };
    let finding = Finding::observed(Cause::WrongAbstention, why);
    Some(finding.with(Proof { what: format!("status {}", status.name()), quote: said, ..Proof::default() }))
}
