//! The history as Markdown.

use super::HistoryReport;
use super::terminal::{cells, notes};
use crate::changes;
use crate::invariants::first_markdown;
use crate::score::escape;

/// What was changed from run to run, a table for each measure, the notes.
pub fn markdown(report: &HistoryReport) -> Vec<u8> {
    let incidents: String = report.runs.iter().filter_map(|run| run.incidents.as_ref()).map(first_markdown).collect();
    let mut text = format!("{incidents}{}\n\n", escape(&report.heading));
    text += "| run | started | settings changed since the run before |\n|---|---|---|\n";
    for run in &report.runs {
        let changed = run.changes.as_ref().map_or_else(|| "–".to_owned(), changes::brief);
        let started = run.started.as_deref().unwrap_or("–");
        text += &format!("| {} | {} | {} |\n", escape(&run.name), escape(started), escape(&changed));
    }
    for (place, (measure, less)) in report.measures().into_iter().enumerate() {
        let better = if less { " (less is better)" } else { "" };
        text += &format!(
            "\n| {}{better} | value | 95 % interval | n | since the run before | 95 % interval | p | p (Holm) |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|\n",
            escape(measure)
        );
        for run in &report.runs {
            text += &format!("| {} | {} |\n", escape(&run.name), cells(&run.measures[place]).join(" | "));
        }
    }
    text.push('\n');
    for (run, why) in &report.unread {
        text += &format!("- not read: {}: {}\n", escape(run), escape(why));
    }
    for note in notes(report) {
        text += &format!("- {}\n", escape(&note));
    }
    text.into_bytes()
}
