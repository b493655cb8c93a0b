//! How sure is an average of per-question scores.

use crate::interval::{Interval, Level};
use crate::proportion::wilson_at;
use crate::special::student;
use crate::sum::{mean, sum};
use crate::undefined::{NEEDS_TWO, NO_SPREAD, NOT_FINITE, TOO_LARGE, Undefined};

/// Differences smaller than this, relative to max(1, largest value), are rounding of equal numbers.
pub(crate) const ROUNDING: f64 = 1e-12;

/// The largest size of a value whose variance can be squared within the range of a double.
pub(crate) const LARGEST: f64 = 1e70;

/// Refuses what would make a mean or a variance infinite or NaN.
pub(crate) fn check_values(values: &[f64]) -> Result<(), Undefined> {
    match values.iter().find(|v| v.is_nan() || v.abs() > LARGEST) {
        None => Ok(()),
        Some(v) if v.is_finite() => Err(TOO_LARGE),
        Some(_) => Err(NOT_FINITE),
    }
}

/// Mean, spread and standard error of values that vary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// How many values.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Sample standard deviation, with n − 1.
    pub sd: f64,
    /// sd/√n.
    pub standard_error: f64,
}

impl Moments {
    /// Of at least two finite values that are not all equal.
    ///
    /// Undefined for fewer than two, for values beyond 1e70, and where all values are equal up to rounding (1e-12 of
    /// max(1, the largest)): a spread of zero, or of rounding, would print certainty from nothing.
    pub fn of(values: &[f64]) -> Result<Self, Undefined> {
        check_values(values)?;
        let centre = mean(values)?;
        if values.len() < 2 {
            return Err(NEEDS_TWO);
        }
        if all_equal(values) {
            return Err(NO_SPREAD);
        }
        let n = values.len() as f64;
        let squares = sum(values.iter().map(|v| (v - centre) * (v - centre)));
        let sd = (squares / (n - 1.0)).sqrt();
        Ok(Self { n: values.len(), mean: centre, sd, standard_error: sd / n.sqrt() })
    }

    /// Degrees of freedom, n − 1.
    pub fn degrees(self) -> f64 {
        self.n as f64 - 1.0
    }

    /// mean ± t(n−1)·sd/√n.
    pub fn t_interval(self, level: Level) -> Interval {
        let critical = student::upper_quantile(0.5 * level.alpha(), self.degrees());
        Interval::around(self.mean, critical * self.standard_error)
    }
}

/// Whether all values are the same number up to rounding. True for none and for one.
pub(crate) fn all_equal(values: &[f64]) -> bool {
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    highest - lowest <= ROUNDING * lowest.abs().max(highest.abs()).max(1.0) || values.is_empty()
}

/// Student's interval for a mean; not cut to the range of the scores.
///
/// Good from about thirty scores that are not piled up at an end of their range. Undefined for
/// fewer than two values and where they are all equal.
pub fn t_interval(values: &[f64], level: Level) -> Result<Interval, Undefined> {
    Ok(Moments::of(values)?.t_interval(level))
}

/// Wilson's interval with the fractional sum of scores in [0, 1] in place of a number of hits.
///
/// A mean m of values in [0, 1] has a variance of at most m(1−m)/n, so this is conservative; near
/// the ceiling, where the t interval covers half of what it says, it still covers. Undefined for
/// no values and outside [0, 1].
pub fn wilson_fractional(values: &[f64], level: Level) -> Result<Interval, Undefined> {
    let centre = mean(values)?;
    if values.iter().any(|v| !(0.0..=1.0).contains(v)) {
        return Err(Undefined("scores outside [0, 1]"));
    }
    wilson_at(centre.min(1.0), values.len() as f64, level.z())
}

/// How many scores lie below 1 and how many above 0. The smaller tells whether the scores are
/// piled up at one end, where a t interval is far too narrow.
pub fn off_extremes(values: &[f64]) -> (usize, usize) {
    (values.iter().filter(|v| **v < 1.0).count(), values.iter().filter(|v| **v > 0.0).count())
}
