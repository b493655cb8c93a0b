//! Questions that ask nothing.

use super::{Finding, Place, Rule, Set, Severity};

pub(super) const RULE: Rule = Rule {
    name: "blank-query",
    severity: Severity::Fault,
    about: "Finds questions whose query is empty or white space: whatever a system does with them measures nothing.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate().filter(|(_, q)| q.query.trim().is_empty()) {
        let (problem, mend) = ("its query is blank".into(), "write the query, or remove the question".into());
        findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
    }
}
