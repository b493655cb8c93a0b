//! The same question twice.

use std::collections::HashMap;

use super::similarity::folded;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::question::Question;

pub(super) const RULE: Rule = Rule {
    name: "duplicate-question-text",
    severity: Severity::Warning,
    about: "Finds questions of one split that ask the same but for case and white space: counted twice, they make intervals look narrower than they are.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let (mut asked, mut asked_alike) = (HashMap::new(), HashMap::new());
    for (index, question) in set.questions.iter().enumerate() {
        let text = folded(&question.query);
        if text.is_empty() {
            continue;
        }
        // Between the splits it is a leak, which has its own rule.
        let key = (text, question.split.name());
        let alike = (key.clone(), format!("{:?} {:?} {:?}", question.principal, question.corpus, question.history));
        let same = *asked_alike.entry(alike).or_insert(index);
        let similar = *asked.entry(key).or_insert(index);
        if same != index {
            let problem = format!("it asks the same as {}", show::id(&set.questions[same].id));
            let mend = "remove one of them, or ask it as somebody else would".into();
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
        } else if similar != index && !share_a_cluster(question, &set.questions[similar]) {
            let first = show::id(&set.questions[similar].id);
            let problem =
                format!("it asks the same as {first}, as another principal, of another corpus or after another conversation");
            let mend = "give both one \"cluster\", so that they do not count as independent".into();
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend).with(Severity::Note));
        }
    }
}

/// Whether two questions are declared not to be independent.
pub(super) fn share_a_cluster(a: &Question, b: &Question) -> bool {
    a.cluster.is_some() && a.cluster == b.cluster
}
