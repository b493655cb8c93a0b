//! Cohen's kappa, plain and weighted.

use super::confusion::Confusion;
use super::weights::Weights;
use crate::interval::{Interval, Level};
use crate::mean::ROUNDING;
use crate::sum::sum;
use crate::undefined::{NO_SPREAD, NOTHING_EVALUATED, Undefined};

/// One unit says nothing about agreement beyond chance.
pub(crate) const NEEDS_TWO_UNITS: Undefined = Undefined("needs at least two units with two labels");
/// Two raters who never used but one category could not disagree.
pub(crate) const ONE_CATEGORY: Undefined = Undefined("only one category was used, so agreement by chance is certain");

/// Cohen's kappa with its standard errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kappa {
    /// 1 − observed/expected disagreement.
    pub value: f64,
    /// Variance by the delta method (Fleiss, Cohen, Everitt 1969). 0 where raters agree on every unit
    /// or on none, which is not certainty.
    pub variance: f64,
    /// Standard error where the two are unrelated, for a test of "no agreement beyond chance".
    pub null_error: f64,
}

impl Kappa {
    /// value ± z·√variance; may leave [−1, 1]. Better: resample the units.
    ///
    /// Undefined where the variance is 0: an interval of no width would be certainty from nothing.
    pub fn wald(&self, level: Level) -> Result<Interval, Undefined> {
        let error = self.variance.sqrt();
        if error <= ROUNDING {
            return Err(NO_SPREAD);
        }
        Ok(Interval::around(self.value, level.z() * error))
    }
}

/// Cohen's kappa (1960; weighted 1968): 1 − Σ v_ij n_ij / Σ v_ij r_i c_j/n, with the disagreement v
/// of [`Weights`], row totals r and column totals c.
///
/// Undefined for fewer than two units and where both raters used one and the same category only
/// (0/0). Fooled by prevalence: see [`Prevalence`](super::Prevalence).
pub fn cohen_kappa(table: &Confusion, weights: Weights) -> Result<Kappa, Undefined> {
    let n = table.n() as f64;
    match table.n() {
        0 => return Err(NOTHING_EVALUATED),
        1 => return Err(NEEDS_TWO_UNITS),
        _ => {}
    }
    let totals = |counts: Vec<u64>| counts.into_iter().map(|count| count as f64).collect::<Vec<_>>();
    let (rows, columns) = (totals(table.row_totals()), totals(table.column_totals()));
    let v = |i: usize, j: usize| weights.disagreement(i, j);
    // Everything is a whole number until the last division, so that small tables come out exactly.
    let observed = sum(table.cells().map(|(i, j, count)| v(i, j) * count as f64));
    let by_row: Vec<f64> = (0..rows.len()).map(|i| sum((0..columns.len()).map(|j| v(i, j) * columns[j]))).collect();
    let by_column: Vec<f64> = (0..columns.len()).map(|j| sum((0..rows.len()).map(|i| v(i, j) * rows[i]))).collect();
    let expected = sum((0..rows.len()).map(|i| rows[i] * by_row[i]));
    if expected <= 0.0 {
        return Err(ONE_CATEGORY);
    }
    // The influence of a unit in cell (i, j), less its mean, over all units and under independence.
    let variance = sum(table.cells().filter(|(_, _, count)| *count > 0).map(|(i, j, count)| {
        let influence =
            (n * (observed * (by_row[i] + by_column[j]) - v(i, j) * expected) - observed * expected) / expected / expected;
        count as f64 * influence * influence
    }));
    let null = sum(table.cells().map(|(i, j, _)| {
        let influence = (n * (by_row[i] + by_column[j] - n * v(i, j)) - expected) / expected;
        rows[i] * columns[j] * influence * influence
    })) / (n * n);
    Ok(Kappa { value: (expected - n * observed) / expected, variance, null_error: (null / n).sqrt() })
}
