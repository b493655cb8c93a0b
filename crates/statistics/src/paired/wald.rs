//! Wald's interval for the difference of two paired rates, for reference only.

use super::Table;
use crate::interval::{Interval, Level};
use crate::undefined::Undefined;

/// D ± z·√(b + c − (b−c)²/n)/n; not cut. No width when all questions fall out alike, and too
/// narrow with few. Undefined for n = 0.
pub fn interval(table: &Table, level: Level) -> Result<Interval, Undefined> {
    let difference = table.difference()?;
    let n = table.n() as f64;
    let variance = table.discordant() as f64 - n * difference * difference;
    Ok(Interval::around(difference, level.z() * variance.max(0.0).sqrt() / n))
}
