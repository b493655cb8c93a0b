//! Who judges: what is asked of an answer is put to the lexical judge, a language model, a command, or several of them.

pub mod command;
pub mod driver;
pub mod kept;
pub mod lexical;
pub mod model;
pub mod plan;
pub mod schema;
pub mod sort;

mod object;
pub mod quote;
mod reply;

pub use driver::{Phase, Seat, judge};
pub use plan::{Subject, Wanted};

use generation::{Ask, By, Fault, Outcome};

/// What a judge gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The verdict, the claims, or why there is neither.
    pub outcome: Outcome,
    /// The passage that it rests on, by id.
    pub passage: Option<String>,
    /// The words that it quotes.
    pub quote: Option<String>,
    /// Whether the program found the quote in that passage; `None` where there was nothing to look for.
    pub quote_found: Option<bool>,
    /// Why, in the judge's words.
    pub reason: Option<String>,
}

impl Given {
    /// An outcome and nothing else.
    pub fn only(outcome: Outcome) -> Self {
        Self { outcome, passage: None, quote: None, quote_found: None, reason: None }
    }

    /// A failure.
    pub fn failed(kind: impl Into<String>, problem: impl Into<String>, raw: Option<String>) -> Self {
        Self::only(Outcome::Failed(Fault { kind: kind.into(), problem: problem.into(), raw }))
    }
}

/// Whoever decides narrow questions.
pub trait Judge: Sync {
    /// What kind of judge it is.
    fn by(&self) -> By;

    /// Whether it can be asked this; what it cannot be asked stays "not judged".
    fn can(&self, ask: &Ask<'_>) -> bool;

    /// What decides its verdicts besides the question, as JSON, for a lock; `None` where there is nothing to tell. A model tells what its
    /// server reports only after it was asked.
    fn described(&self) -> Option<serde_json::Value> {
        None
    }

    /// Asks. `repeat` tells repeats of the same question apart, from 0. A fault is told in what it gives.
    fn judge(&self, ask: &Ask<'_>, repeat: u32) -> Given;
}
