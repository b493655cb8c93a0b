//! A mean from a few labels of people and many scores of a judge.

use crate::interval::{Interval, Level};
use crate::mean::{ROUNDING, all_equal, check_values};
use crate::special::student;
use crate::sum::{mean, sum};
use crate::undefined::{NEEDS_TWO, NO_SPREAD, UNEQUAL_LENGTHS, Undefined};

/// With fewer labels the interval covers visibly less than it says; a judge with fewer is to be called uncalibrated.
pub const ENOUGH_LABELS: usize = 50;

/// A mean of what people would have said of all items, with the judge as a helper that cannot bias it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictionPowered {
    /// λ·mean(judge, unlabelled) + mean(people − λ·judge, labelled).
    pub mean: f64,
    /// How far the judge is believed, from 0 (not at all: people alone) to 1.
    pub lambda: f64,
    /// √(λ² var(judge, unlabelled)/N + var(people − λ·judge)/n), variances with n − 1.
    pub standard_error: f64,
    /// How many labels of people.
    pub labels: usize,
    /// As many labels with equal weights would say as much: (Σw)²/Σw²; the number of labels without weights.
    pub effective_labels: f64,
}

impl PredictionPowered {
    /// mean ± t(effective labels − 1)·standard error. Not cut to the range of the scores.
    ///
    /// Undefined where nothing varied: an interval of no width would be certainty from nothing.
    pub fn interval(&self, level: Level) -> Result<Interval, Undefined> {
        let degrees = self.effective_labels - 1.0;
        if self.standard_error <= ROUNDING * self.mean.abs().max(1.0) || degrees <= 0.0 {
            return Err(NO_SPREAD);
        }
        let critical = student::upper_quantile(0.5 * level.alpha(), degrees);
        Ok(Interval::around(self.mean, critical * self.standard_error))
    }

    /// Whether there are [`ENOUGH_LABELS`]. Otherwise call the judge uncalibrated.
    pub fn enough_labels(&self) -> bool {
        self.labels >= ENOUGH_LABELS
    }
}

/// PPI++ (Angelopoulos, Duchi, Zrnic 2023, arXiv:2311.01453) for a mean: people labelled a random part of the items.
///
/// `judge` are the judge's scores of the labelled items in the order of `people`, `unlabelled` those of all others.
/// λ = [`tuned_lambda`]; where the judge says the same of everything it tells nothing and λ is 0: the mean of people alone.
/// Undefined for unequal lengths, fewer than two labels or no unlabelled item, and scores that are not finite.
pub fn prediction_powered(people: &[f64], judge: &[f64], unlabelled: &[f64]) -> Result<PredictionPowered, Undefined> {
    check(people, judge, unlabelled)?;
    let lambda = tuned_lambda(people, judge, unlabelled).unwrap_or(0.0);
    with_lambda(people, judge, unlabelled, lambda)
}

/// [`prediction_powered`] where items were chosen for people with unequal chances (by verdict, by disagreement): each label
/// weighs `weights`, one over its chance of being chosen.
///
/// The mean of people − λ·judge is Σw·r/Σw, its variance that of the ratio, Σw²(r − r̄)²/(Σw)² · n/(n−1). λ is tuned with the
/// same weights. Undefined also for weights that are not positive numbers.
pub fn weighted(people: &[f64], judge: &[f64], weights: &[f64], unlabelled: &[f64]) -> Result<PredictionPowered, Undefined> {
    check(people, judge, unlabelled)?;
    if weights.len() != people.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    check_values(weights)?;
    if weights.iter().any(|w| *w <= 0.0) {
        return Err(Undefined("weights must be above zero"));
    }
    // To a mean of 1, so that equal weights of any size are no weights.
    let scale = mean(weights)?;
    let weights: Vec<f64> = weights.iter().map(|w| w / scale).collect();
    let lambda = lambda_of(people, judge, &weights, unlabelled).unwrap_or(0.0);
    combine(people, judge, &weights, unlabelled, lambda)
}

/// The mean with a given λ: 0 for people alone, 1 for PPI (Angelopoulos et al. 2023, Science 382:669).
///
/// Undefined as [`prediction_powered`], and for a λ outside [0, 1].
pub fn with_lambda(people: &[f64], judge: &[f64], unlabelled: &[f64], lambda: f64) -> Result<PredictionPowered, Undefined> {
    check(people, judge, unlabelled)?;
    combine(people, judge, &vec![1.0; people.len()], unlabelled, lambda)
}

