//! Puts every question that answers raise to the judges, many at a time, and keeps the order.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use generation::{Ask, By, Judged, Judgement, Kind, Outcome, Verdict};

use crate::plan::{Subject, Wanted};
use crate::{Given, Judge};

/// A judge with its name and how often it is asked the same.
#[derive(Clone, Copy)]
pub struct Seat<'a> {
    /// By what its verdicts are known.
    pub name: &'a str,
    /// The judge.
    pub judge: &'a dyn Judge,
    /// How often it is asked.
    pub repeats: NonZeroU32,
    /// What it is asked.
    pub kinds: &'a [Kind],
}

impl Seat<'_> {
    /// Whether it is asked this.
    pub fn takes(&self, ask: &Ask<'_>) -> bool {
        self.kinds.contains(&ask.kind) && self.judge.can(ask)
    }
}

/// What is asked at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// How answers stand to their questions.
    Status,
    /// Which claims they make.
    Claims,
    /// Everything else.
    Verdicts,
}

impl Phase {
    /// What people read while it lasts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Claims => "claims",
            Self::Verdicts => "verdicts",
        }
    }
}

/// What hears how much of a phase is done.
pub type Hearing<'a> = &'a (dyn Fn(Phase, usize, usize) + Sync);

/// Asks, and gives what was said of each subject, in their order: recorded verdicts first, then by question, judge and repeat. The result
/// does not depend on the number of threads.
pub fn judge(
    subjects: &[Subject<'_>],
    seats: &[Seat<'_>],
    wanted: &Wanted,
    threads: NonZeroUsize,
    hear: Hearing<'_>,
) -> Vec<Vec<Judgement>> {
    let mut said: Vec<Vec<Judgement>> = subjects.iter().map(|subject| subject.recorded.to_vec()).collect();
    for phase in [Phase::Status, Phase::Claims, Phase::Verdicts] {
        let judged: Vec<Judged> = said.iter().map(|said| Judged::new(&said.iter().collect::<Vec<_>>())).collect();
        let mut calls: Vec<Call<'_>> = Vec::new();
        for (place, (subject, judged)) in subjects.iter().zip(&judged).enumerate() {
            let asks = match phase {
                Phase::Status => subject.status(wanted),
                Phase::Claims => subject.claims(wanted, judged),
                Phase::Verdicts => subject.rest(wanted, judged),
            };
            for ask in asks {
                // Verdicts of several judges are only comparable on the same claims.
                let seats = if phase == Phase::Claims { &seats[..seats.len().min(1)] } else { seats };
                for seat in seats.iter().filter(|seat| seat.takes(&ask)) {
                    let repeats = if phase == Phase::Claims { 1 } else { seat.repeats.get() };
                    calls.extend((0..repeats).map(|repeat| Call { place, ask: ask.clone(), seat: *seat, repeat }));
                }
            }
        }
        let given = in_parallel(&calls, threads, |done| hear(phase, done, calls.len()));
        for (call, given) in calls.iter().zip(given) {
            said[call.place].push(call.judgement(given));
        }
    }
    said
}

/// One question to one judge.
struct Call<'a> {
    place: usize,
    ask: Ask<'a>,
    seat: Seat<'a>,
    repeat: u32,
}

impl Call<'_> {
    fn put(&self) -> Given {
        // Nothing is found in nothing; a judge need not say so.
        let over_context = matches!(self.ask.kind, Kind::Support | Kind::Context);
        if over_context && self.ask.passages().next().is_none() {
            let reason = Some("the context is empty".to_owned());
            return Given { reason, ..Given::only(Outcome::Verdict(Verdict::NotFound)) };
        }
        self.seat.judge.judge(&self.ask, self.repeat)
    }

    fn judgement(&self, given: Given) -> Judgement {
        let Given { outcome, passage, quote, quote_found, reason } = given;
        Judgement {
            kind: self.ask.kind,
            target: self.ask.target.clone(),
            passage: self.ask.passage.map(str::to_owned).or(passage),
            outcome,
            quote,
            quote_found,
            judge: Some(self.seat.name.to_owned()),
            by: self.by(),
            judge_repeat: self.repeat,
            reason,
        }
    }

    fn by(&self) -> By {
        self.seat.judge.by()
    }
}

/// Puts calls by several threads; what came back stands in the order of the calls.
fn in_parallel(calls: &[Call<'_>], threads: NonZeroUsize, hear: impl Fn(usize) + Sync) -> Vec<Given> {
    let results: Vec<OnceLock<Given>> = calls.iter().map(|_| OnceLock::new()).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(calls.len()) {
            scope.spawn(|| {
                while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|place| *place < calls.len()) {
                    let _ = results[place].set(calls[place].put());
                    hear(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    results.into_iter().map(|given| given.into_inner().unwrap_or_else(never_asked)).collect()
}

/// Every call is put before the threads end, so that nobody reads this.
fn never_asked() -> Given {
    Given::failed("not-asked", "the judge was not asked", None)
}
