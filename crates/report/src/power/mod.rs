//! What `power` found, as values; and each format it is written in.

mod goal;
mod json;
mod reach;
mod terminal;

pub use goal::{Answer, Goal, Needed};
pub use json::json;
pub use reach::{DISCORDANCES, Group, HalfWidth, OfProject, Reach, Reachable};
pub use terminal::terminal;

/// What is assumed about the questions, the systems and the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// How surely a difference that is there should be seen.
    pub power: f64,
    /// The error allowed to all comparisons together.
    pub alpha: f64,
    /// How many comparisons share it.
    pub comparisons: usize,
    /// The share of questions on which two systems differ, and whether that was said or is assumed.
    pub discordance: Assumed,
    /// The rate around which an interval is wanted.
    pub rate: Assumed,
    /// How much larger variances are than those of unrelated questions.
    pub design_effect: f64,
}

/// A number that was given, or is assumed for want of a better one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumed {
    /// The number.
    pub value: f64,
    /// Whether it was given.
    pub given: bool,
}

impl Terms {
    /// The error allowed to one comparison: alpha/k (Bonferroni).
    pub fn alpha_each(&self) -> f64 {
        self.alpha / self.comparisons as f64
    }

    /// As many unrelated questions as `n` of these are worth, rounded down.
    pub fn worth(&self, n: usize) -> usize {
        // 1e-9: a quotient that is whole on paper must not be rounded down by a last digit.
        (n as f64 / self.design_effect + 1e-9).floor() as usize
    }

    fn clustered(&self) -> bool {
        self.design_effect != 1.0
    }
}

/// Everything that `power` says.
#[derive(Clone, Debug)]
pub enum PowerReport {
    /// How many questions each goal takes, and what a number of questions can tell.
    Plan(Vec<Answer>, Option<Reach>, Terms),
    /// What the set of a project can tell.
    Project(OfProject, Terms),
}

/// `12.5 %`, without a decimal that is 0.
fn percent(share: f64) -> String {
    format!("{} %", (share * 1e6).round() / 1e4)
}

/// `5 points` of a hundred.
fn points(share: f64) -> String {
    let points = (share * 1e6).round() / 1e4;
    format!("{points} point{}", if points == 1.0 { "" } else { "s" })
}

/// The assumptions of some terms, in words; only those that were used.
fn assumptions(terms: &Terms, used: &[Uses], sides: &str) -> Vec<String> {
    let mut all = Vec::new();
    let each = terms.alpha_each();
    let shared = match terms.comparisons {
        1 => String::new(),
        k => format!(" ({} for each of {k} comparisons)", percent(each)),
    };
    if used.contains(&Uses::Power) {
        all.push(format!("{} power", percent(terms.power)));
    }
    all.push(format!("alpha {}{shared}, {sides}", percent(terms.alpha)));
    if used.contains(&Uses::Discordance) {
        let how = if terms.discordance.given { "" } else { ": an assumption; compare two earlier runs to measure it" };
        all.push(format!("{} of the questions discordant{how}", percent(terms.discordance.value)));
    }
    if used.contains(&Uses::Rate) {
        let how = if terms.rate.given { "" } else { ": the worst case" };
        all.push(format!("a rate of {}{how}", percent(terms.rate.value)));
    }
    if terms.clustered() {
        all.push(format!("design effect {}", (terms.design_effect * 1e4).round() / 1e4));
    }
    all
}

/// What an answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uses {
    Power,
    Discordance,
    Rate,
}
