//! Successors that are not there.

use super::lookup::Likely;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::document::{Corpus, Document};

pub(super) const RULE: Rule = Rule {
    name: "dangling-successor",
    severity: Severity::Fault,
    about: "Finds `superseded_by` that names nothing in the corpus, or the revision itself: what is in force instead cannot be found.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(corpus) = set.corpus else { return };
    let mut likely = None;
    for (index, document) in corpus.documents().iter().enumerate() {
        let other = |d: &&Document| (&d.id, &d.rev) != (&document.id, &document.rev);
        let Some(by) = document.superseded_by.as_deref().filter(|by| !by.is_empty()) else { continue };
        let successors = named(corpus, by);
        if successors.iter().any(other) {
            continue;
        }
        let problem = if successors.is_empty() {
            format!("its successor {} is not in the corpus", show::id(by))
        } else {
            format!("it names itself as its successor: {}", show::id(by))
        };
        let (id, rev) = by.rsplit_once('@').map_or((by, None), |(id, rev)| (id, Some(rev)));
        let revisions = show::few(corpus.revisions(id).filter(other).map(|d| d.rev.as_str()));
        let ids = || Likely::among(corpus.documents().iter().map(|d| d.id.as_str()));
        let mut likely = || likely.get_or_insert_with(ids).meant_by(id).map(|meant| with_revision(meant, rev));
        let mend = if !revisions.is_empty() {
            format!("{} has revision {revisions}", show::id(id))
        } else if let Some(meant) = likely().filter(|meant| named(corpus, meant).iter().any(other)) {
            format!("probably {} is meant: ids are compared byte for byte", show::id(&meant))
        } else {
            "write `id` or `id@revision` of another document or revision in the corpus".into()
        };
        findings.push(RULE.finding(Place::Document(index), &document.id, problem, mend));
    }
}

fn with_revision(id: &str, rev: Option<&str>) -> String {
    rev.map_or(id.into(), |rev| format!("{id}@{rev}"))
}

/// The revisions that `id` or `id@rev` names; ids may hold an `@` of their own.
fn named<'a>(corpus: &'a Corpus, by: &str) -> Vec<&'a Document> {
    let whole: Vec<&Document> = corpus.revisions(by).collect();
    let split = || by.rsplit_once('@').and_then(|(id, rev)| corpus.find(id, Some(rev)));
    if whole.is_empty() { split().into_iter().collect() } else { whole }
}
