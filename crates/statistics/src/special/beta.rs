//! The incomplete beta function and its inverse.
//!
//! Both tails are carried as logarithms and points as a pair (x, 1−x), so that nothing is lost for
//! points near 1, tails near 1e-300 or parameters of a million.

use super::gamma::stirling_remainder;
use super::normal;

/// Above this sum of parameters the continued fraction would need millions of terms; the signed
/// root below is then right to about one part in the root of the sum.
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
        Self { x, complement: 1.0 - x }
    }

    fn from_logit(logit: f64) -> Self {
        Self { x: 1.0 / (1.0 + (-logit).exp()), complement: 1.0 / (1.0 + logit.exp()) }
    }

    /// Seen from the other end.
    pub fn swapped(self) -> Self {
        Self { x: self.complement, complement: self.x }
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
    stirling_remainder(n) - stirling_remainder(a) - stirling_remainder(b) - deviance(a, n * at.x) - deviance(b, n * at.complement)
        + 0.5 * (a * (b / n) / core::f64::consts::TAU).ln()
}

/// The continued fraction F with I_x(a,b) = x^a (1−x)^b / (B(a,b) F), for x up to about the mean.
///
/// The even part of the classical one (DiDonato and Morris 1992, ACM TOMS 18:360): half as many
/// terms, and x near 1 loses no digits because the complement enters as it is. By Lentz's method.
fn fraction(a: f64, b: f64, at: Point) -> f64 {
    const TINY: f64 = 1e-300;
    let keep_away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let distance = a * at.complement - b * at.x + 1.0;
    let numerator = |m: f64| {
        let denominator = a + 2.0 * m - 1.0;
        (a + m - 1.0) / denominator * ((a + b + m - 1.0) / denominator) * (m * (b - m) * at.x * at.x)
    };
    let denominator = |m: f64| {
        m + m * (b - m) * at.x / (a + 2.0 * m - 1.0) + (a + m) * (distance + m * (1.0 + at.complement)) / (a + 2.0 * m + 1.0)
    };
    let mut f = keep_away_from_zero(a * distance / (a + 1.0));
    let (mut c, mut d) = (f, 0.0);
    let terms = (2_000.0 + 40.0 * a.max(b).sqrt()) as u32;
    for m in 1..=terms {
        let m = f64::from(m);
        let (above, below) = (numerator(m), denominator(m));
        d = 1.0 / keep_away_from_zero(below + above * d);
        c = keep_away_from_zero(below + above / c);
        let change = c * d;
        f *= change;
        if (change - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    f
}

/// ln(1 − e^l) for l ≤ 0.
fn ln_complement(l: f64) -> f64 {
    if l > -core::f64::consts::LN_2 { (-l.exp_m1()).ln() } else { (-l.exp()).ln_1p() }
}

/// ln I_x(a,b) and ln(1 − I_x(a,b)) for a, b > 0.
///
/// Either may be −∞ where the point is an end of the range.
/// Parameters of 0 and below are taken as the limits they tend to: all of Beta(0, b) lies at 0, all
/// of Beta(a, 0) at 1.
pub fn ln_incomplete_beta(a: f64, b: f64, at: Point) -> (f64, f64) {
    if a <= 0.0 {
        return (0.0, f64::NEG_INFINITY);
    }
    if b <= 0.0 {
        return (f64::NEG_INFINITY, 0.0);
    }
    if at.x <= 0.0 {
        return (f64::NEG_INFINITY, 0.0);
    }
    if at.complement <= 0.0 {
        return (0.0, f64::NEG_INFINITY);
    }
    if a + b > FRACTION_UP_TO {
        return signed_root(a, b, at);
    }
    if at.x <= (a + 1.0) / (a + b + 2.0) {
        let lower = (ln_power_term(a, b, at) - fraction(a, b, at).ln()).min(0.0);
        (lower, ln_complement(lower))
    } else {
        let other = at.swapped();
        let upper = (ln_power_term(b, a, other) - fraction(b, a, other).ln()).min(0.0);
        (ln_complement(upper), upper)
    }
}

/// The signed root of the deviance as a normal variable, for astronomically large counts only:
/// monotone, and it never leaves (0, 1).
fn signed_root(a: f64, b: f64, at: Point) -> (f64, f64) {
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
    if p > 0.5 { beta_upper_quantile(a, b, 1.0 - p) } else { solve(a, b, p) }
}

/// The point above which Beta(a,b) has probability `q`: small tails keep their digits.
pub fn beta_upper_quantile(a: f64, b: f64, q: f64) -> Point {
    if q > 0.5 { beta_quantile(a, b, 1.0 - q) } else { solve(b, a, q).swapped() }
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
    // Beyond these logits a number or its complement is no longer a normal double.
    let (mut lo, mut hi) = (-708.0_f64, 708.0_f64);
    if ln_incomplete_beta(a, b, Point::from_logit(lo)).0 >= target {
        return Point::new(0.0);
    }
    if ln_incomplete_beta(a, b, Point::from_logit(hi)).0 <= target {
        return Point::new(1.0);
    }
    let spread = (1.0 / a + 1.0 / b).sqrt();
    let guess = (a / b).ln() - normal::upper_quantile(p) * spread;
    let mut logit = if guess.is_nan() { 0.0 } else { guess.clamp(lo, hi) };
    for _ in 0..200 {
        let at = Point::from_logit(logit);
        let ln_lower = ln_incomplete_beta(a, b, at).0;
        let miss = target - ln_lower;
        if miss > 0.0 {
            lo = logit;
        } else {
            hi = logit;
        }
        let slope = if at.x > 0.0 && at.complement > 0.0 { (ln_power_term(a, b, at) - ln_lower).exp() } else { 0.0 };
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
