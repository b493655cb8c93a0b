//! Ranges that do not cover their quote.

use super::anchor::{QUOTE_NOWHERE, habit_of_unit, quoted};
use super::{Finding, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "quote-mismatch",
    severity: Severity::Fault,
    about: "Finds ranges that do not slice their quote out of the document revision's text: they mark another piece of text as the evidence.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let anchors = quoted(set);
    for anchor in anchors.iter().filter(|a| !a.runs_past_the_end() && !a.fits()) {
        let (known, mend) = anchor.whereabouts().told("quote", QUOTE_NOWHERE);
        let covered = anchor.document.text.slice(anchor.range).unwrap_or_default();
        let (named, covered, quote) = (anchor.named(), show::text(covered), show::text(anchor.quote));
        let problem = format!("{named} covers {covered}, not its quote {quote}: {known}");
        findings.push(RULE.finding(anchor.place, anchor.subject, problem, mend));
    }
    findings.extend(habit_of_unit(&RULE, &anchors, "ranges with a quote"));
}
