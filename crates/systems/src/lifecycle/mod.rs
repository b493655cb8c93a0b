//! Plays a script against a system whose documents can be changed, and looks after each step whether what must be retrievable is, and
//! what must not be is not.
//!
//! Indexing may take its time: what is not yet as it must be is looked at again until a limit. Two things are never waited for: what an
//! asker may never see is an incident even for a moment, and what a scripted delay holds back is pending, and no failure.

pub mod http;
pub mod steps;

#[cfg(test)]
mod tests;

use std::time::Duration;

use endpoints::clock::Clock;
use evidence::Question;
use evidence::lifecycle::{Action, Expectation, Place, Refused, State, Step, Successor, Wanted};
use retrieval::lifecycle::{Asked, Assertion, Claim, Outcome, Verdict, check};
use retrieval::record::{Item, Stage};
use retrieval::steps::stages_of;

use crate::asked::Done;

/// What a system says of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Whether it was done at all: a delay that a system knows nothing of is not.
    pub played: bool,
    /// How it was done, in words, where that is not plain.
    pub how: Option<String>,
    /// What the index will call itself once this is in it.
    pub index_revision: Option<String>,
    /// Whether it has yet to be indexed; `None` where the system does not say.
    pub pending: Option<bool>,
}

/// What a system retrieved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looked {
    /// The lists, the context among them.
    pub stages: Vec<(Stage, Vec<Item>)>,
    /// What the index says it is.
    pub index_revision: Option<String>,
}

/// Entries of lists get what the context says of the same passage.
impl From<Done> for Looked {
    fn from(done: Done) -> Self {
        let mut stages = stages_of(done.stages, &done.steps);
        for item in stages.iter_mut().flat_map(|(_, list)| list) {
            if let Some(known) = done.context.iter().flatten().find(|known| known.id == item.id) {
                item.fill_from(known, true);
            }
        }
        stages.extend(done.context.map(|context| (Stage::Context, context)));
        Self { stages, index_revision: done.index_revision }
    }
}

/// A system whose documents can be changed, and that can be asked in between.
pub trait Living {
    /// Does a step; `state` is what the corpus must be afterwards. The error says why it could not be done.
    fn apply(&mut self, action: &Action, state: &State) -> Result<Said, String>;

    /// Asks some questions of what is served now, each for itself.
    fn ask(&mut self, questions: &[Question]) -> Vec<Result<Looked, String>>;
}

/// Between two looks, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// When what a step did could be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Freshness {
    /// Nothing was looked at, or not to the end.
    NotLooked,
    /// At the first look.
    AtOnce,
    /// At a look so long after the step.
    After(Duration),
    /// It waits for indexing, as the script says.
    Pending,
    /// Not within the limit.
    Never,
}

/// A step that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// What was done, in words.
    pub action: String,
    /// What the system said of it; or why it could not be done.
    pub said: Result<Said, String>,
    /// What was found afterwards.
    pub asked: Vec<Asked>,
    /// When it could be seen.
    pub freshness: Freshness,
}

/// Whether a script can be played from a state on; the error names the step, from 1.
pub fn is_sound(steps: &[Step], state: &State) -> Result<(), (usize, Refused)> {
    let mut state = state.clone();
    steps.iter().enumerate().try_for_each(|(place, step)| state.apply(&step.action).map_err(|refused| (place + 1, refused)))
}

/// What is held back by a scripted delay.
#[derive(Default)]
struct Held {
    delay: Option<Delay>,
    /// The documents that changed since it began.
    waiting: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Delay {
    UntilIndexed,
    Until(Duration),
}

impl Held {
    fn hear(&mut self, action: &Action, played: bool, now: Duration) {
        match action {
            Action::Delay(seconds) if played => {
                let until = |seconds: u32| Delay::Until(now + Duration::from_secs(u64::from(seconds)));
                self.delay = Some(seconds.map_or(Delay::UntilIndexed, until));
            }
            Action::Index => *self = Self::default(),
            _ if self.delay.is_some() => self.waiting.extend(changed(action)),
            _ => {}
        }
    }

    fn pass(&mut self, now: Duration) {
        if matches!(self.delay, Some(Delay::Until(until)) if now >= until) {
            *self = Self::default();
        }
    }

