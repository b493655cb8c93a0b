//! The report for a terminal: the rules, the filter, then each incident in full.

use fourcell::evidence::text::printable;

use super::{InvariantsReport, RunInvariants, WITHOUT_ACCESS, captured, filtering, not_checked, notes, terms, told};
use crate::number::count;
use crate::table::table;

/// Longest line of an incident.
const LONGEST: usize = 2000;

/// Every run in turn.
pub fn terminal(report: &InvariantsReport) -> Vec<u8> {
    let mut text = format!("{}\n", printable(&report.heading, 400));
    if report.without_access {
        text += &format!("{WITHOUT_ACCESS}\n");
    }
    report.runs.iter().for_each(|run| text += &self::run(report, run));
    report.warnings.iter().for_each(|warning| text += &format!("note: {}\n", printable(warning, 1000)));
    text.into_bytes()
}

fn run(report: &InvariantsReport, run: &RunInvariants) -> String {
    let checked = &run.found.checked;
    let mut text = format!(
        "\n{} · {} · {}\n",
        printable(&run.found.name, 60),
        count(checked.records, "record"),
        count(checked.incidents.len(), "incident")
    );
    terms(run).iter().for_each(|line| text += &format!("{}\n", printable(line, 400)));
    let head = ["rule", "what must hold", "checked", "incidents", "not checked"].map(str::to_owned);
    let rows = report.rules().map(|rule| {
        let tally = checked.of(rule);
        let counts = [tally.checked.to_string(), tally.incidents.to_string()];
        [rule.name().to_owned(), rule.about().to_owned()].into_iter().chain(counts).chain([not_checked(checked, rule)]).collect()
    });
    text += &format!("\n{}", table(&head, rows.collect(), &[false, false, true, true, false]));
    text += "\nlists and citations that were captured\n";
    captured(checked).iter().for_each(|line| text += &format!("  {line}\n"));
    text += "\nwhere forbidden results were taken out\n";
    filtering(&checked.filtering).iter().for_each(|line| text += &format!("  {}\n", printable(line, LONGEST)));
    for (place, incident) in checked.incidents.iter().enumerate() {
        text += &format!("\nincident {} of {}\n", place + 1, checked.incidents.len());
        for (name, said) in told(incident) {
            text += &format!("  {name:<9} {}\n", printable(&said, LONGEST));
        }
    }
    let notes = notes(run);
    if !notes.is_empty() {
        text.push('\n');
    }
    notes.iter().for_each(|note| text += &format!("note: {}\n", printable(note, 1000)));
    text
}
