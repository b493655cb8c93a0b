//! Questions that share a document, an author or a conversation.
//!
//! Such questions fail together, so twenty of them say less than twenty strangers would. Treating
//! them as strangers makes intervals too narrow.

use std::collections::BTreeMap;

use crate::bootstrap::{deviation, quantile};
use crate::generator::Stream;
use crate::interval::{Interval, Level};
use crate::mean::{ROUNDING, all_equal, check_values};
use crate::proportion::wilson_at;
use crate::special::student;
use crate::sum::{mean, sum};
use crate::undefined::{NO_SPREAD, UNEQUAL_LENGTHS, Undefined};

/// Fewer clusters than this deserve a warning: the standard error itself is then poorly known.
pub const FEW_CLUSTERS: usize = 20;

/// A mean of scores in clusters, with the standard errors that respect and that ignore them.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustered {
    /// How many questions.
    pub n: usize,
    /// How many clusters, G.
    pub clusters: usize,
    /// Mean over questions (not over clusters).
    pub mean: f64,
    /// Standard error as if the questions were unrelated.
    pub se_unrelated: f64,
    /// √(Σ_g (Σ_{i∈g} e_i)²)/n, the CR0 sandwich.
    pub se_cr0: f64,
    /// CR0 times √(G/(G−1)): the one to use, with t(G−1).
    pub se_cr1: f64,
    totals: Vec<(f64, usize)>,
}

/// The variance between and within clusters, by one-way analysis of variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Icc {
    /// Intraclass correlation (MSB − MSW)/(MSB + (n₀ − 1) MSW); may be slightly negative.
    pub icc: f64,
    /// Mean square between clusters.
    pub between: f64,
    /// Mean square within clusters.
    pub within: f64,
    /// Average cluster size n₀, corrected for unequal sizes.
    pub size: f64,
}

/// Intraclass correlation of `values` in `clusters`.
///
/// Undefined for fewer than two clusters, only singletons, or no variation.
pub fn icc(values: &[f64], clusters: &[u32]) -> Result<Icc, Undefined> {
    let groups = group(values, clusters)?;
    let (n, g) = (values.len() as f64, groups.len() as f64);
    if values.len() == groups.len() {
        return Err(Undefined("every cluster has a single question"));
    }
    let centre = mean(values)?;
    let means: BTreeMap<u32, f64> =
        groups.iter().map(|(id, members)| Ok((*id, mean(members)?))).collect::<Result<_, Undefined>>()?;
    let between = sum(groups.iter().map(|(id, members)| {
        let distance = means[id] - centre;
        members.len() as f64 * distance * distance
    })) / (g - 1.0);
    let within = sum(groups.iter().flat_map(|(id, members)| members.iter().map(|v| (v - means[id]) * (v - means[id])))) / (n - g);
    let squares = sum(groups.values().map(|m| (m.len() * m.len()) as f64));
    let size = (n - squares / n) / (g - 1.0);
    let denominator = between + (size - 1.0) * within;
    if denominator <= 0.0 || all_equal(values) {
        return Err(NO_SPREAD);
    }
    Ok(Icc { icc: (between - within) / denominator, between, within, size })
}

fn group(values: &[f64], clusters: &[u32]) -> Result<BTreeMap<u32, Vec<f64>>, Undefined> {
    if values.len() != clusters.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    mean(values)?;
    check_values(values)?;
    let mut groups: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (value, cluster) in values.iter().zip(clusters) {
        groups.entry(*cluster).or_default().push(*value);
    }
    if groups.len() < 2 {
        return Err(Undefined("needs at least two clusters"));
    }
    Ok(groups)
}

impl Clustered {
    /// From the scores and the cluster of each. Undefined for no scores, scores beyond 1e70, unequal lengths and fewer
    /// than two clusters.
    pub fn new(values: &[f64], clusters: &[u32]) -> Result<Self, Undefined> {
        let groups = group(values, clusters)?;
        let centre = mean(values)?;
        let (n, g) = (values.len() as f64, groups.len() as f64);
        let squared_sums = sum(groups.values().map(|members| {
            let residual = sum(members.iter().map(|v| v - centre));
            residual * residual
        }));
        let se_cr0 = squared_sums.sqrt() / n;
        let totals = groups.values().map(|members| (sum(members.iter().copied()), members.len())).collect();
        Ok(Self {
            n: values.len(),
            clusters: groups.len(),
            mean: centre,
            se_unrelated: deviation(values)? / n.sqrt(),
            se_cr0,
            se_cr1: se_cr0 * (g / (g - 1.0)).sqrt(),
            totals,
        })
    }

