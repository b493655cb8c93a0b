//! Drawings in SVG. Places are shares of the width and height, so that a drawing fits any screen while its text keeps its size.

pub mod curve;
pub mod histogram;
pub mod strip;

use super::escape;

/// Values that are drawn from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The value at the left or lower end.
    pub lo: f64,
    /// The value at the other end; greater.
    pub hi: f64,
}

impl Scale {
    /// Shares and scores in [0, 1].
    pub const UNIT: Self = Self { lo: 0.0, hi: 1.0 };

    /// From nothing to the greatest of some values; to 1 where there are none.
    pub fn from_zero(values: impl IntoIterator<Item = f64>) -> Self {
        let hi = values.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
        Self { lo: 0.0, hi: if hi > 0.0 { hi } else { 1.0 } }
    }

    /// From the least to the greatest of some values, with room where they are all the same.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (lo, hi) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), value| (lo.min(value), hi.max(value)));
        match (lo.is_finite(), lo < hi) {
            (false, _) => Self::UNIT,
            (true, true) => Self { lo, hi },
            (true, false) => Self { lo: lo - 0.5, hi: lo + 0.5 },
        }
    }

    /// Where a value stands, in [0, 1]; values beyond the ends stand at them.
    pub fn share(self, value: f64) -> f64 {
        ((value - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0)
    }

    /// The same as SVG has it: `42.5%`.
    pub fn at(self, value: f64) -> String {
        percent(self.share(value))
    }
}

/// A share as SVG has it.
pub fn percent(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A drawing that says what it is to those who do not see it: `label` in a few words, `desc` its values.
pub fn drawing(class: &str, label: &str, desc: &str, inner: &str) -> String {
    let (label, desc) = (escape::text(label), escape::text(desc));
    format!(
        "<svg class=\"{class}\" role=\"img\" aria-label=\"{label}. {desc}\"><title>{label}</title><desc>{desc}</desc>{inner}</svg>"
    )
}

/// A drawing beside words that say the same.
pub fn decoration(class: &str, inner: &str) -> String {
    format!("<svg class=\"{class}\" aria-hidden=\"true\" focusable=\"false\">{inner}</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_within_the_drawing() {
        let scale = Scale { lo: 10.0, hi: 20.0 };
        assert_eq!([10.0, 15.0, 20.0, 99.0, -1.0].map(|v| scale.at(v)), ["0%", "50%", "100%", "100%", "0%"]);
        assert_eq!(Scale::of([3.0, f64::NAN, 3.0]), Scale { lo: 2.5, hi: 3.5 });
        assert_eq!(Scale::of([]), Scale::UNIT);
        assert_eq!(Scale::from_zero([0.0]).hi, 1.0);
        assert_eq!(percent(1.0 / 3.0), "33.33%");
    }
}
