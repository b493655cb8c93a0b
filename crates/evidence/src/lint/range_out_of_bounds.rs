//! Ranges that run past the end of their document.

use super::anchor::{Anchor, QUOTE_NOWHERE, has_text};
use super::lookup::{Named, locators};
use super::{Finding, Rule, Set, Severity, show};
use crate::locator::Locator;

pub(super) const RULE: Rule = Rule {
    name: "range-out-of-bounds",
    severity: Severity::Fault,
    about: "Finds ranges that run past the end of the document revision's text: nothing retrieved can ever cover them.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(corpus) = set.corpus else { return };
    for Named { place, subject, locator } in locators(set) {
        let Locator::Range { doc, rev, range, quote } = locator else { continue };
        let Some(document) = corpus.find(doc, rev.as_deref()).filter(|d| has_text(d)) else { continue };
        let quote = quote.as_deref().unwrap_or_default();
        let anchor = Anchor { place, subject, document, range: *range, quote };
        if !anchor.runs_past_the_end() {
            continue;
        }
        let length = show::count(document.text.len(), "code point");
        let problem = format!("{} runs past its end: the document has {length}", anchor.named());
        let (problem, mend) = if quote.is_empty() {
            (problem, "check document and revision, count offsets in code points, and keep the quote beside the range".into())
        } else {
            let (known, mend) = anchor.whereabouts().told("quote", QUOTE_NOWHERE);
            (format!("{problem}; {known}"), mend)
        };
        findings.push(RULE.finding(place, subject, problem, mend));
    }
}
