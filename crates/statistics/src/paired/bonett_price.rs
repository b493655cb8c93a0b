//! Wald's interval with one question added to each discordant cell, for reference only.

use super::Table;
use crate::interval::{Interval, Level};
use crate::undefined::Undefined;

/// Bonett and Price (2012, J. Educ. Behav. Stat. 37:479): with p_b = (b+1)/(n+2) and
/// p_c = (c+1)/(n+2), the difference p_b − p_c ± z√((p_b + p_c − (p_b − p_c)²)/(n+2)), cut to
/// [−1, 1]. Undefined for n = 0.
pub fn interval(table: &Table, level: Level) -> Result<Interval, Undefined> {
    table.difference()?;
    let size = table.n() as f64 + 2.0;
    let only_a = (table.only_a as f64 + 1.0) / size;
    let only_b = (table.only_b as f64 + 1.0) / size;
    let difference = only_a - only_b;
    let variance = (only_a + only_b - difference * difference) / size;
    Ok(Interval::around(difference, level.z() * variance.max(0.0).sqrt()).clipped(-1.0, 1.0))
}
