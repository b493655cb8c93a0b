//! Unanswerable questions that name what answers them.

use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "unanswerable-with-evidence",
    severity: Severity::Fault,
    about: "Finds unanswerable questions that name evidence: either the evidence does not answer them or declining is wrong.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate().filter(|(_, q)| !q.answerable) {
        if let Ok(evidence) = question.required() {
            let leaves = evidence.leaves().len();
            let problem = format!("it is unanswerable, yet names {} of evidence", show::count(leaves, "piece"));
            let mend =
                "remove the evidence (related passages belong into labels, as grade 1), or write \"answerable\": true".into();
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
        }
    }
}
