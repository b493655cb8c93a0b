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
    if x.is_infinite() {
        return 0.0;
    }
    let y = 0.5 * x;
    let mut total = if df % 2 == 1 { 2.0 * normal::upper(x.sqrt()) } else { 0.0 };
    let top = 0.5 * df as f64 - 1.0;
    if top < 0.0 {
        return total.clamp(0.0, 1.0);
    }
    // From the largest term, which is next to a = y, in both directions, so that no term starts at an underflow.
    let start = (y.floor() + top.fract()).min(top);
    let largest = density(start, y);
    let (mut a, mut term) = (start, largest);
    while a >= 0.0 {
        total += term;
        if a < y && term <= total * NEGLIGIBLE {
            break;
        }
        term *= a / y;
        a -= 1.0;
    }
    (a, term) = (start + 1.0, largest);
    while a <= top {
        term *= y / a;
        total += term;
        if a > y && term <= total * NEGLIGIBLE {
            break;
        }
        a += 1.0;
    }
    total.clamp(0.0, 1.0)
}

/// Terms that fall from here on add less than a rounding.
const NEGLIGIBLE: f64 = 1e-20;

/// y^a e^(−y)/Γ(a+1), by Loader's saddle-point form.
fn density(a: f64, y: f64) -> f64 {
    if a > 0.0 { (-stirling_remainder(a) - deviance(a, y)).exp() / (core::f64::consts::TAU * a).sqrt() } else { (-y).exp() }
}
