//! What happened on the way, in sentences: every question that is not in a mean, and why.

use std::collections::BTreeMap;

use fourcell::evidence::text::printable;

use super::{RunReport, ScoreReport};
use crate::number::count;

/// Ids shown in a sentence before the rest is only counted.
const SHOWN: usize = 5;

/// Below this share of judged passages, measures over them are flagged.
const LEAST_JUDGED: f64 = 0.9;

/// The notes of a report, one sentence each; those of a run start with its name where there are several.
pub fn notes(report: &ScoreReport) -> Vec<String> {
    all_notes(report, true)
}

/// The notes for a format that shows no intervals.
pub fn notes_without_intervals(report: &ScoreReport) -> Vec<String> {
    all_notes(report, false)
}

fn all_notes(report: &ScoreReport, intervals: bool) -> Vec<String> {
    let mut all = report.warnings.clone();
    for run in &report.runs {
        let prefix = if report.runs.len() > 1 { format!("{}: ", printable(&run.name, 60)) } else { String::new() };
        all.extend(run_notes(run, intervals).into_iter().map(|note| format!("{prefix}{note}")));
    }
    all
}

/// The first `shown` ids, and how many more there are.
pub fn ids(all: &[String], shown: usize) -> String {
    let mut text: Vec<String> = all.iter().take(shown).map(|id| printable(id, 100)).collect();
    if all.len() > shown {
        text.push(format!("and {} more", all.len() - shown));
    }
    text.join(", ")
}

/// A few ids of `n`.
fn of_many(shown: &[String], n: usize) -> String {
    let more = n.saturating_sub(shown.len());
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{}{more}", ids(shown, SHOWN))
}

fn run_notes(run: &RunReport, intervals: bool) -> Vec<String> {
    let told = &run.told;
    let mut notes = Vec::new();
    if !told.failed.is_empty() {
        let list: Vec<String> = told.failed.iter().map(|(id, e)| format!("{id} ({})", printable(e, 60))).collect();
        let stand = if told.failed.len() == 1 { "stands" } else { "stand" };
        notes.push(format!("{} failed and {stand} in no mean: {}", count(told.failed.len(), "call"), ids(&list, SHOWN)));
        notes.extend(bounds(run));
    }
    if !told.missing.is_empty() {
        let n = count(told.missing.len(), "question");
        let counted =
            if run.summaries.iter().any(|s| s.failed > 0) { "counted as failed" } else { "counted as nothing returned" };
        notes.push(format!("{n} not in the run, {counted}: {}", ids(&told.missing, SHOWN)));
    }
    if !told.empty.is_empty() {
        notes.push(format!(
            "nothing was returned for {}, scored 0: {}",
            count(told.empty.len(), "question"),
            ids(&told.empty, SHOWN)
        ));
    }
    if told.unjudged.0 > 0 {
        let n = count(told.unjudged.0, "query").replace("querys", "queries");
        notes.push(format!("{n} of the run not judged and left out: {}", of_many(&told.unjudged.1, told.unjudged.0)));
    }
    if told.order_disagreements > 0 {
        let n = count(told.order_disagreements, "ranking");
        notes.push(format!("in {n} the ranks and the scores tell different orders"));
    }
    if told.disputed_labels > 0 {
        notes.push(format!("{} disputed between raters and set aside", count(told.disputed_labels, "label")));
    }
    if !told.stale.is_empty() {
        let n = count(told.stale.len(), "question");
        notes
            .push(format!("{n} with a stale label, whose quote is not in the document, not scored: {}", ids(&told.stale, SHOWN)));
    }
    if told.reanchored > 0 {
        notes.push(format!(
            "{} found again by the quote, since its offsets do not hold ('fourcell check' lists them)",
            count(told.reanchored, "range")
        ));
    }
    if told.misplaced_passages.0 > 0 {
        let n = count(told.misplaced_passages.0, "passage");
        let shown = of_many(&told.misplaced_passages.1, told.misplaced_passages.0);
        notes.push(format!(
            "the range of {n} of the run does not slice its text out of the document, so evidence may be misjudged: {shown}"
        ));
    }
    if told.unknown_questions.0 > 0 {
        let n = count(told.unknown_questions.0, "record");
        let shown = of_many(&told.unknown_questions.1, told.unknown_questions.0);
        notes.push(format!("{n} of questions that the set does not hold, left out: {shown}"));
    }
    if told.other_records > 0 {
        notes.push(format!(
            "{} of other modes or repeats not scored here (--mode, --repeat)",
            count(told.other_records, "record")
        ));
    }
    let mut undefined: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (measure, summary) in run.measures.iter().zip(&run.summaries) {
        for (reason, n) in &summary.undefined {
            undefined.entry(reason).or_default().push(format!("{measure} {n}"));
        }
        for warning in summary.warnings.iter().filter(|_| intervals) {
            undefined.entry(warning).or_default().push(measure.to_string());
        }
    }
    notes.extend(undefined.into_iter().map(|(reason, measures)| format!("{reason} ({})", measures.join(", "))));
    for (measure, summary) in run.measures.iter().zip(&run.summaries).filter(|(m, _)| m.definition.name == "Judged") {
        if let Some(share) = summary.value.filter(|share| *share < LEAST_JUDGED) {
            notes.push(format!(
                "{measure} is {share:.3}: what nobody judged counts as not relevant, so that other measures may be too low"
            ));
        }
    }
    let counts_passages = run.measures.iter().any(|m| m.definition.needs_all_relevant);
    if told.with_alternatives > 0 && counts_passages {
        let n = count(told.with_alternatives, "question");
        notes.push(format!("{n} with alternatives: measures over single passages under-report there, evidence@k does not"));
    }
    notes
}

fn bounds(run: &RunReport) -> Option<String> {
    let (measure, summary) = run.measures.iter().zip(&run.summaries).find(|(_, s)| s.bounds.is_some())?;
    let bounds = summary.bounds?;
    Some(format!("if what failed had scored 0 or 1, {measure} would be {:.3} or {:.3}", bounds.lo, bounds.hi))
}
