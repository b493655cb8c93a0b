//! The chi-squared distribution with a whole number of degrees of freedom.

use super::beta::deviance;
use super::gamma::stirling_remainder;
use super::normal;

/// P(χ²(df) > x), with full relative precision in the far tail. 1 for x ≤ 0, 0 for df = 0 and x > 0.
///
/// With whole degrees of freedom the tail is a finite sum of positive terms y^a e^(−y)/Γ(a+1), y = x/2,
/// a = df/2 − 1, df/2 − 2, … down to 0 or ½, and for odd df the normal tail on top.
pub fn upper(x: f64, df: usize) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return 1.0;
    }
    let y = 0.5 * x;
    let mut total = if df % 2 == 1 { 2.0 * normal::upper(x.sqrt()) } else { 0.0 };
    let top = 0.5 * df as f64 - 1.0;
    // Terms far above their peak at a = y add less than 1e-30 and could start at an underflow.
    let skipped = (top - (y + 12.0 * y.sqrt() + 100.0)).max(0.0).floor();
    let mut a = top - skipped;
    // The first term by Loader's saddle-point form, each next a/y of the one before.
    let mut term =
        if a > 0.0 { (-stirling_remainder(a) - deviance(a, y)).exp() / (core::f64::consts::TAU * a).sqrt() } else { (-y).exp() };
    while a >= 0.0 {
        total += term;
        if a < y && term <= total * 1e-20 {
            break;
        }
        term *= a / y;
        a -= 1.0;
    }
    total.clamp(0.0, 1.0)
}
