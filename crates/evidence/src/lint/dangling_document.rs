//! Locators of documents and revisions that are not in the corpus.

use super::level::Levels;
use super::lookup::{Likely, Named, active, locators};
use super::{Finding, Rule, Set, Severity, show, stale_label};
use crate::document::Corpus;
use crate::locator::Locator;
use crate::text::find_quote;

pub(super) const RULE: Rule = Rule {
    name: "dangling-document",
    severity: Severity::Fault,
    about: "Finds evidence and labels that name a document or revision which the corpus does not hold: no system can retrieve it.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(corpus) = set.corpus else { return };
    let levels = Levels::of(set);
    let mut likely = None;
    for Named { place, subject, locator } in locators(set) {
        let Some(doc) = locator.doc() else { continue };
        if corpus.revisions(doc).next().is_none() {
            // An id of another level is told once for all of its kind.
            if levels.confusion(locator).is_none() {
                let ids = || Likely::among(corpus.documents().iter().map(|d| d.id.as_str()));
                let mend = match likely.get_or_insert_with(ids).meant_by(doc) {
                    Some(meant) => format!("probably {} is meant: ids are compared byte for byte", show::id(meant)),
                    None => "add the document to the corpus, or correct the id".into(),
                };
                let problem = format!("document {} is not in the corpus", show::id(doc));
                findings.push(RULE.finding(place, subject, problem, mend));
            }
        } else if let Some((problem, mend)) = dangling_revision(corpus, doc, locator) {
            findings.push(RULE.finding(place, subject, problem, mend));
        }
    }
}

fn dangling_revision(corpus: &Corpus, doc: &str, locator: &Locator) -> Option<(String, String)> {
    let Some(rev) = locator.rev() else {
        let ambiguous = matches!(locator, Locator::Range { .. }) && active(corpus, doc).nth(1).is_some();
        return ambiguous.then(|| {
            let revisions = show::few(active(corpus, doc).map(|d| d.rev.as_str()));
            let problem = format!("the range names no revision of {}, and {revisions} are all active", show::id(doc));
            (problem, "write the revision whose text the range counts in as \"rev\"".into())
        });
    };
    if corpus.find(doc, Some(rev)).is_some() || stale_label::quote_is_gone(corpus, locator) {
        return None;
    }
    let problem = format!("document {} has no {}", show::id(doc), show::revision(rev));
    let revisions = show::few(corpus.revisions(doc).map(|d| d.rev.as_str()));
    let elsewhere = match locator {
        Locator::Range { quote: Some(quote), .. } => corpus.find(doc, None).and_then(|current| {
            let [range] = find_quote(&current.text, quote, 2)[..] else { return None };
            Some(format!("the quote stands in {}: re-anchor to {range} of it", show::revision(&current.rev)))
        }),
        _ => None,
    };
    let likely = || {
        let meant = Likely::among(corpus.revisions(doc).map(|d| d.rev.as_str()).collect::<Vec<_>>().into_iter()).meant_by(rev);
        match meant {
            Some(meant) => format!("probably revision {} is meant: revisions are compared byte for byte", show::id(meant)),
            None => format!("its revisions are {revisions}: name one of them, or add the missing one to the corpus"),
        }
    };
    Some((problem, elsewhere.unwrap_or_else(likely)))
}
