//! The comparison as Markdown.

use super::terminal::{named, notes, paired};
use super::{CompareReport, verdict_text};
use crate::changes;
use crate::number::{p, points, short};
use crate::score::escape;

/// A table of measures, the questions that changed, the notes.
pub fn markdown(report: &CompareReport) -> Vec<u8> {
    let margin = report.margin.map(|m| format!(" margin {} |", points(-m))).unwrap_or_default();
    let mut text = format!(
        "{}\n\n| measure | {} | {} | n | difference | 95 % interval | p | p (Holm) |{margin}\n|---|--:|--:|--:|--:|--:|--:|--:|{}\n",
        escape(&report.heading),
        escape(&report.candidate),
        escape(&report.baseline),
        if report.margin.is_some() { "---|" } else { "" }
    );
    for c in &report.comparisons {
        let value = |v: Option<f64>| v.map_or_else(|| "–".to_owned(), short);
        let interval = c.interval.map_or_else(|_| "–".to_owned(), |i| format!("[{}, {}]", points(i.lo), points(i.hi)));
        let verdict = c.verdict.as_ref().map(|v| format!(" {} |", verdict_text(v, c.hangs_on_failures))).unwrap_or_default();
        text += &format!(
            "| {} | {} | {} | {} | {} | {interval} | {} | {} |{verdict}\n",
            named(c),
            value(c.a),
            value(c.b),
            paired(c),
            c.difference.map_or_else(|| "–".to_owned(), points),
            p(c.p.ok()),
            p(c.p_holm)
        );
    }
    if let Some(told) = &report.changes {
        text += &format!("\n**{}**\n", escape(&changes::sentence(told)));
        let lines: String = changes::details(told).iter().map(|line| format!("- {}\n", escape(line))).collect();
        text += &if lines.is_empty() { lines } else { format!("\n{lines}") };
    }
    for c in &report.comparisons {
        let names = |changed: Vec<&fourcell::diagnosis::compare::Changed>| {
            changed.into_iter().map(|changed| escape(&changed.question)).collect::<Vec<_>>().join(", ")
        };
        let (better, worse) = c.better_and_worse();
        let (better, worse) = (names(better), names(worse));
        text += &format!("\n**{}** better: {}; worse: {}\n", c.measure, or_none(&better), or_none(&worse));
    }
    text.push('\n');
    for note in notes(report) {
        text += &format!("- {}\n", escape(&note));
    }
    text.into_bytes()
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
