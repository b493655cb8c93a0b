//! Ranges that cannot be found again.

use super::lookup::{Named, locators};
use super::{Finding, Rule, Set, Severity, show};
use crate::locator::Locator;

pub(super) const RULE: Rule = Rule {
    name: "range-without-quote",
    severity: Severity::Note,
    about: "Finds ranges without the quote they cover: after the next edit of the document they cannot be checked or found again.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let mut without = locators(set)
        .filter(|named| matches!(named.locator, Locator::Range { quote, .. } if quote.as_ref().is_none_or(String::is_empty)));
    // One finding, at the first: whoever writes no quotes writes none at all.
    let Some(Named { place, subject, locator }) = without.next() else { return };
    let others = match without.count() {
        0 => String::new(),
        more => format!(", and {} elsewhere", show::count(more, "range")),
    };
    let problem = format!("range {} has no quote{others}", show::id(&locator.to_string()));
    findings.push(RULE.finding(place, subject, problem, "add the text that the range covers as \"quote\"".into()));
}
