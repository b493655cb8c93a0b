//! Two modes on the same questions.

use std::collections::BTreeMap;

use statistics::paired::{Table, mcnemar, tango};
use statistics::{Interval, Level, Score, Undefined};

/// How many questions are right more often under A than under B: Tango's interval and McNemar's mid-p.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// A right and B right, only A, only B, neither.
    pub table: Table,
    /// A − B.
    pub value: Result<f64, Undefined>,
    /// Its two-sided 95 % interval.
    pub interval: Result<Interval, Undefined>,
    /// The ends of its two-sided 90 % interval: one-sided 95 % bounds.
    pub bounds: Result<Interval, Undefined>,
    /// Two-sided mid-p of "no difference"; undefined where no question differs.
    pub p: Result<f64, Undefined>,
}

/// No question tells the two apart.
const NONE_DIFFERS: Undefined = Undefined("no question on which the two differ");

impl Difference {
    /// Of a table of questions.
    pub fn of(table: Table) -> Self {
        Self {
            value: table.difference(),
            interval: tango::interval(&table, Level::NINETY_FIVE),
            bounds: tango::interval(&table, Level::NINETY),
            p: if table.discordant() == 0 { Err(NONE_DIFFERS) } else { Ok(mcnemar::mid_p(&table)) },
            table,
        }
    }
}

/// Questions that have a value in both, and what became of the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paired {
    /// The table.
    pub table: Table,
    /// Questions that failed in one of the two: left out.
    pub failed: usize,
    /// Questions that could not be scored in one of the two, by reason: left out.
    pub undefined: BTreeMap<&'static str, usize>,
}

impl Paired {
    /// Pairs values question by question.
    pub fn of(pairs: impl IntoIterator<Item = (Score, Score)>) -> Self {
        let mut paired = Self::default();
        for pair in pairs {
            match pair {
                (Score::Failed, _) | (_, Score::Failed) => paired.failed += 1,
                (Score::Undefined(reason), _) | (_, Score::Undefined(reason)) => {
                    *paired.undefined.entry(reason.0).or_default() += 1;
                }
                (Score::Value(a), Score::Value(b)) => {
                    let table = &mut paired.table;
                    *match (a >= 1.0, b >= 1.0) {
                        (true, true) => &mut table.both,
                        (true, false) => &mut table.only_a,
                        (false, true) => &mut table.only_b,
                        (false, false) => &mut table.neither,
                    } += 1;
                }
            }
        }
        paired
    }
}
