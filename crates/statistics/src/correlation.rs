//! Do two lists of numbers go together?

use crate::mean::{Moments, all_equal, check_values};
use crate::sum::{mean, sum};
use crate::undefined::{NEEDS_TWO, NO_SPREAD, UNEQUAL_LENGTHS, Undefined};

/// Pearson's r: Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²), in [−1, 1].
///
/// Undefined for fewer than two pairs, unequal lengths, and where either list does not vary.
pub fn pearson(x: &[f64], y: &[f64]) -> Result<f64, Undefined> {
    if x.len() != y.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    let (mx, my) = (Moments::of(x)?, Moments::of(y)?);
    // Each deviation over its own spread first, so that no product leaves the range of a double.
    let products = sum(x.iter().zip(y).map(|(x, y)| (x - mx.mean) / mx.sd * ((y - my.mean) / my.sd)));
    Ok((products / mx.degrees()).clamp(-1.0, 1.0))
}

/// Spearman's rank correlation: [`pearson`] of [`ranks`].
///
/// Undefined as [`pearson`].
pub fn spearman(x: &[f64], y: &[f64]) -> Result<f64, Undefined> {
    if x.len() != y.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    if x.len() < 2 {
        return Err(NEEDS_TWO);
    }
    if all_equal(x) || all_equal(y) {
        return Err(NO_SPREAD);
    }
    pearson(&ranks(x)?, &ranks(y)?)
}

/// Ranks from 1 for the smallest; equal values share the mean of their ranks. Undefined for values
/// that are not finite.
pub fn ranks(values: &[f64]) -> Result<Vec<f64>, Undefined> {
    check_values(values)?;
    let mut order: Vec<usize> = (0..values.len()).collect();
    // Not total_cmp: 0 and −0 are one value.
    order.sort_by(|a, b| values[*a].partial_cmp(&values[*b]).unwrap_or(std::cmp::Ordering::Equal));
    let mut ranks = vec![0.0; values.len()];
    let mut done = 0;
    for group in order.chunk_by(|a, b| values[*a] == values[*b]) {
        for index in group {
            ranks[*index] = done as f64 + 0.5 * (group.len() as f64 + 1.0);
        }
        done += group.len();
    }
    Ok(ranks)
}

/// The slope and intercept of the least-squares line, with what its errors need.
pub(crate) struct Line {
    pub(crate) slope: f64,
    pub(crate) intercept: f64,
    pub(crate) centre: f64,
    pub(crate) squares: f64,
}

/// Undefined as [`pearson`], except that `y` need not vary.
pub(crate) fn line(x: &[f64], y: &[f64]) -> Result<Line, Undefined> {
    if x.len() != y.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    check_values(y)?;
    let moments = Moments::of(x)?;
    let (centre, height) = (moments.mean, mean(y)?);
    let squares = sum(x.iter().map(|x| (x - centre) * (x - centre)));
    let slope = sum(x.iter().zip(y).map(|(x, y)| (x - centre) * (y - height))) / squares;
    Ok(Line { slope, intercept: height - slope * centre, centre, squares })
}
