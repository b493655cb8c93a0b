//! The layered gate: may a change ship? Layers in order, of which a later one never buys back an earlier one; every one is shown.
//!
//! Everything here is a pure function of what was measured: which runs are compared, where they are and what was agreed beforehand is
//! for whoever calls.

mod check;
mod cost;
mod critical;
mod invariants;
mod layers;
mod no_worse;
mod outcome;
mod preconditions;
mod regressions;
mod repeats;
mod rubric;
mod unanswerable;

pub use check::Check;
pub use cost::{Calls, Quantity, budget};
pub use critical::{CriticalDecline, CriticalSet, Demand, critical};
pub use invariants::invariants;
pub use layers::{Gate, LAYERS, Layer, LayerName};
pub use no_worse::no_worse;
pub use outcome::Outcome;
pub use preconditions::{Preconditions, Side, preconditions};
pub use regressions::{Lost, Regression, regressions};
pub use repeats::{Flaky, PassAt, over_hits, over_repeats};
pub use rubric::{Limit, rubric};
pub use unanswerable::{FalseAnswers, false_answers};

use statistics::{Interval, Level, Summary};

/// The level whose one-sided bound decides: 95 %, unless looks at a final set have to be paid for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certainty(f64);

impl Certainty {
    /// One-sided 95 %.
    pub const USUAL: Self = Self(0.05);

    /// One-sided, with this chance of a false pass, in (0, 0.5).
    pub fn of_alpha(alpha: f64) -> Option<Self> {
        (alpha > 0.0 && alpha < 0.5).then_some(Self(alpha))
    }

    /// The chance of a false pass at the margin.
    pub fn alpha(self) -> f64 {
        self.0
    }

    /// The level of the two-sided interval whose ends are the one-sided bounds: 90 % for 95 %.
    pub fn two_sided(self) -> Level {
        Level::new(1.0 - 2.0 * self.0).unwrap_or(Level::NINETY)
    }

    /// The level of a one-sided bound.
    pub fn one_sided(self) -> Level {
        Level::new(1.0 - self.0).unwrap_or(Level::NINETY_FIVE)
    }

    /// As people read it: `95 %`.
    pub fn words(self) -> String {
        let percent = 100.0 * (1.0 - self.0);
        if (percent - percent.round()).abs() < 1e-9 { format!("{percent:.0} %") } else { format!("{percent:.1} %") }
    }
}

/// A number without anything that is undefined.
fn number(value: Option<f64>, n: usize, interval: Option<Interval>, method: &'static str, level: Level) -> Summary {
    Summary {
        value,
        n,
        interval,
        interval_undefined: None,
        method,
        level: level.get(),
        failed: 0,
        undefined: Default::default(),
        bounds: None,
        clusters: None,
        n_eff: None,
        warnings: Vec::new(),
    }
}

/// A share in points of a hundredth, with its sign.
fn points(share: f64) -> String {
    let text = format!("{:+.1}", share * 100.0);
    if text == "-0.0" || text == "+0.0" { "0.0".to_owned() } else { text }
}

/// So many questions, in words.
fn questions(n: usize) -> String {
    if n == 1 { "1 question".to_owned() } else { format!("{n} questions") }
}

/// The first few of some ids.
fn ids<'a>(all: impl IntoIterator<Item = &'a String>) -> String {
    const SHOWN: usize = 5;
    let all: Vec<&str> = all.into_iter().map(String::as_str).collect();
    let more = if all.len() > SHOWN { format!(" and {} more", all.len() - SHOWN) } else { String::new() };
    format!("{}{more}", all[..all.len().min(SHOWN)].join(", "))
}
