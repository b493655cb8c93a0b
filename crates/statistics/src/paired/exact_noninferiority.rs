//! The exact test behind a pass: how likely is evidence as strong as this, were the loss just as large as the margin?
//!
//! Tango's bound is an approximation. Where a loss of the margin comes from few discordant questions, all the same way, it lets pass
//! a little more often than it says: 5.8 % in place of 5 % for a margin of ten points on a hundred questions. An unconditional exact test
//! on the same statistic does not: its p is the largest chance, over every share of discordant questions, of a statistic that is at
//! least as large, so that whatever that share is, a loss of the margin passes at most as often as the level says.

use super::{Table, tango};
use crate::special::binomial;
use crate::special::normal;
use crate::undefined::{MARGIN_NOT_POSITIVE, Undefined};

/// With more questions than this the approximation is as good as exact, and takes no time.
pub const MOST: usize = 20_000;

/// Shares of discordant questions at which the chance is looked at, closer together where they are small.
const GRID: usize = 64;

/// Steps by which the largest chance is closed in on, between neighbours of the grid.
const STEPS: usize = 24;

/// Chances below this add nothing that is seen.
const NOTHING: f64 = 1e-15;

/// p of "A − B ≤ −margin", exact and unconditional on Tango's statistic: small means not inferior. In (0, 1].
///
/// Undefined for n = 0 and margins outside (0, 1). Above [`MOST`] questions it is the approximation of the statistic's own distribution.
///
/// ```
/// use statistics::paired::Table;
/// use statistics::paired::exact_noninferiority::p;
///
/// // Three of a hundred lost, none won, against a margin of ten points: that few losses would be seen in one of a hundred such cases.
/// let table = Table { both: 90, only_a: 0, only_b: 3, neither: 7 };
/// assert!((p(&table, 0.1).unwrap() - 0.01057).abs() < 1e-4);
/// ```
pub fn p(table: &Table, margin: f64) -> Result<f64, Undefined> {
    if !(margin > 0.0 && margin < 1.0) {
        return Err(MARGIN_NOT_POSITIVE);
    }
    let observed = tango::statistic(table, -margin)?;
    let n = table.n();
    if n > MOST {
        return Ok(normal::upper(observed).clamp(f64::MIN_POSITIVE, 1.0));
    }
    let region = Region::new(n, margin, observed);
    let at = |place: f64| region.chance(margin + (1.0 - margin) * place * place);
    let places: Vec<f64> = (0..=GRID).map(|step| step as f64 / GRID as f64).collect();
    let chances: Vec<f64> = places.iter().map(|place| at(*place)).collect();
    let best = (0..=GRID).max_by(|a, b| chances[*a].total_cmp(&chances[*b])).unwrap_or(0);
    let (mut low, mut high) = (places[best.saturating_sub(1)], places[(best + 1).min(GRID)]);
    let mut largest = chances[best];
    for _ in 0..STEPS {
        let third = (high - low) / 3.0;
        let (left, right) = (at(low + third), at(high - third));
        largest = largest.max(left).max(right);
        if left < right { low += third } else { high -= third }
    }
    Ok(largest.clamp(f64::MIN_POSITIVE, 1.0))
}

/// The tables of n questions whose statistic is at least as large: for each number lost, the fewest won.
struct Region {
    n: usize,
    margin: f64,
    /// By the number lost; `None` from where on no number won is enough.
    fewest_won: Vec<usize>,
}

impl Region {
    /// The statistic rises with what is won and falls with what is lost, so that one walk finds the border. O(n).
    fn new(n: usize, margin: f64, observed: f64) -> Self {
        let tolerance = 1e-9 * observed.abs().max(1.0);
        let holds = |won: usize, lost: usize| {
            let table = Table { both: 0, only_a: won, only_b: lost, neither: n - won - lost };
            tango::statistic(&table, -margin).is_ok_and(|z| z >= observed - tolerance)
        };
        let (mut fewest_won, mut won) = (Vec::new(), 0);
        for lost in 0..=n {
            while won + lost <= n && !holds(won, lost) {
                won += 1;
            }
            if won + lost > n {
                break;
            }
            fewest_won.push(won);
        }
        Self { n, margin, fewest_won }
    }

    /// The chance of the region where a share of questions is discordant and the loss is the margin.
    fn chance(&self, discordant: f64) -> f64 {
        let lost = (0.5 * (discordant + self.margin)).min(1.0);
        let won = (0.5 * (discordant - self.margin)).max(0.0);
        let mut total = 0.0;
        let expected = (self.n as f64 * lost) as usize;
        for (count, fewest) in self.fewest_won.iter().enumerate() {
            let of_lost = binomial::pmf(count, self.n, lost);
            if of_lost < NOTHING {
                if count > expected {
                    break;
                }
                continue;
            }
            let share = if lost < 1.0 { (won / (1.0 - lost)).min(1.0) } else { 0.0 };
            total += of_lost * at_least(*fewest, self.n - count, share);
        }
        total
    }
}

fn at_least(k: usize, n: usize, share: f64) -> f64 {
    match (k, share) {
        (0, _) => 1.0,
        (_, share) if share <= 0.0 => 0.0,
        (k, share) if share >= 1.0 => f64::from(u8::from(k <= n)),
        (k, share) => binomial::at_least(k, n, share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Level;

    /// The chance that a table passes, over all tables, where the loss is the margin.
    fn size(n: usize, margin: f64, discordant: f64, passes: &dyn Fn(&Table) -> bool) -> f64 {
        let (lost, won) = (0.5 * (discordant + margin), 0.5 * (discordant - margin));
        let mut total = 0.0;
        for only_b in 0..=n {
            let of_lost = binomial::pmf(only_b, n, lost);
            for only_a in (0..=n - only_b).take_while(|_| of_lost > 1e-12) {
                let chance = of_lost * binomial::pmf(only_a, n - only_b, won / (1.0 - lost));
                let table = Table { both: 0, only_a, only_b, neither: n - only_a - only_b };
                if chance > 1e-12 && table.discordant() > 0 && passes(&table) {
                    total += chance;
                }
            }
        }
        total
    }

    #[test]
    fn a_loss_of_the_margin_passes_no_more_often_than_the_level_says() {
        let by_bound = |table: &Table| tango::interval(table, Level::NINETY).unwrap().lo > -0.1;
        assert!(size(100, 0.1, 0.1, &by_bound) > 0.057, "the bound alone lets more pass");
        for (n, margin) in [(40, 0.1), (100, 0.1), (100, 0.05), (60, 0.2)] {
            let exact = |table: &Table| p(table, margin).unwrap() <= 0.05;
            for discordant in [margin, margin + 0.013, 1.5 * margin, 0.3] {
                let size = size(n, margin, discordant, &exact);
                assert!(size <= 0.05 && (size > 0.005 || discordant < 1.2 * margin), "{n} {margin} {discordant}: {size}");
            }
        }
    }

    #[test]
    fn more_lost_is_weaker_evidence() {
        let of = |only_a, only_b| p(&Table { both: 0, only_a, only_b, neither: 100 - only_a - only_b }, 0.05).unwrap();
        assert!(of(0, 0) < of(0, 1) && of(0, 1) < of(0, 2) && of(3, 2) < of(2, 2));
        assert!(of(0, 50) > 0.999);
        assert!(p(&Table::default(), 0.05).is_err() && p(&Table { both: 1, ..Table::default() }, 0.0).is_err());
    }
}
