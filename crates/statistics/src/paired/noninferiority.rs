//! Is A not worse than B by more than a margin? And: are the two equivalent?
//!
//! One-sided tests at the margin. The verdict of a gate is in [`verdict`](crate::verdict); it uses
//! the bounds, which always agree with these p-values.

use super::{Table, tango};
use crate::mean::Moments;
use crate::special::{normal, student};
use crate::undefined::{MARGIN_NOT_POSITIVE, Undefined};

/// Both one-sided tests at a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtMargin {
    /// The statistic of "A − B > −margin".
    pub statistic: f64,
    /// Its one-sided p: small means not inferior.
    pub p_not_inferior: f64,
    /// One-sided p of "A − B < margin": small means not superior by more than the margin.
    pub p_not_superior: f64,
}

impl AtMargin {
    /// The p of equivalence within the margin (two one-sided tests): the larger of the two.
    pub fn p_equivalent(self) -> f64 {
        self.p_not_inferior.max(self.p_not_superior)
    }
}

fn checked(margin: f64) -> Result<f64, Undefined> {
    if margin > 0.0 && margin.is_finite() { Ok(margin) } else { Err(MARGIN_NOT_POSITIVE) }
}

/// For hits, by Tango's score statistic at ∓margin. Undefined for n = 0 and margins outside (0, 1].
pub fn for_hits(table: &Table, margin: f64) -> Result<AtMargin, Undefined> {
    let margin = checked(margin)?;
    let below = tango::statistic(table, -margin)?;
    let above = tango::statistic(table, margin)?;
    Ok(AtMargin {
        statistic: below,
        p_not_inferior: normal::upper(below).clamp(f64::MIN_POSITIVE, 1.0),
        p_not_superior: normal::cdf(above).clamp(f64::MIN_POSITIVE, 1.0),
    })
}

/// For scores, by Student's t on the differences A − B. Undefined where t is, and for a margin that
/// is not above 0.
pub fn for_scores(differences: &[f64], margin: f64) -> Result<AtMargin, Undefined> {
    let margin = checked(margin)?;
    let moments = Moments::of(differences)?;
    let below = (moments.mean + margin) / moments.standard_error;
    let above = (moments.mean - margin) / moments.standard_error;
    Ok(AtMargin {
        statistic: below,
        p_not_inferior: student::upper(below, moments.degrees()).clamp(f64::MIN_POSITIVE, 1.0),
        p_not_superior: student::cdf(above, moments.degrees()).clamp(f64::MIN_POSITIVE, 1.0),
    })
}
