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
    // S is the Laplacian of the graph whose edges are the moves. It has one zero direction for each connected group.
    let mut matrix = vec![0.0; size * size];
    let mut shift = vec![0.0; size];
    let mut group: Vec<usize> = (0..size).collect();
    for (i, j, up, down) in moved(table) {
        let weight = up + down;
        matrix[i * size + i] += weight;
        matrix[j * size + j] += weight;
        matrix[i * size + j] -= weight;
        matrix[j * size + i] -= weight;
        shift[i] += up - down;
        shift[j] -= up - down;
        let (keep, lose) = (group[i].min(group[j]), group[i].max(group[j]));
        for member in &mut group {
            if *member == lose {
                *member = keep;
            }
        }
    }
    // The first grade of each group is the redundant one; a grade alone is its own first.
    let kept: Vec<usize> = (0..size).filter(|grade| group[*grade] != *grade).collect();
    if kept.is_empty() {
        return Err(NOTHING_FLIPPED);
    }
    let reduced: Vec<Vec<f64>> = kept.iter().map(|i| kept.iter().map(|j| matrix[i * size + j]).collect()).collect();
    let right: Vec<f64> = kept.iter().map(|i| shift[*i]).collect();
    Ok(ChiSquared::new(quadratic_form(reduced, right), kept.len()))
}

/// b′M⁻¹b for a positive definite M, by elimination: Σ of squared reduced right sides over the pivots.
fn quadratic_form(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> f64 {
    let size = right.len();
    let mut parts = Vec::with_capacity(size);
    for at in 0..size {
        let (done, rest) = matrix.split_at_mut(at + 1);
        let pivot = &done[at];
        parts.push(right[at] * right[at] / pivot[at]);
        for (offset, row) in rest.iter_mut().enumerate() {
            let factor = row[at] / pivot[at];
            for column in at..size {
                row[column] -= factor * pivot[column];
            }
            right[at + 1 + offset] -= factor * right[at];
        }
    }
    sum(parts)
}
