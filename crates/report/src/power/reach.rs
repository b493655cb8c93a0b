//! What a number of questions can tell.

use fourcell::evidence::{Question, Split};
use fourcell::statistics::power::{McNemar, questions_for_noninferiority, size_label, smallest_detectable};
use fourcell::statistics::proportion::{wilson_at, zero_failures_upper};
use fourcell::statistics::{Level, Undefined};

use super::{Terms, Uses, assumptions};
use crate::check::SetSize;

/// Shares of discordant questions that a table goes through where none is given.
pub const DISCORDANCES: [f64; 5] = [0.05, 0.10, 0.20, 0.30, 0.40];
/// Rates that a table of half widths goes through where none is given.
const RATES: [f64; 3] = [0.5, 0.8, 0.95];

/// What so many questions can tell.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Questions.
    pub questions: usize,
    /// As many unrelated ones they are worth.
    pub worth: usize,
    /// What a set of this size is good for.
    pub label: &'static str,
    /// By share of discordant questions.
    pub by_discordance: Vec<Reachable>,
    /// Half widths of intervals.
    pub half_widths: Vec<HalfWidth>,
    /// The largest rate that remains possible when no failure is seen.
    pub zero_failures: f64,
    /// What is assumed, in words.
    pub assumptions: Vec<String>,
}

/// What can be told where two systems differ on a share of the questions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reachable {
    /// That share.
    pub discordance: f64,
    /// The smallest difference that is detected; `None` where there is none.
    pub difference: Option<f64>,
    /// The smallest margin within which a candidate that is no worse can be shown to be.
    pub margin: Option<f64>,
}

/// The half width of Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfWidth {
    /// Around this rate.
    pub rate: f64,
    /// Half of the interval's width.
    pub half_width: f64,
}

impl Reach {
    /// Of so many questions.
    pub fn of(questions: usize, terms: &Terms) -> Result<Self, Undefined> {
        let worth = terms.worth(questions);
        let level = Level::new(1.0 - terms.alpha_each())?;
        let discordances = if terms.discordance.given { vec![terms.discordance.value] } else { DISCORDANCES.to_vec() };
        let rates = if terms.rate.given { vec![terms.rate.value] } else { RATES.to_vec() };
        let by_discordance = discordances.into_iter().map(|share| Reachable::of(worth, share, terms));
        let half_widths = rates.into_iter().map(|rate| {
            let interval = wilson_at(rate, worth as f64, level.z())?;
            Ok(HalfWidth { rate, half_width: 0.5 * interval.width() })
        });
        let mut assumed = assumptions(terms, &[Uses::Power], "two-sided, for margins and zero failures one-sided");
        if terms.discordance.given {
            assumed = assumptions(terms, &[Uses::Power, Uses::Discordance], "two-sided, for margins and zero failures one-sided");
        }
        Ok(Self {
            questions,
            worth,
            label: size_label(worth),
            by_discordance: by_discordance.collect::<Result<_, Undefined>>()?,
            half_widths: half_widths.collect::<Result<_, Undefined>>()?,
            zero_failures: zero_failures_upper(worth, level)?,
            assumptions: assumed,
        })
    }
}

impl Reachable {
    fn of(n: usize, discordance: f64, terms: &Terms) -> Result<Self, Undefined> {
        let (alpha, power) = (terms.alpha_each(), terms.power);
        let difference = smallest_detectable(n, discordance, alpha, power, McNemar::MidP)?;
        // n = c/m² with c the number for a margin of 1, so that m = √(c/n).
        let at_one = questions_for_noninferiority(discordance, 0.0, 1.0, alpha, power)?;
        let margin = (at_one / n as f64).sqrt();
        Ok(Self { discordance, difference, margin: (margin < 1.0).then_some(margin) })
    }
}

/// What the set of a project can tell.
#[derive(Clone, Debug)]
pub struct OfProject {
    /// The project's name.
    pub name: String,
    /// Answerable tune questions, all and by slice, then the final ones.
    pub groups: Vec<Group>,
    /// The set's counts, for what can be said of unanswerable questions.
    pub size: SetSize,
    /// What is assumed, in words.
    pub assumptions: Vec<String>,
}

/// Some answerable questions of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The key of a slice; `None` of a whole split.
    pub key: Option<String>,
    /// Which they are: `tune`, `final`, or the value of a slice.
    pub name: String,
    /// Answerable questions.
    pub questions: usize,
    /// As many unrelated ones they are worth.
    pub worth: usize,
    /// What a set of this size is good for.
    pub label: &'static str,
    /// The smallest difference that is detected; `None` where there is none.
    pub difference: Option<f64>,
    /// How many questions more reach 100 and 300 unrelated ones.
    pub more: [usize; 2],
}

/// Sizes that are worth reaching: enough for large changes, enough for a pipeline.
pub const TARGETS: [usize; 2] = [100, 300];

impl Group {
    fn of(key: Option<&str>, name: &str, questions: usize, terms: &Terms) -> Self {
        let worth = terms.worth(questions);
        let found = smallest_detectable(worth, terms.discordance.value, terms.alpha_each(), terms.power, McNemar::MidP);
        let needed = |target: usize| (target as f64 * terms.design_effect - 1e-9).ceil() as usize;
        Self {
            key: key.map(str::to_owned),
            name: name.to_owned(),
            questions,
            worth,
            label: size_label(worth),
            difference: found.ok().flatten(),
            more: TARGETS.map(|target| needed(target).saturating_sub(questions)),
        }
    }
}

impl OfProject {
    /// Of a question set. `keys` are those of slices; where there are none, every key that the questions have.
    pub fn of(name: &str, questions: &[Question], keys: &[String], terms: &Terms) -> Self {
        let size = SetSize::of(questions, keys);
        let mut groups: Vec<Group> = size.parts.iter().map(|part| Group::of(None, part.split, part.answerable, terms)).collect();
        let slices = size.slices.iter().filter(|s| s.tune.1 > 0);
        groups.extend(slices.map(|s| Group::of(Some(&s.key), &s.value, s.tune.1, terms)));
        let assumptions = assumptions(terms, &[Uses::Power, Uses::Discordance], "two-sided");
        Self { name: name.to_owned(), groups, size, assumptions }
    }

    /// Answerable questions that are not final.
    pub fn tune(&self) -> usize {
        self.groups.iter().find(|g| g.key.is_none() && g.name == Split::Tune.name()).map_or(0, |g| g.questions)
    }
}
