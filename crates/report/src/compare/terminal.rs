//! The comparison for a terminal.

use std::collections::BTreeSet;

use fourcell::diagnosis::Comparison;
use fourcell::evidence::text::printable;

use super::{CompareReport, verdict_text};
use crate::changes;
use crate::number::{count, p, points, short};
use crate::score::notes_ids;
use crate::table::table;

/// A row for each measure, then the questions that changed under the first one, or under every one.
pub fn terminal(report: &CompareReport, all_changes: bool) -> Vec<u8> {
    let mut text = format!("{}\n\n", printable(&report.heading, 400));
    text += &rows(report);
    text.push('\n');
    if let Some(told) = &report.changes {
        text += &format!("{}\n", printable(&changes::sentence(told), 4000));
        changes::details(told).iter().for_each(|line| text += &format!("  {}\n", printable(line, 1000)));
        text.push('\n');
    }
    let shown = if all_changes { report.comparisons.len() } else { 1 };
    for comparison in report.comparisons.iter().take(shown) {
        text += &self::changes(comparison, all_changes);
    }
    for note in notes(report) {
        text += &format!("note: {}\n", printable(&note, 1000));
    }
    text.into_bytes()
}

fn rows(report: &CompareReport) -> String {
    let mut head: Vec<String> =
        ["measure", &report.candidate, &report.baseline, "n", "difference", "95 % interval", "p", "p (Holm)"]
            .map(|cell| printable(cell, 30))
            .to_vec();
    if let Some(margin) = report.margin {
        head.push(format!("margin {}", points(-margin)));
    }
    let rows = report.comparisons.iter().map(|c| {
        let value = |v: Option<f64>| v.map_or_else(|| "–".to_owned(), short);
        let interval = c.interval.map_or_else(|_| "–".to_owned(), |i| format!("[{}, {}]", points(i.lo), points(i.hi)));
        let mut row = vec![
            named(c),
            value(c.a),
            value(c.b),
            paired(c),
            c.difference.map_or_else(|| "–".to_owned(), points),
            interval,
            p(c.p.ok()),
            p(c.p_holm),
        ];
        row.extend(c.verdict.as_ref().map(|v| verdict_text(v, c.hangs_on_failures)));
        row
    });
    table(&head, rows.collect(), &[false, true, true, true, true, true, true, true, false])
}

/// The measure, with which way is better where that is down.
pub fn named(c: &Comparison) -> String {
    if c.less_is_better { format!("{} (less is better)", c.measure) } else { c.measure.clone() }
}

/// The questions that are paired, and those that are not.
pub fn paired(c: &Comparison) -> String {
    let left = [(c.failed, "failed"), (c.undefined, "undefined")];
    let left: Vec<String> = left.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("+{n} {word}")).collect();
    if left.is_empty() { c.n.to_string() } else { format!("{} ({})", c.n, left.join(", ")) }
}

/// Questions that changed: which are better and which are worse.
pub fn changes(comparison: &Comparison, all: bool) -> String {
    let names = |changed: Vec<&fourcell::diagnosis::compare::Changed>| -> Vec<String> {
        changed.into_iter().map(|changed| changed.question.clone()).collect()
    };
    let (better, worse) = comparison.better_and_worse();
    let (better, worse) = (names(better), names(worse));
    let list = |ids: &[String]| if all { ids.join(", ") } else { notes_ids(ids, 8) };
    let mut text = format!(
        "{}: {} better, {} worse, {} the same\n",
        comparison.measure,
        better.len(),
        worse.len(),
        comparison.n - better.len() - worse.len()
    );
    for (word, ids) in [("better", better), ("worse ", worse)] {
        if !ids.is_empty() {
            text += &format!("  {word}  {}\n", printable(&list(&ids), 100_000));
        }
    }
    text
}

/// Sentences beside the numbers.
pub fn notes(report: &CompareReport) -> Vec<String> {
    let mut notes = report.warnings.clone();
    notes.extend(report.changes.as_ref().and_then(changes::beside));
    for (name, ids) in [(&report.candidate, &report.fell_out.0), (&report.baseline, &report.fell_out.1)] {
        if !ids.is_empty() {
            notes.push(format!("left out, since only {name} has them: {} ({})", ids.len(), notes_ids(ids, 5)));
        }
    }
    if !report.relabelled.is_empty() {
        let ids = notes_ids(&report.relabelled, 5);
        notes.push(format!("left out, since their labels differ: {} ({ids})", report.relabelled.len()));
    }
    let undefined: Vec<String> =
        report.comparisons.iter().filter(|c| c.undefined > 0).map(|c| format!("{} {}", c.measure, c.undefined)).collect();
    if !undefined.is_empty() {
        notes.push(format!("left out, since one of the two has no value: {}", undefined.join(", ")));
    }
    if report.comparisons.iter().all(|c| c.changed.is_empty() && c.failed == 0) {
        notes.push("every question came out the same: unchanged".to_owned());
    }
    if let Some(c) = report.comparisons.iter().find(|c| c.bounds.is_some()) {
        let bounds = c.bounds.expect("found by it");
        let (against_a, against_b) = if c.less_is_better { (bounds.hi, bounds.lo) } else { (bounds.lo, bounds.hi) };
        notes.push(format!(
            "if every failed call counted against {}, {} would differ by {}; against {}, by {}",
            report.candidate,
            c.measure,
            points(against_a),
            report.baseline,
            points(against_b)
        ));
    }
    let names = |of: fn(&Comparison) -> &'static str| {
        let distinct: BTreeSet<&str> = report.comparisons.iter().map(of).collect();
        distinct.into_iter().collect::<Vec<_>>().join("; ")
    };
    notes.push(format!(
        "differences in points (hundredths); intervals: {}; tests: {}; Holm over {}; seed {}, {} replicates",
        names(|c| c.interval_method),
        names(|c| c.p_method),
        count(report.compared, "comparison"),
        report.seed,
        report.replicates
    ));
    notes
}
