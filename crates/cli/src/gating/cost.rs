//! What a run took, call by call: latencies and context tokens.

use std::collections::BTreeSet;

use fourcell::diagnosis::gate::Calls;
use fourcell::formats::Source;
use fourcell::formats::native::{Run, Timing, read_timings};
use fourcell::retrieval::record::{Ending, Mode, Record, Stage};

use crate::failure::Failure;

/// The file of a run with its latencies.
pub const TIMINGS: &str = "timings.jsonl";

/// Reads the latencies of a run; none where it has no such file.
pub fn timings(run: &Run) -> Result<Vec<Timing>, Failure> {
    let path = run.directory.join(TIMINGS);
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(read_timings(&Source::file(&path))?.items)
}

/// Latencies of whole calls in normal mode, of these questions.
pub fn latency(run: &Run, wanted: &BTreeSet<&str>) -> Result<Calls, Failure> {
    let mut all: Vec<Timing> = timings(run)?;
    all.retain(|timing| timing.mode == Mode::Normal && wanted.contains(timing.question.as_str()));
    all.sort_by(|a, b| (&a.question, a.repeat).cmp(&(&b.question, b.repeat)));
    let timed: Vec<(&str, f64)> = all.iter().filter_map(|timing| Some((timing.question.as_str(), timing.total()?))).collect();
    let (failed, calls) = counts(run, wanted);
    Ok(Calls {
        what: "latency",
        unit: "ms",
        questions: timed.iter().map(|(question, _)| question).collect::<BTreeSet<_>>().len(),
        not_captured: (calls - failed).saturating_sub(timed.len()),
        values: timed.into_iter().map(|(_, time)| time).collect(),
        failed,
    })
}

/// Tokens of the contexts in normal mode, of these questions: as captured, else the sum of what was captured of their passages, else as
/// `count` counts their texts.
pub fn tokens(run: &Run, wanted: &BTreeSet<&str>, count: &dyn Fn(&str) -> Option<u64>) -> Calls {
    let mut records: Vec<&Record> = sound(run, wanted).collect();
    records.sort_by(|a, b| (&a.question, a.repeat).cmp(&(&b.question, b.repeat)));
    let counted: Vec<(&str, f64)> =
        records.iter().filter_map(|record| Some((record.question.as_str(), of_one(record, count)? as f64))).collect();
    let (failed, _) = counts(run, wanted);
    Calls {
        what: "context tokens",
        unit: "tokens",
        questions: counted.iter().map(|(question, _)| question).collect::<BTreeSet<_>>().len(),
        not_captured: records.len() - counted.len(),
        values: counted.into_iter().map(|(_, tokens)| tokens).collect(),
        failed,
    }
}

fn of_one(record: &Record, count: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let sum = || record.stage(Stage::Context)?.iter().map(|item| item.tokens.or_else(|| count(item.text.as_deref()?))).sum();
    record.context_tokens.or_else(sum)
}

fn normal<'r>(run: &'r Run, wanted: &BTreeSet<&str>) -> impl Iterator<Item = &'r Record> {
    run.records.items.iter().filter(move |record| record.mode == Mode::Normal && wanted.contains(record.question.as_str()))
}

fn sound<'r>(run: &'r Run, wanted: &BTreeSet<&str>) -> impl Iterator<Item = &'r Record> {
    normal(run, wanted).filter(|record| !matches!(record.ending, Ending::Failed(_)))
}

/// Calls that failed, and all calls.
fn counts(run: &Run, wanted: &BTreeSet<&str>) -> (usize, usize) {
    let all = normal(run, wanted).count();
    (all - sound(run, wanted).count(), all)
}
