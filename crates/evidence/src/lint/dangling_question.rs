//! Labels of questions that are not in the set.

use std::collections::HashSet;

use super::lookup::Likely;
use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "dangling-question",
    severity: Severity::Fault,
    about: "Finds labels of a question that the set does not hold: the work of a rater that no measure will see.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let ids: HashSet<&str> = set.questions.iter().map(|q| q.id.as_str()).collect();
    let mut likely = None;
    for (index, label) in set.labels.iter().enumerate().filter(|(_, l)| !ids.contains(l.question.as_str())) {
        let likely = likely.get_or_insert_with(|| Likely::among(set.questions.iter().map(|q| q.id.as_str())));
        let mend = match likely.meant_by(&label.question) {
            Some(meant) => format!("probably {} is meant: ids are compared byte for byte", show::id(meant)),
            None => "add the question, correct the id, or remove the label".into(),
        };
        let problem = format!("question {} is not in the set", show::id(&label.question));
        findings.push(RULE.finding(Place::Label(index), &label.question, problem, mend));
    }
}
