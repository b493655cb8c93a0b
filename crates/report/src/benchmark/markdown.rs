//! The table as Markdown.

use fourcell::diagnosis::experiment::Standing;

use super::{BenchmarkReport, cell, notes, title, usual_n};
use crate::changes;
use crate::invariants::first_markdown;
use crate::score::escape;

/// A table for all questions, one for each slice, then the notes. What may be called best is bold.
pub fn markdown(report: &BenchmarkReport) -> Vec<u8> {
    let incidents: String = report.systems.iter().filter_map(|system| system.incidents.as_ref()).map(first_markdown).collect();
    let mut text = format!("{incidents}{}\n", escape(&report.heading));
    for part in report.parts() {
        if part.slice.is_some() {
            text += &format!("\n**{}**\n", escape(&part.title()));
        }
        let told = part.slice.is_none() && report.tells_changes();
        let titles: String = part.columns.iter().map(|column| format!(" {} |", escape(&title(column)))).collect();
        text += &format!("\n| system |{}{titles}\n", if told { " settings changed |" } else { "" });
        text += &format!("|---|{}{}\n", if told { "---|" } else { "" }, "--:|".repeat(part.columns.len()));
        for (place, system) in report.systems.iter().enumerate() {
            text += &format!("| {} |", escape(&system.name));
            if told {
                text += &format!(" {} |", system.changes.as_ref().map_or_else(|| "–".to_owned(), |c| escape(&changes::brief(c))));
            }
            for column in &part.columns {
                let shown = cell(&column.cells[place], column.standing[place], usual_n(column));
                let best = column.standing[place] == Standing::Best;
                text += &if best { format!(" **{shown}** |") } else { format!(" {shown} |") };
            }
            text.push('\n');
        }
    }
    text.push('\n');
    for note in notes(report) {
        text += &format!("- {}\n", escape(&note));
    }
    text.into_bytes()
}
