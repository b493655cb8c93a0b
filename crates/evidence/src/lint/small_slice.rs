//! Slices that are too small to decide on.

use std::collections::BTreeMap;

use super::{Finding, Place, Rule, Set, Severity, show};
use crate::question::Split;

pub(super) const RULE: Rule = Rule {
    name: "small-slice",
    severity: Severity::Note,
    about: "Finds slices with fewer than 30 tune questions: their numbers are directional only.",
    check,
};

const ENOUGH: usize = 30;

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let mut slices: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for question in set.questions.iter().filter(|q| q.split == Split::Tune) {
        for (key, value) in &question.slices {
            *slices.entry(key).or_default().entry(value).or_default() += 1;
        }
    }
    for (key, values) in slices {
        let small = values.iter().filter(|(_, number)| **number < ENOUGH);
        let small: Vec<String> = small.map(|(value, number)| format!("{} {number}", show::id(value))).collect();
        if small.is_empty() {
            continue;
        }
        let (number, all) = (small.len(), show::count(values.len(), "value"));
        let named = show::few_of(small, 8);
        let have = if number == 1 { "has" } else { "have" };
        let problem = format!(
            "{number} of {all} of {} {have} fewer than {ENOUGH} tune questions: {named}; directional only",
            show::id(key)
        );
        let mend = "read their intervals, not their means; add questions before a decision hangs on one of them".into();
        findings.push(RULE.finding(Place::Set, key, problem, mend));
    }
}
