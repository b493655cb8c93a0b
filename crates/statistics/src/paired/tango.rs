//! Tango's score interval for the difference of two paired rates: the default.

use super::Table;
use crate::interval::{Interval, Level};
use crate::undefined::{NOT_A_PROBABILITY, Undefined};

/// Tango's score statistic (1998, Stat. Med. 17:891) for "A − B equals `difference`".
///
/// Z(D) = (b − c − nD)/√(n(2q + D(1−D))), where q is the rate of "only B" that is most likely if
/// D holds: the larger root of 2n q² + (−b−c+(2n−b+c)D) q − cD(1−D) = 0. Falls as D grows.
/// Infinite where D is impossible for the table. Undefined for n = 0 and for D outside [−1, 1].
pub fn statistic(table: &Table, difference: f64) -> Result<f64, Undefined> {
    table.difference()?;
    if !(-1.0..=1.0).contains(&difference) {
        return Err(NOT_A_PROBABILITY);
    }
    Ok(z(table, difference))
}

fn z(table: &Table, difference: f64) -> f64 {
    // With D ≥ 0 the constant term is never positive, so exactly one root counts and no digits are
    // lost; the other half is the mirror image.
    if difference < 0.0 {
        return -z(&table.mirrored(), -difference);
    }
    let (n, b, c, d) = (table.n() as f64, table.only_a as f64, table.only_b as f64, difference);
    let linear = -b - c + (2.0 * n - b + c) * d;
    let constant = -c * d * (1.0 - d);
    let root = (linear * linear - 8.0 * n * constant).max(0.0).sqrt();
    let q = if linear > 0.0 { -2.0 * constant / (linear + root) } else { (root - linear) / (4.0 * n) };
    let numerator = b - c - n * d;
    let variance = n * (2.0 * q + d * (1.0 - d));
    if variance > 0.0 {
        numerator / variance.sqrt()
    } else if numerator == 0.0 {
        0.0
    } else {
        numerator.signum() * f64::INFINITY
    }
}

/// The interval {D : |Z(D)| ≤ z}, inside [−1, 1]. Undefined for n = 0.
///
/// Its two ends at 90 % are the one-sided 95 % bounds of the non-inferiority test. Without a
/// discordant question it is ±z²/(n + z²): no difference seen is not proof of equality.
pub fn interval(table: &Table, level: Level) -> Result<Interval, Undefined> {
    let estimate = table.difference()?;
    let critical = level.z();
    Ok(Interval { lo: -upper_end(&table.mirrored(), -estimate, critical), hi: upper_end(table, estimate, critical) })
}

/// The D above the estimate at which Z falls to −z, by bisection: Z is monotone, and halving ends
/// at neighbouring numbers.
fn upper_end(table: &Table, estimate: f64, critical: f64) -> f64 {
    let (mut inside, mut outside) = (estimate, 1.0);
    if z(table, outside) >= -critical {
        return outside;
    }
    for _ in 0..200 {
        let middle = 0.5 * (inside + outside);
        if middle <= inside || middle >= outside {
            break;
        }
        if z(table, middle) >= -critical {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    0.5 * (inside + outside)
}
