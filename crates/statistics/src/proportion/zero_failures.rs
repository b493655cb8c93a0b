//! What "no failure seen" is worth.

use crate::interval::Level;
use crate::undefined::{NOT_A_PROBABILITY, NOTHING_EVALUATED, Undefined};

/// The largest failure rate that n clean questions still allow: 1 − α^(1/n), one-sided at `level`.
///
/// Equal to the upper Clopper–Pearson bound at x = 0. Undefined for n = 0.
pub fn zero_failures_upper(n: usize, level: Level) -> Result<f64, Undefined> {
    if n == 0 {
        return Err(NOTHING_EVALUATED);
    }
    Ok(-(level.alpha().ln() / n as f64).exp_m1())
}

/// 3/n, the rule of thumb for [`zero_failures_upper`] at 95 %. Undefined for n = 0.
pub fn rule_of_three(n: usize) -> Result<f64, Undefined> {
    if n == 0 {
        return Err(NOTHING_EVALUATED);
    }
    Ok(3.0 / n as f64)
}

/// How many clean questions it takes to claim a failure rate of at most `max_rate`, one-sided at
/// `level`: the smallest n with 1 − α^(1/n) ≤ `max_rate`.
///
/// Undefined unless 0 < `max_rate` < 1.
pub fn questions_for_zero_failures(max_rate: f64, level: Level) -> Result<usize, Undefined> {
    if !(max_rate > 0.0 && max_rate < 1.0) {
        return Err(NOT_A_PROBABILITY);
    }
    let exact = level.alpha().ln() / (-max_rate).ln_1p();
    // A claim that holds exactly at a whole number must not cost one question more to rounding.
    Ok((exact - 1e-9).ceil().max(1.0) as usize)
}
