//! The ledger as CSV: a row for each failure.

use super::LedgerReport;
use crate::score::row;

/// Question, cause, how it is known, state, why, repair, secondary causes, runs.
pub fn csv(report: &LedgerReport) -> Vec<u8> {
    let mut text = "question,cause,known_by,state,why,repair,secondary,lost_groups,groups,first_run,last_run,reason\n".to_owned();
    for kept in &report.kept {
        let entry = &kept.entry;
        let secondary: Vec<&str> = entry.secondary.iter().map(|finding| finding.cause.name()).collect();
        text += &row(&[
            &entry.question,
            entry.cause().name(),
            entry.known_by().name(),
            kept.state().name(),
            &entry.owner.why,
            &entry.owner.repair,
            &secondary.join(" "),
            &entry.lost.len().to_string(),
            &entry.groups.to_string(),
            kept.first_run(),
            kept.last_run(),
            kept.wont_fix.as_deref().unwrap_or_default(),
        ]);
    }
    text.into_bytes()
}
