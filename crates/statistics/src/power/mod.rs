//! How many questions does it take, and what could this many have shown?
//!
//! Before a run: choose the size. After it: the smallest difference that would have been seen
//! ([`smallest_detectable`]), never the "observed power", which only restates p.

mod discordance;
pub mod gate;
mod half_width;
mod noninferiority;
mod paired_t;
mod search;

pub use discordance::{McNemar, SUM_UP_TO, mcnemar_power, questions_for_difference, smallest_detectable};
pub use half_width::{questions_for_half_width_wald, questions_for_half_width_wald_real, questions_for_half_width_wilson};
pub use noninferiority::questions_for_noninferiority;
pub use paired_t::{paired_t_power, questions_for_paired_t};
pub use search::questions_for_difference_exact;

use crate::undefined::{NOT_A_PROBABILITY, Undefined};

/// What a set of this size is good for, in words that stand beside the score.
///
/// Give the effective size if questions are clustered, and that of the smallest slice that gates.
pub fn size_label(n: usize) -> &'static str {
    match n {
        0 => "empty",
        1..=50 => "smoke test",
        51..=99 => "below first target",
        100..=299 => "first target: large changes only",
        300.. => "pipeline grade",
    }
}

/// α/k: the level of each of `comparisons` comparisons that together keep `alpha`. Undefined for no
/// comparison and for an alpha outside (0, 1).
pub fn alpha_per_comparison(alpha: f64, comparisons: usize) -> Result<f64, Undefined> {
    probability(alpha)?;
    if comparisons == 0 {
        return Err(Undefined("no comparison"));
    }
    Ok(alpha / comparisons as f64)
}

/// n·design effect, rounded up: how many clustered questions are worth `n` unrelated ones. Undefined
/// for a design effect that is not above 0, or a result beyond 2⁵³.
pub fn questions_with_clusters(n: usize, design_effect: f64) -> Result<usize, Undefined> {
    if design_effect.is_nan() || design_effect <= 0.0 {
        return Err(Undefined("a design effect that is not above zero"));
    }
    // 1e-9: a product that is whole on paper must not be rounded up by a last digit.
    whole((n as f64 * design_effect - 1e-9).max(0.0))
}

/// The next whole number, unless it is too large to be one.
pub(crate) fn whole(n: f64) -> Result<usize, Undefined> {
    if n < 9e15 { Ok(n.ceil() as usize) } else { Err(TOO_MANY) }
}

pub(crate) const TOO_MANY: Undefined = Undefined("no number of questions in reach would do");

pub(crate) fn probability(p: f64) -> Result<(), Undefined> {
    if p > 0.0 && p < 1.0 { Ok(()) } else { Err(NOT_A_PROBABILITY) }
}
