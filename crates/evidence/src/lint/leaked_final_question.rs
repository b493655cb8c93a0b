//! Final questions that were worked with.

use std::collections::HashMap;

use super::near_duplicate_question::not_all_compared;
use super::similarity::{Index, Trigrams, folded};
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::question::Split;

pub(super) const RULE: Rule = Rule {
    name: "leaked-final-question",
    severity: Severity::Fault,
    about: "Finds final questions that are, to at least 80 % of their character trigrams, a tune question: what was tuned on cannot decide.",
    check,
};

const THRESHOLD: f64 = 0.8;

fn check(set: &Set, findings: &mut Vec<Finding>) {
    search(set, findings);
}

/// Adds the findings; gives the number of index entries visited and of comparisons made.
pub(super) fn search(set: &Set, findings: &mut Vec<Finding>) -> (usize, usize) {
    if !set.questions.iter().any(|q| q.split == Split::Final) {
        return (0, 0);
    }
    let texts: Vec<String> = set.questions.iter().map(|q| folded(&q.query)).collect();
    let trigrams = Trigrams::of(texts.iter().map(String::as_str));
    let mut index = Index::new(&trigrams, THRESHOLD);
    let mut tuned: HashMap<&str, usize> = HashMap::new();
    for (tune, _) in set.questions.iter().enumerate().filter(|(_, q)| q.split == Split::Tune) {
        if !texts[tune].is_empty() && !tuned.contains_key(texts[tune].as_str()) {
            tuned.insert(&texts[tune], tune);
            index.insert(tune);
        }
    }
    let mut cut_short = 0;
    for (last, question) in set.questions.iter().enumerate().filter(|(_, q)| q.split == Split::Final) {
        let (tune, how) = if let Some(&tune) = tuned.get(texts[last].as_str()) {
            (tune, "the same as".to_string())
        } else {
            let found = index.probe(last, |_| true);
            cut_short += usize::from(found.cut_short);
            let Some(&(tune, similarity)) = found.matches.first() else { continue };
            (tune, format!("{:.0} % the same as", similarity * 100.0))
        };
        let tune = &set.questions[tune];
        let problem = format!("it is final, and {how} the tune question {}: {}", show::id(&tune.id), show::text(&tune.query));
        let mend = "remove one of the two, or move this one to the tune split".into();
        findings.push(RULE.finding(Place::Question(last), &question.id, problem, mend));
    }
    findings.extend(not_all_compared(&RULE, cut_short));
    (index.visited, index.compared)
}
