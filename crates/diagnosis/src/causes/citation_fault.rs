//! A citation does not resolve, or what it names does not support the sentence that carries it.

use generation::Verdict;
use generation::judged::JudgedCitation;
use retrieval::record::Stage;

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::CitationFault,
    name: "citation-fault",
    title: "citation fault",
    told_by: "A citation names a passage that is not in the context, or a judge found that the passage it names does not support \
              the sentence that carries it.",
    repair: "number the passages in the prompt, demand a citation for each sentence, and drop those that do not resolve",
    look: Look::Answer(look),
};

fn look(captured: &Captured<'_>, _present: bool) -> Option<Finding> {
    let answer = captured.answer.filter(|answer| answer.error.is_none())?;
    let declines = captured.status().is_some_and(generation::Status::declines);
    if !captured.question.answerable || declines {
        return None;
    }
    let context = captured.list(Stage::Context);
    let unresolved = answer.citations.iter().flatten().map(|citation| citation.passage.as_str());
    let unresolved = unresolved.filter(|id| context.is_some_and(|sent| !sent.iter().any(|item| item.id == *id)));
    let mut unresolved: Vec<&str> = unresolved.collect();
    unresolved.sort_unstable();
    unresolved.dedup();
    let judged = captured.judged.citations.iter();
    let unsupported: Vec<&JudgedCitation> =
        judged.filter(|c| matches!(c.support.given(), Some(Verdict::NotFound | Verdict::Contradicted))).collect();
    let why = match (unresolved.as_slice(), unsupported.as_slice()) {
        ([], []) => return None,
        ([one], []) => format!("the answer cites '{one}', which is not in its context"),
        ([], [one]) => format!("the answer cites '{}' for what it does not say", one.passage),
        (several, more) => format!("{} citations of the answer do not hold", several.len() + more.len()),
    };
    let named = |what: &str, id: &str| Proof { what: what.into(), passage: Some(id.to_owned()), ..Proof::default() };
    let sentence = |citation: &&JudgedCitation| Proof {
        quote: answer.slice(citation.span).map(str::to_owned),
        ..named("does not support the sentence", &citation.passage)
    };
    let finding = Finding::observed(Cause::CitationFault, why);
    let finding = finding.with_all(unresolved.iter().map(|id| named("not in the context", id)));
    Some(finding.with_all(unsupported.iter().map(sentence)))
}
