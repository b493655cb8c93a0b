//! Documents named where passages are meant, and the reverse.

use super::level::{Confusion, Levels};
use super::lookup::locators;
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::locator::Locator;

pub(super) const RULE: Rule = Rule {
    name: "other-level-id",
    severity: Severity::Fault,
    about: "Finds ids of documents where passages are meant, the reverse, and ids that match but for `#…` or `@…`: such a set scores zero everywhere although retrieval is right.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let levels = Levels::of(set);
    let (mut of_passages, mut of_documents) = (0, 0);
    let mut confused: Vec<(Confusion, &str, &str)> = Vec::new();
    for named in locators(set) {
        let written = match named.locator {
            Locator::Passage(id) => {
                of_passages += 1;
                id
            }
            other => {
                of_documents += 1;
                other.doc().unwrap_or_default()
            }
        };
        confused.extend(levels.confusion(named.locator).map(|(confusion, there)| (confusion, written, there)));
    }
    for kind in Confusion::ALL {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        let mut number = 0;
        for &(_, written, there) in confused.iter().filter(|(confusion, ..)| *confusion == kind) {
            number += 1;
            if pairs.len() < 3 && !pairs.contains(&(written, there)) {
                pairs.push((written, there));
            }
        }
        if number == 0 {
            continue;
        }
        let examples: Vec<String> = pairs.iter().map(|(w, t)| format!("{} against {}", show::id(w), show::id(t))).collect();
        let (all, level) = if kind.of_passages() { (of_passages, "passage") } else { (of_documents, "document") };
        let is = show::is(number);
        let (what, mend) = told(kind);
        let problem =
            format!("{number} of {} {is} {what}: {}", show::count(all, &format!("{level} locator")), examples.join(", "));
        findings.push(RULE.finding(Place::Set, "", problem, mend.into()));
    }
}

/// What the ids are, and the likely rule.
fn told(kind: Confusion) -> (&'static str, &'static str) {
    match kind {
        Confusion::PassageIsDocument => (
            "the id of a document, not of a passage",
            "write {\"doc\": …} where any passage of the document will do, else the passage's id",
        ),
        Confusion::PassageLacksSuffix => (
            "a passage's id without what follows `#` or `@`",
            "write whole passage ids, or {\"doc\": …} where any passage of the document will do",
        ),
        Confusion::PassageHasSuffix => {
            ("an id that is there only without its `#…` or `@…`", "drop what follows the mark, or give passages with such ids")
        }
        Confusion::DocumentIsPassage => {
            ("the id of a passage, not of a document", "write {\"passage\": …}, or the id of its document")
        }
        Confusion::DocumentLacksSuffix => (
            "a document's id without what follows `#` or `@`",
            "write whole document ids; a corpus of passages belongs into passages.jsonl",
        ),
        Confusion::DocumentHasSuffix => {
            ("a document's id with `#…` or `@…` added", "write the bare document id, and a revision apart as \"rev\"")
        }
    }
}
