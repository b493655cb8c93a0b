//! What a lifecycle script found, as values; and each format it is written in.

mod json;
mod markdown;
mod terminal;

pub use json::json;
pub use markdown::markdown;
pub use terminal::terminal;

use fourcell::evidence::Principal;
use fourcell::retrieval::lifecycle::{Asked, Assertion, Claim, Found, Outcome, Verdict};

use crate::number::count;

/// When what a step did could be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Freshness {
    /// Nothing was looked at, or not to the end.
    NotLooked,
    /// At the first look.
    AtOnce,
    /// So many seconds after the step.
    After(f64),
    /// It waits for indexing, as the script says.
    Pending,
    /// Not within the limit.
    Never,
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It was done; how, where that is told.
    Done(Option<String>),
    /// The system has nothing to do it with.
    NotPlayed,
    /// It could not be done.
    Failed(String),
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is done, in words.
    pub action: String,
    /// What became of it.
    pub state: State,
    /// Whether the system says that it has yet to be indexed.
    pub pending: Option<bool>,
    /// What was found afterwards.
    pub asked: Vec<Asked>,
    /// When it could be seen.
    pub freshness: Freshness,
}

/// Everything that `lifecycle` says.
#[derive(Clone, Debug, Default)]
pub struct LifecycleReport {
    /// Which system and which script, in a line.
    pub heading: String,
    /// The steps that were played.
    pub steps: Vec<Step>,
    /// How many were not, after one that could not be done.
    pub left: usize,
    /// How long is waited after a step, in seconds.
    pub wait: f64,
    /// What else is to be known, a sentence each.
    pub notes: Vec<String>,
}

impl LifecycleReport {
    /// Every assertion, with its step's place and who asked.
    pub fn assertions(&self) -> impl Iterator<Item = (usize, &Asked, &Assertion)> {
        self.steps.iter().enumerate().flat_map(|(place, step)| {
            let of = move |asked| Asked::assertions(asked).iter().map(move |assertion| (place, asked, assertion));
            step.asked.iter().flat_map(of)
        })
    }

    /// How many assertions came out so.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.assertions().filter(|(_, _, assertion)| assertion.verdict == verdict).count()
    }

    /// How many calls failed: steps, and questions.
    pub fn failed(&self) -> usize {
        let failed = |step: &Step| usize::from(matches!(step.state, State::Failed(_)));
        let questions = |step: &Step| step.asked.iter().filter(|asked| asked.assertions.is_err()).count();
        self.steps.iter().map(|step| failed(step) + questions(step)).sum()
    }

    /// `27 steps: 80 assertions held, 0 broken, 2 pending, 0 not checked`.
    fn tally(&self) -> String {
        let [held, broken, pending, unchecked] = Verdict::ALL.map(|(_, verdict)| self.count(verdict));
        let failed = match self.failed() {
            0 => String::new(),
            n => format!(", {} failed", count(n, "call")),
        };
        let left = match self.left {
            0 => String::new(),
            n => format!("; {} not played", count(n, "step")),
        };
        let steps = count(self.steps.len(), "step");
        let held = format!("{} held", count(held, "assertion"));
        format!("{steps}: {held}, {broken} broken, {pending} pending, {unchecked} not checked{failed}{left}")
    }

    /// When a step could be seen, in words.
    fn freshness(&self, step: &Step) -> String {
        match step.freshness {
            Freshness::NotLooked => String::new(),
            Freshness::AtOnce => "at once".to_owned(),
            Freshness::After(seconds) => format!("after {seconds:.1} s"),
            Freshness::Pending => "pending".to_owned(),
            Freshness::Never if self.wait == 0.0 => "not at once".to_owned(),
            Freshness::Never => format!("not within {} s", self.wait),
        }
    }
}

/// Who asks, in words.
fn asker(principal: Option<&Principal>) -> String {
    let Some(principal) = principal else { return "anyone".to_owned() };
    let groups = match principal.groups.as_slice() {
        [] => String::new(),
        groups => format!(" ({})", groups.join(", ")),
    };
    format!("{}{groups}", principal.tenant.as_deref().unwrap_or("no tenant"))
}

/// A claim in words.
fn claim(claim: &Claim) -> String {
    match claim {
        Claim::Must(wanted) => format!("must: {}", wanted.words()),
        Claim::MustNot(wanted) => format!("must not: {}", wanted.words()),
        Claim::Usable => "nothing that the asker may not use".to_owned(),
        Claim::Revision(_) => "the index is the one that was told".to_owned(),
    }
}

/// What was found, in words; the proof of a broken claim.
fn proof(claim: &Claim, outcome: &Outcome) -> Vec<String> {
    match outcome {
        Outcome::Holds(None) => Vec::new(),
        Outcome::Holds(Some(found)) => vec![place(found)],
        Outcome::Present(found) => found.iter().map(place).collect(),
        Outcome::Unknown(why) => vec![why.clone()],
        Outcome::Stale(is) => {
            let told = if let Claim::Revision(told) = claim { told.as_str() } else { "another" };
            vec![format!("it says that it is {is}, but {told} was told")]
        }
        Outcome::Missing { lost, displaced_by } => {
            let mut lines = match lost {
                Some(found) => vec![format!("not in what was sent; {}", place(found))],
                None => vec!["in no list".to_owned()],
            };
            if !displaced_by.is_empty() {
                let shown: Vec<String> = displaced_by.iter().take(3).map(place).collect();
                let taken = count(displaced_by.len(), "place");
                lines.push(format!("{taken} among the candidates taken by what the asker may not use: {}", shown.join("; ")));
            }
            lines
        }
    }
}

/// `context 1: passage fees@1#0 of fees@1, superseded`.
fn place(found: &Found) -> String {
    let document = found.document.as_ref().map(|document| format!(" of {document}")).unwrap_or_default();
    let why = found.why.map(|why| format!(", {}", why.words())).unwrap_or_default();
    format!("{} {}: passage {}{document}{why}", found.stage.name(), found.rank, found.passage)
}

/// Whether an assertion is told line by line: what always holds is told in the tally.
fn is_told(assertion: &Assertion) -> bool {
    assertion.verdict != Verdict::Held || matches!(assertion.claim, Claim::Must(_) | Claim::MustNot(_))
}

/// A broken assertion is an incident; a leak is called one.
fn result(assertion: &Assertion) -> &'static str {
    match assertion.verdict {
        Verdict::Broken if assertion.is_leak() => "LEAK",
        Verdict::Broken => "BROKEN",
        verdict => verdict.name(),
    }
}

#[cfg(test)]
mod tests;
