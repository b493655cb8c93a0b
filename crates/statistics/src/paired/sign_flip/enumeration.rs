//! All flips of a few differences.

use super::Observed;

/// 2^20 sums take about a millisecond.
pub(super) const UP_TO: usize = 20;

/// Share of the 2^k sign patterns whose sum is as extreme as the observed one.
pub(super) fn p(nonzero: &[f64], observed: &Observed) -> f64 {
    let (first, second) = nonzero.split_at(nonzero.len() / 2);
    let (first, second) = (signed_sums(first), signed_sums(second));
    let extreme: usize = first.iter().map(|a| second.iter().filter(|b| observed.is_reached_by(a + **b)).count()).sum();
    extreme as f64 / (first.len() * second.len()) as f64
}

/// The sums under all sign patterns; bit j of the position says that term j is flipped.
pub(crate) fn signed_sums(terms: &[f64]) -> Vec<f64> {
    let mut sums = Vec::with_capacity(1 << terms.len());
    sums.push(0.0);
    for term in terms {
        for position in 0..sums.len() {
            let without = sums[position];
            sums[position] = without + term;
            sums.push(without - term);
        }
    }
    sums
}
