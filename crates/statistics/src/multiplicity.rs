//! Several comparisons at once: how much of the evidence survives having looked so often.
//!
//! Holm for claims picked out of a family; Benjamini–Hochberg for exploring slices; Benjamini–
//! Yekutieli where the dependence is unknown. A gate whose parts must all pass needs none of these.
//! For many candidates against one baseline on the same questions see [`max_t`]; for one set that
//! is looked at several times, [`looks`].

pub mod looks;
pub mod max_t;

/// Adjusted p-values in the order they were given.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusted {
    /// One for each p given; `None` where the p was undefined.
    pub p: Vec<Option<f64>>,
    /// How many p-values were adjusted for: the m of the formulas.
    pub compared: usize,
    /// How many were undefined and left out.
    pub undefined: usize,
}

impl Adjusted {
    /// Which comparisons are below or at `alpha` after adjustment. Undefined ones are not.
    pub fn rejected(&self, alpha: f64) -> Vec<bool> {
        self.p.iter().map(|p| p.is_some_and(|p| p <= alpha)).collect()
    }
}

/// Runs `adjust` over the defined p-values in ascending order and puts the results back.
///
/// Values that are not in [0, 1] are no p-values and count as undefined.
fn adjusted(p: &[Option<f64>], adjust: impl FnOnce(&[f64]) -> Vec<f64>) -> Adjusted {
    let mut defined: Vec<(f64, usize)> =
        p.iter().enumerate().filter_map(|(position, p)| p.filter(|p| (0.0..=1.0).contains(p)).map(|p| (p, position))).collect();
    defined.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let sorted: Vec<f64> = defined.iter().map(|(p, _)| *p).collect();
    let mut out = vec![None; p.len()];
    for ((_, position), value) in defined.iter().zip(adjust(&sorted)) {
        out[*position] = Some(value.min(1.0));
    }
    Adjusted { p: out, compared: sorted.len(), undefined: p.len() - sorted.len() }
}

/// The running maximum from the smallest p on: a step-down procedure stops at its first failure.
fn step_down(sorted: &[f64], each: impl Fn(usize, f64) -> f64) -> Vec<f64> {
    let mut highest = 0.0_f64;
    sorted
        .iter()
        .enumerate()
        .map(|(rank, p)| {
            highest = highest.max(each(rank, *p));
            highest
        })
        .collect()
}

/// The running minimum from the largest p on: a step-up procedure starts at its last success.
fn step_up(sorted: &[f64], each: impl Fn(usize, f64) -> f64) -> Vec<f64> {
    let mut lowest = f64::INFINITY;
    let mut out: Vec<f64> = sorted
        .iter()
        .enumerate()
        .rev()
        .map(|(rank, p)| {
            lowest = lowest.min(each(rank, *p));
            lowest
        })
        .collect();
    out.reverse();
    out
}

/// Bonferroni: m·p. Keeps the chance of any false claim.
pub fn bonferroni(p: &[Option<f64>]) -> Adjusted {
    adjusted(p, |sorted| sorted.iter().map(|p| p * sorted.len() as f64).collect())
}

/// Holm (1979, Scand. J. Stat. 6:65): (m−i)·p step-down. Keeps the chance of any false claim under
/// every dependence, and is never weaker than Bonferroni.
pub fn holm(p: &[Option<f64>]) -> Adjusted {
    adjusted(p, |sorted| step_down(sorted, |rank, p| p * (sorted.len() - rank) as f64))
}

/// Hochberg (1988, Biometrika 75:800): (m−i)·p step-up. Needs independence or positive dependence.
pub fn hochberg(p: &[Option<f64>]) -> Adjusted {
    adjusted(p, |sorted| step_up(sorted, |rank, p| p * (sorted.len() - rank) as f64))
}

/// Holm with Šidák's 1 − (1−p)^(m−i). Needs independence or positive dependence.
pub fn holm_sidak(p: &[Option<f64>]) -> Adjusted {
    adjusted(p, |sorted| {
        step_down(sorted, |rank, p| if p >= 1.0 { 1.0 } else { -((sorted.len() - rank) as f64 * (-p).ln_1p()).exp_m1() })
    })
}

/// Benjamini–Hochberg (1995, JRSS B 57:289): m·p/i step-up. Keeps the share of false claims among
/// the claims, under independence or positive dependence.
pub fn benjamini_hochberg(p: &[Option<f64>]) -> Adjusted {
    adjusted(p, |sorted| step_up(sorted, |rank, p| p * sorted.len() as f64 / (rank + 1) as f64))
}

/// Benjamini–Yekutieli (2001, Ann. Stat. 29:1165): Benjamini–Hochberg times 1 + 1/2 + … + 1/m, for
/// every dependence.
pub fn benjamini_yekutieli(p: &[Option<f64>]) -> Adjusted {
    adjusted(p, |sorted| {
        let harmonic = crate::sum((1..=sorted.len()).map(|i| 1.0 / i as f64));
        step_up(sorted, |rank, p| p * harmonic * sorted.len() as f64 / (rank + 1) as f64)
    })
}
