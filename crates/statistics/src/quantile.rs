//! Quantiles of what was measured call by call: latencies, tokens.

use crate::interval::{Interval, Level};
use crate::special::binomial;
use crate::undefined::{NOT_A_PROBABILITY, NOT_FINITE, NOTHING_EVALUATED, Undefined};

/// Method name: the nearest rank, with the interval between two ranks.
pub const NEAREST_RANK: &str = "nearest rank; interval between ranks (binomial)";

/// There are too few values for an interval with both ends.
pub const TOO_FEW: Undefined = Undefined("too few values for an interval of this quantile");

/// The smallest value that at least a share `q` of all values does not exceed: the value of rank ⌈q·n⌉. O(n log n).
///
/// Undefined without values, for values that are not finite, and for `q` outside (0, 1).
pub fn nearest_rank(values: &[f64], q: f64) -> Result<f64, Undefined> {
    let sorted = sorted(values, q)?;
    let rank = ((q * sorted.len() as f64 - 1e-9).ceil().max(1.0)) as usize;
    Ok(sorted[rank.min(sorted.len()) - 1])
}

/// An interval of the quantile that covers at least `level`, whatever the distribution: between two ranks, found with the binomial
/// distribution (David & Nagaraja 2003, Order Statistics, section 7.1). Each side misses at most half of what the level leaves.
///
/// Undefined as [`nearest_rank`] is, and where there are too few values for an end on each side.
pub fn nearest_rank_interval(values: &[f64], q: f64, level: Level) -> Result<Interval, Undefined> {
    let sorted = sorted(values, q)?;
    let n = sorted.len();
    let tail = 0.5 * level.alpha();
    // P(X < lower rank) at most the tail, with X the number of values below the quantile; P(X ≥ upper rank) likewise.
    let lower = first(n, |rank| binomial::cdf(rank - 1, n, q) > tail).checked_sub(1).filter(|rank| *rank > 0).ok_or(TOO_FEW)?;
    let upper = Some(first(n, |rank| binomial::at_least(rank, n, q) <= tail)).filter(|rank| *rank <= n).ok_or(TOO_FEW)?;
    Ok(Interval { lo: sorted[lower - 1], hi: sorted[upper - 1] })
}

/// The first rank from 1 for which something holds that holds for all after it; n + 1 where there is none. O(log n).
fn first(n: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (1, n + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

fn sorted(values: &[f64], q: f64) -> Result<Vec<f64>, Undefined> {
    if !(q > 0.0 && q < 1.0) {
        return Err(NOT_A_PROBABILITY);
    }
    if values.is_empty() {
        return Err(NOTHING_EVALUATED);
    }
    if values.iter().any(|value| !value.is_finite()) {
        return Err(NOT_FINITE);
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_definition() {
        let values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        for (q, value) in [(0.5, 50.0), (0.95, 95.0), (0.99, 99.0), (0.001, 1.0), (0.951, 96.0)] {
            assert_eq!(nearest_rank(&values, q), Ok(value));
        }
        assert_eq!(nearest_rank(&[7.0], 0.99), Ok(7.0));
        assert!(nearest_rank(&[], 0.5).is_err() && nearest_rank(&[1.0], 1.0).is_err() && nearest_rank(&[f64::NAN], 0.5).is_err());
    }

    /// The ranks 40 and 61 of 100 are the usual 95 % interval of the median: P(40 ≤ X < 61) = 0.9648 for a fair coin.
    #[test]
    fn the_median_of_a_hundred_lies_between_ranks_40_and_61() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        let found = nearest_rank_interval(&values, 0.5, Level::NINETY_FIVE).unwrap();
        assert_eq!((found.lo, found.hi), (40.0, 61.0));
        assert_eq!(nearest_rank_interval(&values, 0.99, Level::NINETY_FIVE), Err(TOO_FEW), "nothing stands above");
    }
}
