//! Expectations that contradict whether there is an answer.

use super::{Finding, Place, Rule, Set, Severity};
use crate::question::Expect;

pub(super) const RULE: Rule = Rule {
    name: "expect-mismatch",
    severity: Severity::Fault,
    about: "Finds questions that expect declining although they are answerable, or an answer although they are not: right systems would be marked wrong.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate() {
        let (problem, mend) = match (question.answerable, question.expect) {
            (true, Expect::NoAnswer) => {
                ("it is answerable, yet expects no answer", "write \"expect\": \"answer\", or \"answerable\": false")
            }
            (false, Expect::Answer) => {
                ("it is unanswerable, yet expects an answer", "write \"expect\": \"no-answer\", or \"answerable\": true")
            }
            (false, Expect::Conflict) => (
                "it is unanswerable, yet expects that a conflict is stated",
                "sources that disagree are evidence: write \"answerable\": true and name them, or \"expect\": \"no-answer\"",
            ),
            (true, Expect::Answer | Expect::Conflict) | (false, Expect::NoAnswer) => continue,
        };
        findings.push(RULE.finding(Place::Question(index), &question.id, problem.into(), mend.into()));
    }
}
