//! The report as Markdown.

use super::CalibrateReport;
use super::terminal::{lines, self_preference};
use crate::score::escape;

/// A table for each kind of question, then the notes.
pub fn markdown(report: &CalibrateReport) -> Vec<u8> {
    let mut text = format!("{}\n", escape(&report.heading));
    for class in &report.classes {
        text += &format!("\n| {} | |\n|---|---|\n", escape(&class.name));
        for (name, said) in lines(class) {
            text += &format!("| {name} | {} |\n", escape(&said));
        }
    }
    if let Some(preference) = &report.self_preference {
        text += &format!("\nself-preference: {}\n", escape(&self_preference(preference)));
    }
    let notes: Vec<String> = report.notes.iter().map(|note| format!("- {}\n", escape(note))).collect();
    if !notes.is_empty() {
        text += &format!("\n{}", notes.concat());
    }
    text.into_bytes()
}
