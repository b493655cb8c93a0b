//! Grades that contradict each other.

use std::collections::BTreeMap;

use super::lookup::same_target;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::label::{Label, LabelStatus};

pub(super) const RULE: Rule = Rule {
    name: "contradicting-grades",
    severity: Severity::Fault,
    about: "Finds one target with different grades: by the same rater that is a mistake, by several without adjudication it is disputed and counts as unjudged.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let mut targets: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, label) in set.labels.iter().enumerate() {
        targets.entry((&label.question, same_target(&label.target))).or_default().push(index);
    }
    for labels in targets.into_values().filter(|labels| labels.len() > 1) {
        let of = |status| labels.iter().copied().filter(move |&i| set.labels[i].status == status).collect::<Vec<usize>>();
        let (independent, adjudicated) = (of(LabelStatus::Independent), of(LabelStatus::Adjudicated));
        let mut grades: BTreeMap<&str, u8> = BTreeMap::new();
        let mut by_one = false;
        for &index in &independent {
            let label = &set.labels[index];
            let Some(rater) = &label.rater else { continue };
            let grade = *grades.entry(rater).or_insert(label.grade);
            if grade != label.grade {
                by_one = true;
                let problem = format!("{} gave {} both {grade} and {}", show::id(rater), target(label), label.grade);
                let mend = "ask the rater which holds, and remove the other".into();
                findings.push(RULE.finding(Place::Label(index), &label.question, problem, mend));
            }
        }
        let different = |labels: &[usize]| labels.iter().copied().find(|&i| set.labels[i].grade != set.labels[labels[0]].grade);
        if let Some(index) = different(&adjudicated) {
            let label = &set.labels[index];
            let problem = format!("{} was adjudicated more than once, with different grades; the last holds", target(label));
            let mend = "keep the decision that holds".into();
            findings.push(RULE.finding(Place::Label(index), &label.question, problem, mend).with(Severity::Warning));
        }
        if let Some(index) = different(&independent).filter(|_| adjudicated.is_empty() && !by_one) {
            let label = &set.labels[index];
            let given = show::few_of(independent.iter().map(|&i| given(&set.labels[i])), 4);
            let problem = format!("{} is disputed: {given}", target(label));
            let mend = "adjudicate it; until then it is set aside".into();
            findings.push(RULE.finding(Place::Label(index), &label.question, problem, mend).with(Severity::Warning));
        }
    }
}

fn target(label: &Label) -> String {
    show::id(&label.target.to_string())
}

fn given(label: &Label) -> String {
    format!("{} by {}", label.grade, label.rater.as_ref().map_or("nobody named".into(), |r| show::id(r)))
}
