//! A judge asked the same thing again: how much of the noise is the judge's own?

use crate::clustered::{Icc, icc};
use crate::undefined::{NEEDS_TWO, Undefined};

/// Variance components of scores of items that were judged more than once (one-way random effects).
///
/// Repeats are no questions: they shrink the judge's noise, never the spread between items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeats {
    /// How many items.
    pub items: usize,
    /// Mean square between items.
    pub between_square: f64,
    /// Mean square within items.
    pub within_square: f64,
    /// Variance between items, (MSB − MSW)/r. Below 0 where chance made items more alike than repeats: see [`Self::between`].
    pub between_unclipped: f64,
    /// Variance within items, MSW.
    pub within: f64,
    /// Intraclass correlation ICC(1): the share of the variance that is the items'.
    pub icc: f64,
    /// Mean over items of 1/(number of repeats).
    inverse_repeats: f64,
}

impl Repeats {
    /// From a row an item with the scores of its repeats. Rows may differ in length: a call that failed is not in
    /// its row. r is then the average size corrected for that.
    ///
    /// Undefined for fewer than two items, an item without a score, no item with two, and no variation.
    pub fn new<R: AsRef<[f64]>>(items: &[R]) -> Result<Self, Undefined> {
        if items.len() < 2 {
            return Err(NEEDS_TWO);
        }
        if items.iter().any(|row| row.as_ref().is_empty()) {
            return Err(Undefined("an item without a score"));
        }
        let values: Vec<f64> = items.iter().flat_map(|row| row.as_ref().iter().copied()).collect();
        let ids: Vec<u32> = (0_u32..).zip(items).flat_map(|(id, row)| row.as_ref().iter().map(move |_| id)).collect();
        let Icc { icc, between, within, size } = icc(&values, &ids)?;
        let inverses: f64 = items.iter().map(|row| 1.0 / row.as_ref().len() as f64).sum();
        Ok(Self {
            items: items.len(),
            between_square: between,
            within_square: within,
            between_unclipped: (between - within) / size,
            within,
            icc,
            inverse_repeats: inverses / items.len() as f64,
        })
    }

    /// Variance between items, at least 0.
    pub fn between(&self) -> f64 {
        self.between_unclipped.max(0.0)
    }

    /// Standard error of the mean of item means, as observed: √(s_b²/m + s_w²/m · mean(1/r_i)).
    pub fn standard_error(&self) -> f64 {
        self.error_with(1.0 / self.inverse_repeats)
    }

    /// Standard error of the mean if every item were judged `repeats` times: √(s_b²/m + s_w²/(m r)). Undefined for 0.
    pub fn standard_error_if(&self, repeats: usize) -> Result<f64, Undefined> {
        if repeats == 0 { Err(Undefined("needs at least one repeat")) } else { Ok(self.error_with(repeats as f64)) }
    }

    /// What no number of repeats goes below: √(s_b²/m). Only more items do.
    pub fn standard_error_floor(&self) -> f64 {
        (self.between() / self.items as f64).sqrt()
    }

    fn error_with(&self, repeats: f64) -> f64 {
        ((self.between() + self.within / repeats) / self.items as f64).sqrt()
    }

    /// The number of repeats that gives most for its money, where a new item costs `cost_ratio` times a call:
    /// √(cost ratio · s_w²/s_b²), to be rounded, at least 1 in practice.
    ///
    /// Undefined where items do not differ beyond the judge's noise, and unless the ratio is a positive number.
    pub fn best(&self, cost_ratio: f64) -> Result<f64, Undefined> {
        if !(cost_ratio > 0.0 && cost_ratio.is_finite()) {
            return Err(Undefined("the ratio of costs must be above zero"));
        }
        if self.between() <= 0.0 {
            return Err(Undefined("items do not differ beyond the noise of the judge"));
        }
        Ok((cost_ratio * self.within / self.between()).sqrt())
    }
}
