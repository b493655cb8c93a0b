//! A mean over kinds of questions, weighted by how often each kind occurs in use.

use crate::interval::{Interval, Level};
use crate::mean::{ROUNDING, check_values};
use crate::special::student;
use crate::sum::{mean, sum};
use crate::undefined::{NO_SPREAD, NOTHING_EVALUATED, Undefined};

/// One kind of question: its share of the traffic and the scores of its questions.
#[derive(Clone, Copy, Debug)]
pub struct Stratum<'a> {
    /// Share of the traffic, above 0. Shares need not add up to 1: they are divided by their sum.
    pub weight: f64,
    /// Scores.
    pub scores: &'a [f64],
}

/// A weighted mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratified {
    /// Σ W_h m_h.
    pub mean: f64,
    /// √(Σ W_h² s_h²/n_h).
    pub standard_error: f64,
    /// Satterthwaite's degrees of freedom.
    pub degrees: f64,
}

/// Mean over all questions, every question counting the same. Undefined for no question.
pub fn micro_mean(strata: &[Stratum<'_>]) -> Result<f64, Undefined> {
    let n: usize = strata.iter().map(|s| s.scores.len()).sum();
    if n == 0 {
        return Err(NOTHING_EVALUATED);
    }
    Ok(sum(strata.iter().flat_map(|s| s.scores.iter().copied())) / n as f64)
}

/// Mean of the strata's means, every stratum counting the same. Undefined where one is empty.
pub fn macro_mean(strata: &[Stratum<'_>]) -> Result<f64, Undefined> {
    let means: Result<Vec<f64>, Undefined> = strata.iter().map(|s| mean(s.scores)).collect();
    mean(&means?)
}

/// The weighted mean. Undefined for an empty stratum or a weight that is not above 0.
pub fn weighted_mean(strata: &[Stratum<'_>]) -> Result<f64, Undefined> {
    let shares = shares(strata)?;
    let mut terms = Vec::with_capacity(strata.len());
    for (stratum, share) in strata.iter().zip(&shares) {
        terms.push(share * mean(stratum.scores)?);
    }
    Ok(sum(terms))
}

fn shares(strata: &[Stratum<'_>]) -> Result<Vec<f64>, Undefined> {
    if strata.iter().any(|s| !(s.weight > 0.0 && s.weight.is_finite())) {
        return Err(Undefined("a weight that is not above zero"));
    }
    let total = sum(strata.iter().map(|s| s.weight));
    if strata.is_empty() || !total.is_finite() {
        return Err(NOTHING_EVALUATED);
    }
    Ok(strata.iter().map(|s| s.weight / total).collect())
}

/// The weighted mean with its standard error (Cochran 1977, chapter 5).
///
/// Undefined where a stratum has fewer than two questions (it has no variance: join it to its
/// neighbour) or where no stratum varies.
pub fn stratified(strata: &[Stratum<'_>]) -> Result<Stratified, Undefined> {
    let centre = weighted_mean(strata)?;
    let mut variances = Vec::with_capacity(strata.len());
    let mut penalties = Vec::with_capacity(strata.len());
    for (stratum, share) in strata.iter().zip(shares(strata)?) {
        check_values(stratum.scores)?;
        let n = stratum.scores.len() as f64;
        if stratum.scores.len() < 2 {
            return Err(Undefined("a stratum with one question has no variance"));
        }
        let deviation = crate::bootstrap::deviation(stratum.scores)?;
        let variance = share * share * deviation * deviation / n;
        variances.push(variance);
        penalties.push(variance * variance / (n - 1.0));
    }
    let variance = sum(variances);
    let standard_error = variance.sqrt();
    if standard_error <= ROUNDING * centre.abs().max(1.0) {
        return Err(NO_SPREAD);
    }
    Ok(Stratified { mean: centre, standard_error, degrees: variance * variance / sum(penalties) })
}

impl Stratified {
    /// mean ± t·standard error, with Satterthwaite's degrees of freedom.
    pub fn t_interval(self, level: Level) -> Interval {
        let critical = student::upper_quantile(0.5 * level.alpha(), self.degrees);
        Interval::around(self.mean, critical * self.standard_error)
    }
}
