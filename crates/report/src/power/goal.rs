//! How many questions a goal takes.

use fourcell::statistics::power::{
    McNemar, SUM_UP_TO, questions_for_difference, questions_for_difference_exact, questions_for_half_width_wald,
    questions_for_half_width_wilson, questions_for_noninferiority, questions_for_paired_t, questions_with_clusters,
};
use fourcell::statistics::proportion::questions_for_zero_failures;
use fourcell::statistics::{Level, Undefined};

use super::{Terms, Uses, assumptions, percent, points};

/// The test that hits are compared by, with its power summed over all that can happen.
pub(super) const MCNEMAR: &str = "McNemar mid-p, exact power";

/// What a set should be able to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// That two systems differ by so much in hits.
    Detect(f64),
    /// That a candidate is no worse than by this margin, in hits.
    Margin(f64),
    /// A rate, with an interval of this half width.
    HalfWidth(f64),
    /// That the mean difference of scores is not zero, where it is so many standard deviations.
    Effect(f64),
    /// That a rate is below this, by seeing no failure.
    ZeroFailures(f64),
}

/// A goal with the numbers of questions it takes.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The goal.
    pub goal: Goal,
    /// A number for each method.
    pub needed: Vec<Needed>,
    /// What is assumed, in words.
    pub assumptions: Vec<String>,
}

/// How many questions a method asks for.
#[derive(Clone, Debug)]
pub struct Needed {
    /// The method.
    pub method: &'static str,
    /// Unrelated questions.
    pub questions: usize,
    /// Questions that share clusters, where they do.
    pub clustered: Option<usize>,
}

impl Goal {
    /// Its name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Detect(_) => "detect",
            Self::Margin(_) => "margin",
            Self::HalfWidth(_) => "half-width",
            Self::Effect(_) => "dz",
            Self::ZeroFailures(_) => "zero-failures",
        }
    }

    /// Its number.
    pub fn value(&self) -> f64 {
        match self {
            Self::Detect(v) | Self::Margin(v) | Self::HalfWidth(v) | Self::Effect(v) | Self::ZeroFailures(v) => *v,
        }
    }

    /// The goal as a clause that starts with "to".
    pub fn text(&self) -> String {
        match self {
            Self::Detect(d) => format!("to detect a difference of {} in hits", points(*d)),
            Self::Margin(m) => format!("to show that a candidate is not worse by more than {} in hits", points(*m)),
            Self::HalfWidth(h) => format!("to know a rate to within {}", points(*h)),
            Self::Effect(dz) => format!("to detect a mean difference of {dz} standard deviations of the differences"),
            Self::ZeroFailures(rate) => format!("to show a rate of at most {} by seeing no failure", percent(*rate)),
        }
    }

    /// The numbers of questions it takes.
    pub fn answer(self, terms: &Terms) -> Result<Answer, Undefined> {
        let (alpha, power, discordance) = (terms.alpha_each(), terms.power, terms.discordance.value);
        let level = Level::new(1.0 - alpha)?;
        // 1e-9: what is whole on paper must not be rounded up by a last digit.
        let whole = |n: f64| (n - 1e-9).ceil() as usize;
        let (numbers, used, sides): (Vec<(&'static str, usize)>, &[Uses], &str) = match self {
            Self::Detect(difference) => {
                let connor = questions_for_difference(discordance, difference, alpha, power)?;
                let exact = questions_for_difference_exact(discordance, difference, alpha, power, McNemar::MidP)?;
                let mut numbers = vec![(MCNEMAR, exact), ("Connor 1987, closed form", whole(connor))];
                // Beyond it nothing is summed, and the two are one.
                numbers.retain(|(method, n)| *method != MCNEMAR || *n <= SUM_UP_TO);
                (numbers, &[Uses::Power, Uses::Discordance], "two-sided")
            }
            Self::Margin(margin) => {
                let n = questions_for_noninferiority(discordance, 0.0, margin, alpha, power)?;
                let used = &[Uses::Power, Uses::Discordance];
                (
                    vec![("non-inferiority, (z_alpha + z_power)² discordance / margin²", whole(n))],
                    used,
                    "one-sided; no true difference",
                )
            }
            Self::HalfWidth(half) => {
                let (p, h) = (terms.rate.value, half);
                let numbers = vec![
                    ("Wilson, by search", questions_for_half_width_wilson(p, h, level)?),
                    ("Wald, the textbook's z² p (1 − p) / h²", questions_for_half_width_wald(p, h, level)?),
                ];
                (numbers, &[Uses::Rate], "two-sided")
            }
            Self::Effect(dz) => {
                let n = questions_for_paired_t(dz, alpha, power)?;
                (vec![("paired t, noncentral t", whole(n))], &[Uses::Power], "two-sided")
            }
            Self::ZeroFailures(rate) => {
                let n = questions_for_zero_failures(rate, level)?;
                (vec![("Clopper-Pearson, ln(alpha) / ln(1 − rate)", n)], &[], "one-sided")
            }
        };
        let needed = numbers.into_iter().map(|(method, questions)| {
            let clustered = terms.clustered().then(|| questions_with_clusters(questions, terms.design_effect)).transpose()?;
            Ok(Needed { method, questions, clustered })
        });
        let needed = needed.collect::<Result<_, Undefined>>()?;
        Ok(Answer { goal: self, needed, assumptions: assumptions(terms, used, sides) })
    }
}
