//! Putting the questions to the judges, or saying what would be asked.

use std::sync::Mutex;

use judging::{Phase, Seat, Subject, Wanted};
use report::number::count;

use crate::progress::Progress;

/// Asks, with how far it is on the terminal.
pub(super) fn asked(
    subjects: &[Subject<'_>],
    seats: &[Seat<'_>],
    wanted: &Wanted,
    threads: std::num::NonZeroUsize,
) -> Vec<Vec<fourcell::generation::Judgement>> {
    let shown: Mutex<Option<(Phase, Progress)>> = Mutex::new(None);
    let hear = |phase: Phase, done: usize, all: usize| {
        let mut shown = shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if shown.as_ref().is_none_or(|(now, _)| *now != phase) {
            *shown = Some((phase, Progress::new(all, phase.name())));
        }
        if let Some((_, progress)) = shown.as_ref() {
            progress.told(done);
        }
    };
    let said = judging::judge(subjects, seats, wanted, threads, &hear);
    if let Some((_, progress)) = shown.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        progress.clear();
    }
    said
}

/// What would be asked, in words: claims are not known before, so that sentences stand for them.
pub(super) fn estimate(name: &str, subjects: &[Subject<'_>], seats: &[Seat<'_>], wanted: &Wanted) -> String {
    let estimate = judging::plan::estimate(subjects, seats, wanted);
    let calls = count(estimate.calls, "question");
    let answers = count(subjects.len(), "answer");
    let reads = seats.iter().any(|seat| seat.judge.by() == fourcell::generation::By::Model);
    let tokens = if reads && estimate.characters > 0 {
        format!(", about {} tokens to read at four characters each, prompts not counted", estimate.characters / 4)
    } else {
        String::new()
    };
    format!("would ask '{name}' {calls} about {answers}{tokens}; a claim is taken for each sentence")
}
