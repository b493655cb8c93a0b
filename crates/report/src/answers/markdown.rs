//! The report as Markdown, for a pull request or a page.

use super::notes::notes;
use super::{AnswersReport, AnswersRun, Group};
use crate::invariants::first_markdown;
use crate::number::{interval, value};
use crate::score::{escape, size_text};

/// Tables of all questions and of each group, slices, then the notes.
pub fn markdown(report: &AnswersReport) -> Vec<u8> {
    let incidents = report.incidents.as_ref().map(first_markdown).unwrap_or_default();
    let mut text = format!("{incidents}{}\n", escape(&report.heading));
    for judge in &report.judges {
        text += &format!("\n{}\n", escape(judge));
    }
    for group in &report.run.groups {
        text += &format!("\n| {} ({}) | value | 95 % interval | n | failed | not applicable |\n", group.name, group.questions);
        text += "|---|--:|--:|--:|--:|--:|\n";
        text += &rows(&report.run, group);
    }
    for slice in &report.run.slices {
        let mark = if slice.is_small() { "\\*" } else { "" };
        let name = escape(slice.value.as_deref().unwrap_or_default());
        let key = escape(&slice.name);
        text +=
            &format!("\n| {key} {name} ({}{mark}) | value | 95 % interval | n | failed | not applicable |\n", slice.questions);
        text += "|---|--:|--:|--:|--:|--:|\n";
        text += &rows(&report.run, slice);
    }
    if report.run.slices.iter().any(Group::is_small) {
        text += "\n\\* fewer than 30 questions: a direction, no verdict\n";
    }
    if let Some(abstention) = &report.abstention {
        text += "\nWhen to decline, by the score of the best passage:\n\n";
        text += &super::terminal::abstention(abstention).iter().map(|line| format!("- {}\n", escape(line))).collect::<String>();
    }
    text += &format!("\n{}\n", escape(&size_text(&report.size)));
    let notes: Vec<String> = notes(report).iter().map(|note| format!("- {}\n", escape(note))).collect();
    if !notes.is_empty() {
        text += &format!("\n{}", notes.concat());
    }
    text.into_bytes()
}

fn rows(run: &AnswersRun, group: &Group) -> String {
    let mut text = String::new();
    for (measure, summary) in run.measures().iter().zip(&group.summaries) {
        let undefined: usize = summary.undefined.values().sum();
        if summary.n + summary.failed > 0 {
            let (value, interval) = (value(summary), interval(summary.interval));
            let measure = escape(&measure.to_string());
            text += &format!("| {measure} | {value} | {interval} | {} | {} | {undefined} |\n", summary.n, summary.failed);
        }
    }
    text
}
