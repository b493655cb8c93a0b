//! Binomial probabilities.

use super::beta::{Point, deviance, incomplete_beta};
use super::gamma::stirling_remainder;

/// P(X = k) for X ~ Bin(n, p), by Loader's saddle-point form. 0 for k > n.
pub fn pmf(k: usize, n: usize, p: f64) -> f64 {
    if k > n {
        return 0.0;
    }
    let q = 1.0 - p;
    if p <= 0.0 {
        return if k == 0 { 1.0 } else { 0.0 };
    }
    if q <= 0.0 {
        return if k == n { 1.0 } else { 0.0 };
    }
    let (hits, trials) = (k as f64, n as f64);
    if k == 0 {
        return (trials * (-p).ln_1p()).exp();
    }
    if k == n {
        return (trials * p.ln()).exp();
    }
    let misses = trials - hits;
    let exponent = stirling_remainder(trials)
        - stirling_remainder(hits)
        - stirling_remainder(misses)
        - deviance(hits, trials * p)
        - deviance(misses, trials * q);
    (trials / (core::f64::consts::TAU * hits * misses)).sqrt() * exponent.exp()
}

/// P(X ≤ k) for X ~ Bin(n, p).
pub fn cdf(k: usize, n: usize, p: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    let at = Point::new(p).swapped();
    incomplete_beta((n - k) as f64, k as f64 + 1.0, at)
}

/// P(X ≥ k) for X ~ Bin(n, p), exact in the far tail.
pub fn at_least(k: usize, n: usize, p: f64) -> f64 {
    if k == 0 {
        return 1.0;
    }
    if k > n {
        return 0.0;
    }
    incomplete_beta(k as f64, (n - k) as f64 + 1.0, Point::new(p))
}

/// P(X ≤ k) for X ~ Bin(n, ½).
///
/// Up to a thousand trials as a sum of binomial coefficients over 2^n, which for small tables is
/// the exact fraction that a reader works out by hand.
pub fn fair_cdf(k: usize, n: usize) -> f64 {
    if k >= n {
        return 1.0;
    }
    if n > 1_000 {
        return cdf(k, n, 0.5);
    }
    if 2 * k >= n {
        return 1.0 - fair_cdf(n - k - 1, n);
    }
    let mut term = 0.5_f64.powi(n as i32);
    let mut total = term;
    for i in 0..k {
        term = term * (n - i) as f64 / (i + 1) as f64;
        total += term;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fair_is_a_special_case() {
        for n in [0, 1, 2, 5, 40, 999, 1_000, 1_001] {
            for k in 0..=n {
                let (fair, plain) = (fair_cdf(k, n), cdf(k, n, 0.5));
                assert!((fair - plain).abs() <= 1e-12 * plain, "{k} of {n}: {fair} {plain}");
            }
        }
        assert_eq!(fair_cdf(0, 5), 0.03125);
    }

    #[test]
    fn adds_up() {
        for n in [1_usize, 2, 7, 40, 333] {
            for p in [0.001, 0.3, 0.5, 0.97] {
                let mut below = 0.0;
                for k in 0..=n {
                    below += pmf(k, n, p);
                    assert!((cdf(k, n, p) - below).abs() < 1e-13, "{k} {n} {p}");
                    assert!((at_least(k + 1, n, p) - (1.0 - below)).abs() < 1e-13);
                }
            }
        }
        assert_eq!(pmf(3, 2, 0.5), 0.0);
        assert_eq!(pmf(0, 0, 0.5), 1.0);
        assert_eq!(cdf(0, 0, 0.5), 1.0);
        assert_eq!((pmf(0, 5, 0.0), pmf(5, 5, 1.0)), (1.0, 1.0));
    }
}
