//! Evidence that the one who asks may not open.

use super::lookup::Documents;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::document::Status;
use crate::locator::Locator;

pub(super) const RULE: Rule = Rule {
    name: "evidence-not-openable",
    severity: Severity::Fault,
    about: "Finds required documents that the question's principal may not open: a system that keeps the access rules cannot answer, one that answers leaks.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(documents) = Documents::of(set) else { return };
    for (index, question) in set.questions.iter().enumerate().filter(|(_, q)| q.answerable) {
        let (Some(principal), Some(evidence)) = (&question.principal, &question.evidence) else { continue };
        let mut may_open = |locator: &Locator| {
            let revisions = documents.meeting(locator);
            // Where a revision is in force only such a one may be retrieved.
            let in_force = revisions.iter().any(|d| d.status == Status::Active);
            let mut eligible = revisions.iter().filter(|d| !in_force || d.status == Status::Active);
            revisions.is_empty() || eligible.any(|d| d.may_be_opened_by(principal))
        };
        let leaves = evidence.leaves();
        let closed: Vec<String> = leaves.iter().filter(|l| !may_open(l)).map(|l| show::id(&l.to_string())).collect();
        if closed.is_empty() {
            continue;
        }
        let (number, named) = (closed.len(), show::few_of(closed, 3));
        let who = principal.tenant.as_ref().map_or("the principal".into(), |t| format!("a principal of tenant {}", show::id(t)));
        let (problem, mend, severity) = if evidence.complete(&mut may_open) == Some(false) {
            (
                format!("{who} may not open {named}, and no other way through the evidence is open"),
                "correct \"principal\" or the documents' \"acl\"; where this asker is not meant to know, write \"answerable\": false",
                Severity::Fault,
            )
        } else {
            (
                format!("{who} may not open {named}: {number} of {} of evidence", show::count(leaves.len(), "piece")),
                "nothing, where other alternatives are meant to answer; else correct \"principal\" or \"acl\"",
                Severity::Note,
            )
        };
        findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend.into()).with(severity));
    }
}
