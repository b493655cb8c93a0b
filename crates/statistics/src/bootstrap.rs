//! Resampling a mean.

use crate::generator::Stream;
use crate::interval::{Interval, Level};
use crate::mean::{Moments, ROUNDING};
use crate::special::normal;
use crate::sum::{mean, sum};
use crate::undefined::{NEEDS_TWO, NO_SPREAD, NOT_A_PROBABILITY, NOTHING_EVALUATED, Undefined};

/// Bootstrap intervals of one estimate from one set of replicates (Efron and Tibshirani 1993).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Type-7 quantiles of the replicates. The weakest of the three.
    pub percentile: Interval,
    /// The percentile interval mirrored at the estimate.
    pub basic: Interval,
    /// Bias-corrected and accelerated. Undefined where the estimate lies outside all replicates or
    /// there are fewer than three values.
    pub bca: Result<Bca, Undefined>,
    /// Standard deviation of the replicates, with B − 1.
    pub standard_error: f64,
    /// How many replicates.
    pub replicates: usize,
}

/// The BCa interval with the numbers it was made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bca {
    /// The interval.
    pub interval: Interval,
    /// Share of replicates below the estimate, ties counted half.
    pub below: f64,
    /// Bias correction, Φ⁻¹ of that share.
    pub z0: f64,
    /// Acceleration, Σu³/(6(Σu²)^1.5) over the influences u.
    pub acceleration: f64,
    /// The quantiles actually taken.
    pub adjusted: (f64, f64),
}

/// The means of resamples of `values`: replicate r draws its indices from the [`Stream`] (`seed`,
/// r). Undefined for no values.
pub fn replicate_means(values: &[f64], replicates: u32, seed: u64) -> Result<Vec<f64>, Undefined> {
    if values.is_empty() {
        return Err(NOTHING_EVALUATED);
    }
    let n = values.len();
    Ok((0..replicates)
        .map(|replicate| {
            let mut stream = Stream::new(seed, u64::from(replicate));
            sum((0..n).map(|_| values[stream.index(n)])) / n as f64
        })
        .collect())
}

/// The means of resamples with explicit indices, one row a replicate. Undefined for an index
/// outside the values and for an empty row.
pub fn means_from_indices<R: AsRef<[usize]>>(values: &[f64], indices: &[R]) -> Result<Vec<f64>, Undefined> {
    indices
        .iter()
        .map(|row| {
            let drawn: Option<Vec<f64>> = row.as_ref().iter().map(|&i| values.get(i).copied()).collect();
            mean(&drawn.ok_or(Undefined("an index outside the values"))?)
        })
        .collect()
}

/// Bootstrap of the mean with the indices of [`replicate_means`]. Undefined for fewer than two
/// values, equal values, or fewer than two replicates.
pub fn seeded(values: &[f64], replicates: u32, seed: u64, level: Level) -> Result<Bootstrap, Undefined> {
    from_replicates(values, &replicate_means(values, replicates, seed)?, level)
}

/// Bootstrap of the mean with the indices of [`means_from_indices`]. Undefined as [`seeded`].
pub fn from_indices<R: AsRef<[usize]>>(values: &[f64], indices: &[R], level: Level) -> Result<Bootstrap, Undefined> {
    from_replicates(values, &means_from_indices(values, indices)?, level)
}

/// The intervals of a mean from means of replicates, however they were drawn.
fn from_replicates(values: &[f64], replicates: &[f64], level: Level) -> Result<Bootstrap, Undefined> {
    let moments = Moments::of(values)?;
    let tail = 0.5 * level.alpha();
    let mut sorted = replicates.to_vec();
    sorted.sort_by(f64::total_cmp);
    let percentile = Interval { lo: quantile(&sorted, tail)?, hi: quantile(&sorted, 1.0 - tail)? };
    let influences: Vec<f64> = values.iter().map(|v| v - moments.mean).collect();
    Ok(Bootstrap {
        percentile,
        basic: Interval { lo: 2.0 * moments.mean - percentile.hi, hi: 2.0 * moments.mean - percentile.lo },
        bca: bca(moments.mean, &sorted, &influences, tail),
        standard_error: deviation(replicates)?,
        replicates: replicates.len(),
    })
}

fn bca(estimate: f64, sorted: &[f64], influences: &[f64], tail: f64) -> Result<Bca, Undefined> {
    if influences.len() < 3 {
        return Err(Undefined("needs at least three questions"));
    }
    let tolerance = ROUNDING * estimate.abs().max(1.0);
    let less = sorted.iter().filter(|r| **r < estimate - tolerance).count();
    let at_most = sorted.iter().filter(|r| **r <= estimate + tolerance).count();
    let below = (less + at_most) as f64 / (2.0 * sorted.len() as f64);
    if below <= 0.0 || below >= 1.0 {
        return Err(Undefined("every replicate lies on one side of the estimate"));
    }
    let z0 = normal::quantile(below);
    let squares = sum(influences.iter().map(|u| u * u));
    let cubes = sum(influences.iter().map(|u| u * u * u));
    if squares <= 0.0 {
        return Err(NO_SPREAD);
    }
    let acceleration = cubes / (6.0 * squares.powf(1.5));
    let adjust = |z: f64| {
        let shifted = z0 + z;
        normal::cdf(z0 + shifted / (1.0 - acceleration * shifted))
    };
    let z = normal::upper_quantile(tail);
    let (first, second) = (adjust(-z), adjust(z));
    // An extreme acceleration can turn the order round; the interval must not.
    let adjusted = (first.min(second), first.max(second));
    Ok(Bca {
        interval: Interval { lo: quantile(sorted, adjusted.0)?, hi: quantile(sorted, adjusted.1)? },
        below,
        z0,
        acceleration,
        adjusted,
    })
}

/// Type-7 quantile (Hyndman and Fan 1996) of sorted values: linear between the ranks around
/// (B−1)q, q cut to [0, 1]. Undefined for no values.
pub fn quantile(sorted: &[f64], q: f64) -> Result<f64, Undefined> {
    let Some(last) = sorted.len().checked_sub(1) else {
        return Err(Undefined("no replicates"));
    };
    if q.is_nan() {
        return Err(NOT_A_PROBABILITY);
    }
    let rank = q.clamp(0.0, 1.0) * last as f64;
    let below = (rank as usize).min(last);
    let above = (below + 1).min(last);
    let part = rank - below as f64;
    Ok(sorted[below] + part * (sorted[above] - sorted[below]))
}

/// Standard deviation with B − 1. Zero is a legitimate answer here: replicates may coincide.
pub(crate) fn deviation(values: &[f64]) -> Result<f64, Undefined> {
    let centre = mean(values)?;
    if values.len() < 2 {
        return Err(NEEDS_TWO);
    }
    let squares = sum(values.iter().map(|v| (v - centre) * (v - centre)));
    Ok((squares / (values.len() as f64 - 1.0)).sqrt())
}

/// Two-sided p of a zero mean by shifting the replicates to zero: (1 + #{|m* − m| ≥ |m|})/(B + 1).
///
/// For display beside the interval only: with few questions it rejects a true null too often.
pub fn shifted_p(values: &[f64], replicate_means: &[f64]) -> Result<f64, Undefined> {
    let estimate = mean(values)?;
    let tolerance = ROUNDING * estimate.abs().max(1.0);
    let extreme = replicate_means.iter().filter(|m| (**m - estimate).abs() >= estimate.abs() - tolerance).count();
    Ok((1 + extreme) as f64 / (replicate_means.len() + 1) as f64)
}
