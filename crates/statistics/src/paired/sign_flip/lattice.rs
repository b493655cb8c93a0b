//! Differences that are multiples of one fraction: every possible sum can be counted exactly.

use super::super::{Side, Table, mcnemar};
use super::{EXACT_BINOMIAL, EXACT_LATTICE, NO_DIFFERENCE, SignFlip};

/// Denominators tried. Recall fractions and reciprocal ranks are on a small one.
const LARGEST_DENOMINATOR: u32 = 10_000;
/// How far a multiple may be from a whole number: decimal fractions are not exact in binary.
const OFF_WHOLE: f64 = 1e-9;
/// Additions allowed (terms times length of the table): a few milliseconds.
const WORK: u64 = 4_000_000;

/// Exact p where the differences, none of them zero, are multiples of 1/L; `None` where they are
/// not, or where counting would take too long.
pub(super) fn on_multiples(nonzero: &[f64], side: Side) -> Option<SignFlip> {
    let largest = nonzero.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
    let integers = (1..=LARGEST_DENOMINATOR).find_map(|denominator| {
        let scale = f64::from(denominator);
        // Beyond this, doubles are too coarse for the distance to a whole number to mean anything.
        let possible = largest * scale < 1e6;
        (possible && nonzero.iter().all(|d| is_whole(d * scale)))
            .then(|| nonzero.iter().map(|d| (d * scale).round() as i64).collect::<Vec<i64>>())
    })?;
    exact_integers(&integers, side)
}

fn is_whole(x: f64) -> bool {
    (x - x.round()).abs() <= OFF_WHOLE && x.round() != 0.0
}

/// The exact sign-flip test of whole differences, by counting the sums of all flips. For
/// differences of one size it is McNemar's exact test and done in closed form.
///
/// `None` where counting would take more than four million additions. Zeros are dropped; with
/// nothing left p is 1.
pub fn exact_integers(differences: &[i64], side: Side) -> Option<SignFlip> {
    let nonzero: Vec<i64> = differences.iter().copied().filter(|d| *d != 0).collect();
    let divisor = nonzero.iter().fold(0, |divisor, d| greatest_common_divisor(divisor, d.unsigned_abs()));
    if divisor == 0 {
        return Some(SignFlip::exact(1.0, NO_DIFFERENCE));
    }
    let sizes: Vec<u64> = nonzero.iter().map(|d| d.unsigned_abs() / divisor).collect();
    if sizes.iter().all(|size| *size == 1) {
        let positive = nonzero.iter().filter(|d| **d > 0).count();
        let table = Table { only_a: positive, only_b: nonzero.len() - positive, ..Table::default() };
        let p = match side {
            Side::Two => mcnemar::exact(&table),
            Side::Greater => mcnemar::exact_greater(&table),
        };
        return Some(SignFlip::exact(p, EXACT_BINOMIAL));
    }
    let total = sizes.iter().try_fold(0_u64, |total, size| total.checked_add(*size))?;
    if total.checked_mul(sizes.len() as u64)? > WORK {
        return None;
    }
    let positive: u64 = nonzero.iter().filter(|d| **d > 0).map(|d| d.unsigned_abs() / divisor).sum();
    Some(SignFlip::exact(tail(&sizes, total as usize, positive as usize, side), EXACT_LATTICE))
}

/// The probability of sums as extreme as the observed one. A sum is 2·(sum of the sizes that are
/// positive) − total, so the sum of the positive sizes is enough.
fn tail(sizes: &[u64], total: usize, positive: usize, side: Side) -> f64 {
    let mut probability = vec![0.0_f64; total + 1];
    probability[0] = 1.0;
    let mut reach = 0;
    for size in sizes {
        let size = *size as usize;
        reach += size;
        for at in (0..=reach).rev() {
            let with = if at >= size { probability[at - size] } else { 0.0 };
            probability[at] = 0.5 * (probability[at] + with);
        }
    }
    let at_least = |from: usize| crate::sum(probability[from..].iter().copied());
    match side {
        Side::Greater => at_least(positive),
        Side::Two => {
            let further = positive.max(total - positive);
            if 2 * further == total { 1.0 } else { 2.0 * at_least(further) }
        }
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
