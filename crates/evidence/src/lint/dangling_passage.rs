//! Locators of passages that are not there.

use super::level::{Levels, stems_of};
use super::lookup::{Likely, Named, locators};
use super::{Finding, Rule, Set, Severity, show};
use crate::locator::Locator;

pub(super) const RULE: Rule = Rule {
    name: "dangling-passage",
    severity: Severity::Fault,
    about: "Finds evidence and labels that name a passage which does not exist, as happens when chunking changes: it counts as never retrieved.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(passages) = set.passages else { return };
    let levels = Levels::of(set);
    let mut likely = None;
    for Named { place, subject, locator } in locators(set) {
        let Locator::Passage(id) = locator else { continue };
        // An id of another level is told once for all of its kind.
        if levels.has_passage(id) == Some(true) || levels.confusion(locator).is_some() {
            continue;
        }
        let likely = likely.get_or_insert_with(|| Likely::among(passages.iter().map(|p| p.id.as_str())));
        let mend = if let Some(meant) = likely.meant_by(id) {
            format!("probably {} is meant: ids are compared byte for byte", show::id(meant))
        } else if let Some(sibling) = stems_of(id).find_map(|stem| levels.passage_under(stem)) {
            let sibling = show::id(sibling);
            format!("passages like {sibling} are there: chunking has changed; label source ranges with quotes, which outlive it")
        } else {
            "correct the id, or label a source range with its quote, which outlives re-chunking".into()
        };
        findings.push(RULE.finding(place, subject, format!("passage {} does not exist", show::id(id)), mend));
    }
}
