//! Sums that do not depend on luck.

use crate::undefined::{NOTHING_EVALUATED, Undefined};

/// Neumaier's compensated sum (1974, ZAMM 54:39).
///
/// The error does not grow with the number of terms, so the sum of a million scores is right to the
/// last digit or the one before. The order still matters in principle: give terms in a fixed one.
/// The sum of nothing is 0.
pub fn sum(terms: impl IntoIterator<Item = f64>) -> f64 {
    let mut total = 0.0_f64;
    let mut lost = 0.0_f64;
    for term in terms {
        let next = total + term;
        // The larger operand keeps its digits; what the smaller one lost is carried along.
        lost += if total.abs() >= term.abs() { (total - next) + term } else { (term - next) + total };
        total = next;
    }
    // An overflow makes the carried part NaN; the plain total then still says "infinite".
    if lost.is_finite() { total + lost } else { total }
}

/// Arithmetic mean. Undefined for an empty slice.
pub fn mean(values: &[f64]) -> Result<f64, Undefined> {
    if values.is_empty() {
        return Err(NOTHING_EVALUATED);
    }
    Ok(sum(values.iter().copied()) / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_term_survives_large_ones() {
        assert_eq!(sum([1.0, 1e100, 1.0, -1e100]), 2.0);
        assert_eq!(sum([]), 0.0);
        assert_eq!(mean(&[0.1; 10]), Ok(0.1));
        assert_eq!(mean(&[]), Err(NOTHING_EVALUATED));
    }
}
