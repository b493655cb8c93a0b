//! What a judge is asked: one narrow question about one answer.

use evidence::{Fact, Passage, Question};

use crate::answer::Answer;

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// How the answer stands to the question: answered, declined, partly answered, conflict stated.
    Status,
    /// Which claims the answer makes.
    Claims,
    /// Whether the context supports a claim.
    Support,
    /// Whether the answer states a fact.
    Fact,
    /// Whether a passage of the context was needed; or, about a fact, whether the context holds it.
    Context,
    /// Whether the answer addresses the question.
    Relevance,
    /// Whether the answer is right; or, about a claim, whether the reference answer bears it out.
    Answer,
    /// Whether a cited passage supports the sentence that cites it.
    Citation,
    /// A rubric of the project's own.
    Rubric,
}

impl Kind {
    /// Every kind with its name in files, in the order in which they are asked.
    pub const ALL: [(&'static str, Self); 9] = [
        ("status", Self::Status),
        ("claims", Self::Claims),
        ("support", Self::Support),
        ("fact", Self::Fact),
        ("context", Self::Context),
        ("relevance", Self::Relevance),
        ("answer", Self::Answer),
        ("citation", Self::Citation),
        ("rubric", Self::Rubric),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether a question of this kind is about such a target; [`crate::Judged`] looks at no others.
    pub fn is_about(self, target: &Target) -> bool {
        match self {
            Self::Status | Self::Claims | Self::Relevance => true,
            Self::Support => matches!(target, Target::Claim(..)),
            Self::Fact => matches!(target, Target::Fact(_)),
            Self::Context => matches!(target, Target::Passage(_) | Target::Fact(_)),
            Self::Answer => matches!(target, Target::Whole | Target::Claim(..)),
            Self::Citation => matches!(target, Target::Span(..)),
            Self::Rubric => matches!(target, Target::Rubric(_)),
        }
    }
}

/// What of an answer is asked about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// All of it.
    Whole,
    /// One of its claims: its place from 0, and its words.
    Claim(u32, String),
    /// A fact of the question, by its id.
    Fact(String),
    /// A passage of the context, by its id.
    Passage(String),
    /// A part of its text: half-open, in code points.
    Span(usize, usize),
    /// A rubric, by its name.
    Rubric(String),
}

/// A question of the project's own about answers, with the only outcomes that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rubric {
    /// Its name.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// What may be said; at least two, none twice.
    pub outcomes: Vec<String>,
    /// The outcomes that count as 1.
    pub pass: Vec<String>,
}

/// One question to a judge.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// What is asked.
    pub kind: Kind,
    /// Of what.
    pub target: Target,
    /// The only passage that is asked about; `None` for the whole context.
    pub passage: Option<&'a str>,
    /// The question that was answered.
    pub question: &'a Question,
    /// The answer.
    pub answer: &'a Answer,
    /// The rubric, where the kind is one.
    pub rubric: Option<&'a Rubric>,
}

impl<'a> Ask<'a> {
    /// The fact that is asked about.
    pub fn fact(&self) -> Option<&'a Fact> {
        let Target::Fact(id) = &self.target else { return None };
        self.question.facts.iter().find(|fact| fact.id == *id)
    }

    /// The statement that is asked about: a claim, a fact, or the words of a span.
    pub fn statement(&self) -> Option<&str> {
        match &self.target {
            Target::Claim(_, text) => Some(text),
            Target::Fact(_) => self.fact().map(|fact| fact.text.as_str()),
            Target::Span(start, end) => self.answer.slice((*start, *end)),
            Target::Whole | Target::Passage(_) | Target::Rubric(_) => None,
        }
    }

    /// The passages that are asked about, in the order of the context.
    pub fn passages(&self) -> impl Iterator<Item = &'a Passage> {
        let only = match &self.target {
            Target::Passage(id) => Some(id.clone()),
            _ => self.passage.map(str::to_owned),
        };
        let context = self.answer.context.as_deref().unwrap_or_default();
        context.iter().filter(move |passage| only.as_ref().is_none_or(|id| passage.id == *id))
    }
}
