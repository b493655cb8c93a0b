//! What became of one question.

use crate::undefined::Undefined;

/// One question's outcome under one measure.
///
/// A failure is neither a zero nor a missing row: a failed call that silently left the average
/// would make the score rise as the system breaks, and one counted as zero would look like a bad
/// answer. [`summarise`](crate::summarise) counts the three kinds apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The measure has this value.
    Value(f64),
    /// The measure does not exist for this question (no relevant passage, say).
    Undefined(Undefined),
    /// The system, the judge or the network failed: the value exists but is not known.
    Failed,
}
