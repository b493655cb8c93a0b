//! What a judge said, or why it said nothing.

use crate::ask::{Kind, Target};
use crate::verdict::Verdict;

/// What kind of judge it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// The verdict came with the data, and nothing says who gave it.
    #[default]
    Source,
    /// A person.
    Person,
    /// The built-in judge that compares words.
    Lexical,
    /// A language model.
    Model,
    /// A command of the project's own.
    Command,
}

impl By {
    /// Every kind of judge with its name in files.
    pub const ALL: [(&'static str, Self); 5] = [
        ("source", Self::Source),
        ("person", Self::Person),
        ("lexical", Self::Lexical),
        ("model", Self::Model),
        ("command", Self::Command),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether a verdict that an answer is right is taken as said: of a person, or of the source that it came with.
    pub fn is_recorded(self) -> bool {
        matches!(self, Self::Source | Self::Person)
    }
}

/// A claim that an answer makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its words; never blank.
    pub text: String,
    /// Where it stands in the answer: half-open, in code points; `None` where it was put in other words.
    pub span: Option<(usize, usize)>,
}

/// Why a judge gave no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong, as a fixed word that failures are counted by: `rate-limited`, `unparsed`, `truncated`, `out-of-set`, ….
    pub kind: String,
    /// What went wrong, in words.
    pub problem: String,
    /// What the judge said, where it said anything.
    pub raw: Option<String>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A verdict of the closed set of its kind.
    Verdict(Verdict),
    /// The claims of an answer, which may be none.
    Claims(Vec<Claim>),
    /// The outcome of a rubric.
    Rubric(String),
    /// There is none.
    Failed(Fault),
}

/// One verdict on one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What was asked.
    pub kind: Kind,
    /// Of what.
    pub target: Target,
    /// The passage that the verdict is about or rests on.
    pub passage: Option<String>,
    /// What came of it.
    pub outcome: Outcome,
    /// The words of the passage that the judge quotes.
    pub quote: Option<String>,
    /// Whether the program found the quote there; `None` where there was nothing to look for.
    pub quote_found: Option<bool>,
    /// Who judged, by name.
    pub judge: Option<String>,
    /// What kind of judge that is.
    pub by: By,
    /// Which repeat of the same question, from 0.
    pub judge_repeat: u32,
    /// Why, in the judge's words.
    pub reason: Option<String>,
}

impl Judgement {
    /// An outcome and nothing else: of the source, by nobody named.
    pub fn new(kind: Kind, target: Target, outcome: Outcome) -> Self {
        Self {
            kind,
            target,
            passage: None,
            outcome,
            quote: None,
            quote_found: None,
            judge: None,
            by: By::default(),
            judge_repeat: 0,
            reason: None,
        }
    }

    /// Its verdict, where it has one of a closed set.
    pub fn verdict(&self) -> Option<Verdict> {
        match self.outcome {
            Outcome::Verdict(verdict) => Some(verdict),
            _ => None,
        }
    }
}
