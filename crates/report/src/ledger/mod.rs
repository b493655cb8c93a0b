//! The error ledger: what failed, by what, how that is known, and what to mend.

mod csv;
mod json;
mod markdown;
mod one;
mod sarif;
mod terminal;

use std::collections::BTreeMap;
use std::sync::Arc;

use fourcell::diagnosis::causes::{CAUSES, Cause};
use fourcell::diagnosis::ledger::KnownBy;
use fourcell::diagnosis::ledger::life::{Kept, State};
use fourcell::evaluate::Ledgered;
use fourcell::evidence::Question;

pub use csv::csv;
pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub(crate) use one::proven;
pub use one::{Single, one};
pub use sarif::{Pointed, sarif};
pub use terminal::terminal;

use crate::invariants::First;
use crate::number::count;

/// A slice key with the failures of each of its values by cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Slices {
    /// The key.
    pub key: String,
    /// Values in byte order, each with how many questions it has and its failures by cause.
    pub values: BTreeMap<String, (usize, BTreeMap<Cause, usize>)>,
}

/// A diagnosed run.
#[derive(Clone, Debug)]
pub struct LedgerReport {
    /// What was diagnosed, in a line.
    pub heading: String,
    /// The failures that are shown, each with its life.
    pub kept: Vec<Kept>,
    /// Failures that filters leave out.
    pub hidden: usize,
    /// Failures of earlier runs that this one fixed.
    pub fixed: Vec<String>,
    /// Incidents, which come before any failure.
    pub incidents: Option<First>,
    /// What was found, with what could not be looked at.
    pub found: Arc<Ledgered>,
    /// Failures by slice.
    pub slices: Vec<Slices>,
    /// What limits what could be told.
    pub notes: Vec<String>,
    /// What is odd in the inputs.
    pub warnings: Vec<String>,
}

impl LedgerReport {
    /// Failures by cause, in the order of the causes; none that has none.
    pub fn by_cause(&self) -> Vec<(Cause, Vec<&Kept>)> {
        let of = |cause: Cause| self.kept.iter().filter(move |kept| kept.entry.cause() == cause).collect::<Vec<_>>();
        CAUSES.iter().map(|definition| (definition.cause, of(definition.cause))).filter(|(_, kept)| !kept.is_empty()).collect()
    }
}

/// Counts the failures of a run by slice.
pub fn slices(
    keys: &[String],
    questions: &[&Question],
    found: &Ledgered,
    slice: &dyn Fn(&str, &str) -> Option<String>,
) -> Vec<Slices> {
    let causes: BTreeMap<&str, Cause> = found.entries.iter().map(|entry| (entry.question.as_str(), entry.cause())).collect();
    let of = |key: &String| {
        let mut values: BTreeMap<String, (usize, BTreeMap<Cause, usize>)> = BTreeMap::new();
        for question in questions {
            let Some(value) = slice(&question.id, key) else { continue };
            let (n, failures) = values.entry(value).or_default();
            *n += 1;
            if let Some(cause) = causes.get(question.id.as_str()) {
                *failures.entry(*cause).or_default() += 1;
            }
        }
        Slices { key: key.clone(), values }
    };
    keys.iter().map(of).collect()
}

/// What a diagnosis could and could not look at.
pub fn notes(found: &Ledgered) -> Vec<String> {
    let mut notes = Vec::new();
    let mut add = |note: String| notes.push(note);
    for (reason, ids) in undiagnosed(found) {
        add(format!("{}: {reason} ({})", count(ids.len(), "question"), some(&ids)));
    }
    if found.not_judged > 0 {
        let questions = count(found.not_judged, "question");
        add(format!("{questions}: the answer was not judged, so that only retrieval was looked at ('fourcell judge' judges)"));
    }
    let lists: Vec<&str> = found.captured.keys().map(|stage| stage.name()).collect();
    if !lists.contains(&"candidates") {
        let have = if lists.is_empty() { "no list was captured".to_owned() } else { format!("captured: {}", lists.join(", ")) };
        add(format!("the candidates were not captured ({have}): at which stage evidence was lost is inferred"));
    }
    if !found.index_captured {
        add(
            "the passages of the index were not captured (passages.jsonl): chunk boundaries and a stale index can hardly be told"
                .into(),
        );
    }
    if found.day.is_none() {
        add("the run's day is not known: dates of documents were not checked".into());
    }
    if found.sealed > 0 {
        add(format!("{} left sealed", count(found.sealed, "final question")));
    }
    notes
}

/// Questions of which nothing can be said, by reason.
pub fn undiagnosed(found: &Ledgered) -> BTreeMap<&'static str, Vec<&str>> {
    let mut by_reason: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
    for (id, why) in &found.undiagnosed {
        by_reason.entry(why.reason()).or_default().push(id);
    }
    by_reason
}

/// The first ids of some, and how many more there are.
pub(super) fn some(ids: &[&str]) -> String {
    const SHOWN: usize = 5;
    let shown = ids.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if ids.len() > SHOWN { format!("{shown}, and {} more", ids.len() - SHOWN) } else { shown }
}

/// What failed, in one sentence.
pub fn summary(report: &LedgerReport) -> String {
    let entries = &report.found.entries;
    let of = |is: &dyn Fn(Cause) -> bool| entries.iter().filter(|entry| is(entry.cause())).count();
    let labels = of(&|cause| cause == Cause::LabelSuspect);
    let retrieval = of(&Cause::is_of_retrieval);
    let generation = entries.len() - labels - retrieval;
    let parts: Vec<String> = [(retrieval, "of retrieval"), (generation, "of generation"), (labels, "of labels")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"))
        .collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let undiagnosed = match report.found.undiagnosed.len() {
        0 => String::new(),
        n => format!(", {n} could not be looked at"),
    };
    let sound = report.found.sound.len();
    format!("{} of {} failed{parts}; {sound} did not{undiagnosed}", entries.len(), count(report.found.n, "question"))
}

/// How many of some failures are known in each way, in the order of [`KnownBy::ALL`].
pub(super) fn known(kept: &[&Kept]) -> [usize; 3] {
    KnownBy::ALL.map(|(_, known_by)| kept.iter().filter(|kept| kept.entry.known_by() == known_by).count())
}

/// The state as people read it.
pub(crate) fn state(state: State) -> &'static str {
    match state {
        State::WontFix => "won't fix",
        other => other.name(),
    }
}
