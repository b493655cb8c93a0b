//! Nodes of evidence trees without children.

use super::{Finding, Place, Rule, Set, Severity, show};
use crate::tree::Evidence;

pub(super) const RULE: Rule = Rule {
    name: "empty-node",
    severity: Severity::Warning,
    about: "Finds `all` and `any` nodes without children: they ask for nothing and are left out, so part of what was meant is missing.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate() {
        let empty = question.evidence.as_ref().map_or(0, count_empty);
        if empty > 0 {
            let problem = format!("its evidence holds {} without children", show::count(empty, "node"));
            let mend = "list what the node needs, or remove it".into();
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, mend));
        }
    }
}

fn count_empty(node: &Evidence) -> usize {
    match node {
        Evidence::Leaf(_) => 0,
        Evidence::All(children) | Evidence::Any(children) if children.is_empty() => 1,
        Evidence::All(children) | Evidence::Any(children) => children.iter().map(count_empty).sum(),
    }
}
