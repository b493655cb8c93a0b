//! Verdicts: every word a judge may say, a closed set for each kind of question.

use crate::ask::{Kind, Target};

/// What a judge may say. Rubrics have outcomes of their own, as texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The passages say so.
    Supported,
    /// The passages say otherwise.
    Contradicted,
    /// The passages do not say.
    NotFound,
    /// The passages say so, but of another tenant, product or period than the question asks about.
    OutOfScope,
    /// The answer states it.
    Stated,
    /// A part of it.
    Partial,
    /// The answer does not state it.
    NotStated,
    /// The passage was needed.
    Needed,
    /// The passage was not needed.
    NotNeeded,
    /// The answer addresses the question.
    Addresses,
    /// The answer is about something else.
    OffTopic,
    /// The answer agrees with the reference.
    Correct,
    /// The answer does not agree with the reference.
    Incorrect,
    /// The question was answered.
    Answered,
    /// The answer declines.
    Declined,
    /// The answer says that the sources disagree.
    ConflictStated,
}

impl Verdict {
    /// Every verdict with its name in files.
    pub const ALL: [(&'static str, Self); 16] = [
        ("supported", Self::Supported),
        ("contradicted", Self::Contradicted),
        ("not-found", Self::NotFound),
        ("out-of-scope", Self::OutOfScope),
        ("stated", Self::Stated),
        ("partial", Self::Partial),
        ("not-stated", Self::NotStated),
        ("needed", Self::Needed),
        ("not-needed", Self::NotNeeded),
        ("addresses", Self::Addresses),
        ("off-topic", Self::OffTopic),
        ("correct", Self::Correct),
        ("incorrect", Self::Incorrect),
        ("answered", Self::Answered),
        ("declined", Self::Declined),
        ("conflict-stated", Self::ConflictStated),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What may be said to a question of this kind about this target. Empty for claims, which are a list, and for rubrics, whose outcomes
/// the project states.
pub fn verdicts(kind: Kind, target: &Target) -> &'static [Verdict] {
    use Verdict::*;
    match (kind, target) {
        (Kind::Support, _) => &[Supported, Contradicted, NotFound, OutOfScope],
        (Kind::Citation, _) | (Kind::Context, Target::Fact(_)) => &[Supported, Contradicted, NotFound],
        (Kind::Context, _) => &[Needed, NotNeeded],
        (Kind::Fact, _) => &[Stated, Partial, Contradicted, NotStated],
        (Kind::Relevance, _) => &[Addresses, Partial, OffTopic],
        (Kind::Answer, _) => &[Correct, Incorrect],
        (Kind::Status, _) => &[Answered, Declined, Partial, ConflictStated],
        (Kind::Claims | Kind::Rubric, _) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_their_verdict_does() {
        for (place, (_, verdict)) in Verdict::ALL.iter().enumerate() {
            assert_eq!(*verdict as usize, place);
        }
    }

    /// A verdict that says something rests on passages says nothing about a fact in an answer, and the other way round.
    #[test]
    fn sets_are_closed() {
        assert!(!verdicts(Kind::Fact, &Target::Fact("f".into())).contains(&Verdict::Supported));
        assert!(verdicts(Kind::Context, &Target::Fact("f".into())).contains(&Verdict::Supported));
        assert!(verdicts(Kind::Context, &Target::Passage("p".into())).contains(&Verdict::Needed));
        assert!(!verdicts(Kind::Citation, &Target::Span(0, 1)).contains(&Verdict::OutOfScope));
    }
}
