//! Facts that are both wanted and forbidden.

use super::similarity::folded;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::fact::FactKind;

pub(super) const RULE: Rule = Rule {
    name: "contradicting-facts",
    severity: Severity::Fault,
    about: "Finds facts that a question both wants and forbids: no answer can be right.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate() {
        let of = |forbidden| question.facts.iter().filter(move |f| (f.kind == FactKind::Forbidden) == forbidden);
        for fact in of(true) {
            let text = folded(&fact.text);
            if let Some(wanted) = of(false).find(|wanted| folded(&wanted.text) == text) {
                let (wanted, forbidden, text) = (show::id(&wanted.id), show::id(&fact.id), show::text(&fact.text));
                let problem = format!("its fact {wanted} is wanted and, as {forbidden}, forbidden: {text}");
                let mend = "remove one of the two, or write what really differs between them".into();
                findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
            }
        }
    }
}
