//! The incomplete beta function and its inverse.
//!
//! Both tails are carried as logarithms and points as a pair (x, 1−x), so that nothing is lost for
//! points near 1, tails near 1e-300 or parameters of a million.

use super::gamma::stirling_remainder;
use super::normal;

/// Above this sum of parameters the continued fraction would need millions of terms; the normal
/// approximation below is then right to about one part in the sum.
const FRACTION_UP_TO: f64 = 1e11;

/// A point between 0 and 1 together with its complement, both with full relative precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The point.
    pub x: f64,
    /// One minus the point.
    pub complement: f64,
}

impl Point {
    /// From a number that has no precision to lose. Clipped to [0, 1].
    pub fn new(x: f64) -> Self {
        let x = if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) };
        Self {
            x,
            complement: 1.0 - x,
        }
    }

    fn from_logit(logit: f64) -> Self {
        Self {
            x: 1.0 / (1.0 + (-logit).exp()),
            complement: 1.0 / (1.0 + logit.exp()),
        }
    }

    /// Seen from the other end.
    pub fn swapped(self) -> Self {
        Self {
            x: self.complement,
            complement: self.x,
        }
    }

    /// x/(1−x); infinite at 1.
    pub fn odds(self) -> f64 {
        self.x / self.complement
    }
}

/// x ln(x/mean) + mean − x, Loader's deviance term, exact where x is near the mean.
pub(crate) fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() < 0.1 * (x + mean) {
        let ratio = difference / (x + mean);
        let mut total = difference * ratio;
        let mut power = 2.0 * x * ratio;
        let square = ratio * ratio;
        for j in 1..200 {
            power *= square;
            let next = total + power / f64::from(2 * j + 1);
            if next == total {
                break;
            }
            total = next;
        }
        total
    } else if x == 0.0 {
        mean
    } else {
        x * (x.ln() - mean.ln()) + mean - x
    }
}

/// ln [x^a (1−x)^b / B(a,b)] for a, b > 0, by Loader's saddle-point form: the large terms cancel
/// before they are ever formed.
fn ln_power_term(a: f64, b: f64, at: Point) -> f64 {
    let n = a + b;
    stirling_remainder(n)
        - stirling_remainder(a)
        - stirling_remainder(b)
        - deviance(a, n * at.x)
        - deviance(b, n * at.complement)
        + 0.5 * (a * (b / n) / core::f64::consts::TAU).ln()
}

/// Lentz's continued fraction for I_x(a,b)·a·B(a,b)/(x^a (1−x)^b) (Press et al. 2007, section 6.4).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let keep_away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / keep_away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    let terms = (1_000.0 + 40.0 * a.max(b).sqrt()) as u32;
    for m in 1..=terms {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / keep_away_from_zero(1.0 + even * d);
        c = keep_away_from_zero(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / keep_away_from_zero(1.0 + odd * d);
        c = keep_away_from_zero(1.0 + odd / c);
        let change = d * c;
        h *= change;
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    h
}

/// ln(1 − e^l) for l ≤ 0.
fn ln_complement(l: f64) -> f64 {
    if l > -core::f64::consts::LN_2 {
        (-l.exp_m1()).ln()
    } else {
        (-l.exp()).ln_1p()
    }
}

/// ln I_x(a,b) and ln(1 − I_x(a,b)) for a, b > 0.
///
/// Either may be −∞ where the point is an end of the range.
pub fn ln_incomplete_beta(a: f64, b: f64, at: Point) -> (f64, f64) {
    if at.x <= 0.0 {
        return (f64::NEG_INFINITY, 0.0);
    }
    if at.complement <= 0.0 {
        return (0.0, f64::NEG_INFINITY);
    }
    if a + b > FRACTION_UP_TO {
        return peizer_pratt(a, b, at);
    }
    if at.x <= (a + 1.0) / (a + b + 2.0) {
        let lower = (ln_power_term(a, b, at) + (fraction(a, b, at.x) / a).ln()).min(0.0);
        (lower, ln_complement(lower))
    } else {
        let other = at.swapped();
        let upper = (ln_power_term(b, a, other) + (fraction(b, a, other.x) / b).ln()).min(0.0);
        (ln_complement(upper), upper)
    }
}

/// Peizer and Pratt's normal approximation (1968, JASA 63:1416), for astronomically large counts
/// only. Signed root of the deviance, so it stays monotone and never leaves (0, 1).
fn peizer_pratt(a: f64, b: f64, at: Point) -> (f64, f64) {
    let n = a + b;
    let deviance = deviance(a, n * at.x) + deviance(b, n * at.complement);
    let size = (2.0 * deviance.max(0.0)).sqrt();
    let z = if n * at.x >= a { size } else { -size };
    (normal::ln_cdf(z), normal::ln_cdf(-z))
}

/// The regularised incomplete beta function I_x(a,b) = P(Beta(a,b) ≤ x), a, b > 0.
pub fn incomplete_beta(a: f64, b: f64, at: Point) -> f64 {
    ln_incomplete_beta(a, b, at).0.exp()
}

/// The point below which Beta(a,b) has probability `p`, a, b > 0. 0 for p ≤ 0, 1 for p ≥ 1.
pub fn beta_quantile(a: f64, b: f64, p: f64) -> Point {
    if p > 0.5 {
        beta_upper_quantile(a, b, 1.0 - p)
    } else {
        solve(a, b, p)
    }
}

/// The point above which Beta(a,b) has probability `q`: small tails keep their digits.
pub fn beta_upper_quantile(a: f64, b: f64, q: f64) -> Point {
    if q > 0.5 {
        beta_quantile(a, b, 1.0 - q)
    } else {
        solve(b, a, q).swapped()
    }
}

/// Newton's method on ln I as a function of the logit of x, for 0 < p ≤ ½.
///
/// A logit of a beta variable has a log-concave density, so ln I is concave and increasing in it
/// and, in the tail, a straight line: Newton's method converges from everywhere. The bracket only
/// guards against rounding.
fn solve(a: f64, b: f64, p: f64) -> Point {
    if p.is_nan() || p <= 0.0 {
        return Point::new(0.0);
    }
    let target = p.ln();
    let (mut lo, mut hi) = (-1_500.0_f64, 1_500.0_f64);
    let spread = (1.0 / a + 1.0 / b).sqrt();
    let mut logit = ((a / b).ln() - normal::upper_quantile(p) * spread).clamp(lo, hi);
    for _ in 0..200 {
        let at = Point::from_logit(logit);
        let ln_lower = ln_incomplete_beta(a, b, at).0;
        let miss = target - ln_lower;
        if miss > 0.0 {
            lo = logit;
        } else {
            hi = logit;
        }
        let slope = if at.x > 0.0 && at.complement > 0.0 {
            (ln_power_term(a, b, at) - ln_lower).exp()
        } else {
            0.0
        };
        let mut next = logit + miss / slope;
        if !(next > lo && next < hi) {
            next = 0.5 * (lo + hi);
        }
        let step = (next - logit).abs();
        logit = next;
        if step <= 2e-16 * logit.abs().max(1e-2) {
            break;
        }
    }
    Point::from_logit(logit)
}
