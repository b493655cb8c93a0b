//! The life of a failure across runs: open, fixed, regressed, or not to be fixed.
//!
//! A failure is that of a question. Its id and its evidence, as labelled, stay what they are when passages are cut anew, so that a failure
//! is the same one before and after.

use std::collections::BTreeMap;

use super::Entry;
use crate::causes::Cause;

/// Where a failure is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// It failed in the last run that looked at it.
    Open,
    /// It failed once, and did not in the last run that looked at it.
    Fixed,
    /// It was fixed, and fails again.
    Regressed,
    /// Somebody decided that it stays as it is, and said why.
    WontFix,
}

impl State {
    /// Every state with its name in files.
    pub const ALL: [(&'static str, Self); 4] =
        [("open", Self::Open), ("fixed", Self::Fixed), ("regressed", Self::Regressed), ("wont-fix", Self::WontFix)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What one run said of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The run's name.
    pub run: String,
    /// What owned the failure; `None` where the question did not fail.
    pub cause: Option<Cause>,
}

/// A failure with its life.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// What was found of it when it last failed.
    pub entry: Entry,
    /// What runs said of it, in the order in which they were first diagnosed; from the first that failed.
    pub history: Vec<Said>,
    /// Why it is not to be fixed, where somebody decided that.
    pub wont_fix: Option<String>,
    /// What was recorded when a probe settled the entry, as a hash: of other records the probe says nothing.
    pub probed: Option<String>,
}

impl Kept {
    /// A failure that was not known before.
    pub fn new(run: &str, entry: Entry) -> Self {
        let history = vec![Said { run: run.to_owned(), cause: Some(entry.cause()) }];
        Self { entry, history, wont_fix: None, probed: None }
    }

    /// Where it is in its life.
    pub fn state(&self) -> State {
        let fails = self.history.last().is_some_and(|said| said.cause.is_some());
        let was_fixed = self.history.iter().any(|said| said.cause.is_none());
        match (fails, was_fixed, &self.wont_fix) {
            (false, _, _) => State::Fixed,
            (true, _, Some(_)) => State::WontFix,
            (true, true, None) => State::Regressed,
            (true, false, None) => State::Open,
        }
    }

    /// Takes what a probe of a run settled.
    pub fn settled(&mut self, run: &str, records: &str, entry: Entry) {
        say(self, run, Some(entry.cause()));
        (self.entry, self.probed) = (entry, Some(records.to_owned()));
    }

    /// The first run that failed.
    pub fn first_run(&self) -> &str {
        self.history.first().map_or("", |said| &said.run)
    }

    /// The last run that failed.
    pub fn last_run(&self) -> &str {
        self.history.iter().rev().find(|said| said.cause.is_some()).map_or("", |said| &said.run)
    }
}

/// What is known after a run: `entries` failed in it, `sound` are questions that it looked at and that did not fail. Of any other
/// question it says nothing. A run that was diagnosed before is not a new one: what it said is replaced, but for what a probe settled of
/// the same `records`, which are told by their hash. In byte order of the questions.
pub fn follow(known: Vec<Kept>, run: &str, records: &str, entries: &[Entry], sound: &[String]) -> Vec<Kept> {
    let mut all: BTreeMap<String, Kept> = known.into_iter().map(|kept| (kept.entry.question.clone(), kept)).collect();
    for entry in entries {
        let Some(kept) = all.get_mut(&entry.question) else {
            all.insert(entry.question.clone(), Kept::new(run, entry.clone()));
            continue;
        };
        if kept.probed.as_deref() == Some(records) && kept.last_run() == run {
            continue;
        }
        say(kept, run, Some(entry.cause()));
        if kept.last_run() == run {
            (kept.entry, kept.probed) = (entry.clone(), None);
        }
    }
    for question in sound {
        if let Some(kept) = all.get_mut(question) {
            say(kept, run, None);
        }
    }
    // What never failed in any run that still counts is no failure.
    all.into_values().filter(|kept| kept.history.iter().any(|said| said.cause.is_some())).collect()
}

fn say(kept: &mut Kept, run: &str, cause: Option<Cause>) {
    match kept.history.iter_mut().find(|said| said.run == run) {
        Some(said) => said.cause = cause,
        None => kept.history.push(Said { run: run.to_owned(), cause }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Finding;

    fn entry(question: &str, cause: Cause) -> Entry {
        let owner = Finding::observed(cause, "why");
        Entry { question: question.into(), owner, secondary: Vec::new(), lost: Vec::new(), groups: 1 }
    }

    fn sound(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn a_failure_is_open_then_fixed_then_regressed() {
        let state = |all: &[Kept]| all[0].state();
        let all = follow(Vec::new(), "r1", "sha256:r1", &[entry("q", Cause::Rank)], &sound(&["p"]));
        assert_eq!((all.len(), state(&all)), (1, State::Open));
        let all = follow(all, "r2", "sha256:r2", &[entry("q", Cause::Packing)], &[]);
        assert_eq!(
            (state(&all), all[0].entry.cause(), all[0].first_run(), all[0].last_run()),
            (State::Open, Cause::Packing, "r1", "r2")
        );
        // A run that did not look at it says nothing.
        let all = follow(all, "r3", "sha256:r3", &[], &sound(&["p"]));
        assert_eq!((state(&all), all[0].history.len()), (State::Open, 2));
        let all = follow(all, "r4", "sha256:r4", &[], &sound(&["q"]));
        assert_eq!((state(&all), all[0].entry.cause(), all[0].last_run()), (State::Fixed, Cause::Packing, "r2"));
        let all = follow(all, "r5", "sha256:r5", &[entry("q", Cause::Rank)], &[]);
        assert_eq!((state(&all), all[0].last_run()), (State::Regressed, "r5"));
        let mut all = follow(all, "r6", "sha256:r6", &[entry("q", Cause::Rank)], &[]);
        assert_eq!(state(&all), State::Regressed);
        all[0].wont_fix = Some("the question is not asked any more".into());
        assert_eq!(state(&all), State::WontFix);
        assert_eq!(state(&follow(all, "r7", "sha256:r7", &[], &sound(&["q"]))), State::Fixed);
    }

    #[test]
    fn what_a_probe_settled_holds_for_the_records_that_it_probed() {
        let mut all = follow(Vec::new(), "r1", "sha256:a", &[entry("q", Cause::Rank)], &[]);
        all[0].settled("r1", "sha256:a", entry("q", Cause::ChunkBoundary));
        let again = follow(all.clone(), "r1", "sha256:a", &[entry("q", Cause::Rank)], &[]);
        assert_eq!((again[0].entry.cause(), again[0].history[0].cause), (Cause::ChunkBoundary, Some(Cause::ChunkBoundary)));
        let other = follow(all.clone(), "r1", "sha256:b", &[entry("q", Cause::Rank)], &[]);
        assert_eq!((other[0].entry.cause(), &other[0].probed), (Cause::Rank, &None));
        let next = follow(all, "r2", "sha256:a", &[entry("q", Cause::Packing)], &[]);
        assert_eq!((next[0].entry.cause(), next[0].history.len()), (Cause::Packing, 2));
    }

    #[test]
    fn a_run_that_is_diagnosed_again_replaces_what_it_said() {
        let first = follow(Vec::new(), "r1", "sha256:r1", &[entry("q", Cause::Rank), entry("a", Cause::Rank)], &[]);
        let again = follow(first.clone(), "r1", "sha256:r1", &[entry("q", Cause::Rank), entry("a", Cause::Rank)], &[]);
        assert_eq!(first, again);
        let mended = follow(first, "r1", "sha256:r1", &[entry("a", Cause::Packing)], &sound(&["q"]));
        assert_eq!(mended.iter().map(|kept| kept.entry.question.as_str()).collect::<Vec<_>>(), ["a"]);
        assert_eq!(mended[0].entry.cause(), Cause::Packing);
    }
}
