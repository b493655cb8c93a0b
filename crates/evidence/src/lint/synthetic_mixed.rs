//! Synthetic questions among real ones.

use super::{Finding, Place, Rule, Set, Severity};
use crate::question::Origin;

pub(super) const RULE: Rule = Rule {
    name: "synthetic-mixed",
    severity: Severity::Note,
    about: "Finds sets that mix synthetic questions with others: synthetic ones are a floor, and both are shown apart.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let all = set.questions.len();
    let synthetic = set.questions.iter().filter(|q| q.origin == Some(Origin::Synthetic)).count();
    if synthetic > 0 && synthetic < all {
        let unsaid = set.questions.iter().filter(|q| q.origin.is_none()).count();
        let unsaid = if unsaid > 0 { format!(", and {unsaid} do not say where they come from") } else { String::new() };
        let problem = format!("{synthetic} of {all} questions are synthetic{unsaid}");
        findings.push(RULE.finding(Place::Set, "", problem, "read the two apart; never quote their pooled mean alone".into()));
    }
}
