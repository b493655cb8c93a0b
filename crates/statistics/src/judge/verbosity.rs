//! Does a judge overrate long answers?

use crate::correlation::line;
use crate::interval::{Interval, Level};
use crate::mean::ROUNDING;
use crate::special::student;
use crate::sum::sum;
use crate::undefined::{NO_SPREAD, Undefined};

/// The line of judge − people over the logarithm of the ratio of lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verbosity {
    /// How much the overrating grows when an answer is e times as long.
    pub slope: f64,
    /// The overrating of answers of equal length.
    pub intercept: f64,
    /// HC3 standard error of the slope, which does not assume that all answers vary alike.
    pub slope_error: f64,
    /// n − 2.
    pub degrees: f64,
    /// Two-sided p of a slope of 0, by t, above 0.
    pub p: f64,
}

impl Verbosity {
    /// The least-squares line with HC3 errors (MacKinnon and White 1985): Σ(x − x̄)²(e/(1 − h))²/(Σ(x − x̄)²)², with
    /// residuals e and leverages h.
    ///
    /// Undefined for fewer than three answers, unequal lengths, where the ratios do not vary, where a single answer
    /// determines the slope (h = 1), and where the line goes through every answer.
    pub fn new(log_length_ratio: &[f64], judge_minus_people: &[f64]) -> Result<Self, Undefined> {
        let (x, y) = (log_length_ratio, judge_minus_people);
        let line = line(x, y)?;
        if x.len() < 3 {
            return Err(Undefined("needs at least three answers"));
        }
        let n = x.len() as f64;
        let mut parts = Vec::with_capacity(x.len());
        for (x, y) in x.iter().zip(y) {
            let deviation = x - line.centre;
            let free = 1.0 - 1.0 / n - deviation * deviation / line.squares;
            if free <= ROUNDING {
                return Err(Undefined("a single answer determines the slope"));
            }
            let residual = y - line.intercept - line.slope * x;
            let part = deviation / line.squares * (residual / free);
            parts.push(part * part);
        }
        let slope_error = sum(parts).sqrt();
        let reach = x.iter().fold(0.0_f64, |most, x| most.max((x - line.centre).abs()));
        let height = y.iter().fold(1.0_f64, |most, y| most.max(y.abs()));
        if slope_error * reach <= ROUNDING * height {
            return Err(NO_SPREAD);
        }
        let degrees = n - 2.0;
        let p = student::two_sided(line.slope / slope_error, degrees).clamp(f64::MIN_POSITIVE, 1.0);
        Ok(Self { slope: line.slope, intercept: line.intercept, slope_error, degrees, p })
    }

    /// slope ± t(n − 2)·HC3 error.
    pub fn interval(&self, level: Level) -> Interval {
        let critical = student::upper_quantile(0.5 * level.alpha(), self.degrees);
        Interval::around(self.slope, critical * self.slope_error)
    }
}
