//! The true rate behind a judge whose errors are known from elsewhere.

use crate::interval::{Interval, Level};
use crate::mean::ROUNDING;
use crate::proportion::check;
use crate::undefined::{NO_SPREAD, Undefined};

/// How often a judge was right on items that people labelled, in another population than the one judged now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// Positive items the judge called positive.
    pub sensitivity_hits: usize,
    /// Positive items.
    pub sensitivity_n: usize,
    /// Negative items the judge called negative.
    pub specificity_hits: usize,
    /// Negative items.
    pub specificity_n: usize,
}

/// The rate of Rogan and Gladen (1978, Am. J. Epidemiol. 107:71) with two intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoganGladen {
    /// Share of items that the judge calls positive.
    pub apparent: f64,
    /// Sensitivity of the judge.
    pub sensitivity: f64,
    /// Specificity of the judge.
    pub specificity: f64,
    /// Sensitivity + specificity − 1, above 0.
    pub youden: f64,
    /// (apparent + specificity − 1)/youden. Outside [0, 1] where the calibration does not fit.
    pub unclipped: f64,
    /// Standard error by the delta method. 0 where nothing varied, which is not certainty.
    pub delta_error: f64,
    /// unclipped ± z·delta error. Undefined where the error is 0.
    pub delta: Result<Interval, Undefined>,
    /// The interval of Lang and Reiczigel (2014, Prev. Vet. Med. 113:13), not clipped. The one to show, clipped.
    pub lang_reiczigel_unclipped: Interval,
}

/// The judge does not separate: the correction would divide by nothing.
const NO_BETTER_THAN_CHANCE: Undefined = Undefined("the judge is no better than chance: sensitivity + specificity is 1 or below");
/// Clipping this to an interval of no width at 0 or 1 would be certainty from a contradiction.
const OUTSIDE: Undefined = Undefined("outside the model: the calibration of the judge does not fit this set");

impl RoganGladen {
    /// From how many of `n` items the judge calls positive, and its calibration.
    ///
    /// Undefined without items or labels of either kind, for more hits than items, and for a judge no better than
    /// chance. Only for a calibration from another population: with labels of people on a random part of these
    /// items, [`prediction_powered`](super::prediction_powered()) needs fewer assumptions.
    pub fn new(judge_positive: usize, n: usize, calibration: &Calibration, level: Level) -> Result<Self, Undefined> {
        let Calibration { sensitivity_hits, sensitivity_n, specificity_hits, specificity_n } = *calibration;
        check(judge_positive, n)?;
        check(sensitivity_hits, sensitivity_n)?;
        check(specificity_hits, specificity_n)?;
        let z = level.z();
        let rate = |hits: usize, of: usize| Rate { p: hits as f64 / of as f64, n: of as f64 };
        let plain = Rates {
            apparent: rate(judge_positive, n),
            sensitivity: rate(sensitivity_hits, sensitivity_n),
            specificity: rate(specificity_hits, specificity_n),
        };
        // With z²/2 and one item added on either side, as Lang and Reiczigel do.
        let added = Rates {
            apparent: plain.apparent.with(0.5 * z * z),
            sensitivity: plain.sensitivity.with(1.0),
            specificity: plain.specificity.with(1.0),
        };
        let youden = plain.youden();
        if youden <= ROUNDING {
            return Err(NO_BETTER_THAN_CHANCE);
        }
        let (unclipped, delta_error) = (plain.estimate(), plain.error());
        let [se, sp] = [added.sensitivity.variance(), added.specificity.variance()];
        let centre = added.estimate();
        let shift = 2.0 * z * z * (centre * se - (1.0 - centre) * sp);
        Ok(Self {
            apparent: plain.apparent.p,
            sensitivity: plain.sensitivity.p,
            specificity: plain.specificity.p,
            youden,
            unclipped,
            delta_error,
            delta: if delta_error <= ROUNDING { Err(NO_SPREAD) } else { Ok(Interval::around(unclipped, z * delta_error)) },
            lang_reiczigel_unclipped: Interval::around(centre + shift, z * added.error()),
        })
    }

    /// The estimate cut to [0, 1].
    pub fn rate(&self) -> f64 {
        self.unclipped.clamp(0.0, 1.0)
    }

    /// The interval of Lang and Reiczigel cut to [0, 1].
    ///
    /// Undefined ("outside the model") where all of it lies outside: then the judge does here what its calibration says it cannot.
    pub fn interval(&self) -> Result<Interval, Undefined> {
        let raw = self.lang_reiczigel_unclipped;
        if raw.hi <= 0.0 || raw.lo >= 1.0 { Err(OUTSIDE) } else { Ok(raw.clipped(0.0, 1.0)) }
    }
}

#[derive(Clone, Copy)]
struct Rate {
    p: f64,
    n: f64,
}

impl Rate {
    fn with(self, either_side: f64) -> Self {
        let n = self.n + 2.0 * either_side;
        Self { p: (self.p * self.n + either_side) / n, n }
    }

    fn variance(self) -> f64 {
        self.p * (1.0 - self.p) / self.n
    }
}

struct Rates {
    apparent: Rate,
    sensitivity: Rate,
    specificity: Rate,
}

impl Rates {
    fn youden(&self) -> f64 {
        self.sensitivity.p + self.specificity.p - 1.0
    }

    fn estimate(&self) -> f64 {
        (self.apparent.p + self.specificity.p - 1.0) / self.youden()
    }

    /// √(v(p) + π² v(Se) + (1 − π)² v(Sp))/youden.
    fn error(&self) -> f64 {
        let rate = self.estimate();
        let variance = self.apparent.variance()
            + rate * rate * self.sensitivity.variance()
            + (1.0 - rate) * (1.0 - rate) * self.specificity.variance();
        variance.sqrt() / self.youden()
    }
}
