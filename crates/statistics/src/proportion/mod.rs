//! How sure is a rate of hits: x hits among n questions.
//!
//! Wilson by default; [Clopper–Pearson](clopper_pearson) for hard limits, because it never covers less than
//! it says; Wald only to reproduce textbook arithmetic, because near 1 it covers far less.
//! Everything is undefined for n = 0 and for x > n. Fractional hits are no proportion: see
//! [`mean`](mod@crate::mean).

mod exact;
mod zero_failures;

pub use exact::{
    clopper_pearson, clopper_pearson_lower, clopper_pearson_upper, jeffreys, jeffreys_lower, jeffreys_raw, jeffreys_upper,
};
pub use zero_failures::{questions_for_zero_failures, rule_of_three, zero_failures_upper};

use crate::interval::{Interval, Level};
use crate::undefined::{MORE_HITS_THAN_QUESTIONS, NOT_A_PROBABILITY, NOTHING_EVALUATED, Undefined};

/// x/n. Undefined for n = 0 and for x > n.
pub fn rate(x: usize, n: usize) -> Result<f64, Undefined> {
    check(x, n)?;
    Ok(x as f64 / n as f64)
}

pub(crate) fn check(x: usize, n: usize) -> Result<(), Undefined> {
    if n == 0 {
        Err(NOTHING_EVALUATED)
    } else if x > n {
        Err(MORE_HITS_THAN_QUESTIONS)
    } else {
        Ok(())
    }
}

/// √(p(1−p)/n), the textbook standard error; 0 at x = 0 and x = n, which is not certainty.
pub fn standard_error(x: usize, n: usize) -> Result<f64, Undefined> {
    let p = rate(x, n)?;
    Ok((p * (1.0 - p) / n as f64).sqrt())
}

/// Wald: p ± z√(p(1−p)/n). May leave [0, 1] and has no width at x = 0 and x = n.
pub fn wald(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    Ok(Interval::around(rate(x, n)?, level.z() * standard_error(x, n)?))
}

/// [`wald`], cut at 0 and 1.
pub fn wald_clipped(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    Ok(wald(x, n, level)?.clipped(0.0, 1.0))
}

/// Wilson (1927, JASA 22:209): (p + z²/2n ± z√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
///
/// Always inside [0, 1]; exactly 0 at x = 0 and 1 at x = n on that side.
pub fn wilson(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    wilson_at(rate(x, n)?, n as f64, level.z())
}

/// Wilson's lower bound alone, one-sided at `level`.
pub fn wilson_lower(x: usize, n: usize, level: Level) -> Result<f64, Undefined> {
    Ok(wilson_at(rate(x, n)?, n as f64, level.z_one_sided())?.lo)
}

/// Wilson's upper bound alone, one-sided at `level`.
pub fn wilson_upper(x: usize, n: usize, level: Level) -> Result<f64, Undefined> {
    Ok(wilson_at(rate(x, n)?, n as f64, level.z_one_sided())?.hi)
}

/// Wilson's formula for a rate `p` in [0, 1], any size `n` > 0 (an effective one, say) and a
/// critical value (a normal or a t quantile). Undefined outside these ranges.
pub fn wilson_at(p: f64, n: f64, critical: f64) -> Result<Interval, Undefined> {
    if !(0.0..=1.0).contains(&p) {
        return Err(NOT_A_PROBABILITY);
    }
    if n.is_nan() || n <= 0.0 {
        return Err(NOTHING_EVALUATED);
    }
    // A few degrees of freedom can make the critical value so large that its square overflows;
    // then nothing at all is known.
    let square = critical * critical / n;
    if !square.is_finite() {
        return Ok(Interval { lo: 0.0, hi: 1.0 });
    }
    let shrink = 1.0 + square;
    let centre = (p + 0.5 * square) / shrink;
    let half = (square * (p * (1.0 - p) + 0.25 * square)).sqrt() / shrink;
    let raw = Interval::around(centre, half).clipped(0.0, 1.0);
    Ok(Interval { lo: if p == 0.0 { 0.0 } else { raw.lo.min(p) }, hi: if p == 1.0 { 1.0 } else { raw.hi.max(p) } })
}

/// Agresti–Coull (1998): Wald around the Wilson centre with n + z² questions, cut at 0 and 1.
pub fn agresti_coull(x: usize, n: usize, level: Level) -> Result<Interval, Undefined> {
    check(x, n)?;
    let square = level.z() * level.z();
    let size = n as f64 + square;
    let centre = (x as f64 + 0.5 * square) / size;
    let half = (square * centre * (1.0 - centre) / size).sqrt();
    Ok(Interval::around(centre, half).clipped(0.0, 1.0))
}
