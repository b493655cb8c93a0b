//! Who said what: the table of two raters over the declared categories.

use super::scale::{MOST_CATEGORIES, Scale};
use crate::paired::Table;
use crate::undefined::{NOTHING_EVALUATED, UNEQUAL_LENGTHS, Undefined};

/// Products of three counts up to this stay within the range of a double by far.
const MOST_UNITS: u64 = 1 << 53;

/// A label with a position that no category has.
pub(crate) const NOT_DECLARED: Undefined = Undefined("a label outside the declared categories");

/// A square table of counts, rows the first rater, columns the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    categories: usize,
    counts: Vec<u64>,
    incomplete: usize,
}

impl Confusion {
    /// Counts the labels of two raters, given as positions on `scale` in the same order of units.
    ///
    /// A unit that only one of them labelled, or neither, is not in the table; it is counted in
    /// [`Self::incomplete`]. Undefined for unequal lengths and positions beyond the scale.
    pub fn new(scale: &Scale, first: &[Option<usize>], second: &[Option<usize>]) -> Result<Self, Undefined> {
        if first.len() != second.len() {
            return Err(UNEQUAL_LENGTHS);
        }
        let categories = scale.count();
        let mut table = Self { categories, counts: vec![0; categories * categories], incomplete: 0 };
        for pair in first.iter().zip(second) {
            match pair {
                (Some(row), Some(column)) if *row < categories && *column < categories => {
                    table.counts[row * categories + column] += 1;
                }
                (Some(_), Some(_)) => return Err(NOT_DECLARED),
                _ => table.incomplete += 1,
            }
        }
        Ok(table)
    }

    /// From counts, a row a category of the first rater.
    ///
    /// Undefined unless the table is square with 2 to 256 categories, and beyond 2^53 units.
    pub fn from_counts<R: AsRef<[u64]>>(rows: &[R]) -> Result<Self, Undefined> {
        let categories = rows.len();
        if !(2..=MOST_CATEGORIES).contains(&categories) {
            return Err(Undefined("needs 2 to 256 categories"));
        }
        if rows.iter().any(|row| row.as_ref().len() != categories) {
            return Err(Undefined("a table that is not square"));
        }
        let counts: Vec<u64> = rows.iter().flat_map(|row| row.as_ref().iter().copied()).collect();
        match counts.iter().try_fold(0_u64, |total, count| total.checked_add(*count)) {
            Some(total) if total <= MOST_UNITS => Ok(Self { categories, counts, incomplete: 0 }),
            _ => Err(Undefined("more than 2^53 units")),
        }
    }

    /// How many categories were declared.
    pub fn categories(&self) -> usize {
        self.categories
    }

    /// How many units both labelled.
    pub fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many units were left out because a label was missing.
    pub fn incomplete(&self) -> usize {
        self.incomplete
    }

    /// Units that the first rater put in `row` and the second in `column`; 0 beyond the table.
    pub fn count(&self, row: usize, column: usize) -> u64 {
        if row >= self.categories || column >= self.categories {
            return 0;
        }
        self.counts[row * self.categories + column]
    }

    /// What the first rater gave, category by category.
    pub fn row_totals(&self) -> Vec<u64> {
        self.counts.chunks(self.categories).map(|row| row.iter().sum()).collect()
    }

    /// What the second rater gave, category by category.
    pub fn column_totals(&self) -> Vec<u64> {
        (0..self.categories).map(|column| (0..self.categories).map(|row| self.count(row, column)).sum()).collect()
    }

    /// Units on which the two said the same.
    pub fn agreed(&self) -> u64 {
        (0..self.categories).map(|category| self.count(category, category)).sum()
    }

    /// Share of units on which the two said the same. Undefined without a unit.
    pub fn agreement(&self) -> Result<f64, Undefined> {
        let n = self.n();
        if n == 0 { Err(NOTHING_EVALUATED) } else { Ok(self.agreed() as f64 / n as f64) }
    }

    /// Every cell with its place: (row, column, count).
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        self.counts.iter().enumerate().map(|(at, count)| (at / self.categories, at % self.categories, *count))
    }

    /// A table of two categories as a paired one: the second category is a hit, the second rater is
    /// A, the candidate, and the first is B. Undefined for more than two categories.
    pub fn paired(&self) -> Result<Table, Undefined> {
        if self.categories != 2 {
            return Err(Undefined("needs exactly two categories"));
        }
        let cell =
            |row, column| usize::try_from(self.count(row, column)).map_err(|_| Undefined("more units than can be counted"));
        Ok(Table { both: cell(1, 1)?, only_a: cell(0, 1)?, only_b: cell(1, 0)?, neither: cell(0, 0)? })
    }
}
