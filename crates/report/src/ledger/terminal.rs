//! The ledger for a terminal.

use fourcell::diagnosis::ledger::KnownBy;
use fourcell::evidence::text::printable;

use super::{LedgerReport, known, state, summary};
use crate::invariants::first_text;
use crate::table::table;

/// So many failures are listed unless all are asked for.
const SHOWN: usize = 40;

/// The sentence, the causes with their counts and repairs, slices, then each failure in a line.
pub fn terminal(report: &LedgerReport, all: bool) -> Vec<u8> {
    let incidents = report.incidents.as_ref().map(first_text).unwrap_or_default();
    let mut text = format!("{incidents}{}\n{}\n", printable(&report.heading, 400), summary(report));
    let by_cause = report.by_cause();
    if !by_cause.is_empty() {
        let mut head = vec!["cause".to_owned(), "n".to_owned()];
        head.extend(KnownBy::ALL.map(|(name, _)| name.to_owned()));
        head.push("what to mend".to_owned());
        let rows = by_cause.iter().map(|(cause, kept)| {
            let mut row = vec![cause.definition().title.to_owned(), kept.len().to_string()];
            row.extend(known(kept).map(|n| n.to_string()));
            row.push(cause.definition().repair.to_owned());
            row
        });
        text += &format!("\n{}", table(&head, rows.collect(), &[false, true, true, true, true, false]));
    }
    for slices in &report.slices {
        text += &format!("\n{}", sliced(slices, report));
    }
    let shown = if all { report.kept.len() } else { SHOWN };
    let mut rows = Vec::new();
    for kept in by_cause.iter().flat_map(|(_, kept)| kept).take(shown) {
        let entry = &kept.entry;
        let also: Vec<&str> = entry.secondary.iter().map(|finding| finding.cause.name()).collect();
        let also = if also.is_empty() { String::new() } else { format!(" (also {})", also.join(", ")) };
        rows.push(vec![
            printable(&entry.question, 60),
            entry.cause().name().to_owned(),
            entry.known_by().name().to_owned(),
            state(kept.state()).to_owned(),
            printable(&format!("{}{also}", entry.owner.why), 240),
        ]);
    }
    if !rows.is_empty() {
        let head = ["question", "cause", "known by", "state", "why"].map(str::to_owned);
        text += &format!("\n{}", table(&head, rows, &[]));
    }
    if report.kept.len() > shown {
        text += &format!("and {} more: --all shows them\n", report.kept.len() - shown);
    }
    if report.hidden > 0 {
        text += &format!("{} left out by --cause or --state\n", crate::number::count(report.hidden, "failure"));
    }
    if !report.fixed.is_empty() {
        let ids: Vec<&str> = report.fixed.iter().map(String::as_str).collect();
        text += &format!("fixed since they were last seen: {}\n", printable(&super::some(&ids), 400));
    }
    let notes: Vec<String> = report.notes.iter().map(|note| format!("note: {}\n", printable(note, 600))).collect();
    if !notes.is_empty() {
        text += &format!("\n{}", notes.concat());
    }
    for warning in &report.warnings {
        text += &format!("warning: {}\n", printable(warning, 600));
    }
    text.into_bytes()
}

fn sliced(slices: &super::Slices, report: &LedgerReport) -> String {
    let causes: Vec<_> = report.by_cause().into_iter().map(|(cause, _)| cause).collect();
    let mut head = vec![printable(&slices.key, 40), "n".to_owned(), "failed".to_owned()];
    head.extend(causes.iter().map(|cause| cause.name().to_owned()));
    let rows = slices.values.iter().map(|(value, (n, failures))| {
        let mut row = vec![printable(value, 60), n.to_string(), failures.values().sum::<usize>().to_string()];
        row.extend(causes.iter().map(|cause| failures.get(cause).map_or_else(|| "–".to_owned(), usize::to_string)));
        row
    });
    let right: Vec<bool> = (0..head.len()).map(|column| column > 0).collect();
    table(&head, rows.collect(), &right)
}
