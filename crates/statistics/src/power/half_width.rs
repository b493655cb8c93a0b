//! Questions for an interval of a given half width.

use super::{TOO_MANY, probability, whole};
use crate::interval::Level;
use crate::undefined::Undefined;

fn checked(p: f64, half_width: f64) -> Result<(), Undefined> {
    probability(p)?;
    if half_width > 0.0 && half_width.is_finite() { Ok(()) } else { Err(Undefined("a half width that is not above zero")) }
}

/// z² p(1−p)/h², before rounding up. Undefined for p outside (0, 1) and h not above 0.
pub fn questions_for_half_width_wald_real(p: f64, half_width: f64, level: Level) -> Result<f64, Undefined> {
    checked(p, half_width)?;
    let ratio = level.z() / half_width;
    let n = ratio * ratio * p * (1.0 - p);
    if n.is_finite() { Ok(n) } else { Err(TOO_MANY) }
}

/// The textbook number of questions for a half width, by Wald.
pub fn questions_for_half_width_wald(p: f64, half_width: f64, level: Level) -> Result<usize, Undefined> {
    whole(questions_for_half_width_wald_real(p, half_width, level)?)
}

/// The smallest n at which Wilson's interval around a rate of `p` has at most this half width: the
/// number to plan with. Undefined for p outside (0, 1), h not above 0, or n beyond 2⁵³.
pub fn questions_for_half_width_wilson(p: f64, half_width: f64, level: Level) -> Result<usize, Undefined> {
    checked(p, half_width)?;
    let z = level.z();
    let wide_enough = |n: usize| {
        let square = z * z / n as f64;
        (square * (p * (1.0 - p) + 0.25 * square)).sqrt() / (1.0 + square) <= half_width
    };
    // The half width falls as n grows: double until it is reached, then halve the gap.
    let mut high = 1_usize;
    while !wide_enough(high) {
        if high > 1 << 52 {
            return Err(TOO_MANY);
        }
        high *= 2;
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if wide_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}
