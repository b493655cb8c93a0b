//! The report as Markdown, for a pull request or a page.

use fourcell::statistics::Summary;

use super::draw::levels_off;
use super::notes::notes;
use super::terminal::{cell, questions_counted, size, unanswerable};
use super::{RunReport, ScoreReport};
use crate::invariants::first_markdown;
use crate::number::{interval, value};

/// Tables of measures and slices, those of single questions where asked for, then the notes.
pub fn markdown(report: &ScoreReport, per_question: bool) -> Vec<u8> {
    let incidents: String = report.runs.iter().filter_map(|run| run.incidents.as_ref()).map(first_markdown).collect();
    let mut text = format!("{incidents}{}\n", escape(&report.heading));
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
                text += &row(&escape(&run.name), &questions_counted(run), "", &run.summaries);
            }
        }
    }
    for key in &report.keys {
        for run in &report.runs {
            let title = if report.runs.len() > 1 { format!("{}, by {key}", run.name) } else { format!("by {key}") };
            text += &head(&escape(&title), Some(run));
            for slice in run.slices.iter().filter(|s| s.key == *key) {
                let mark = if slice.is_small() { "\\*" } else { "" };
                text += &row(&escape(&slice.value), &slice.counted(), mark, &slice.summaries);
            }
        }
    }
    if report.runs.iter().any(|run| run.slices.iter().any(super::SliceReport::is_small)) {
        text += "\n\\* fewer than 30 questions: a direction, no verdict\n";
    }
    for run in &report.runs {
        if let Some(curve) = &run.curve {
            let points = curve.points.iter().filter_map(|(k, s)| Some(format!("{:.3} at {k}", s.value?)));
            let points: Vec<String> = points.collect();
            text += &format!(
                "\n{}: {} recall {}; {}\n",
                escape(&run.name),
                curve.measure,
                points.join(", "),
                levels_off(curve).trim()
            );
        }
        if let Some(no_answer) = run.no_answer.as_ref().filter(|n| n.unanswerable.n > 0) {
            text += &format!("\n{}, unanswerable questions:\n\n", escape(&run.name));
            unanswerable(no_answer).lines().for_each(|line| text += &format!("- {}\n", line.trim()));
        }
    }
    for run in report.runs.iter().filter(|_| per_question) {
        text += &questions(run);
    }
    text += &format!("\n{}\n\n", size(&report.size));
    for note in notes(report) {
        text += &format!("- {}\n", escape(&note));
    }
    text.into_bytes()
}

fn questions(run: &RunReport) -> String {
    let measures: Vec<String> = run.measures.iter().map(|m| format!(" {m} |")).collect();
    let mut text =
        format!("\n| {}, by question |{}\n|---|{}\n", escape(&run.name), measures.concat(), "--:|".repeat(measures.len()));
    for (place, question) in run.scores.questions().iter().enumerate() {
        let cells = (0..measures.len()).map(|column| format!(" {} |", cell(run.scores.get(place, column))));
        text += &format!("| {} |{}\n", escape(question), cells.collect::<String>());
    }
    text
}

fn head(first: &str, run: Option<&RunReport>) -> String {
    let measures: Vec<String> = run.into_iter().flat_map(|r| &r.measures).map(|m| format!(" {m} |")).collect();
    format!("\n| {first} | n |{}\n|---|--:|{}\n", measures.concat(), "--:|".repeat(measures.len()))
}

fn row(name: &str, n: &str, mark: &str, summaries: &[Summary]) -> String {
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
            // Bare addresses and names become links and mentions on some pages.
            '@' => escaped.push_str("\\@"),
            other => escaped.push(other),
        }
    }
    escaped.replace("://", "\\://").replace("www.", "www\\.")
}
