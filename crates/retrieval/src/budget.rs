//! The context budget: how much of a ranking counts as retrieved.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};

/// What lies inside counts as retrieved; what lies beyond is absent. A budget of zero cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Budget {
    /// The first k passages: `@6`.
    Passages(NonZeroU32),
    /// Whole passages in rank order, stopping at the first that does not fit so many tokens: `@2000tok`.
    Tokens(NonZeroU64),
    /// What the pipeline really sent: `@context`.
    Context,
}

/// How much a system may send, as far as it is known: both limits hold where both are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Passages: the cut of the ranking, "k".
    pub passages: Option<NonZeroU32>,
    /// Tokens, of whole passages.
    pub tokens: Option<NonZeroU32>,
}

/// The budget is zero or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPositive;

impl fmt::Display for NotPositive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("context budget must be positive")
    }
}

impl std::error::Error for NotPositive {}

impl Budget {
    /// A budget of `k` passages; an error where `k` ≤ 0. More than 2³²−1 is the same as no limit and is cut to that.
    pub fn passages(k: i64) -> Result<Self, NotPositive> {
        if k <= 0 {
            return Err(NotPositive);
        }
        let k = u32::try_from(k).unwrap_or(u32::MAX);
        NonZeroU32::new(k).map(Self::Passages).ok_or(NotPositive)
    }

    /// A budget of `tokens` tokens; an error where it is ≤ 0.
    pub fn tokens(tokens: i64) -> Result<Self, NotPositive> {
        let tokens = u64::try_from(tokens).map_err(|_| NotPositive)?;
        NonZeroU64::new(tokens).map(Self::Tokens).ok_or(NotPositive)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passages(k) => write!(f, "@{k}"),
            Self::Tokens(tokens) => write!(f, "@{tokens}tok"),
            Self::Context => f.write_str("@context"),
        }
    }
}

/// How many of the passages fit a token budget: whole passages in rank order, stopping at the first that does not fit.
pub fn passages_that_fit(tokens: &[u64], budget: NonZeroU64) -> usize {
    let mut used = 0u64;
    tokens
        .iter()
        .take_while(|&&t| {
            used = used.saturating_add(t);
            used <= budget.get()
        })
        .count()
}

/// Recall of required ids inside a budget of `budget` passages: the rule of three in one function, for callers with plain ids.
///
/// The share of `required` (each counted once) that is among the first `budget` of `ranked`, in [0, 1].
///
/// # Errors
/// A budget ≤ 0 is "context budget must be positive"; no required id is "use a no-answer test for zero required passages".
pub fn recall_at_budget<T: Ord>(required: &[T], ranked: &[T], budget: i64) -> Result<f64, RecallError> {
    let Budget::Passages(k) = Budget::passages(budget).map_err(RecallError::Budget)? else { unreachable!("built as passages") };
    let required: std::collections::BTreeSet<&T> = required.iter().collect();
    if required.is_empty() {
        return Err(RecallError::NothingRequired(evidence::question::NoRequiredEvidence));
    }
    let k = usize::try_from(k.get()).unwrap_or(usize::MAX);
    let returned: std::collections::BTreeSet<&T> = ranked.iter().take(k).collect();
    Ok(required.intersection(&returned).count() as f64 / required.len() as f64)
}

/// Why a recall at a budget has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecallError {
    /// The budget is zero or less.
    Budget(NotPositive),
    /// Nothing is required.
    NothingRequired(evidence::question::NoRequiredEvidence),
}

impl fmt::Display for RecallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Budget(e) => e.fmt(f),
            Self::NothingRequired(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for RecallError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_rules_come_first() {
        let ids = ["a", "b"];
        assert_eq!(recall_at_budget(&ids, &ids, 0).unwrap_err().to_string(), "context budget must be positive");
        assert_eq!(recall_at_budget(&ids, &ids, -3).unwrap_err().to_string(), "context budget must be positive");
        let none: [&str; 0] = [];
        let nothing = recall_at_budget(&none, &ids, 6).unwrap_err().to_string();
        assert_eq!(nothing, "use a no-answer test for zero required passages");
        assert_eq!(recall_at_budget(&ids, &["x", "a", "b"], 2), Ok(0.5));
        assert_eq!(recall_at_budget(&["a", "a", "b"], &["a"], 1), Ok(0.5));
    }

    #[test]
    fn packing_stops_at_the_first_that_does_not_fit() {
        let fits = |budget| passages_that_fit(&[100, 300, 50], NonZeroU64::new(budget).unwrap());
        assert_eq!([fits(99), fits(100), fits(399), fits(400), fits(450), fits(9999)], [0, 1, 1, 2, 3, 3]);
        assert_eq!(passages_that_fit(&[u64::MAX, 2], NonZeroU64::new(5).unwrap()), 0);
    }
}
