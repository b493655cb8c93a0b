//! The checks as Markdown.

use super::{DoctorReport, State};
use crate::score::escape;

/// The tally, a list of checks for each group.
pub fn markdown(report: &DoctorReport) -> Vec<u8> {
    let mut text = format!("{}\n\n**{}**\n", escape(&report.heading), report.tally());
    for group in report.groups() {
        text += &format!("\n{}\n\n", group[0].group.name());
        for line in group {
            let state = if line.state == State::Ok { "ok".to_owned() } else { format!("**{}**", line.state.name()) };
            text += &format!("- {state} {}: {}", escape(&line.subject), escape(&line.told));
            if !line.mend.is_empty() {
                text += &format!("; {}", escape(&line.mend));
            }
            text.push('\n');
        }
    }
    if !report.hints.is_empty() {
        text.push('\n');
    }
    report.hints.iter().for_each(|hint| text += &format!("{}\n", escape(hint)));
    text.into_bytes()
}
