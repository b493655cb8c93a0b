//! A measure of others: a column of numbers, of which only this is known.

use std::fmt;

use crate::compare::Compared;

/// A column of numbers, one a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Its name.
    pub name: String,
    /// Every number in it is 0 or 1.
    pub hits: bool,
    /// Every number in it lies in [0, 1].
    pub in_unit: bool,
    /// Less of it is better.
    pub less_is_better: bool,
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Compared for Numbers {
    fn is_mean(&self) -> bool {
        true
    }

    fn is_hit(&self) -> bool {
        self.hits
    }

    fn less_is_better(&self) -> bool {
        self.less_is_better
    }

    fn in_unit(&self) -> bool {
        self.in_unit
    }
}
