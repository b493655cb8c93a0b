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
    /// Undefined where nothing varied (an interval of no width would be certainty from nothing), and where weights
    /// leave less than two labels' worth.
    pub fn interval(&self, level: Level) -> Result<Interval, Undefined> {
        if self.effective_labels < 2.0 - ROUNDING {
            return Err(NEEDS_TWO);
        }
        if self.standard_error <= ROUNDING * self.mean.abs().max(1.0) {
            return Err(NO_SPREAD);
        }
        let critical = student::upper_quantile(0.5 * level.alpha(), self.effective_labels - 1.0);
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
    // Undefined only where the judge never varies, once the inputs are checked: then it is not believed at all.
    let lambda = tuned_lambda(people, judge, unlabelled).unwrap_or(0.0);
    with_lambda(people, judge, unlabelled, lambda)
}

/// [`prediction_powered`] where items were chosen for people with unequal chances (by verdict, by disagreement): each label
/// weighs `weights`, one over its chance of being chosen, and `all` are the judge's scores of all items, the labelled
/// included (those left over are no fair picture of the whole here).
///
/// λ·mean(all) + Σw·r/Σw with r = people − λ·judge, λ = cov_w(people, judge)/var(all) cut to [0, 1]. Its variance is that of
/// the ratio, Σw²(r − r̄)²/(Σw)² · n/(n−1), plus (λ² var(all) + 2λ cov_w(r, judge))/N, because the labelled are part of all. With
/// equal weights the mean is that of [`prediction_powered`]. Undefined as that, and for weights that are not positive numbers.
pub fn weighted(people: &[f64], judge: &[f64], weights: &[f64], all: &[f64]) -> Result<PredictionPowered, Undefined> {
    check(people, judge, all)?;
    if weights.len() != people.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    check_values(weights)?;
    if weights.iter().any(|w| *w <= 0.0) {
        return Err(Undefined("weights must be above zero"));
    }
    if all.len() < people.len() {
        return Err(Undefined("fewer items than labels"));
    }
    // To a mean of 1, so that no product leaves the range of a double.
    let scale = mean(weights)?;
    let weights: Vec<f64> = weights.iter().map(|w| w / scale).collect();
    let size = all.len() as f64;
    let variance = squares(all)? / (size - 1.0);
    let lambda = if all_equal(all) { 0.0 } else { (covariance(people, judge, &weights) / variance).clamp(0.0, 1.0) };
    let rectifier: Vec<f64> = people.iter().zip(judge).map(|(y, f)| y - lambda * f).collect();
    let (centre, spread) = ratio(&rectifier, &weights);
    let shared = lambda * lambda * variance + 2.0 * lambda * covariance(&rectifier, judge, &weights);
    Ok(PredictionPowered {
        mean: lambda * mean(all)? + centre,
        lambda,
        standard_error: (spread + shared / size).max(0.0).sqrt(),
        labels: people.len(),
        effective_labels: effective(&weights),
    })
}

/// The mean with a given λ: 0 for people alone, 1 for PPI (Angelopoulos et al. 2023, Science 382:669).
///
/// Undefined as [`prediction_powered`], and for a λ outside [0, 1].
pub fn with_lambda(people: &[f64], judge: &[f64], unlabelled: &[f64], lambda: f64) -> Result<PredictionPowered, Undefined> {
    check(people, judge, unlabelled)?;
    if !(0.0..=1.0).contains(&lambda) {
        return Err(Undefined("lambda outside [0, 1]"));
    }
    let rectifier: Vec<f64> = people.iter().zip(judge).map(|(y, f)| y - lambda * f).collect();
    let weights = vec![1.0; people.len()];
    let (centre, mut variance) = ratio(&rectifier, &weights);
    // Where the judge is not believed, a single unlabelled score is no obstacle.
    if lambda > 0.0 {
        if unlabelled.len() < 2 {
            return Err(NEEDS_TWO);
        }
        let all = unlabelled.len() as f64;
        variance += lambda * lambda * squares(unlabelled)? / (all - 1.0) / all;
    }
    Ok(PredictionPowered {
        mean: lambda * mean(unlabelled)? + centre,
        lambda,
        standard_error: variance.sqrt(),
        labels: people.len(),
        effective_labels: effective(&weights),
    })
}

/// λ = cov(people, judge)/((1 + n/N) var(judge)), cut to [0, 1]: the covariance over n, the variance over all items with n + N − 1,
/// as the reference implementation has it. Undefined where the judge says the same of everything.
pub fn tuned_lambda(people: &[f64], judge: &[f64], unlabelled: &[f64]) -> Result<f64, Undefined> {
    check(people, judge, unlabelled)?;
    let (n, all) = (people.len() as f64, unlabelled.len() as f64);
    let every: Vec<f64> = judge.iter().chain(unlabelled).copied().collect();
    if all_equal(&every) {
        return Err(Undefined("the judge says the same of every item"));
    }
    let variance = squares(&every)? / (n + all - 1.0);
    Ok((covariance(people, judge, &vec![1.0; people.len()]) / ((1.0 + n / all) * variance)).clamp(0.0, 1.0))
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

/// Σw(x − x̄)(y − ȳ)/Σw around the weighted means.
fn covariance(x: &[f64], y: &[f64], weights: &[f64]) -> f64 {
    let total = sum(weights.iter().copied());
    let average = |values: &[f64]| sum(values.iter().zip(weights).map(|(v, w)| v * w)) / total;
    let (a, b) = (average(x), average(y));
    sum(x.iter().zip(y).zip(weights).map(|((x, y), w)| w * (x - a) * (y - b))) / total
}

/// Σw·r/Σw and the variance of that ratio; for equal weights the mean and s²/n.
fn ratio(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let (n, total) = (values.len() as f64, sum(weights.iter().copied()));
    let centre = sum(values.iter().zip(weights).map(|(r, w)| r * w)) / total;
    let spread = sum(values.iter().zip(weights).map(|(r, w)| (w * (r - centre)) * (w * (r - centre))));
    (centre, spread / (total * total) * n / (n - 1.0))
}

fn effective(weights: &[f64]) -> f64 {
    let total = sum(weights.iter().copied());
    total * total / sum(weights.iter().map(|w| w * w))
}

/// Σ(v − mean)².
fn squares(values: &[f64]) -> Result<f64, Undefined> {
    let centre = mean(values)?;
    Ok(sum(values.iter().map(|v| (v - centre) * (v - centre))))
}
