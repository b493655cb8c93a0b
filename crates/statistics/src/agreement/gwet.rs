//! Gwet's AC1 and AC2.

use super::kappa::NEEDS_TWO_UNITS;
use super::ratings::Ratings;
use super::weights::Weights;
use crate::interval::{Interval, Level};
use crate::mean::ROUNDING;
use crate::special::student;
use crate::sum::sum;
use crate::undefined::{NO_SPREAD, Undefined};

/// Gwet's coefficient with what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gwet {
    /// (observed − expected)/(1 − expected).
    pub value: f64,
    /// Mean weighted agreement of pairs of raters over the units with two labels or more.
    pub observed: f64,
    /// T/(k(k−1)) Σ π_c(1 − π_c), T the sum of all weights, π_c the mean share of category c.
    pub expected: f64,
    /// Standard error over units. 0 where raters agree on every unit or on none, which is not certainty.
    pub standard_error: f64,
    /// How many units have a label.
    pub units: usize,
}

impl Gwet {
    /// value ± t(units − 1)·standard error; not cut at 1. Better: resample the units.
    ///
    /// Undefined where the standard error is 0: an interval of no width would be certainty from nothing.
    pub fn interval(&self, level: Level) -> Result<Interval, Undefined> {
        if self.standard_error <= ROUNDING {
            return Err(NO_SPREAD);
        }
        let critical = student::upper_quantile(0.5 * level.alpha(), self.units as f64 - 1.0);
        Ok(Interval::around(self.value, critical * self.standard_error))
    }
}

/// AC1 with [`Weights::None`], AC2 with others (Gwet 2008, Br. J. Math. Stat. Psychol. 61:29): agreement
/// beyond chance where chance is small when one category is common. Any number of raters, any labels missing.
///
/// It does not collapse under prevalence as kappa does, and is blamed for rewarding it: show both.
/// Undefined for fewer than two units with two labels.
pub fn gwet(ratings: &Ratings, weights: Weights) -> Result<Gwet, Undefined> {
    let pairable = ratings.pairable();
    if pairable < 2 {
        return Err(NEEDS_TWO_UNITS);
    }
    let categories = ratings.scale().count();
    let units: Vec<_> = ratings.units().filter(|unit| unit.labels >= 1.0).collect();
    let n = units.len() as f64;
    let weight = |i, j| weights.agreement(i, j, categories);
    let agreements: Vec<Option<f64>> = units
        .iter()
        .map(|unit| {
            let weighted = sum(unit.given.iter().flat_map(|(i, count)| {
                unit.given.iter().map(move |(j, others)| count * weight(*i, *j) * (others - f64::from(u8::from(i == j))))
            }));
            (unit.labels >= 2.0).then(|| weighted / (unit.labels * (unit.labels - 1.0)))
        })
        .collect();
    let observed = sum(agreements.iter().flatten().copied()) / pairable as f64;
    let mut shares = vec![0.0; categories];
    for unit in &units {
        for (category, count) in unit.given {
            shares[*category] += count / unit.labels;
        }
    }
    for share in &mut shares {
        *share /= n;
    }
    let all_weights = sum((0..categories).flat_map(|i| (0..categories).map(move |j| weight(i, j))));
    let scale = all_weights / (categories as f64 * (categories as f64 - 1.0));
    let expected = scale * sum(shares.iter().map(|share| share * (1.0 - share)));
    if expected >= 1.0 - ROUNDING {
        return Err(Undefined("agreement by chance is certain"));
    }
    let value = (observed - expected) / (1.0 - expected);
    let squares = sum(units.iter().zip(&agreements).map(|(unit, agreement)| {
        let own = agreement.map_or(0.0, |own| n / pairable as f64 * (own - expected) / (1.0 - expected));
        let chance = scale * sum(unit.given.iter().map(|(c, count)| count * (1.0 - shares[*c]))) / unit.labels;
        let influence = own - 2.0 * (1.0 - value) * (chance - expected) / (1.0 - expected) - value;
        influence * influence
    }));
    Ok(Gwet { value, observed, expected, standard_error: (squares / (n * (n - 1.0))).sqrt(), units: units.len() })
}
