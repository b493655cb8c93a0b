//! The noncentral t distribution, for power.

use super::gamma::{LN_SQRT_TWO_PI, stirling_remainder};
use super::normal;

/// P(T > t) and P(T ≤ t) for a noncentral t with `df` degrees of freedom and noncentrality `delta`.
///
/// T = (Z + δ)/S, so P(T > t) is the mean of Φ(δ − t·s) over S = √(χ²(df)/df). In w = ln s the
/// integrand is smooth and falls off on both sides, where the trapezoid rule is exact to rounding.
/// Degrees of freedom outside [1e-6, 1e15] are taken as the nearer end.
pub fn tails(t: f64, df: f64, delta: f64) -> (f64, f64) {
    let df = df.clamp(1e-6, 1e15);
    // Log density of w up to its constant: df·(w − (e^{2w} − 1)/2), at its maximum 0 for w = 0.
    let shape = |w: f64| df * (w - 0.5 * (2.0 * w).exp_m1());
    let edge = |sign: f64| {
        let mut w = sign / df.sqrt();
        while shape(w) > -46.0 {
            w *= 1.3;
        }
        w
    };
    let (from, to) = (edge(-1.0), edge(1.0));
    let spread = 1.0 / (2.0 * df).sqrt();
    let finest = spread.min(1.0 / (1.0 + t.abs()).min(1e4)) / 6.0;
    let steps = (((to - from) / finest).ceil()).clamp(64.0, 40_000.0) as u32;
    let width = (to - from) / f64::from(steps);
    // 2 k^k e^{−k}/Γ(k) at k = df/2, with Stirling's large terms cancelled on paper.
    let half = 0.5 * df;
    let ln_constant = core::f64::consts::LN_2 + 0.5 * half.ln() - LN_SQRT_TWO_PI - stirling_remainder(half);
    let weight = ln_constant.exp() * width;
    let (mut above, mut below) = (0.0, 0.0);
    for step in 0..=steps {
        let w = from + width * f64::from(step);
        let density = shape(w).exp();
        let argument = delta - t * w.exp();
        above += density * normal::cdf(argument);
        below += density * normal::upper(argument);
    }
    ((above * weight).min(1.0), (below * weight).min(1.0))
}
