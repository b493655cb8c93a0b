//! Fleiss' kappa.

use super::kappa::{NEEDS_TWO_UNITS, ONE_CATEGORY};
use super::ratings::Ratings;
use crate::sum::sum;
use crate::undefined::Undefined;

/// Fleiss' kappa with what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fleiss {
    /// (observed − expected)/(1 − expected).
    pub value: f64,
    /// Mean share of pairs of raters that agree on a unit.
    pub observed: f64,
    /// Σ p_c² over the shares of the categories among all labels.
    pub expected: f64,
}

/// Fleiss' kappa (1971, Psychol. Bull. 76:378): as many labels for every unit, not necessarily by the same raters.
///
/// Undefined for fewer than two units, for units with different numbers of labels or with fewer than
/// two (alpha takes these), and where one category was used only.
pub fn fleiss_kappa(ratings: &Ratings) -> Result<Fleiss, Undefined> {
    let labels = ratings.units().next().map_or(0.0, |unit| unit.labels);
    if ratings.units().any(|unit| unit.labels != labels) {
        return Err(Undefined("units with different numbers of labels, which Krippendorff's alpha takes"));
    }
    if labels < 2.0 || ratings.count() < 2 {
        return Err(NEEDS_TWO_UNITS);
    }
    let pairs = sum(ratings.units().flat_map(|unit| unit.given.iter().map(|(_, count)| count * (count - 1.0))));
    let mut totals = vec![0.0; ratings.scale().count()];
    for (category, count) in ratings.units().flat_map(|unit| unit.given) {
        totals[*category] += count;
    }
    let all = labels * ratings.count() as f64;
    let observed = pairs / (all * (labels - 1.0));
    let expected = sum(totals.iter().map(|total| total * total)) / (all * all);
    if totals.iter().filter(|total| **total > 0.0).count() < 2 {
        return Err(ONE_CATEGORY);
    }
    Ok(Fleiss { value: (observed - expected) / (1.0 - expected), observed, expected })
}
