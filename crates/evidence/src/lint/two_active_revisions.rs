//! Documents of which more than one revision is in force.

use std::collections::BTreeMap;

use super::{Finding, Place, Rule, Set, Severity, show};
use crate::document::Status;

pub(super) const RULE: Rule = Rule {
    name: "two-active-revisions",
    severity: Severity::Fault,
    about: "Finds documents with more than one active revision: which of them an answer must follow is not defined.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let documents = set.corpus.map(|c| c.documents()).unwrap_or_default();
    let mut active: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, document) in documents.iter().enumerate().filter(|(_, d)| d.status == Status::Active) {
        let revisions = active.entry(&document.id).or_default();
        // The same revision twice is the business of duplicate-id.
        if revisions.iter().all(|&i| documents[i].rev != document.rev) {
            revisions.push(index);
        }
    }
    for (id, revisions) in active.into_iter().filter(|(_, revisions)| revisions.len() > 1) {
        let named = show::few(revisions.iter().map(|&i| documents[i].rev.as_str()));
        let problem = format!("{} revisions of {} are active: {named}", revisions.len(), show::id(id));
        let mend = "mark all but the one in force as \"superseded\", with \"superseded_by\"".into();
        findings.push(RULE.finding(Place::Document(revisions[1]), id, problem, mend));
    }
}
