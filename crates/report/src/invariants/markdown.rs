//! The report as Markdown, for a pull request or a page.

use super::{InvariantsReport, RunInvariants, WITHOUT_ACCESS, captured, filtering, not_checked, notes, question, terms};
use crate::number::count;
use crate::score::escape;

/// Every run in turn: the rules, the filter, a table of the incidents.
pub fn markdown(report: &InvariantsReport) -> Vec<u8> {
    let mut text = format!("{}\n", escape(&report.heading));
    if report.without_access {
        text += &format!("\n{}\n", escape(WITHOUT_ACCESS));
    }
    report.runs.iter().for_each(|run| text += &self::run(report, run));
    if !report.warnings.is_empty() {
        text.push('\n');
    }
    report.warnings.iter().for_each(|warning| text += &format!("- {}\n", escape(warning)));
    text.into_bytes()
}

fn run(report: &InvariantsReport, run: &RunInvariants) -> String {
    let checked = &run.found.checked;
    let (name, records) = (escape(&run.found.name), count(checked.records, "record"));
    let mut text = format!("\n**{name}: {}** in {records}\n\n", count(checked.incidents.len(), "incident"));
    terms(run).iter().for_each(|line| text += &format!("- {}\n", escape(line)));
    text += "\n| rule | what must hold | checked | incidents | not checked |\n|---|---|--:|--:|---|\n";
    for rule in report.rules() {
        let tally = checked.of(rule);
        let (name, about, not) = (rule.name(), rule.about(), not_checked(checked, rule));
        text += &format!("| {name} | {about} | {} | {} | {not} |\n", tally.checked, tally.incidents);
    }
    text += "\nLists and citations that were captured:\n\n";
    captured(checked).iter().for_each(|line| text += &format!("- {}\n", escape(line)));
    text += "\nWhere forbidden results were taken out:\n\n";
    filtering(&checked.filtering).iter().for_each(|line| text += &format!("- {}\n", escape(line)));
    if !checked.incidents.is_empty() {
        text += "\n| question | asker | rule | at | passage | proof |\n|---|---|---|---|---|---|\n";
    }
    for incident in &checked.incidents {
        let asker = incident.asker.as_ref().map_or_else(|| "not stated".to_owned(), super::asker_in_words);
        let cells = [
            question(incident),
            asker,
            incident.rule.name().to_owned(),
            incident.at.name().to_owned(),
            incident.passage.clone().unwrap_or_else(|| "–".to_owned()),
            incident.proof.clone(),
        ];
        text += &format!("| {} |\n", cells.map(|cell| escape(&cell)).join(" | "));
    }
    let notes = notes(run);
    if !notes.is_empty() {
        text.push('\n');
    }
    notes.iter().for_each(|note| text += &format!("- {}\n", escape(note)));
    text
}
