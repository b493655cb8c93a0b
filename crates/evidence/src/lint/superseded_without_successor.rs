//! Superseded documents that do not say by what.

use super::lookup::active;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::document::Status;

pub(super) const RULE: Rule = Rule {
    name: "superseded-without-successor",
    severity: Severity::Warning,
    about: "Finds superseded revisions without `superseded_by`: an answer from the old text cannot be traced to what it should have said.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(corpus) = set.corpus else { return };
    for (index, document) in corpus.documents().iter().enumerate() {
        if document.status != Status::Superseded || document.superseded_by.as_ref().is_some_and(|by| !by.is_empty()) {
            continue;
        }
        let mend = match active(corpus, &document.id).next() {
            Some(new) => format!("write \"superseded_by\": {}", show::id(&format!("{}@{}", new.id, new.rev))),
            None => "write \"superseded_by\", or mark it as \"deleted\" or \"expired\" where nothing replaced it".into(),
        };
        let problem = format!("{} is superseded, but not said by what", show::document(document));
        findings.push(RULE.finding(Place::Document(index), &document.id, problem, mend));
    }
}
