//! How one-sided the discordant questions are.

use super::Table;
use crate::interval::Level;
use crate::special::beta::{beta_quantile, beta_upper_quantile};
use crate::undefined::Undefined;

/// The odds b/c that a discordant question falls to A. `None` stands for "without bound", so that
/// no infinity reaches a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscordantOdds {
    /// b/c; `None` where c = 0.
    pub ratio: Option<f64>,
    /// Lower end of the exact interval.
    pub lo: f64,
    /// Upper end of the exact interval; `None` where c = 0.
    pub hi: Option<f64>,
}

const NOT_DISCORDANT: Undefined = Undefined("no question on which the two differ");

/// The discordant odds ratio with its exact interval: Clopper–Pearson for b of b+c, turned into
/// odds. Undefined without a discordant question.
pub fn discordant_odds(table: &Table, level: Level) -> Result<DiscordantOdds, Undefined> {
    let (b, c) = (table.only_a as f64, table.only_b as f64);
    if table.discordant() == 0 {
        return Err(NOT_DISCORDANT);
    }
    let tail = 0.5 * level.alpha();
    let lo = if table.only_a == 0 { 0.0 } else { beta_quantile(b, c + 1.0, tail).odds() };
    let hi = (table.only_b > 0).then(|| beta_upper_quantile(b + 1.0, c, tail).odds());
    Ok(DiscordantOdds { ratio: (table.only_b > 0).then(|| b / c), lo, hi })
}

/// Cohen's g = b/(b+c) − ½, from −½ to ½. Undefined without a discordant question.
pub fn cohens_g(table: &Table) -> Result<f64, Undefined> {
    if table.discordant() == 0 {
        return Err(NOT_DISCORDANT);
    }
    Ok(table.only_a as f64 / table.discordant() as f64 - 0.5)
}
