//! What a reader should know beside the counts, a sentence each.

use std::collections::BTreeMap;

use fourcell::diagnosis::cells::Present;
use fourcell::generation::right::{Basis, Right};
use fourcell::statistics::Summary;

use super::CellsReport;
use crate::answers::basis_in_words;
use crate::number::short;
use crate::score::notes_ids;

/// The notes of a report.
pub fn notes(report: &CellsReport) -> Vec<String> {
    let mut notes = report.warnings.clone();
    let main = report.main();
    let failed: Vec<String> = report.rows.iter().filter(|row| row.call_failed).map(|row| row.question.clone()).collect();
    if !failed.is_empty() {
        notes.push(format!("calls that failed or are missing are in no cell: {}", notes_ids(&failed, 5)));
    }
    let chances = &main.chances;
    if let Some(bounds) = chances.right.bounds {
        notes.push(format!(
            "P(right) would be {} if all that failed were wrong, and {} if they were right",
            short(bounds.lo),
            short(bounds.hi)
        ));
    }
    let scored = main.tally.cells.scored();
    if main.tally.cells.not_scored > scored {
        notes.push(format!(
            "most questions are not scored ({} of {}): the cells hold a part that nobody drew at random",
            main.tally.cells.not_scored,
            main.tally.questions()
        ));
    }
    let mut bases: BTreeMap<Basis, usize> = BTreeMap::new();
    for row in &report.rows {
        if let Right::Yes(basis) | Right::No(basis) = row.right {
            *bases.entry(basis).or_default() += 1;
        }
    }
    if !bases.is_empty() {
        let bases: Vec<String> = bases.iter().map(|(basis, n)| format!("{} {n}", basis_in_words(*basis))).collect();
        notes.push(format!("what 'right' rests on: {}", bases.join(", ")));
    }
    for (name, present) in Present::ALL {
        let tally = &report.definition(present).tally;
        if tally.cells.scored() == 0 && !tally.not_scored.is_empty() {
            let reasons: Vec<&str> = tally.not_scored.keys().copied().collect();
            notes.push(format!("nothing can be said by {name}: {}", reasons.join("; ")));
        }
    }
    let all: [(&str, &Summary); 3] =
        [("P(evidence)", &chances.evidence), ("P(right | evidence)", &chances.right_with), ("P(right)", &chances.right)];
    let mut warnings: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, summary) in all {
        summary.warnings.iter().for_each(|warning| warnings.entry(warning).or_default().push(name));
    }
    notes.extend(warnings.into_iter().map(|(warning, names)| format!("{}: {warning}", names.join(", "))));
    notes.push(format!(
        "intervals: {}; of a raised product by variance recovery from the two; differences in points (hundredths): Tango, McNemar mid-p",
        chances.evidence.method
    ));
    notes
}
