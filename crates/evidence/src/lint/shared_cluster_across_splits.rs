//! Clusters that reach over both splits.

use std::collections::BTreeMap;

use super::{Finding, Place, Rule, Set, Severity, show};
use crate::question::{Question, Split};

pub(super) const RULE: Rule = Rule {
    name: "shared-cluster-across-splits",
    severity: Severity::Warning,
    about: "Finds clusters with tune and final questions: tuning on one of them already tells about the others.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let mut clusters: BTreeMap<&str, [Vec<usize>; 2]> = BTreeMap::new();
    for (index, question) in set.questions.iter().enumerate() {
        if let Some(cluster) = &question.cluster {
            clusters.entry(cluster).or_default()[usize::from(question.split == Split::Final)].push(index);
        }
    }
    for (cluster, [tune, last]) in clusters {
        let (Some(example), Some(&first)) = (tune.first(), last.first()) else { continue };
        let question: &Question = &set.questions[first];
        let problem = format!(
            "its cluster {} holds {} and {}, {} among them",
            show::id(cluster),
            show::count(last.len(), "final question"),
            show::count(tune.len(), "tune question"),
            show::id(&set.questions[*example].id)
        );
        let mend = "put the whole cluster into one split".into();
        findings.push(RULE.finding(Place::Question(first), &question.id, problem, mend));
    }
}
