//! The same evidence twice in one node.

use std::collections::HashSet;

use super::lookup::same_target;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::locator::Locator;
use crate::tree::Evidence;

pub(super) const RULE: Rule = Rule {
    name: "duplicate-evidence",
    severity: Severity::Warning,
    about: "Finds locators that stand twice in one `all` or `any`: in an `all` the piece weighs double, in an `any` an alternative was probably mistyped.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate() {
        let mut twice = Vec::new();
        question.evidence.iter().for_each(|node| collect(node, &mut twice));
        for (locator, node) in twice {
            let problem = format!("{} stands more than once in one `{node}`", show::id(&locator.to_string()));
            let mend = "remove the second, or name the piece that was meant".into();
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
        }
    }
}

fn collect<'a>(node: &'a Evidence, twice: &mut Vec<(&'a Locator, &'static str)>) {
    let (children, name) = match node {
        Evidence::Leaf(_) => return,
        Evidence::All(children) => (children, "all"),
        Evidence::Any(children) => (children, "any"),
    };
    let (mut seen, mut told) = (HashSet::new(), HashSet::new());
    for child in children {
        match child {
            Evidence::Leaf(locator) => {
                if !seen.insert(same_target(locator)) && told.insert(same_target(locator)) {
                    twice.push((locator, name));
                }
            }
            inner => collect(inner, twice),
        }
    }
}
