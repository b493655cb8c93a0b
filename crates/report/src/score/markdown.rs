//! The report as Markdown, for a pull request or a page.

use fourcell::statistics::Summary;

use super::notes::notes;
use super::terminal::size;
use super::{RunReport, ScoreReport};
use crate::number::{interval, value};

/// Tables of measures and slices, then the notes.
pub fn markdown(report: &ScoreReport) -> Vec<u8> {
    let mut text = format!("{}\n", escape(&report.heading));
    match report.runs.as_slice() {
        [run] => {
            text += "\n| measure | value | 95 % interval | n | failed | undefined | method |\n|---|--:|--:|--:|--:|--:|---|\n";
            for (measure, s) in run.measures.iter().zip(&run.summaries) {
                let undefined: usize = s.undefined.values().sum();
                text += &format!(
                    "| {measure} | {} | {} | {} | {} | {undefined} | {} |\n",
                    value(s),
                    interval(s.interval),
                    s.n,
                    s.failed,
                    s.method
                );
            }
        }
        runs => {
            text += &head("run", runs.first());
            for run in runs {
                text += &row(&escape(&run.name), run.summaries.iter().map(|s| s.n).max().unwrap_or(0), "", &run.summaries);
            }
        }
    }
    for key in &report.keys {
        for run in &report.runs {
            let title = if report.runs.len() > 1 { format!("{}, by {key}", run.name) } else { format!("by {key}") };
            text += &head(&escape(&title), Some(run));
            for slice in run.slices.iter().filter(|s| s.key == *key) {
                let mark = if slice.is_small() { "\\*" } else { "" };
                text += &row(&escape(&slice.value), slice.questions, mark, &slice.summaries);
            }
        }
    }
    if report.runs.iter().any(|run| run.slices.iter().any(super::SliceReport::is_small)) {
        text += "\n\\* fewer than 30 questions: a direction, no verdict\n";
    }
    text += &format!("\n{}\n", size(&report.size));
    for note in notes(report) {
        text += &format!("- {}\n", escape(&note));
    }
    text.into_bytes()
}

fn head(first: &str, run: Option<&RunReport>) -> String {
    let measures: Vec<String> = run.into_iter().flat_map(|r| &r.measures).map(|m| format!(" {m} |")).collect();
    format!("\n| {first} | n |{}\n|---|--:|{}\n", measures.concat(), "--:|".repeat(measures.len()))
}

fn row(name: &str, n: usize, mark: &str, summaries: &[Summary]) -> String {
    let cells: Vec<String> = summaries.iter().map(|s| format!(" {} {} |", value(s), interval(s.interval))).collect();
    format!("| {name} | {n}{mark} |{}\n", cells.concat())
}

/// Text of others as text: no markup, no link, no HTML, and no end of the table cell.
pub fn escape(text: &str) -> String {
    let text = fourcell::evidence::text::printable(text, 1000);
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '!' | '~' => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    escaped
}
