//! What a cause says of a failure: how it is known, and what proves it.

use std::borrow::Cow;

use evidence::SourceRange;
use retrieval::record::Stage;

use crate::causes::Cause;
use crate::leaf::Seen;

/// How a cause is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownBy {
    /// It follows from what was captured, without what was captured allowing another.
    Observed,
    /// It is the likeliest that what was captured allows.
    Inferred,
    /// Changing the one stage, and running again, made the failure go away.
    Confirmed,
}

impl KnownBy {
    /// Every value with its name in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("observed", Self::Observed), ("inferred", Self::Inferred), ("confirmed", Self::Confirmed)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// One thing that proves a finding: whatever of it applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    /// What it is, in a few words.
    pub what: String,
    /// The list that it was seen in.
    pub stage: Option<Stage>,
    /// The rank there, from 1.
    pub rank: Option<u32>,
    /// How many entries that list has.
    pub length: Option<usize>,
    /// The passage.
    pub passage: Option<String>,
    /// The document.
    pub doc: Option<String>,
    /// Its revision.
    pub rev: Option<String>,
    /// The place in the document, in code points.
    pub range: Option<SourceRange>,
    /// How much of the evidence is covered, in [0, 1].
    pub cover: Option<f64>,
    /// The words.
    pub quote: Option<String>,
}

/// What one cause says of one failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The cause.
    pub cause: Cause,
    /// How it is known.
    pub known_by: KnownBy,
    /// Why, in one sentence.
    pub why: String,
    /// What proves it.
    pub proof: Vec<Proof>,
    /// What to mend.
    pub repair: Cow<'static, str>,
}

impl Finding {
    /// A finding that follows from what was captured.
    pub fn observed(cause: Cause, why: impl Into<String>) -> Self {
        Self { cause, known_by: KnownBy::Observed, why: why.into(), proof: Vec::new(), repair: cause.definition().repair.into() }
    }

    /// A finding that is the likeliest of what was captured allows.
    pub fn inferred(cause: Cause, why: impl Into<String>) -> Self {
        Self { known_by: KnownBy::Inferred, ..Self::observed(cause, why) }
    }

    /// Observed where `certain`, else inferred.
    pub fn known(certain: bool, cause: Cause, why: impl Into<String>) -> Self {
        if certain { Self::observed(cause, why) } else { Self::inferred(cause, why) }
    }

    /// The same with something that proves it.
    #[must_use]
    pub fn with(mut self, proof: Proof) -> Self {
        self.proof.push(proof);
        self
    }

    /// The same with things that prove it.
    #[must_use]
    pub fn with_all(mut self, proof: impl IntoIterator<Item = Proof>) -> Self {
        self.proof.extend(proof);
        self
    }

    /// The same with another repair than the cause's own.
    #[must_use]
    pub fn repair(mut self, repair: &'static str) -> Self {
        self.repair = repair.into();
        self
    }
}

impl Proof {
    /// A document revision.
    pub fn document(what: &str, document: &evidence::Document) -> Self {
        Self {
            what: what.into(),
            doc: Some(document.id.clone()),
            rev: Some(document.rev.clone()).filter(|rev| !rev.is_empty()),
            ..Self::default()
        }
    }

    /// How far a piece of evidence came in a list.
    pub fn seen(what: &str, seen: &Seen) -> Self {
        Self {
            what: what.into(),
            stage: Some(seen.stage),
            rank: seen.rank,
            length: Some(seen.length),
            passage: seen.pieces.first().map(|(_, id)| id.clone()),
            cover: Some(seen.cover),
            ..Self::default()
        }
    }
}
