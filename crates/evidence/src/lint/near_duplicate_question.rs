//! Nearly the same question twice.

use std::collections::HashSet;

use super::duplicate_question_text::share_a_cluster;
use super::similarity::{COMPARED, Index, Trigrams, folded};
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::question::Split;

pub(super) const RULE: Rule = Rule {
    name: "near-duplicate-question",
    severity: Severity::Warning,
    about: "Finds questions of one split whose character trigrams are at least 90 % the same and that share no cluster: they are not independent, and intervals look narrower than they are.",
    check,
};

const THRESHOLD: f64 = 0.9;

fn check(set: &Set, findings: &mut Vec<Finding>) {
    search(set, findings);
}

/// Adds the findings; gives the number of index entries visited and of comparisons made.
pub(super) fn search(set: &Set, findings: &mut Vec<Finding>) -> (usize, usize) {
    let texts: Vec<String> = set.questions.iter().map(|q| folded(&q.query)).collect();
    let trigrams = Trigrams::of(texts.iter().map(String::as_str));
    let (mut cut_short, mut work) = (0, (0, 0));
    for (_, split) in Split::ALL {
        let mut index = Index::new(&trigrams, THRESHOLD);
        let mut seen = HashSet::new();
        for (later, question) in set.questions.iter().enumerate().filter(|(_, q)| q.split == split) {
            // The very same text is the business of duplicate-question-text.
            if !seen.insert(&texts[later]) {
                continue;
            }
            let found = index.probe(later, |earlier| !share_a_cluster(question, &set.questions[earlier]));
            index.insert(later);
            cut_short += usize::from(found.cut_short);
            let Some(&(earlier, similarity)) = found.matches.first() else { continue };
            let earlier = &set.questions[earlier];
            let others = if found.matches.len() > 1 { " and others" } else { "" };
            let problem = format!(
                "it is {:.0} % the same as {}{others}: {}",
                similarity * 100.0,
                show::id(&earlier.id),
                show::text(&earlier.query)
            );
            let mend = "remove one, or give both one \"cluster\", so that they do not count as independent".into();
            let finding = RULE.finding(Place::Question(later), &question.id, problem, mend);
            let alike = question.principal == earlier.principal
                && question.corpus == earlier.corpus
                && question.history == earlier.history;
            findings.push(if alike { finding } else { finding.with(Severity::Note) });
        }
        work = (work.0 + index.visited, work.1 + index.compared);
    }
    findings.extend(not_all_compared(&RULE, cut_short));
    work
}

/// What was not compared is said, not dropped.
pub(super) fn not_all_compared(rule: &Rule, questions: usize) -> Option<Finding> {
    let problem = || {
        let resemble = if questions == 1 { "resembles" } else { "resemble" };
        format!(
            "{} {resemble} so many others that each was compared with the likeliest {COMPARED} only",
            show::count(questions, "question")
        )
    };
    let mend = "questions made from one template belong into one \"cluster\"";
    (questions > 0).then(|| rule.finding(Place::Set, "", problem(), mend.into()).with(Severity::Note))
}
