//! Questions: what is asked, by whom, and what it takes to answer.

use std::collections::BTreeMap;

use crate::fact::Fact;
use crate::tree::Evidence;

/// Who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Principal {
    /// The tenant he belongs to.
    pub tenant: Option<String>,
    /// The groups he is in.
    pub groups: Vec<String>,
}

/// A message of the conversation before a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who said it: `user`, `assistant` or whatever else the system knows.
    pub role: String,
    /// What was said.
    pub content: String,
}

/// What a right system does with the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// Answer it.
    #[default]
    Answer,
    /// Decline.
    NoAnswer,
    /// Say that the sources disagree.
    Conflict,
}

/// Where a question came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A real user asked it.
    User,
    /// A failure that was reported.
    Incident,
    /// Made from the corpus: a floor, never pooled with real ones unseen.
    Synthetic,
}

/// What a question may be used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// Work with it freely.
    #[default]
    Tune,
    /// Sealed until a decision.
    Final,
}

/// One question of the set.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Opaque, byte for byte.
    pub id: String,
    /// What is asked.
    pub query: String,
    /// What was said before, in that order.
    pub history: Vec<Message>,
    /// Whether the asker's corpus holds an answer.
    pub answerable: bool,
    /// Slices to report by: `type`, `scope` and any other key with a string value.
    pub slices: BTreeMap<String, String>,
    /// Who asks.
    pub principal: Option<Principal>,
    /// The corpus snapshot asked of: a name from the project file, or an id.
    pub corpus: Option<String>,
    /// What must be retrieved; absent for unanswerable questions.
    pub evidence: Option<Evidence>,
    /// What the answer must and must not state.
    pub facts: Vec<Fact>,
    /// A reference answer.
    pub answer: Option<String>,
    /// What a right system does.
    pub expect: Expect,
    /// Where it came from.
    pub origin: Option<Origin>,
    /// What it may be used for.
    pub split: Split,
    /// Its evidence must always be complete.
    pub critical: bool,
    /// Part of the core set that may not regress.
    pub core: bool,
    /// Questions with the same cluster are not independent of each other.
    pub cluster: Option<String>,
}

impl Question {
    /// An answerable question of which nothing else is known.
    pub fn new(id: impl Into<String>, query: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            query: query.into(),
            history: Vec::new(),
            answerable: true,
            slices: BTreeMap::new(),
            principal: None,
            corpus: None,
            evidence: None,
            facts: Vec::new(),
            answer: None,
            expect: Expect::default(),
            origin: None,
            split: Split::default(),
            critical: false,
            core: false,
            cluster: None,
        }
    }

    /// Whether a recall test applies. The error says what is wrong with the set otherwise.
    pub fn required(&self) -> Result<&Evidence, NoRequiredEvidence> {
        self.evidence.as_ref().filter(|e| !e.leaves().is_empty()).ok_or(NoRequiredEvidence)
    }
}

/// A recall test was asked of a question that requires no evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRequiredEvidence;

impl std::fmt::Display for NoRequiredEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("use a no-answer test for zero required passages")
    }
}

impl std::error::Error for NoRequiredEvidence {}

impl Expect {
    /// Every value with its name in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("answer", Self::Answer), ("no-answer", Self::NoAnswer), ("conflict", Self::Conflict)];
}

impl Origin {
    /// Every value with its name in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("user", Self::User), ("incident", Self::Incident), ("synthetic", Self::Synthetic)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl Split {
    /// Every value with its name in files.
    pub const ALL: [(&'static str, Self); 2] = [("tune", Self::Tune), ("final", Self::Final)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}
