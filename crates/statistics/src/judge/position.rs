//! Does a judge prefer the answer it reads first?

use crate::interval::{Interval, Level};
use crate::paired::{Table, mcnemar};
use crate::proportion::{rate, wilson};
use crate::undefined::Undefined;

/// What a judge chose when it was shown two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one shown first.
    First,
    /// The one shown second.
    Second,
    /// Neither.
    Tie,
}

/// Pairs of answers A and B that a judge compared in both orders, by what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BothOrders {
    /// A in both orders.
    pub a: usize,
    /// B in both orders.
    pub b: usize,
    /// A tie in both orders.
    pub tie: usize,
    /// Whatever stood first.
    pub first: usize,
    /// Whatever stood second.
    pub second: usize,
    /// A tie in one order, a choice in the other.
    pub mixed: usize,
}

impl BothOrders {
    /// Counts pairs of choices: with A first, and with B first.
    pub fn new(choices: &[(Choice, Choice)]) -> Self {
        let mut counts = Self::default();
        for choice in choices {
            match choice {
                (Choice::First, Choice::Second) => counts.a += 1,
                (Choice::Second, Choice::First) => counts.b += 1,
                (Choice::Tie, Choice::Tie) => counts.tie += 1,
                (Choice::First, Choice::First) => counts.first += 1,
                (Choice::Second, Choice::Second) => counts.second += 1,
                (Choice::Tie, _) | (_, Choice::Tie) => counts.mixed += 1,
            }
        }
        counts
    }

    /// How many pairs.
    pub fn n(self) -> usize {
        [self.a, self.b, self.tie, self.first, self.second, self.mixed].into_iter().fold(0, usize::saturating_add)
    }

    fn consistent(self) -> usize {
        self.a.saturating_add(self.b).saturating_add(self.tie)
    }

    /// Share of pairs with the same outcome in both orders. Undefined without a pair.
    pub fn consistency(self) -> Result<f64, Undefined> {
        rate(self.consistent(), self.n())
    }

    /// Wilson's interval of [`Self::consistency`].
    pub fn consistency_interval(self, level: Level) -> Result<Interval, Undefined> {
        wilson(self.consistent(), self.n(), level)
    }

    /// Exact two-sided p of "first and second are chosen alike" among the pairs decided by position: binomial with
    /// ½. 1 without such a pair.
    pub fn position_p(self) -> f64 {
        mcnemar::exact(&Table { only_a: self.first, only_b: self.second, ..Table::default() })
    }

    /// Exact two-sided p of "A and B are as good" among the pairs with one winner in both orders; every other pair
    /// counts as a tie. 1 without such a pair.
    pub fn winner_p(self) -> f64 {
        mcnemar::exact(&Table { only_a: self.a, only_b: self.b, ..Table::default() })
    }
}
