//! The ledger for a pull request.

use super::{LedgerReport, state, summary};
use crate::invariants::first_markdown;
use crate::score::escape;

/// The sentence, the causes, each failure with its repair.
pub fn markdown(report: &LedgerReport) -> Vec<u8> {
    let incidents = report.incidents.as_ref().map(first_markdown).unwrap_or_default();
    let mut text = format!("{incidents}{}\n\n**{}**\n", escape(&report.heading), escape(&summary(report)));
    let by_cause = report.by_cause();
    if !by_cause.is_empty() {
        text += "\n| cause | n | what to mend |\n|---|--:|---|\n";
        for (cause, kept) in &by_cause {
            let definition = cause.definition();
            text += &format!("| {} | {} | {} |\n", definition.title, kept.len(), escape(definition.repair));
        }
        text += "\n| question | cause | known by | state | why |\n|---|---|---|---|---|\n";
        for kept in by_cause.iter().flat_map(|(_, kept)| kept) {
            let entry = &kept.entry;
            let (cause, known_by) = (entry.cause().name(), entry.known_by().name());
            let why = escape(&entry.owner.why);
            text += &format!("| {} | {cause} | {known_by} | {} | {why} |\n", escape(&entry.question), state(kept.state()));
        }
    }
    if !report.notes.is_empty() {
        text.push('\n');
    }
    report.notes.iter().for_each(|note| text += &format!("- {}\n", escape(note)));
    text.into_bytes()
}
