//! Many candidates against one baseline on the same questions.
//!
//! The signs of a question's differences are flipped together for all candidates, so whatever the
//! candidates share — the hard questions — is in the reference distribution, and less is lost than
//! with Holm (Westfall and Young 1993).

use crate::mean::ROUNDING;
use crate::paired::sign_flip::{SignMatrix, replicate_sums, signed_sums};
use crate::sum::sum;
use crate::undefined::{NOT_FINITE, NOTHING_EVALUATED, UNEQUAL_LENGTHS, Undefined};

/// With at most this many questions all flips are enumerated.
const ENUMERATE_UP_TO: usize = 16;

/// p-values of the largest |mean difference| under sign flips, in the order of the candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct MaxT {
    /// Each candidate alone.
    pub raw: Vec<f64>,
    /// Against the largest of all candidates.
    pub single_step: Vec<f64>,
    /// Against the largest of the candidates not more extreme than it, made monotone: never larger
    /// than `single_step`.
    pub step_down: Vec<f64>,
    /// "exact, all sign flips" or "Monte Carlo sign flips".
    pub method: &'static str,
}

/// Sign-flip max-T for `candidates`, each a list of differences from the baseline over the same
/// questions in the same order. Zeros stay: they are a question's business, not a candidate's.
///
/// The means are compared as sums, which is the same. Exact over all flips for at most 16 questions, otherwise with the replicates of `signs`, p =
/// (1 + #)/(B + 1). Undefined for no questions, unequal lengths, values that are not finite, or a
/// matrix with fewer columns than there are questions or without a replicate. No candidates: empty lists.
pub fn max_t(candidates: &[Vec<f64>], signs: &SignMatrix) -> Result<MaxT, Undefined> {
    let Some(first) = candidates.first() else {
        return Ok(MaxT { raw: vec![], single_step: vec![], step_down: vec![], method: "no candidates" });
    };
    let n = first.len();
    if candidates.iter().any(|c| c.len() != n) {
        return Err(UNEQUAL_LENGTHS);
    }
    if n == 0 {
        return Err(NOTHING_EVALUATED);
    }
    if candidates.iter().flatten().any(|d| !d.is_finite()) {
        return Err(NOT_FINITE);
    }
    let exact = n <= ENUMERATE_UP_TO;
    // One list of sums a candidate, in the same order of flips for all.
    let sums: Result<Vec<Vec<f64>>, Undefined> =
        candidates.iter().map(|c| if exact { Ok(signed_sums(c)) } else { replicate_sums(c, signs) }).collect();
    let sums = sums?;
    let observed: Vec<f64> = candidates.iter().map(|c| sum(c.iter().copied()).abs()).collect();
    // The plain sums err by far less than this share of Σ|d|, as in the test of one candidate.
    let tolerance: Vec<f64> = candidates.iter().map(|c| ROUNDING * sum(c.iter().map(|d| d.abs())).max(1.0)).collect();
    if tolerance.iter().any(|t| !t.is_finite()) {
        return Err(NOT_FINITE);
    }
    let thresholds: Vec<f64> = observed.iter().zip(&tolerance).map(|(o, t)| o - t).collect();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|a, b| observed[*b].total_cmp(&observed[*a]).then(a.cmp(b)));
    let replicates = sums[0].len();
    let mut tally = Tally::new(&thresholds, &order);
    for replicate in 0..replicates {
        tally.add(sums.iter().map(|sums| sums[replicate].abs()));
    }
    Ok(tally.finish(replicates, exact))
}

struct Tally<'a> {
    thresholds: &'a [f64],
    order: &'a [usize],
    replicate: Vec<f64>,
    raw: Vec<usize>,
    single: Vec<usize>,
    step: Vec<usize>,
}

impl<'a> Tally<'a> {
    fn new(thresholds: &'a [f64], order: &'a [usize]) -> Self {
        let none = vec![0; thresholds.len()];
        Self { thresholds, order, replicate: Vec::new(), raw: none.clone(), single: none.clone(), step: none }
    }

    fn add(&mut self, replicate: impl Iterator<Item = f64>) {
        self.replicate.clear();
        self.replicate.extend(replicate);
        let largest = self.replicate.iter().copied().fold(0.0, f64::max);
        let mut largest_so_far = 0.0_f64;
        // From the least extreme candidate up, so that the running maximum is over those left.
        for &candidate in self.order.iter().rev() {
            largest_so_far = largest_so_far.max(self.replicate[candidate]);
            let threshold = self.thresholds[candidate];
            self.raw[candidate] += usize::from(self.replicate[candidate] >= threshold);
            self.single[candidate] += usize::from(largest >= threshold);
            self.step[candidate] += usize::from(largest_so_far >= threshold);
        }
    }

    fn finish(self, replicates: usize, exact: bool) -> MaxT {
        let p = |count: usize| {
            if exact { count as f64 / replicates as f64 } else { (1 + count) as f64 / (replicates + 1) as f64 }
        };
        let mut step_down = vec![1.0; self.thresholds.len()];
        let mut highest = 0.0_f64;
        for &candidate in self.order {
            highest = highest.max(p(self.step[candidate]));
            step_down[candidate] = highest;
        }
        MaxT {
            raw: self.raw.iter().map(|c| p(*c)).collect(),
            single_step: self.single.iter().map(|c| p(*c)).collect(),
            step_down,
            method: if exact { "exact, all sign flips" } else { "Monte Carlo sign flips" },
        }
    }
}
