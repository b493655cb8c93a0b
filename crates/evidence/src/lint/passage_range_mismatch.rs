//! Passages that do not stand where they say.

use super::anchor::{Anchor, habit_of_unit, has_text};
use super::{Finding, Place, Rule, Set, Severity, show};
use crate::document::Corpus;
use crate::passage::Passage;

pub(super) const RULE: Rule = Rule {
    name: "passage-range-mismatch",
    severity: Severity::Fault,
    about: "Finds passages whose range does not slice their text out of their document: labels by range are mapped to the wrong passages.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let Some(corpus) = set.corpus else { return };
    let passages = set.passages.unwrap_or_default().iter().enumerate();
    let anchors: Vec<Anchor> = passages.filter_map(|(index, passage)| anchor(corpus, index, passage)).collect();
    for anchor in anchors.iter().filter(|a| !a.fits()) {
        let (known, mend) = anchor.whereabouts().told("text", "chunk this revision again, or name the revision that was chunked");
        let problem = match anchor.document.text.slice(anchor.range) {
            Some(covered) => format!("{} covers {}, not its text", anchor.named(), show::text(covered)),
            None => format!("{} runs past the end of the document", anchor.named()),
        };
        findings.push(RULE.finding(anchor.place, anchor.subject, format!("{problem}: {known}"), mend));
    }
    findings.extend(habit_of_unit(&RULE, &anchors, "passages with range and text"));
}

fn anchor<'a>(corpus: &'a Corpus, index: usize, passage: &'a Passage) -> Option<Anchor<'a>> {
    let document = corpus.find(passage.doc.as_deref()?, passage.rev.as_deref()).filter(|d| has_text(d))?;
    let (range, quote) = (passage.range?, passage.text.as_deref()?);
    Some(Anchor { place: Place::Passage(index), subject: &passage.id, document, range, quote })
}
