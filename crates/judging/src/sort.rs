//! The sorts of questions that a judge is put: each has its prompt, what it must know, and what may be said to it.

use evidence::Passage;
use generation::{Ask, Kind, Target};

/// A sort of question: the kinds, and those whose target makes another question of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// How the answer stands to the question.
    Status,
    /// Which claims the answer makes.
    Claims,
    /// Whether the context supports a claim.
    Support,
    /// Whether the answer states a fact.
    Fact,
    /// Whether a passage of the context was needed.
    Context,
    /// Whether the context holds a fact.
    ContextFact,
    /// Whether the answer addresses the question.
    Relevance,
    /// Whether the answer is right.
    Answer,
    /// Whether the reference answer bears out a claim.
    AnswerClaim,
    /// Whether a cited passage supports its sentence.
    Citation,
    /// A rubric of the project's own.
    Rubric,
}

impl Sort {
    /// Every sort with its name in files.
    pub const ALL: [(&'static str, Self); 11] = [
        ("status", Self::Status),
        ("claims", Self::Claims),
        ("support", Self::Support),
        ("fact", Self::Fact),
        ("context", Self::Context),
        ("context-fact", Self::ContextFact),
        ("relevance", Self::Relevance),
        ("answer", Self::Answer),
        ("answer-claim", Self::AnswerClaim),
        ("citation", Self::Citation),
        ("rubric", Self::Rubric),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Which sort a question is of; `None` where its kind cannot have such a target.
    pub fn of(ask: &Ask<'_>) -> Option<Self> {
        Some(match (ask.kind, &ask.target) {
            (Kind::Status, Target::Whole) => Self::Status,
            (Kind::Claims, Target::Whole) => Self::Claims,
            (Kind::Support, Target::Claim(..) | Target::Span(..)) => Self::Support,
            (Kind::Fact, Target::Fact(_)) => Self::Fact,
            (Kind::Context, Target::Passage(_)) => Self::Context,
            (Kind::Context, Target::Fact(_)) => Self::ContextFact,
            (Kind::Relevance, Target::Whole) => Self::Relevance,
            (Kind::Answer, Target::Whole) => Self::Answer,
            (Kind::Answer, Target::Claim(..)) => Self::AnswerClaim,
            (Kind::Citation, Target::Span(..)) => Self::Citation,
            (Kind::Rubric, Target::Rubric(_)) => Self::Rubric,
            _ => return None,
        })
    }

    /// Whether its verdict rests on passages, which are quoted.
    pub fn rests_on_passages(self) -> bool {
        matches!(self, Self::Support | Self::ContextFact | Self::Citation)
    }

    /// Whether all that the question needs is there. Where the text of a passage was not captured, nobody can say what it does not hold.
    pub fn is_complete(self, ask: &Ask<'_>) -> bool {
        let answer = ask.answer;
        if answer.error.is_some() {
            return false;
        }
        let answered = || answer.text.as_deref().is_some_and(|text| !text.trim().is_empty());
        let stated = || ask.statement().is_some_and(|text| !text.trim().is_empty());
        let readable = |passage: &Passage| passage.text.is_some();
        let passages = || answer.context.is_some() && ask.passages().all(readable);
        let some_passage = || ask.passages().next().is_some();
        match self {
            Self::Status | Self::Claims | Self::Relevance => answered(),
            Self::Fact => answered() && stated(),
            Self::Support => stated() && passages(),
            Self::ContextFact => stated() && passages(),
            Self::Context => passages() && some_passage(),
            Self::Answer => answered() && ask.question.answer.is_some(),
            Self::AnswerClaim => stated() && ask.question.answer.is_some(),
            Self::Citation => stated() && ask.passage.is_some() && passages() && some_passage(),
            Self::Rubric => answered() && ask.rubric.is_some_and(|rubric| !rubric.outcomes.is_empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_their_sort_does() {
        for (place, (_, sort)) in Sort::ALL.iter().enumerate() {
            assert_eq!(*sort as usize, place);
        }
    }
}
