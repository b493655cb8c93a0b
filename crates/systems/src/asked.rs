//! What a system is asked, and what it does: the same for the built-in system and for those of others.

use std::time::Duration;

use evidence::Question;
pub use generation::Citation;
use retrieval::record::{Item, Mode, Stage};
pub use retrieval::steps::Step;

/// One call.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The question.
    pub question: &'a Question,
    /// Which context the generator is given.
    pub mode: Mode,
    /// Which repeat, from 0.
    pub repeat: u32,
}

/// How an answer stands to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Lists were returned, and no answer was asked for.
    Retrieved,
    /// It was answered.
    Answered,
    /// The system declined.
    Declined,
    /// A part of it was answered.
    Partial,
    /// The answer says that the sources disagree.
    ConflictStated,
    /// The system said that it holds no adequate evidence.
    NoEvidence,
}

impl Status {
    /// Every status with its name in files.
    pub const ALL: [(&'static str, Self); 6] = [
        ("retrieved", Self::Retrieved),
        ("answered", Self::Answered),
        ("declined", Self::Declined),
        ("partial", Self::Partial),
        ("conflict-stated", Self::ConflictStated),
        ("no-evidence", Self::NoEvidence),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub text: String,
    /// What it cites, in the order of the text.
    pub citations: Vec<Citation>,
}

/// What tokens are counted of.
pub const TOKENS: [&str; 3] = ["context", "prompt", "completion"];

/// What a system did.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The query as it was sent to the index; `None` where it was not captured.
    pub query_sent: Option<String>,
    /// What the index says it is.
    pub index_revision: Option<String>,
    /// The lists, in the order of the pipeline.
    pub stages: Vec<(Stage, Vec<Item>)>,
    /// The retrieval calls, where there were several.
    pub steps: Vec<Step>,
    /// What reached the generator; `None` where it was not captured.
    pub context: Option<Vec<Item>>,
    /// Ids of what did not fit the budget.
    pub dropped: Vec<String>,
    /// Tokens by what they are of, a name of [`TOKENS`] each.
    pub tokens: Vec<(&'static str, u64)>,
    /// The answer, where one was asked for.
    pub answer: Option<Answer>,
    /// Why the answer ended where that was not by itself, as in `length`; `None` also where it was not captured.
    pub cut: Option<String>,
    /// How it stands to the question.
    pub status: Status,
}

/// A call with the time that its stages took.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// What the system did; or what went wrong, in its words.
    pub done: Result<Done, String>,
    /// How long each stage took, on a monotonic clock, in the order of the pipeline.
    pub times: Vec<(&'static str, Duration)>,
}

/// Something that questions can be put to.
pub trait System: Sync {
    /// Puts one question. A fault of one question is no fault of the others: it is told in the result.
    fn ask(&self, ask: &Ask<'_>) -> Called;
}
