//! The table for a terminal.

use fourcell::evidence::text::printable;

use super::{BenchmarkReport, cell, notes, title, usual_n};
use crate::changes;
use crate::invariants::first_text;
use crate::table::table;

/// A row for each system, a column for each measure; a table for all questions, and one for each slice.
pub fn terminal(report: &BenchmarkReport) -> Vec<u8> {
    let incidents: String = report.systems.iter().filter_map(|system| system.incidents.as_ref()).map(first_text).collect();
    let mut text = format!("{incidents}{}\n", printable(&report.heading, 1000));
    for part in report.parts() {
        if part.slice.is_some() {
            text += &format!("\n{}\n", printable(&part.title(), 400));
        }
        text.push('\n');
        let told = part.slice.is_none() && report.tells_changes();
        let mut head = vec!["system".to_owned()];
        if told {
            head.push("settings changed".to_owned());
        }
        head.extend(part.columns.iter().map(|column| title(column)));
        let rows = report.systems.iter().enumerate().map(|(place, system)| {
            let mut row = vec![system.name.clone()];
            if told {
                row.push(system.changes.as_ref().map_or_else(|| "–".to_owned(), changes::brief));
            }
            row.extend(part.columns.iter().map(|c| cell(&c.cells[place], c.standing[place], usual_n(c))));
            row
        });
        text += &table(&head, rows.collect(), &[]);
    }
    text.push('\n');
    for note in notes(report) {
        text += &format!("note: {}\n", printable(&note, 2000));
    }
    text.into_bytes()
}
