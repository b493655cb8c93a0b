//! Passages of no document.

use std::collections::BTreeMap;

use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "passage-without-document",
    severity: Severity::Fault,
    about: "Finds passages of a document or revision that the corpus does not hold: evidence by document or range, access and lifecycle cannot be checked on them.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let (Some(corpus), Some(passages)) = (set.corpus, set.passages) else { return };
    let mut nameless = Vec::new();
    let mut missing: BTreeMap<(&str, Option<&str>), Vec<usize>> = BTreeMap::new();
    for (index, passage) in passages.iter().enumerate() {
        match (passage.doc.as_deref(), passage.rev.as_deref()) {
            (None, _) => nameless.push(index),
            (Some(doc), rev) if corpus.find(doc, rev).is_none() => missing.entry((doc, rev)).or_default().push(index),
            _ => {}
        }
    }
    // One finding for each document, however many passages it was cut into.
    for ((doc, rev), of_it) in missing {
        let others = match of_it.len() - 1 {
            0 => String::new(),
            more => format!(", of this and {},", show::count(more, "other passage")),
        };
        let revisions = show::few(corpus.revisions(doc).map(|d| d.rev.as_str()));
        let (problem, mend) = match rev {
            _ if revisions.is_empty() => (
                format!("document {}{others} is not in the corpus", show::id(doc)),
                "chunk the corpus that the set is checked with, or add the document".to_string(),
            ),
            Some(rev) => (
                format!("document {}{others} has no {}", show::id(doc), show::revision(rev)),
                format!("its revisions are {revisions}: chunk the corpus again"),
            ),
            None => (
                format!("the revision of document {}{others} is not said, and not one alone is in force", show::id(doc)),
                format!("its revisions are {revisions}: write \"rev\""),
            ),
        };
        findings.push(RULE.finding(Place::Passage(of_it[0]), &passages[of_it[0]].id, problem, mend));
    }
    if let Some(&first) = nameless.first() {
        let number = nameless.len();
        let name = if number == 1 { "names" } else { "name" };
        let all = show::count(passages.len(), "passage");
        let problem =
            format!("{number} of {all} {name} no document: {}", show::few(nameless.iter().map(|&i| passages[i].id.as_str())));
        let mend = "write \"doc\" and \"rev\", so that labels by document and range can be met".into();
        findings.push(RULE.finding(Place::Passage(first), &passages[first].id, problem, mend).with(Severity::Note));
    }
}
