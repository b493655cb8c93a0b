//! The logarithm of the gamma function, and the small remainder that keeps its digits.

/// ln √(2π).
pub(crate) const LN_SQRT_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// ln Γ(n+1) minus Stirling's formula (n+½) ln n − n + ln √(2π), for n > 0.
///
/// Loader's δ(n) (2000, "Fast and accurate computation of binomial probabilities"). It is below 0.09
/// from n = 1 on, so differences of large log-gammas can be formed from it without losing the
/// digits that ln Γ(10⁶) ≈ 1.3·10⁷ would lose. Infinite for n ≤ 0.
pub fn stirling_remainder(n: f64) -> f64 {
    if n.is_nan() || n <= 0.0 {
        return f64::INFINITY;
    }
    let mut shifted = n;
    let mut above = 0.0;
    // δ(n) − δ(n+1) = (n+½) ln(1+1/n) − 1 exactly; from 16 on the series below is exact in f64.
    while shifted < 16.0 {
        above += (shifted + 0.5) * (1.0 / shifted).ln_1p() - 1.0;
        shifted += 1.0;
    }
    let inverse = 1.0 / shifted;
    let square = inverse * inverse;
    let series = 1.0 / 1260.0 - square * (1.0 / 1680.0 - square * (1.0 / 1188.0 - square * (691.0 / 360_360.0)));
    above + inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * series))
}

/// ln Γ(x) for x > 0, to about 1e-15 of max(1, |ln Γ|). Infinite for x ≤ 0.
pub fn ln_gamma(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return f64::INFINITY;
    }
    stirling_remainder(x) + ((x - 0.5) * x.ln() - x) + LN_SQRT_TWO_PI
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorials() {
        let mut factorial = 1.0_f64;
        for n in 1..=20 {
            factorial *= f64::from(n);
            let got = ln_gamma(f64::from(n) + 1.0);
            assert!((got - factorial.ln()).abs() < 1e-14 * got.max(1.0), "{n}: {got}");
        }
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-15);
        assert_eq!(ln_gamma(0.0), f64::INFINITY);
        assert_eq!(ln_gamma(f64::NAN), f64::INFINITY);
    }
}
