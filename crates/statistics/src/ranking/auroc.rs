//! The area under the ROC curve.

use crate::bootstrap::deviation;
use crate::interval::{Interval, Level};
use crate::mean::{ROUNDING, check_values};
use crate::proportion::clopper_pearson;
use crate::sum::mean;
use crate::undefined::{NO_SPREAD, Undefined};

/// The chance that a positive item scores above a negative one, ties counted half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Auroc {
    /// The area: 1 separates perfectly, ½ not at all, 0 the wrong way round.
    pub area: f64,
    /// DeLong's standard error (1988, Biometrics 44:837). 0 for items that are separated perfectly or not at all, which is not
    /// certainty. Undefined for a single positive or negative item.
    pub delong_error: Result<f64, Undefined>,
    /// The standard error of Hanley and McNeil (1982, Radiology 143:29), from the area and the counts alone.
    pub hanley_mcneil_error: f64,
    /// How many positive items.
    pub positive: usize,
    /// How many negative items.
    pub negative: usize,
}

impl Auroc {
    /// From the scores of the positive and of the negative items (answerable and not, right and wrong).
    ///
    /// Undefined without an item of either kind, and for scores that are not finite.
    pub fn new(positive: &[f64], negative: &[f64]) -> Result<Self, Undefined> {
        check_values(positive)?;
        check_values(negative)?;
        if positive.is_empty() || negative.is_empty() {
            return Err(Undefined("needs items of both kinds"));
        }
        let above = placements(positive, negative);
        let below: Vec<f64> = placements(negative, positive).into_iter().map(|share| 1.0 - share).collect();
        let (m, n) = (positive.len() as f64, negative.len() as f64);
        let area = mean(&above)?;
        let delong_error = deviation(&above).and_then(|a| deviation(&below).map(|b| (a * a / m + b * b / n).sqrt()));
        let (q1, q2) = (area / (2.0 - area), 2.0 * area * area / (1.0 + area));
        let square = area * area;
        let variance = (area * (1.0 - area) + (m - 1.0) * (q1 - square) + (n - 1.0) * (q2 - square)) / (m * n);
        let hanley_mcneil_error = variance.max(0.0).sqrt();
        let error = delong_error.map_err(|_| Undefined("needs at least two items of both kinds"));
        Ok(Self { area, delong_error: error, hanley_mcneil_error, positive: positive.len(), negative: negative.len() })
    }

    fn usable_error(&self) -> Result<f64, Undefined> {
        self.delong_error.and_then(|error| if error <= ROUNDING { Err(NO_SPREAD) } else { Ok(error) })
    }

    /// area ± z·DeLong error, cut to [0, 1]. Undefined where that error is 0 or does not exist.
    pub fn delong_interval(&self, level: Level) -> Result<Interval, Undefined> {
        Ok(Interval::around(self.area, level.z() * self.usable_error()?).clipped(0.0, 1.0))
    }

    /// DeLong's interval on the scale ln(A/(1 − A)), which cannot leave [0, 1]. The one to show. Undefined as
    /// [`Self::delong_interval`] and for an area of 0 or 1: see [`Self::separated_interval`].
    pub fn logit_interval(&self, level: Level) -> Result<Interval, Undefined> {
        let area = self.area;
        if area <= 0.0 || area >= 1.0 {
            return Err(NO_SPREAD);
        }
        let half = level.z() * self.usable_error()? / (area * (1.0 - area));
        let centre = area.ln() - (-area).ln_1p();
        let back = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        Ok(Interval { lo: back(centre - half), hi: back(centre + half) })
    }

    /// For an area of 1 or 0: Clopper–Pearson over min(positive, negative) disjoint pairs, all of which fell the same
    /// way. They are independent trials with the area as their chance, so it covers at least what it says.
    /// Undefined for any other area.
    pub fn separated_interval(&self, level: Level) -> Result<Interval, Undefined> {
        let pairs = self.positive.min(self.negative);
        if self.area >= 1.0 {
            clopper_pearson(pairs, pairs, level)
        } else if self.area <= 0.0 {
            clopper_pearson(0, pairs, level)
        } else {
            Err(Undefined("the items are not separated"))
        }
    }
}

/// For each score the share of `others` below it, ties counted half.
fn placements(scores: &[f64], others: &[f64]) -> Vec<f64> {
    let mut sorted = others.to_vec();
    sorted.sort_by(f64::total_cmp);
    scores
        .iter()
        .map(|score| {
            let below = sorted.partition_point(|other| other < score);
            let at_most = sorted.partition_point(|other| other <= score);
            (below + at_most) as f64 / (2.0 * others.len() as f64)
        })
        .collect()
}
