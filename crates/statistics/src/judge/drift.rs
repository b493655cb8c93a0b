//! Did a judge change? The same frozen anchors, judged before and after.
//!
//! For two grades: [`mcnemar::mid_p`](crate::paired::mcnemar::mid_p) of [`Confusion::paired`]. A p says only that something
//! changed; what counts is whether agreement with people became worse ([`verdict`](crate::verdict)). No flip in a
//! hundred still allows 3.7 %.

use crate::agreement::Confusion;
use crate::interval::{Interval, Level};
use crate::proportion::{rate, wilson};
use crate::special::chi_squared;
use crate::sum::sum;
use crate::undefined::Undefined;

/// A chi-squared statistic of a table with its degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquared {
    /// The statistic.
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: usize,
    /// P(χ²(df) > statistic), above 0.
    pub p: f64,
}

impl ChiSquared {
    fn new(statistic: f64, df: usize) -> Self {
        Self { statistic, df, p: chi_squared::upper(statistic, df).clamp(f64::MIN_POSITIVE, 1.0) }
    }
}

const NOTHING_FLIPPED: Undefined = Undefined("no item on which the two differ");

/// Share of items whose grade changed. Undefined without an item.
pub fn flip_rate(table: &Confusion) -> Result<f64, Undefined> {
    let (flips, n) = flips(table)?;
    rate(flips, n)
}

/// Wilson's interval of [`flip_rate`].
pub fn flip_interval(table: &Confusion, level: Level) -> Result<Interval, Undefined> {
    let (flips, n) = flips(table)?;
    wilson(flips, n, level)
}

fn flips(table: &Confusion) -> Result<(usize, usize), Undefined> {
    let count = |n: u64| usize::try_from(n).map_err(|_| Undefined("more units than can be counted"));
    Ok((count(table.n() - table.agreed())?, count(table.n())?))
}

/// Bowker's test of symmetry (1948): Σ (n_ij − n_ji)²/(n_ij + n_ji) over i < j. Does the judge move items from i to j
/// as often as back?
///
/// Degrees of freedom are the pairs of grades between which an item moved at all; other tools count all pairs, which
/// makes the test blind on sparse tables. Undefined where nothing moved.
pub fn bowker(table: &Confusion) -> Result<ChiSquared, Undefined> {
    let terms: Vec<f64> = moved(table).map(|(_, _, up, down)| (up - down) * (up - down) / (up + down)).collect();
    if terms.is_empty() {
        return Err(NOTHING_FLIPPED);
    }
    Ok(ChiSquared::new(sum(terms.iter().copied()), terms.len()))
}

/// Pairs of grades between which an item moved: (i, j, from i to j, from j to i), i < j.
fn moved(table: &Confusion) -> impl Iterator<Item = (usize, usize, f64, f64)> + '_ {
    table.cells().filter(|(i, j, _)| i < j).filter_map(|(i, j, up)| {
        let down = table.count(j, i);
        (up > 0 || down > 0).then_some((i, j, up as f64, down as f64))
    })
}

/// The test of Stuart (1955) and Maxwell (1970): does the judge give each grade as often as before? d′S⁻¹d with
/// d_i = n_i. − n_.i and S their covariance; for two grades it is McNemar's chi-squared.
///
/// Grades that no item left or reached say nothing and are left out; of grades among which items moved, one is redundant. So
/// the degrees of freedom are one less than the grades in each such group. Undefined where nothing moved.
pub fn stuart_maxwell(table: &Confusion) -> Result<ChiSquared, Undefined> {
    let size = table.categories();
    // S is the Laplacian of the graph whose edges are the moves between two grades, so a grade is eliminated by joining
    // those it was tied to. Weights are only added and never subtracted, and so none can vanish by rounding.
    let mut weights = vec![0.0; size * size];
    let mut shift = vec![0.0; size];
    for (i, j, up, down) in moved(table) {
        weights[i * size + j] = up + down;
        weights[j * size + i] = up + down;
        shift[i] += up - down;
        shift[j] -= up - down;
    }
    let mut parts = Vec::with_capacity(size);
    for grade in (0..size).rev() {
        let ties: Vec<f64> = weights[grade * size..grade * size + grade].to_vec();
        let pivot = sum(ties.iter().copied());
        // The last of its group: what is left of it follows from the others.
        if pivot <= 0.0 {
            continue;
        }
        parts.push(shift[grade] * shift[grade] / pivot);
        for (i, tie) in ties.iter().enumerate() {
            let part = tie / pivot;
            shift[i] += part * shift[grade];
            for (j, other) in ties.iter().enumerate().filter(|(j, _)| *j != i) {
                weights[i * size + j] += part * other;
            }
        }
    }
    if parts.is_empty() {
        return Err(NOTHING_FLIPPED);
    }
    Ok(ChiSquared::new(sum(parts.iter().copied()), parts.len()))
}