    /// Degrees of freedom, G − 1.
    pub fn degrees(&self) -> f64 {
        self.clusters as f64 - 1.0
    }

    fn has_spread(&self) -> bool {
        self.se_cr1 > ROUNDING * self.mean.abs().max(1.0)
    }

    /// mean ± t(G−1)·CR1. Not cut to the range of the scores. Undefined where the clusters do not
    /// differ at all.
    pub fn t_interval(&self, level: Level) -> Result<Interval, Undefined> {
        if !self.has_spread() {
            return Err(NO_SPREAD);
        }
        let critical = student::upper_quantile(0.5 * level.alpha(), self.degrees());
        Ok(Interval::around(self.mean, critical * self.se_cr1))
    }

    /// How much larger the variance is than that of as many unrelated questions: (CR1/se)².
    pub fn design_effect(&self) -> Result<f64, Undefined> {
        if self.se_unrelated <= ROUNDING * self.mean.abs().max(1.0) {
            return Err(NO_SPREAD);
        }
        let ratio = self.se_cr1 / self.se_unrelated;
        Ok(ratio * ratio)
    }

    /// n over the design effect: as many unrelated questions would say as much.
    pub fn effective_n(&self) -> Result<f64, Undefined> {
        let effect = self.design_effect()?;
        if effect <= ROUNDING {
            return Err(NO_SPREAD);
        }
        Ok(self.n as f64 / effect)
    }

    /// min(n, p(1−p)/CR1²), the size that Wilson's formula is given; G where CR1 is zero, because
    /// clusters that agree in everything are as good as one question each.
    ///
    /// Undefined for a mean outside [0, 1].
    pub fn wilson_n(&self) -> Result<f64, Undefined> {
        if !(0.0..=1.0).contains(&self.mean) {
            return Err(Undefined("scores outside [0, 1]"));
        }
        if !self.has_spread() {
            return Ok(self.clusters as f64);
        }
        let size = self.mean * (1.0 - self.mean) / (self.se_cr1 * self.se_cr1);
        Ok(size.min(self.n as f64))
    }

    /// Wilson's interval with [`Self::wilson_n`] questions and t(G−1) in place of z.
    pub fn wilson_interval(&self, level: Level) -> Result<Interval, Undefined> {
        let critical = student::upper_quantile(0.5 * level.alpha(), self.degrees());
        wilson_at(self.mean, self.wilson_n()?, critical)
    }

    /// Percentile bootstrap that draws whole clusters, estimator Σ sums/Σ counts, from explicit
    /// indices into the clusters in ascending order of their numbers. Returns the interval and the
    /// standard error.
    pub fn bootstrap_from_indices<R: AsRef<[usize]>>(&self, indices: &[R], level: Level) -> Result<(Interval, f64), Undefined> {
        let mut means = Vec::with_capacity(indices.len());
        for row in indices {
            let drawn: Option<Vec<(f64, usize)>> = row.as_ref().iter().map(|&i| self.totals.get(i).copied()).collect();
            let drawn = drawn.ok_or(Undefined("an index outside the clusters"))?;
            let count: usize = drawn.iter().map(|(_, count)| count).sum();
            if count == 0 {
                return Err(Undefined("an empty replicate"));
            }
            means.push(sum(drawn.iter().map(|(total, _)| *total)) / count as f64);
        }
        let standard_error = deviation(&means)?;
        means.sort_by(f64::total_cmp);
        let tail = 0.5 * level.alpha();
        let interval = Interval { lo: quantile(&means, tail)?, hi: quantile(&means, 1.0 - tail)? };
        Ok((interval, standard_error))
    }

    /// [`Self::bootstrap_from_indices`] with indices from [`Stream`]s.
    pub fn bootstrap_seeded(&self, replicates: u32, seed: u64, level: Level) -> Result<(Interval, f64), Undefined> {
        let rows: Vec<Vec<usize>> = (0..replicates)
            .map(|replicate| {
                let mut stream = Stream::new(seed, u64::from(replicate));
                (0..self.clusters).map(|_| stream.index(self.clusters)).collect()
            })
            .collect();
        self.bootstrap_from_indices(&rows, level)
    }
}
