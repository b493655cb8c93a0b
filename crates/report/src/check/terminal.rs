//! The findings for a terminal.

use fourcell::evidence::text::printable;

use super::{CheckReport, Found, SHOWN, SetSize, groups, place, snapshot, tally};
use crate::score::size_text;
use crate::table::table;

/// Longest line of a finding.
const LONGEST: usize = 2000;

/// Findings by rule, the tally, the size of the set. Of a rule at most [`SHOWN`] are shown, but with `all`.
pub fn terminal(report: &CheckReport, all: bool) -> Vec<u8> {
    let mut text = format!("{}\n", printable(&report.heading, 400));
    for one in &report.snapshots {
        text += &format!("{}\n", printable(&snapshot(one), 1000));
    }
    text.push('\n');
    for group in groups(&report.findings) {
        let shown = if all { group.len() } else { SHOWN };
        group.iter().take(shown).for_each(|found| text += &finding(found));
        if group.len() > shown {
            text += &format!("  and {} more like it: --all shows them\n", group.len() - shown);
        }
    }
    if !report.findings.is_empty() {
        text.push('\n');
    }
    text += &format!("{}\n", tally(report));
    if let Some(size) = &report.size {
        text += &set(size);
    }
    text.into_bytes()
}

fn finding(found: &Found) -> String {
    let place = printable(&place(found), LONGEST);
    // What is about no line is about the file, and names what it means itself.
    let subject = match found.line {
        Some(_) if !found.subject.is_empty() => format!("`{}`: ", printable(&found.subject, 200)),
        _ => String::new(),
    };
    let problem = printable(&found.problem, LONGEST);
    let mut text = format!("{place}: {}[{}] {subject}{problem}\n", found.severity.name(), found.rule);
    if !found.mend.is_empty() {
        text += &format!("    {}\n", printable(&found.mend, LONGEST));
    }
    text
}

fn set(size: &SetSize) -> String {
    let head = ["split", "questions", "answerable", "unanswerable", "with alternatives"].map(str::to_owned);
    let rows = size.parts.iter().map(|part| {
        let unanswerable = part.questions - part.answerable;
        let counts = [part.questions, part.answerable, unanswerable, part.with_alternatives].map(|n| n.to_string());
        [part.split.to_owned()].into_iter().chain(counts).collect()
    });
    let mut text = format!("\n{}", table(&head, rows.collect(), &[false, true, true, true, true]));
    for slices in size.slices.chunk_by(|a, b| a.key == b.key) {
        let head = [&slices[0].key, "tune", "answerable", "final", "answerable"].map(|cell| printable(cell, 40));
        let rows = slices.iter().map(|slice| {
            let mark = if slice.is_small() { "*" } else { "" };
            let name = printable(&slice.value, 40);
            let (tune, sealed) = (slice.tune, slice.sealed);
            vec![name, format!("{}{mark}", tune.0), tune.1.to_string(), sealed.0.to_string(), sealed.1.to_string()]
        });
        text += &format!("\n{}", table(&head, rows.collect(), &[false, true, true, true, true]));
    }
    if size.slices.iter().any(super::Slice::is_small) {
        text += "* fewer than 30 tune questions: a direction, no verdict\n";
    }
    text.push('\n');
    sentences(size).into_iter().for_each(|sentence| text += &format!("{sentence}\n"));
    text
}

/// What a set of this size can tell.
pub(super) fn sentences(size: &SetSize) -> Vec<String> {
    let mut all = vec![size_text(&size.tune).replacen("question", "answerable tune question", 1)];
    if let Some(groups) = size.groups {
        all.push(format!("some of them share a cluster: they are worth between {groups} and {} unrelated ones", size.tune.n));
    }
    all.push(unanswerable(size));
    all
}

/// What unanswerable questions can tell about false positives.
pub fn unanswerable(size: &SetSize) -> String {
    let Some(rate) = size.rate_excluded else {
        return "unanswerable tune questions: none, so that nothing can be said about false positives".to_owned();
    };
    let percent = |rate: f64| format!("{} %", (rate * 1000.0).round() / 10.0);
    let mut text = format!(
        "unanswerable tune questions: with no false positive in {}, the rate is at most {} (one-sided 95 %, Clopper-Pearson)",
        size.unanswerable,
        percent(rate)
    );
    let (held, not) = size.border();
    if let Some(budget) = held {
        text += &format!("; a {} budget can be held", percent(budget.rate));
    }
    if let Some(budget) = not {
        let (rate, needed) = (percent(budget.rate), budget.needed);
        text += &format!("; a {rate} budget needs {needed} clean ones, {} more", needed - size.unanswerable);
    }
    text
}
