//! Documents that expire before they begin.

use super::bad_date::is_date;
use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "date-order",
    severity: Severity::Fault,
    about: "Finds revisions that expire before they come into force: they never are, whatever their status says.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, document) in set.corpus.iter().flat_map(|c| c.documents()).enumerate() {
        let (Some(from), Some(until)) = (&document.effective_from, &document.expires_at) else { continue };
        // ISO dates of one shape sort as text.
        if is_date(from) && is_date(until) && from > until {
            let problem = format!("it expires at {}, before it comes into force at {}", show::id(until), show::id(from));
            let mend = "correct \"effective_from\" or \"expires_at\"".into();
            findings.push(RULE.finding(Place::Document(index), &document.id, problem, mend));
        }
    }
}
