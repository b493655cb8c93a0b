//! Ids that are given twice.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "duplicate-id",
    severity: Severity::Fault,
    about: "Finds questions, passages and document revisions whose id is already taken: whatever names that id could mean either.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let questions = set.questions.iter().map(|q| q.id.as_str());
    for (index, first) in repeated(questions.clone()) {
        let id = &set.questions[index].id;
        let problem = format!("question {} is already the id of question {} of the set", show::id(id), first + 1);
        findings.push(RULE.finding(Place::Question(index), id, problem, "give one of them another id".into()));
    }
    let documents = set.corpus.map(|c| c.documents()).unwrap_or_default();
    for (index, _) in repeated(documents.iter().map(|d| (&d.id, &d.rev))) {
        let document = &documents[index];
        let problem = format!("document {} is listed twice", show::document(document));
        let mend = "remove one, or give the later text a revision of its own".into();
        findings.push(RULE.finding(Place::Document(index), &document.id, problem, mend));
    }
    let passages = set.passages.unwrap_or_default();
    for (index, _) in repeated(passages.iter().map(|p| &p.id)) {
        let id = &passages[index].id;
        let problem = format!("passage {} is listed twice", show::id(id));
        findings.push(RULE.finding(Place::Passage(index), id, problem, "make passage ids unique over the whole corpus".into()));
    }
}

/// The places where a key comes again, each with the place where it came first.
fn repeated<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<(usize, usize)> {
    let mut first = HashMap::new();
    keys.enumerate()
        .filter_map(|(index, key)| Some(*first.entry(key).or_insert(index)).filter(|&f| f != index).map(|f| (index, f)))
        .collect()
}
