//! The checks for a terminal: a line each, the mend below it.

use fourcell::evidence::text::printable;

use super::{DoctorReport, Line};

/// Longest line of a check.
const LONGEST: usize = 2000;

/// The checks by group, then the tally, then what else can be looked into.
pub fn terminal(report: &DoctorReport) -> Vec<u8> {
    let mut text = format!("{}\n\n", printable(&report.heading, 400));
    for group in report.groups() {
        text += &format!("{}\n", group[0].group.name());
        group.iter().for_each(|line| text += &check(line));
        text.push('\n');
    }
    text += &format!("{}\n", report.tally());
    report.hints.iter().for_each(|hint| text += &format!("{}\n", printable(hint, LONGEST)));
    text.into_bytes()
}

fn check(line: &Line) -> String {
    let (subject, told) = (printable(&line.subject, 200), printable(&line.told, LONGEST));
    let mut text = format!("  {:<7}  {subject}: {told}\n", line.state.name());
    if !line.mend.is_empty() {
        text += &format!("{:11}{}\n", "", printable(&line.mend, LONGEST));
    }
    text
}
