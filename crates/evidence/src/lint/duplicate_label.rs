//! The same label twice.

use std::collections::HashMap;

use super::lookup::same_target;
use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "duplicate-label",
    severity: Severity::Warning,
    about: "Finds labels that one rater gave twice with the same grade: they make raters look as if they agreed more than they do.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let mut first = HashMap::new();
    for (index, label) in set.labels.iter().enumerate() {
        let key = (&label.question, same_target(&label.target), &label.rater, label.grade, label.status as u8);
        if *first.entry(key).or_insert(index) == index {
            continue;
        }
        let rater = label.rater.as_ref().map_or("nobody named".into(), |r| show::id(r));
        let target = show::id(&label.target.to_string());
        let problem = format!("grade {} of {target} by {rater} stands twice", label.grade);
        findings.push(RULE.finding(Place::Label(index), &label.question, problem, "remove one of them".into()));
    }
}
