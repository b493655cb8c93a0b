//! Krippendorff's alpha.

use super::kappa::{NEEDS_TWO_UNITS, ONE_CATEGORY};
use super::ratings::Ratings;
use crate::sum::sum;
use crate::undefined::Undefined;

/// What the labels are, and so how far apart two of them lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Names: equal or not.
    Nominal,
    /// Grades in order: the more labels lie between two grades, the further apart they are.
    Ordinal,
    /// Numbers: (a − b)².
    Interval,
    /// Numbers with a true zero: ((a − b)/(a + b))². 0 and 0 are not apart.
    Ratio,
}

/// Krippendorff's alpha (2004, 2011): 1 − (n − 1) Σ o_ck δ_ck / Σ n_c n_k δ_ck.
///
/// o is the coincidence matrix, in which each ordered pair of labels of a unit with m labels counts
/// 1/(m − 1); n_c its totals, n the number of labels that have a partner; δ the distance: for ordinal
/// labels (Σ_{g=c..k} n_g − (n_c + n_k)/2)². Any number of raters, any labels missing; units with one
/// label or none show nothing and are left out.
///
/// Undefined for fewer than two units with two labels, where all labels are one category (0/0), and
/// for [`Metric::Ratio`] on a scale with negative numbers.
pub fn krippendorff_alpha(ratings: &Ratings, metric: Metric) -> Result<f64, Undefined> {
    if ratings.pairable() < 2 {
        return Err(NEEDS_TWO_UNITS);
    }
    let values = ratings.scale().values();
    if metric == Metric::Ratio && values[0] < 0.0 {
        return Err(Undefined("a ratio needs numbers from 0 on"));
    }
    let categories = values.len();
    let mut coincidence = vec![0.0; categories * categories];
    let mut totals = vec![0.0; categories];
    for unit in ratings.units().filter(|unit| unit.labels >= 2.0) {
        for (category, count) in unit.given {
            totals[*category] += count;
            for (other, others) in unit.given {
                let partners = if category == other { others - 1.0 } else { *others };
                coincidence[category * categories + other] += count * partners / (unit.labels - 1.0);
            }
        }
    }
    let mut below = Vec::with_capacity(categories);
    let mut running = 0.0;
    for total in &totals {
        running += total;
        below.push(running);
    }
    let distance = |c: usize, k: usize| {
        let (c, k) = (c.min(k), c.max(k));
        let apart = match metric {
            Metric::Nominal => 1.0,
            Metric::Ordinal => below[k] - below[c] + 0.5 * (totals[c] - totals[k]),
            Metric::Interval => values[k] - values[c],
            Metric::Ratio => (values[k] - values[c]) / (values[k] + values[c]),
        };
        apart * apart
    };
    let pairs = || (0..categories).flat_map(|c| (0..categories).filter(move |k| *k != c).map(move |k| (c, k)));
    let observed = sum(pairs().map(|(c, k)| coincidence[c * categories + k]).zip(pairs()).map(|(o, (c, k))| o * distance(c, k)));
    let expected = sum(pairs().map(|(c, k)| totals[c] * totals[k] * distance(c, k)));
    if expected <= 0.0 {
        return Err(ONE_CATEGORY);
    }
    Ok((expected - (running - 1.0) * observed) / expected)
}
