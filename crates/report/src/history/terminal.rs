//! The history for a terminal.

use std::collections::BTreeSet;

use fourcell::evidence::text::printable;

use super::{HistoryReport, Measured};
use crate::changes;
use crate::invariants::first_text;
use crate::number::{count, interval, p, points, value};
use crate::table::table;

/// Of a run that changed more values than this, the others are counted.
const MOST_VALUES: usize = 4;

/// First what was changed from run to run, then a table for each measure.
pub fn terminal(report: &HistoryReport) -> Vec<u8> {
    let incidents: String = report.runs.iter().filter_map(|run| run.incidents.as_ref()).map(first_text).collect();
    let mut text = format!("{incidents}{}\n\n", printable(&report.heading, 1000));
    let head = ["run", "started", "settings changed since the run before"].map(str::to_owned);
    let row = |run: &super::PastRun| {
        let changed = run.changes.as_ref().map_or_else(|| "–".to_owned(), changes::brief);
        vec![run.name.clone(), run.started.clone().unwrap_or_else(|| "–".to_owned()), changed]
    };
    text += &table(&head, report.runs.iter().map(row).collect(), &[]);
    for (place, (measure, less)) in report.measures().into_iter().enumerate() {
        let better = if less { " (less is better)" } else { "" };
        text += &format!("\n{}{better}\n", printable(measure, 200));
        let head =
            ["run", "value", "95 % interval", "n", "since the run before", "95 % interval", "p", "p (Holm)"].map(str::to_owned);
        let rows = report.runs.iter().map(|run| {
            let mut row = vec![run.name.clone()];
            row.extend(cells(&run.measures[place]));
            row
        });
        text += &table(&head, rows.collect(), &[false, true, true, true, true, true, true, true]);
    }
    text.push('\n');
    for (run, why) in &report.unread {
        text += &format!("not read: {}: {}\n", printable(run, 200), printable(why, 1000));
    }
    for note in notes(report) {
        text += &format!("note: {}\n", printable(&note, 2000));
    }
    text.into_bytes()
}

/// Value, interval, n, difference, its interval, p, Holm's p.
pub(super) fn cells(measured: &Measured) -> [String; 7] {
    let summary = &measured.summary;
    let n = if summary.failed > 0 { format!("{} (+{} failed)", summary.n, summary.failed) } else { summary.n.to_string() };
    let none = || "–".to_owned();
    let since = measured.since.as_ref();
    let difference = since.and_then(|c| c.difference).map_or_else(none, points);
    let range = since.and_then(|c| c.interval.ok()).map_or_else(none, |i| format!("[{}, {}]", points(i.lo), points(i.hi)));
    let (own, holm) = since.map_or_else(|| (none(), none()), |c| (p(c.p.ok()), p(c.p_holm)));
    [value(summary), interval(summary.interval), n, difference, range, own, holm]
}

/// Sentences beside the numbers.
pub fn notes(report: &HistoryReport) -> Vec<String> {
    let mut notes = report.warnings.clone();
    notes.push(report.order.clone());
    for run in &report.runs {
        let Some(changes) = &run.changes else { continue };
        let mut told: Vec<String> = changes.attribution.changes().iter().flat_map(changes::parts).collect();
        if told.len() > MOST_VALUES {
            let more = told.len() - MOST_VALUES;
            told.truncate(MOST_VALUES);
            told.push(format!("and {more} more, which --format json has"));
        }
        told.extend(changes::beside(changes));
        if !told.is_empty() {
            notes.push(format!("{}: {}", run.name, told.join("; ")));
        }
    }
    if report.compared > 0 {
        let all = || report.runs.iter().flat_map(|run| run.measures.iter().filter_map(|m| m.since.as_ref()));
        let intervals: BTreeSet<&str> = all().map(|c| c.interval_method).collect();
        let tests: BTreeSet<&str> = all().filter(|c| c.p.is_ok()).map(|c| c.p_method).collect();
        let joined = |names: BTreeSet<&str>| names.into_iter().collect::<Vec<_>>().join("; ");
        notes.push(format!(
            "differences in points (hundredths); intervals: {}; tests: {}; Holm over {}; seed {}, {} replicates",
            joined(intervals),
            joined(tests),
            count(report.compared, "comparison"),
            report.seed,
            report.replicates
        ));
    }
    notes
}
