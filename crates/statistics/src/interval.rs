//! Intervals and the confidence they are given at.

use crate::special::normal;
use crate::undefined::{NOT_A_PROBABILITY, Undefined};

/// A closed interval, `lo <= hi`, in the unit of the estimate it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

impl Interval {
    /// Distance between the ends.
    pub fn width(self) -> f64 {
        self.hi - self.lo
    }

    /// Whether `value` lies inside or on an end.
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// The part inside `[lo, hi]`, for estimates that cannot leave that range.
    pub fn clipped(self, lo: f64, hi: f64) -> Self {
        Self { lo: self.lo.max(lo).min(hi), hi: self.hi.min(hi).max(lo) }
    }

    /// `centre` minus and plus `half_width`.
    pub(crate) fn around(centre: f64, half_width: f64) -> Self {
        Self { lo: centre - half_width, hi: centre + half_width }
    }
}

/// A confidence level strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Level(f64);

impl Level {
    /// 95 %, the level of every interval shown unless another is asked for.
    pub const NINETY_FIVE: Level = Level(0.95);
    /// 90 %, whose two ends are the one-sided 95 % bounds that gates use.
    pub const NINETY: Level = Level(0.90);

    /// A checked level. Undefined unless it lies strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, Undefined> {
        if level > 0.0 && level < 1.0 { Ok(Self(level)) } else { Err(NOT_A_PROBABILITY) }
    }

    /// The confidence itself, 0.95 say.
    pub fn get(self) -> f64 {
        self.0
    }

    /// One minus the confidence: the chance, in total, of missing on either side.
    pub fn alpha(self) -> f64 {
        1.0 - self.0
    }

    /// The standard normal quantile of a two-sided interval: 1.95996… at 95 %.
    pub fn z(self) -> f64 {
        normal::upper_quantile(self.alpha() / 2.0)
    }

    /// The standard normal quantile of a one-sided bound: 1.64485… at 95 %.
    pub fn z_one_sided(self) -> f64 {
        normal::upper_quantile(self.alpha())
    }
}
