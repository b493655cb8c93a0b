//! Who kept the final set: its seal, every look at it, and how it ended; as a chain in which no line can be changed unseen.
//!
//! The same set that decides often enough is a tuning set. So it is sealed by a hash over its questions and labels, a number of looks is
//! planned beforehand, and each look is written down: who, when, which settings, what was released. See [`chain`] for what a changed line
//! gives away, and [`Custody`] for what may be done next.

pub mod chain;
pub mod set;
pub mod state;
#[cfg(test)]
mod tests;

pub use chain::{Broken, Link, head, verify};
pub use set::FinalSet;
pub use state::{Answer, Custody, Refusal, State};

/// How many looks may be planned.
pub const LOOKS: std::ops::RangeInclusive<u32> = 1..=1000;

/// How many looks are planned where nothing is said.
pub const USUAL_LOOKS: u32 = 5;

/// How many fresh questions a new final set should have at least.
pub const FRESH: usize = 100;

/// One thing that happened to the final set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the record, from 1.
    pub seq: u64,
    /// When, as in `2026-11-30T08:15:00Z`.
    pub at: String,
    /// Who, as he was called.
    pub who: String,
    /// What happened.
    pub act: Act,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// The set was sealed, or sealed again after a correction.
    Sealed {
        /// The set as it was then.
        set: FinalSet,
        /// How many looks are planned, in [`LOOKS`].
        looks: u32,
        /// Why.
        reason: String,
    },
    /// Verdicts over the set were released.
    Look {
        /// The set as it was then.
        set: FinalSet,
        /// What it was that was looked at.
        subject: Subject,
        /// Why, where it is said.
        reason: Option<String>,
    },
    /// What the set holds was released question by question.
    Burned {
        /// The set as it was then.
        set: FinalSet,
        /// What it was that was looked at.
        subject: Subject,
        /// Why.
        reason: String,
    },
    /// The questions were turned into tuning questions.
    Retired {
        /// The set as it was before.
        set: FinalSet,
        /// Why.
        reason: String,
    },
}

/// What was looked at, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The run, or several with commas between them.
    pub run: String,
    /// A hash of the settings that the run was made with.
    pub manifest: String,
    /// What printed it: the command, or `hand`.
    pub by: String,
}

impl Act {
    /// Every kind with its name in files.
    pub const KINDS: [&'static str; 4] = ["sealed", "look", "burned", "retired"];

    /// The name in files.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Sealed { .. } => Self::KINDS[0],
            Self::Look { .. } => Self::KINDS[1],
            Self::Burned { .. } => Self::KINDS[2],
            Self::Retired { .. } => Self::KINDS[3],
        }
    }

    /// The set as it was.
    pub fn set(&self) -> &FinalSet {
        match self {
            Self::Sealed { set, .. } | Self::Look { set, .. } | Self::Burned { set, .. } | Self::Retired { set, .. } => set,
        }
    }

    /// What was looked at, where something was.
    pub fn subject(&self) -> Option<&Subject> {
        match self {
            Self::Look { subject, .. } | Self::Burned { subject, .. } => Some(subject),
            Self::Sealed { .. } | Self::Retired { .. } => None,
        }
    }

    /// Why, where it is said.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Look { reason, .. } => reason.as_deref(),
            Self::Sealed { reason, .. } | Self::Burned { reason, .. } | Self::Retired { reason, .. } => Some(reason),
        }
    }

    /// What was released of the set: verdicts, or everything.
    pub fn released(&self) -> Option<&'static str> {
        match self {
            Self::Look { .. } => Some(VERDICTS),
            Self::Burned { .. } => Some(PER_QUESTION),
            Self::Sealed { .. } | Self::Retired { .. } => None,
        }
    }
}

/// What a look releases.
pub const VERDICTS: &str = "verdicts";

/// What burns a set.
pub const PER_QUESTION: &str = "per-question";
