//! Why a number does not exist.

use std::fmt;

/// A result that does not exist, with the reason as one short fixed sentence.
///
/// Every function of this crate that could otherwise return NaN returns this instead, so that a
/// report can print the reason where the number would have stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Undefined(pub &'static str);

impl fmt::Display for Undefined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for Undefined {}

/// No question was evaluated.
pub const NOTHING_EVALUATED: Undefined = Undefined("nothing evaluated");
/// One value says nothing about how values vary.
pub const NEEDS_TWO: Undefined = Undefined("needs at least two questions");
/// A spread of zero would print an interval of no width, which is certainty from nothing.
pub const NO_SPREAD: Undefined = Undefined("all values are equal, so their spread is unknown");
/// More successes than trials were given.
pub const MORE_HITS_THAN_QUESTIONS: Undefined = Undefined("more hits than questions");
/// An input was NaN or infinite.
pub const NOT_FINITE: Undefined = Undefined("not a finite number");
/// Beyond this, squares and their products leave the range of a double.
pub const TOO_LARGE: Undefined = Undefined("a value beyond 1e70");
/// Two lists that belong together differ in length.
pub const UNEQUAL_LENGTHS: Undefined = Undefined("lists that belong together differ in length");
/// A probability outside (0, 1) was given.
pub const NOT_A_PROBABILITY: Undefined = Undefined("not a probability between 0 and 1");
/// The margin of a non-inferiority question must be a positive number.
pub const MARGIN_NOT_POSITIVE: Undefined = Undefined("the margin must be above zero");
