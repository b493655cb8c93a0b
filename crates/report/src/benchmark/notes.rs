//! Sentences beside the table.

use std::collections::BTreeSet;

use fourcell::diagnosis::experiment::Standing;

use super::{BEST, BenchmarkReport, NOT_TOLD_APART};
use crate::changes;
use crate::number::{count, short};

/// What the marks mean, what failed, what is not attributable, how intervals and tests were made.
pub fn notes(report: &BenchmarkReport) -> Vec<String> {
    let mut notes = report.warnings.clone();
    notes.extend(marks(report));
    notes.extend(failures(report));
    if report.columns.iter().any(|column| column.directional) {
        notes.push("* fewer than 30 questions: a direction; nothing is compared there, and nothing marked".to_owned());
    }
    if report.tells_changes()
        && let Some(first) = report.systems.first()
    {
        notes.push(format!(
            "changes are told from {}; where more than one setting differs, no difference can be laid to one of them",
            first.name
        ));
    }
    for system in &report.systems {
        let beside = system.changes.as_ref().and_then(changes::beside);
        notes.extend(beside.map(|told| format!("{}: {told}", system.name)));
    }
    let methods = |of: &dyn Fn(&super::Column) -> Vec<&'static str>| {
        let distinct: BTreeSet<&str> = report.columns.iter().flat_map(of).collect();
        distinct.into_iter().collect::<Vec<_>>().join("; ")
    };
    let intervals = methods(&|column| column.cells.iter().filter(|c| c.interval.is_some()).map(|c| c.method).collect());
    let tests = methods(&|column| column.against_best.iter().flatten().filter(|c| c.p.is_ok()).map(|c| c.p_method).collect());
    if !intervals.is_empty() {
        notes.push(format!("95 % intervals: {intervals}"));
    }
    if !tests.is_empty() {
        notes.push(format!("tests: {tests}; seed {}, {} replicates", report.seed, report.replicates));
    }
    notes
}

/// What the marks mean, as far as there are any, and how many comparisons they rest on.
fn marks(report: &BenchmarkReport) -> Option<String> {
    let there = |standing| report.columns.iter().any(|column| column.standing.contains(&standing));
    let mut told = Vec::new();
    if there(Standing::Best) {
        told.push(format!("{BEST} best: told apart from every other"));
    }
    if there(Standing::NotToldApart) {
        told.push(format!("{NOT_TOLD_APART} the best mean, or not told apart from it"));
    }
    if told.is_empty() {
        return None;
    }
    let undefined = match report.family.undefined {
        0 => String::new(),
        n => format!(", and {n} more that have no p and tell nothing apart"),
    };
    Some(format!(
        "{}; by paired tests against the best mean, Holm over {} at 5 %{undefined}",
        told.join("; "),
        count(report.family.compared, "comparison")
    ))
}

/// Of each system the means from which failed questions are missing, with the bounds that these leave.
fn failures(report: &BenchmarkReport) -> Vec<String> {
    let of_one = |(place, system): (usize, &super::System)| {
        let all = report.columns.iter().filter(|column| column.slice.is_none()).map(|column| (column, &column.cells[place]));
        let told: Vec<String> = all
            .filter(|(_, cell)| cell.failed > 0)
            .map(|(column, cell)| {
                let bounds =
                    cell.bounds.map_or_else(|| "anywhere".to_owned(), |b| format!("between {} and {}", short(b.lo), short(b.hi)));
                let mean = if cell.value.is_some() { format!("over the other {}", cell.n) } else { "undefined".to_owned() };
                format!("{} ({} failed) is {mean}, and would be {bounds} with them", column.measure, cell.failed)
            })
            .collect();
        (!told.is_empty()).then(|| format!("{}: what failed is in no mean: {}", system.name, told.join("; ")))
    };
    report.systems.iter().enumerate().filter_map(of_one).collect()
}
