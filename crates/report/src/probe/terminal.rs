//! Probes for a terminal.

use fourcell::evidence::text::printable;

use super::{ProbeReport, summary, words};
use crate::table::table;

/// The sentence, each probe in a line, what was not probed and why.
pub fn terminal(report: &ProbeReport) -> Vec<u8> {
    let mut text = format!("{}\n{}\n", printable(&report.heading, 400), summary(report));
    if !report.probed.is_empty() {
        let head = ["question", "cause", "change", "verdict", "with the change"].map(str::to_owned);
        let rows = report.probed.iter().map(|probed| {
            vec![
                printable(&probed.question, 60),
                probed.cause.name().to_owned(),
                format!("{} ({})", probed.change.name(), printable(&probed.setting, 100)),
                words(&probed.verdict),
                printable(&probed.after, 200),
            ]
        });
        text += &format!("\n{}", table(&head, rows.collect(), &[]));
    }
    if !report.untested.is_empty() {
        let head = ["not probed", "cause", "why"].map(str::to_owned);
        let row = |(question, cause, why): &(String, &'static str, String)| {
            vec![printable(question, 60), (*cause).to_owned(), printable(why, 200)]
        };
        text += &format!("\n{}", table(&head, report.untested.iter().map(row).collect(), &[]));
    }
    text.into_bytes()
}
