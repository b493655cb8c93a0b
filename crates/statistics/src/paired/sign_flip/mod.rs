//! Randomisation test of paired scores: would the mean difference be as large if the names of the
//! two systems were drawn by lot for every question?
//!
//! No assumption about the shape of the differences, and its estimand is the mean, unlike
//! Wilcoxon's. Zeros carry no information and are dropped. Smucker, Allan, Carterette 2007 (CIKM)
//! recommend it for retrieval measures.

mod enumeration;
mod lattice;
mod matrix;
mod monte_carlo;

pub(crate) use enumeration::signed_sums;
pub use lattice::exact_integers;
pub use matrix::SignMatrix;
pub use monte_carlo::from_signs;
pub(crate) use monte_carlo::replicate_sums;

use super::Side;
use crate::mean::ROUNDING;
use crate::sum::sum;
use crate::undefined::{NOT_FINITE, NOTHING_EVALUATED, Undefined};

/// Replicates when none are asked for: the smallest p is then 1e-4.
pub const DEFAULT_REPLICATES: u32 = 9_999;

/// Method name: every difference is zero.
pub const NO_DIFFERENCE: &str = "no difference in any question";
/// Method name: all 2^k flips of at most 20 differences were summed.
pub const EXACT_ENUMERATION: &str = "exact, all sign flips";
/// Method name: the differences are multiples of a fraction and their sums were counted exactly.
pub const EXACT_LATTICE: &str = "exact, counted on multiples of a fraction";
/// Method name: all differences have one size, which makes it McNemar's exact test.
pub const EXACT_BINOMIAL: &str = "exact, binomial";
/// Method name: random flips, p = (1 + #)/(B + 1).
pub const MONTE_CARLO: &str = "Monte Carlo sign flips";

/// The p of a sign-flip test and how it was had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignFlip {
    /// The p-value, in (0, 1].
    pub p: f64,
    /// Which of the methods above.
    pub method: &'static str,
    /// Number of random flips; `None` where p is exact.
    pub replicates: Option<u32>,
    /// Seed of the random flips; `None` where p is exact.
    pub seed: Option<u64>,
}

impl SignFlip {
    fn exact(p: f64, method: &'static str) -> Self {
        Self { p: p.clamp(f64::MIN_POSITIVE, 1.0), method, replicates: None, seed: None }
    }
}

/// The sign-flip test of `differences` (A − B, zeros included, one a question).
///
/// Exact where that is cheap: up to 20 non-zero differences, or differences that are multiples of
/// 1/L for some L up to 10,000 and of moderate sum. Otherwise Monte Carlo with `signs`, whose
/// column j belongs to question j: several measures and candidates over the same questions can
/// share one matrix. A sum within 1e-12·max(1, Σ|d|) of the observed one is a tie and counts as
/// extreme.
///
/// Undefined for no questions, for values that are not finite, and when a Monte Carlo test needs
/// more columns or at least one replicate than the matrix has.
pub fn sign_flip(differences: &[f64], side: Side, signs: &SignMatrix) -> Result<SignFlip, Undefined> {
    let observed = Observed::of(differences, side)?;
    match exact(differences, &observed, side) {
        Some(result) => Ok(result),
        None => monte_carlo::with_matrix(differences, &observed, signs),
    }
}

/// [`sign_flip`] that makes its own signs, and only if it needs them.
pub fn sign_flip_seeded(differences: &[f64], side: Side, replicates: u32, seed: u64) -> Result<SignFlip, Undefined> {
    let observed = Observed::of(differences, side)?;
    match exact(differences, &observed, side) {
        Some(result) => Ok(result),
        None => {
            let signs = SignMatrix::new(seed, replicates, differences.len());
            monte_carlo::with_matrix(differences, &observed, &signs)
        }
    }
}

fn exact(differences: &[f64], observed: &Observed, side: Side) -> Option<SignFlip> {
    let nonzero: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    if nonzero.is_empty() {
        return Some(SignFlip::exact(1.0, NO_DIFFERENCE));
    }
    if nonzero.len() <= enumeration::UP_TO {
        return Some(SignFlip::exact(enumeration::p(&nonzero, observed), EXACT_ENUMERATION));
    }
    lattice::on_multiples(&nonzero, side)
}

/// The observed sum, and from which sum on a flip is as extreme.
pub(crate) struct Observed {
    threshold: f64,
    side: Side,
}

impl Observed {
    fn of(differences: &[f64], side: Side) -> Result<Self, Undefined> {
        if differences.is_empty() {
            return Err(NOTHING_EVALUATED);
        }
        let total = sum(differences.iter().copied());
        let size = sum(differences.iter().map(|d| d.abs()));
        if !size.is_finite() {
            return Err(NOT_FINITE);
        }
        // The plain sums of the inner loops err by far less than this share of Σ|d|.
        let tolerance = ROUNDING * size.max(1.0);
        let extreme = if side == Side::Two { total.abs() } else { total };
        Ok(Self { threshold: extreme - tolerance, side })
    }

    #[inline]
    fn is_reached_by(&self, sum: f64) -> bool {
        match self.side {
            Side::Two => sum.abs() >= self.threshold,
            Side::Greater => sum >= self.threshold,
        }
    }
}
