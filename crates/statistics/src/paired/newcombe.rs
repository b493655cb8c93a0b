//! Newcombe's hybrid interval for the difference of two paired rates: the second opinion.

use super::Table;
use crate::interval::{Interval, Level};
use crate::proportion::wilson;
use crate::undefined::Undefined;

/// The correlation of the two systems' hits, φ, with Newcombe's correction: if ad > bc, n/2 is
/// taken off the numerator, but not below 0. 0 where a margin is empty.
pub fn phi(table: &Table) -> f64 {
    let [a, b, c, d] = [table.both, table.only_a, table.only_b, table.neither].map(|x| x as f64);
    let margins = [(a + b), (c + d), (a + c), (b + d)];
    if margins.contains(&0.0) {
        return 0.0;
    }
    let raw = a * d - b * c;
    let numerator = if raw > 0.0 { (raw - 0.5 * table.n() as f64).max(0.0) } else { raw };
    // Square roots first, so that the product of four counts cannot overflow.
    numerator / margins.map(f64::sqrt).iter().product::<f64>()
}

/// Method 10 of Newcombe (1998, Stat. Med. 17:2635): the two Wilson intervals, joined with φ.
/// Undefined for n = 0.
pub fn interval(table: &Table, level: Level) -> Result<Interval, Undefined> {
    let difference = table.difference()?;
    let n = table.n();
    let first = wilson(table.both + table.only_a, n, level)?;
    let second = wilson(table.both + table.only_b, n, level)?;
    let rate_a = (table.both + table.only_a) as f64 / n as f64;
    let rate_b = (table.both + table.only_b) as f64 / n as f64;
    let phi = phi(table);
    let join = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
    let below = join(rate_a - first.lo, second.hi - rate_b);
    let above = join(first.hi - rate_a, rate_b - second.lo);
    Ok(Interval { lo: difference - below, hi: difference + above }.clipped(-1.0, 1.0))
}
