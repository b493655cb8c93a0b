//! Facts with one id.

use std::collections::HashSet;

use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "duplicate-fact",
    severity: Severity::Fault,
    about: "Finds fact ids that a question uses twice: a verdict on one of them would count for the other.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate() {
        let (mut seen, mut told) = (HashSet::new(), HashSet::new());
        for fact in &question.facts {
            if !seen.insert(&fact.id) && told.insert(&fact.id) {
                let problem = format!("more than one of its facts is called {}", show::id(&fact.id));
                let mend = "give each fact of a question its own id".into();
                findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
            }
        }
    }
}
