//! Answerable questions that require nothing.

use super::{Finding, Place, Rule, Set, Severity};

pub(super) const RULE: Rule = Rule {
    name: "no-required-evidence",
    severity: Severity::Fault,
    about: "Finds answerable questions that name no evidence: their recall is neither 0 nor 1 but undefined.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate().filter(|(_, q)| q.answerable) {
        if let Err(error) = question.required() {
            let problem = format!("it is answerable and requires no evidence: {error}");
            let mend = "list the evidence it needs, or write \"answerable\": false and \"expect\": \"no-answer\"".into();
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
        }
    }
}
