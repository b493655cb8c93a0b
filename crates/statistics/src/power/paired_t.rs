//! Power of the paired t test.

use super::{TOO_MANY, probability};
use crate::special::{noncentral_t, student};
use crate::undefined::{NEEDS_TWO, Undefined};

/// Two-sided power for an effect `dz` = mean difference/sd, with n questions (a real number, for
/// searching). Undefined for n < 2 or beyond 10⁹, alpha outside (0, 1), or an infinite effect.
pub fn paired_t_power(n: f64, dz: f64, alpha: f64) -> Result<f64, Undefined> {
    probability(alpha)?;
    if n.is_nan() || n < 2.0 {
        return Err(NEEDS_TWO);
    }
    if n > 1e9 || !dz.is_finite() {
        return Err(TOO_MANY);
    }
    let df = n - 1.0;
    let critical = student::upper_quantile(0.5 * alpha, df);
    let delta = dz * n.sqrt();
    let above = noncentral_t::tails(critical, df, delta).0;
    let below = noncentral_t::tails(-critical, df, delta).1;
    Ok((above + below).min(1.0))
}

/// The n, before rounding up, at which [`paired_t_power`] reaches `power`. At least 2. Undefined for
/// dz = 0, for probabilities outside (0, 1), and where 10⁹ questions would not do.
pub fn questions_for_paired_t(dz: f64, alpha: f64, power: f64) -> Result<f64, Undefined> {
    probability(power)?;
    if dz == 0.0 {
        return Err(Undefined("no effect can be detected that is zero"));
    }
    let reached = |n: f64| paired_t_power(n, dz, alpha).map(|p| p >= power);
    let (mut low, mut high) = (2.0_f64, 2.0_f64);
    while !reached(high)? {
        low = high;
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if reached(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}
