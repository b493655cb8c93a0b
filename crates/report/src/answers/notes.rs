//! What happened on the way, in sentences: every answer that is in no mean, and why.

use std::collections::BTreeMap;

use fourcell::evidence::text::printable;
use fourcell::generation::By;
use fourcell::generation::right::Basis;

use super::AnswersReport;
use crate::number::{count, short};
use crate::score::notes_ids;

/// Ids shown in a sentence before the rest is only counted.
const SHOWN: usize = 5;

/// The notes of a report, one sentence each.
pub fn notes(report: &AnswersReport) -> Vec<String> {
    let told = &report.run.evaluated.told;
    let mut notes = report.warnings.clone();
    if !told.failed.is_empty() {
        let stand = if told.failed.len() == 1 { "stands" } else { "stand" };
        let ids = notes_ids(&told.failed, SHOWN);
        notes.push(format!("{} failed or missing in the run and {stand} in no mean: {ids}", count(told.failed.len(), "answer")));
    }
    if !told.failures.is_empty() {
        let all: usize = told.failures.values().sum();
        let kinds: Vec<String> = told.failures.iter().map(|(kind, n)| format!("{} {n}", printable(kind, 40))).collect();
        notes.push(format!("{} failed: {}; what needs one is failed, not 0", count(all, "verdict"), kinds.join(", ")));
    }
    for (measure, summary) in report.run.measures().iter().zip(report.run.all()) {
        if let Some(bounds) = summary.bounds {
            let (lo, hi) = (short(bounds.lo), short(bounds.hi));
            notes.push(format!("{measure} would be {lo} if all that failed were 0, and {hi} if they were 1"));
        }
    }
    if !told.bases.is_empty() {
        let bases: Vec<String> = told.bases.iter().map(|(basis, n)| format!("{} {n}", self::basis(*basis))).collect();
        notes.push(format!("what 'correct' rests on: {}", bases.join(", ")));
    }
    if told.claims.1 > 0 {
        let (supported, all) = told.claims;
        notes.push(format!("over claims in place of answers, {supported} of {all} are supported"));
    }
    if told.corrected_status > 0 {
        let n = count(told.corrected_status, "answer");
        notes.push(format!("{n} that the system calls answered declined or answered in part, as judged"));
    }
    if told.quotes_not_found > 0 {
        let n = count(told.quotes_not_found, "quote");
        notes.push(format!("{n} of a judge stand in no passage: those verdicts count as not found"));
    }
    if told.judged_twice.0 > 0 {
        let (all, differ) = told.judged_twice;
        notes.push(format!("judges or their repeats differ on {differ} of {all} targets that were judged more than once"));
    }
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (measure, summary) in report.run.measures().iter().zip(report.run.all()) {
        for (reason, n) in &summary.undefined {
            reasons.entry(reason).or_default().push(format!("{measure} {n}"));
        }
    }
    notes.extend(reasons.into_iter().map(|(reason, measures)| format!("not applicable, {reason}: {}", measures.join(", "))));
    let mut warnings: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (measure, summary) in report.run.measures().iter().zip(report.run.all()) {
        for warning in &summary.warnings {
            warnings.entry(warning).or_default().push(measure.to_string());
        }
    }
    notes.extend(warnings.into_iter().map(|(warning, measures)| format!("{}: {warning}", measures.join(", "))));
    notes
}

/// What an answer's rightness rests on, in words.
pub fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Recorded(By::Person) => "verdicts of people",
        Basis::Recorded(_) => "recorded verdicts of the source",
        Basis::Status => "the expected status",
        Basis::Facts => "facts, as judged",
        Basis::Reference => "the reference answer, as judged",
    }
}
