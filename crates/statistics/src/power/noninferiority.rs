//! Questions for showing that a change did no harm.

use super::probability;
use crate::special::normal;
use crate::undefined::{MARGIN_NOT_POSITIVE, Undefined};

/// (z_{1−α} + z_power)² (p_d − Δ²)/(m + Δ)², before rounding up, for hits with a share
/// `p_discordant` of discordant questions, a true difference Δ (candidate minus baseline) and the
/// margin m, one-sided at `alpha`.
///
/// Undefined for probabilities outside (0, 1), a margin not above 0, |Δ| > p_d, or Δ ≤ −m, where
/// the candidate is inferior and no number of questions will show otherwise.
pub fn questions_for_noninferiority(
    p_discordant: f64,
    true_difference: f64,
    margin: f64,
    alpha: f64,
    power: f64,
) -> Result<f64, Undefined> {
    probability(p_discordant)?;
    probability(alpha)?;
    probability(power)?;
    if !(margin > 0.0 && margin.is_finite()) {
        return Err(MARGIN_NOT_POSITIVE);
    }
    if true_difference.is_nan() || true_difference.abs() > p_discordant {
        return Err(Undefined("a difference larger than the discordance"));
    }
    let distance = margin + true_difference;
    if distance <= 0.0 {
        return Err(Undefined("the true difference is at or beyond the margin"));
    }
    let z = normal::upper_quantile(alpha) + normal::quantile(power);
    let n = z * z * (p_discordant - true_difference * true_difference) / (distance * distance);
    if n.is_finite() { Ok(n) } else { Err(super::TOO_MANY) }
}