/// λ = cov(people, judge)/((1 + n/N) var(judge)), cut to [0, 1]: the covariance over n, the variance over all items with n + N − 1,
/// as the reference implementation has it. Undefined where the judge says the same of everything.
pub fn tuned_lambda(people: &[f64], judge: &[f64], unlabelled: &[f64]) -> Result<f64, Undefined> {
    check(people, judge, unlabelled)?;
    lambda_of(people, judge, &vec![1.0; people.len()], unlabelled)
}

/// The interval of the reference implementation (ppi-python): variances over n and N, normal quantile. For comparison only: with few labels it
/// covers less than [`PredictionPowered::interval`]. Undefined as [`with_lambda`] and where nothing varied.
pub fn reference_interval(
    people: &[f64],
    judge: &[f64],
    unlabelled: &[f64],
    lambda: f64,
    level: Level,
) -> Result<Interval, Undefined> {
    let estimate = with_lambda(people, judge, unlabelled, lambda)?;
    let rectifier: Vec<f64> = people.iter().zip(judge).map(|(y, f)| y - lambda * f).collect();
    let (n, all) = (people.len() as f64, unlabelled.len() as f64);
    let variance = squares(&rectifier)? / (n * n) + lambda * lambda * squares(unlabelled)? / (all * all);
    let error = variance.sqrt();
    if error <= ROUNDING * estimate.mean.abs().max(1.0) {
        return Err(NO_SPREAD);
    }
    Ok(Interval::around(estimate.mean, level.z() * error))
}

fn check(people: &[f64], judge: &[f64], unlabelled: &[f64]) -> Result<(), Undefined> {
    if people.len() != judge.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    for values in [people, judge, unlabelled] {
        check_values(values)?;
    }
    if people.len() < 2 {
        return Err(NEEDS_TWO);
    }
    if unlabelled.is_empty() {
        return Err(Undefined("no item that the judge alone scored"));
    }
    Ok(())
}

/// Weights have a mean of 1.
fn lambda_of(people: &[f64], judge: &[f64], weights: &[f64], unlabelled: &[f64]) -> Result<f64, Undefined> {
    let (n, all) = (people.len() as f64, unlabelled.len() as f64);
    let every: Vec<f64> = judge.iter().chain(unlabelled).copied().collect();
    if all_equal(&every) {
        return Err(Undefined("the judge says the same of every item"));
    }
    let variance = squares(&every)? / (n + all - 1.0);
    let average = |values: &[f64]| sum(values.iter().zip(weights).map(|(v, w)| v * w)) / n;
    let (y, f) = (average(people), average(judge));
    let covariance = sum(people.iter().zip(judge).zip(weights).map(|((a, b), w)| w * (a - y) * (b - f))) / n;
    Ok((covariance / ((1.0 + n / all) * variance)).clamp(0.0, 1.0))
}

fn combine(
    people: &[f64],
    judge: &[f64],
    weights: &[f64],
    unlabelled: &[f64],
    lambda: f64,
) -> Result<PredictionPowered, Undefined> {
    if !(0.0..=1.0).contains(&lambda) {
        return Err(Undefined("lambda outside [0, 1]"));
    }
    let (n, all) = (people.len() as f64, unlabelled.len() as f64);
    let rectifier: Vec<f64> = people.iter().zip(judge).map(|(y, f)| y - lambda * f).collect();
    let total = sum(weights.iter().copied());
    let centre = sum(rectifier.iter().zip(weights).map(|(r, w)| r * w)) / total;
    let spread = sum(rectifier.iter().zip(weights).map(|(r, w)| (w * (r - centre)) * (w * (r - centre))));
    let mut variance = spread / (total * total) * n / (n - 1.0);
    // Where the judge is not believed, a single unlabelled score is no obstacle.
    if lambda > 0.0 {
        if unlabelled.len() < 2 {
            return Err(NEEDS_TWO);
        }
        variance += lambda * lambda * squares(unlabelled)? / (all - 1.0) / all;
    }
    Ok(PredictionPowered {
        mean: lambda * mean(unlabelled)? + centre,
        lambda,
        standard_error: variance.sqrt(),
        labels: people.len(),
        effective_labels: total * total / sum(weights.iter().map(|w| w * w)),
    })
}

/// Σ(v − mean)².
fn squares(values: &[f64]) -> Result<f64, Undefined> {
    let centre = mean(values)?;
    Ok(sum(values.iter().map(|v| (v - centre) * (v - centre))))
}
