//! Student's paired t, and effect sizes of paired scores.

use crate::interval::{Interval, Level};
use crate::mean::Moments;
use crate::special::gamma::stirling_remainder;
use crate::special::student;
use crate::undefined::Undefined;

const TOO_FEW: Undefined = Undefined("needs at least three questions");

/// A paired t test of differences A − B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedT {
    /// Mean, spread and standard error of the differences.
    pub moments: Moments,
    /// mean/standard error.
    pub t: f64,
    /// Two-sided p with n − 1 degrees of freedom, above 0.
    pub p: f64,
    /// Cohen's d_z, mean/sd.
    pub dz: f64,
    /// Hedges' g_z: d_z times [`hedges_exact`], without the bias of small n. Undefined for n = 2.
    pub gz: Result<f64, Undefined>,
}

impl PairedT {
    /// The interval of the mean difference.
    pub fn interval(&self, level: Level) -> Interval {
        self.moments.t_interval(level)
    }
}

/// The paired t test. Undefined for fewer than two differences and where they are all equal up to
/// rounding, a constant shift included: there the sign-flip test still speaks.
pub fn paired_t(differences: &[f64]) -> Result<PairedT, Undefined> {
    let moments = Moments::of(differences)?;
    let t = moments.mean / moments.standard_error;
    let dz = moments.mean / moments.sd;
    Ok(PairedT {
        moments,
        t,
        p: student::two_sided(t, moments.degrees()).clamp(f64::MIN_POSITIVE, 1.0),
        dz,
        gz: hedges_exact(moments.degrees()).map(|correction| dz * correction),
    })
}

/// Hedges' correction Γ(df/2)/(√(df/2) Γ((df−1)/2)), for df > 1. Undefined at df = 1 and
/// below, where no unbiased estimate exists.
pub fn hedges_exact(df: f64) -> Result<f64, Undefined> {
    if df.is_nan() || df <= 1.0 {
        return Err(TOO_FEW);
    }
    // ln Γ(x) − ln Γ(x−½) by Stirling, with the large terms cancelled on paper: x = df/2.
    let x = 0.5 * df;
    let y = x - 0.5;
    let log = stirling_remainder(x) - stirling_remainder(y) + (y - 0.5) * (0.5 / y).ln_1p() - 0.5;
    Ok(log.exp())
}

/// Hedges' approximation 1 − 3/(4 df − 1), as most tools print it. Undefined for df ≤ 1.
pub fn hedges_approximate(df: f64) -> Result<f64, Undefined> {
    if df.is_nan() || df <= 1.0 { Err(TOO_FEW) } else { Ok(1.0 - 3.0 / (4.0 * df - 1.0)) }
}
