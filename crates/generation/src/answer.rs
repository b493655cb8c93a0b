//! An answer with the context that it was given.

use evidence::Passage;

/// How an answer stands to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// It was answered.
    Answered,
    /// The generator declined.
    Declined,
    /// A part of it was answered.
    Partial,
    /// The answer says that the sources disagree.
    ConflictStated,
    /// The retriever said that it holds no adequate evidence, and nothing was generated.
    NoEvidence,
}

impl Status {
    /// Every status with its name in files.
    pub const ALL: [(&'static str, Self); 5] = [
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

    /// Whether nothing was answered, by whichever half.
    pub fn declines(self) -> bool {
        matches!(self, Self::Declined | Self::NoEvidence)
    }
}

/// A passage that an answer says it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The passage's id.
    pub passage: String,
    /// What of the answer it supports: half-open, in code points; `None` where the system does not say.
    pub span: Option<(usize, usize)>,
}

/// What a system said to one question, with what it was given. What was not captured is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The words; `None` where no answer was asked for or captured.
    pub text: Option<String>,
    /// How it stands to the question, as the system says.
    pub status: Option<Status>,
    /// What it cites, in the order of the text.
    pub citations: Option<Vec<Citation>>,
    /// What the generator was given, in that order, with texts where they are known.
    pub context: Option<Vec<Passage>>,
    /// The call failed, with the error as recorded: nothing may be read from the rest.
    pub error: Option<String>,
}

impl Answer {
    /// The passage of the context with this id.
    pub fn passage(&self, id: &str) -> Option<&Passage> {
        self.context.as_ref()?.iter().find(|passage| passage.id == id)
    }

    /// The words from one code point up to another; `None` where they run past the end.
    pub fn slice(&self, span: (usize, usize)) -> Option<&str> {
        let text = self.text.as_deref()?;
        evidence::text::slice_in(text, span.0, span.1, evidence::text::OffsetUnit::CodePoints)
    }
}
