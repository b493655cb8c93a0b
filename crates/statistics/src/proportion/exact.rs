//! Intervals from beta quantiles: Clopper–Pearson and Jeffreys.

use super::check;
use crate::interval::{Interval, Level};
use crate::special::beta::{beta_quantile, beta_upper_quantile};
use crate::undefined::Undefined;

/// Clopper–Pearson (1934, Biometrika 26:404): Beta(x, n−x+1) and Beta(x+1, n−x) quantiles.
///
/// Covers at least the stated level for every true rate: the interval for hard limits.
pub fn clopper_pearson(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    check(x, n)?;
    let tail = 0.5 * level.alpha();
    Ok(Interval { lo: exact_lower(x, n, tail), hi: exact_upper(x, n, tail) })
}

/// The one-sided lower Clopper–Pearson bound at `level`.
pub fn clopper_pearson_lower(x: usize, n: usize, level: Level) -> Result<f64, Undefined> {
    check(x, n)?;
    Ok(exact_lower(x, n, level.alpha()))
}

/// The one-sided upper Clopper–Pearson bound at `level`: what a budget for rare events is held
/// against.
pub fn clopper_pearson_upper(x: usize, n: usize, level: Level) -> Result<f64, Undefined> {
    check(x, n)?;
    Ok(exact_upper(x, n, level.alpha()))
}

fn exact_lower(x: usize, n: usize, tail: f64) -> f64 {
    if x == 0 { 0.0 } else { beta_quantile(x as f64, (n - x) as f64 + 1.0, tail).x }
}

fn exact_upper(x: usize, n: usize, tail: f64) -> f64 {
    if x == n { 1.0 } else { beta_upper_quantile(x as f64 + 1.0, (n - x) as f64, tail).x }
}

/// Jeffreys: Beta(x+½, n−x+½) quantiles, with 0 at x = 0 and 1 at x = n (the rule of Brown, Cai,
/// DasGupta 2001, Stat. Sci. 16:101, without which the interval would exclude the estimate).
pub fn jeffreys(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    let raw = jeffreys_raw(x, n, level)?;
    Ok(Interval { lo: if x == 0 { 0.0 } else { raw.lo }, hi: if x == n { 1.0 } else { raw.hi } })
}

/// [`jeffreys`] without the rule at the ends, as some other tools print it.
pub fn jeffreys_raw(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    check(x, n)?;
    let (hits, misses) = (x as f64 + 0.5, (n - x) as f64 + 0.5);
    let tail = 0.5 * level.alpha();
    Ok(Interval { lo: beta_quantile(hits, misses, tail).x, hi: beta_upper_quantile(hits, misses, tail).x })
}

/// The one-sided lower Jeffreys bound at `level`; 0 at x = 0.
pub fn jeffreys_lower(x: usize, n: usize, level: Level) -> Result<f64, Undefined> {
    check(x, n)?;
    if x == 0 {
        return Ok(0.0);
    }
    Ok(beta_quantile(x as f64 + 0.5, (n - x) as f64 + 0.5, level.alpha()).x)
}

/// The one-sided upper Jeffreys bound at `level`; 1 at x = n.
pub fn jeffreys_upper(x: usize, n: usize, level: Level) -> Result<f64, Undefined> {
    check(x, n)?;
    if x == n {
        return Ok(1.0);
    }
    Ok(beta_upper_quantile(x as f64 + 0.5, (n - x) as f64 + 0.5, level.alpha()).x)
}
