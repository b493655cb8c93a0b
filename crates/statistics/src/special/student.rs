//! Student's t distribution, for any real number of degrees of freedom above 0.

use super::beta::{Point, beta_quantile, beta_upper_quantile, incomplete_beta};

/// P(T > t) with `df` degrees of freedom; full relative precision for large t.
pub fn upper(t: f64, df: f64) -> f64 {
    let half_of_both_tails = 0.5 * two_sided(t, df);
    if t < 0.0 { 1.0 - half_of_both_tails } else { half_of_both_tails }
}

/// P(T ≤ t) with `df` degrees of freedom.
pub fn cdf(t: f64, df: f64) -> f64 {
    upper(-t, df)
}

/// P(|T| > |t|): I_x(df/2, ½) at x = df/(df + t²).
pub fn two_sided(t: f64, df: f64) -> f64 {
    let square = t * t;
    // Written so that neither a huge t nor a huge df turns the ratio into ∞/∞.
    let at = if square > df {
        Point { x: (df / square) / (1.0 + df / square), complement: 1.0 / (1.0 + df / square) }
    } else {
        Point { x: 1.0 / (1.0 + square / df), complement: (square / df) / (1.0 + square / df) }
    };
    incomplete_beta(0.5 * df, 0.5, at)
}

/// The t with P(T > t) = q. +∞ for q ≤ 0, −∞ for q ≥ 1.
pub fn upper_quantile(q: f64, df: f64) -> f64 {
    if q > 0.5 {
        return if q >= 1.0 { f64::NEG_INFINITY } else { -upper_quantile(1.0 - q, df) };
    }
    if q.is_nan() || q <= 0.0 {
        return f64::INFINITY;
    }
    let both = 2.0 * q;
    let point = if both <= 0.5 { beta_quantile(0.5 * df, 0.5, both) } else { beta_upper_quantile(0.5 * df, 0.5, 1.0 - both) };
    (df * point.swapped().odds()).sqrt()
}