    /// Whether it is no wonder that this is not there.
    fn excuses(&self, wanted: &Wanted, state: &State) -> bool {
        let waits = |doc: &String| self.waiting.iter().any(|waiting| waiting == state.name_now(doc));
        self.delay.is_some() && !self.waiting.is_empty() && wanted.doc.as_ref().is_none_or(waits)
    }
}

/// The document that an action brings in, by its id.
fn changed(action: &Action) -> Option<String> {
    match action {
        Action::Add(document) | Action::Update(document) => Some(document.id.clone()),
        Action::Supersede { by: Successor::New(document), .. } => Some(document.id.clone()),
        Action::Move { to: Place::Id(to), .. } => Some(to.clone()),
        Action::Move { doc, to: Place::From(_) } => Some(doc.clone()),
        _ => None,
    }
}

/// Plays a script that [`is_sound`], and changes `state` with it. `wait` is how long after a step all must be as it must be. After a step
/// that could not be done nothing more is played, since nobody knows what the system holds then. `told` hears how many steps are done.
pub fn play(
    steps: &[Step],
    state: &mut State,
    system: &mut dyn Living,
    wait: Duration,
    clock: &dyn Clock,
    told: &dyn Fn(usize),
) -> Vec<Played> {
    let (mut all, mut held) = (Vec::with_capacity(steps.len()), Held::default());
    // What the index must call itself, where the system told it.
    let mut revision = None;
    for (place, step) in steps.iter().enumerate() {
        let mut played = Played {
            action: step.action.words(),
            said: state.apply(&step.action).map_err(|refused| refused.0).and_then(|()| system.apply(&step.action, state)),
            asked: Vec::new(),
            freshness: Freshness::NotLooked,
        };
        if let Ok(said) = &played.said {
            if said.played && !matches!(step.action, Action::Look) {
                revision.clone_from(&said.index_revision);
            }
            held.hear(&step.action, said.played, clock.monotonic());
            let look = Look { step, place, state, said, revision: revision.as_deref(), wait, clock };
            (played.asked, played.freshness) = look.until_settled(system, &mut held);
        }
        let failed = played.said.is_err();
        all.push(played);
        told(all.len());
        if failed {
            break;
        }
    }
    all
}

/// Looking after one step.
struct Look<'a> {
    step: &'a Step,
    place: usize,
    state: &'a State,
    said: &'a Said,
    revision: Option<&'a str>,
    wait: Duration,
    clock: &'a dyn Clock,
}

impl Look<'_> {
    fn until_settled(&self, system: &mut dyn Living, held: &mut Held) -> (Vec<Asked>, Freshness) {
        if self.step.expect.is_empty() {
            return (Vec::new(), Freshness::NotLooked);
        }
        let question = |(n, expected): (usize, &Expectation)| Question {
            principal: expected.principal.clone(),
            ..Question::new(format!("step-{}-{}", self.place + 1, n + 1), &expected.query)
        };
        let questions: Vec<Question> = self.step.expect.iter().enumerate().map(question).collect();
        let (start, mut pause, mut first) = (self.clock.monotonic(), FIRST_PAUSE, true);
        loop {
            held.pass(self.clock.monotonic());
            // What was found at this look was so when it began, whatever the asking took.
            let since = self.clock.monotonic().saturating_sub(start);
            let found = system.ask(&questions);
            let asked: Vec<Asked> = self.step.expect.iter().zip(found).map(|(e, found)| self.assess(e, found, held)).collect();
            let assertions = || asked.iter().filter_map(|asked| asked.assertions.as_ref().ok()).flatten();
            let any = |verdict: Verdict| assertions().any(|assertion| assertion.verdict == verdict);
            let failed = asked.iter().any(|asked| asked.assertions.is_err());
            let settled = match (any(Verdict::Broken), any(Verdict::Pending)) {
                (false, false) => true,
                (true, _) => assertions().any(Assertion::is_leak),
                // What waits for a command does not come by waiting.
                (false, true) => held.delay == Some(Delay::UntilIndexed),
            };
            if settled || failed || since >= self.wait {
                let freshness = match () {
                    // Nobody waited for a leak to go, or for an answer where a call failed.
                    () if since < self.wait && (any(Verdict::Broken) || failed) => Freshness::NotLooked,
                    () if any(Verdict::Broken) => Freshness::Never,
                    () if any(Verdict::Pending) => Freshness::Pending,
                    () if first => Freshness::AtOnce,
                    () => Freshness::After(since),
                };
                return (asked, freshness);
            }
            self.clock.sleep(pause.min(self.wait - since));
            pause = (pause * 3 / 2).min(LONGEST_PAUSE);
            first = false;
        }
    }

    fn assess(&self, expected: &Expectation, found: Result<Looked, String>, held: &Held) -> Asked {
        let expected = expected.clone();
        let looked = match found {
            Ok(looked) => looked,
            Err(said) => return Asked { expected, assertions: Err(said), index_revision: None },
        };
        let mut claims = check(&expected, self.state, &looked.stages);
        if let (Some(must), Some(is)) = (self.revision, looked.index_revision.as_deref()) {
            let outcome = if must == is { Outcome::Holds(None) } else { Outcome::Stale(is.to_owned()) };
            claims.push((Claim::Revision(must.to_owned()), outcome));
        }
        let assertion = |(claim, outcome): (Claim, Outcome)| {
            // A system that says that it is done has no excuse.
            let excused = self.said.pending != Some(false)
                && match &claim {
                    Claim::Must(wanted) => held.excuses(wanted, self.state),
                    Claim::Revision(_) => held.delay.is_some(),
                    Claim::MustNot(_) | Claim::Usable => false,
                };
            let verdict = match &outcome {
                Outcome::Holds(_) => Verdict::Held,
                Outcome::Unknown(_) => Verdict::Unchecked,
                Outcome::Missing { .. } | Outcome::Stale(_) if excused => Verdict::Pending,
                Outcome::Missing { .. } | Outcome::Stale(_) | Outcome::Present(_) => Verdict::Broken,
            };
            Assertion { claim, outcome, verdict }
        };
        let assertions = Ok(claims.into_iter().map(assertion).collect());
        Asked { expected, assertions, index_revision: looked.index_revision }
    }
}
