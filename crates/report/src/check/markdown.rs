//! The findings as Markdown.

use super::terminal::sentences;
use super::{CheckReport, SHOWN, groups, place, snapshot, tally};
use crate::score::escape;

/// The tally, a list of findings for each rule, the size of the set.
pub fn markdown(report: &CheckReport, all: bool) -> Vec<u8> {
    let mut text = format!("{}\n\n**{}**\n", escape(&report.heading), tally(report));
    for group in groups(&report.findings) {
        let first = &group[0];
        text += &format!("\n{} `{}`\n\n", first.severity.name(), first.rule);
        let shown = if all { group.len() } else { SHOWN };
        for found in group.iter().take(shown) {
            let named = found.line.is_some() && !found.subject.is_empty();
            let subject = if named { format!("{}: ", escape(&found.subject)) } else { String::new() };
            text += &format!("- {}: {subject}{}", escape(&place(found)), escape(&found.problem));
            if !found.mend.is_empty() {
                text += &format!("; {}", escape(&found.mend));
            }
            text.push('\n');
        }
        if group.len() > shown {
            text += &format!("- and {} more like it\n", group.len() - shown);
        }
    }
    if let Some(size) = &report.size {
        text += "\n| split | questions | answerable | unanswerable | with alternatives |\n|---|--:|--:|--:|--:|\n";
        for part in &size.parts {
            let unanswerable = part.questions - part.answerable;
            let (split, all, yes, either) = (part.split, part.questions, part.answerable, part.with_alternatives);
            text += &format!("| {split} | {all} | {yes} | {unanswerable} | {either} |\n");
        }
        for slices in size.slices.chunk_by(|a, b| a.key == b.key) {
            text +=
                &format!("\n| {} | tune | answerable | final | answerable |\n|---|--:|--:|--:|--:|\n", escape(&slices[0].key));
            for s in slices {
                let name = escape(&s.value);
                text += &format!("| {name} | {} | {} | {} | {} |\n", s.tune.0, s.tune.1, s.sealed.0, s.sealed.1);
            }
        }
        text.push('\n');
        sentences(size).iter().for_each(|sentence| text += &format!("- {}\n", escape(sentence)));
    }
    text.push('\n');
    report.snapshots.iter().for_each(|one| text += &format!("- {}\n", escape(&snapshot(one))));
    text.into_bytes()
}
