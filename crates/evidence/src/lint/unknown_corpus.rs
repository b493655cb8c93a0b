//! Questions asked of a corpus that the project does not know.

use std::collections::BTreeMap;

use super::lookup::Likely;
use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "unknown-corpus",
    severity: Severity::Fault,
    about: "Finds questions whose corpus is neither the name nor the id of a snapshot: what they were written against is not known.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let known = |corpus: &str| set.snapshots.iter().any(|(name, id)| name == corpus || id == corpus);
    // One finding for each name, however many questions carry it.
    let mut unknown: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, question) in set.questions.iter().enumerate() {
        if let Some(corpus) = question.corpus.as_deref().filter(|c| !known(c)) {
            unknown.entry(corpus).or_default().push(index);
        }
    }
    let names = || set.snapshots.iter().map(|(name, _)| name.as_str());
    for (corpus, questions) in unknown {
        let others = match questions.len() - 1 {
            0 => String::new(),
            more => format!(", of this and {},", show::count(more, "other question")),
        };
        let problem = format!("corpus {}{others} is neither the name nor the id of a snapshot", show::id(corpus));
        let mend = match Likely::among(names()).meant_by(corpus) {
            Some(meant) => format!("probably {} is meant", show::id(meant)),
            None if set.snapshots.is_empty() => "name the snapshot in fourcell.toml, which names none".into(),
            None => format!("name the snapshot in fourcell.toml, which names {}", show::few(names())),
        };
        let first = questions[0];
        findings.push(RULE.finding(Place::Question(first), &set.questions[first].id, problem, mend));
    }
}
