//! How often does a gate decide what, if the truth is known? By simulation, with the verdicts that the gate itself gives.

use std::collections::HashMap;

use crate::generator::Stream;
use crate::interval::Level;
use crate::paired::Table;
use crate::undefined::{MARGIN_NOT_POSITIVE, NOT_A_PROBABILITY, NOTHING_EVALUATED, Undefined};
use crate::verdict::{Outcome, for_hits_at, for_scores_at};

/// What is simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// Questions in each simulated set.
    pub questions: usize,
    /// By how much the candidate is truly worse, in [0, 1).
    pub loss: f64,
    /// The share of questions on which the two differ, at least the loss, at most 1.
    pub discordance: f64,
    /// Whether a question scores 0 or 1; else it differs by a half or by 1, as evidence of two groups does.
    pub hits: bool,
}

/// How often each outcome came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// No worse than the margin allows.
    pub pass: usize,
    /// Not one question differs.
    pub unchanged: usize,
    /// Not decided.
    pub inconclusive: usize,
    /// Worse than the margin allows.
    pub fail: usize,
}

impl Rates {
    /// Of how many.
    pub fn all(self) -> usize {
        self.pass + self.unchanged + self.inconclusive + self.fail
    }
}

/// Draws `replicates` sets and decides each against the margin; replicate number i has the stream i of `seed`. O(replicates · questions).
///
/// Undefined without questions, for a margin outside (0, 1), and for shares that are none or do not fit each other.
pub fn simulate(truth: &Truth, margin: f64, bound: Level, replicates: u32, seed: u64) -> Result<Rates, Undefined> {
    let Truth { questions, loss, discordance, hits } = *truth;
    if questions == 0 {
        return Err(NOTHING_EVALUATED);
    }
    if !(margin > 0.0 && margin < 1.0) {
        return Err(MARGIN_NOT_POSITIVE);
    }
    // A score that differs by a half in half of the cases moves the mean by three quarters of what a hit does.
    let size = if hits { 1.0 } else { MEAN_STEP };
    let shift = loss / size;
    if !((0.0..=1.0).contains(&discordance) && (0.0..=discordance).contains(&shift)) {
        return Err(NOT_A_PROBABILITY);
    }
    let (lost, won) = (0.5 * (discordance + shift), 0.5 * (discordance - shift));
    let mut rates = Rates::default();
    let mut known: HashMap<(usize, usize), Outcome> = HashMap::new();
    let mut differences = Vec::with_capacity(questions);
    for replicate in 0..u64::from(replicates) {
        let mut stream = Stream::new(seed, replicate);
        let outcome = if hits {
            let (mut only_a, mut only_b) = (0, 0);
            for _ in 0..questions {
                let draw = uniform(&mut stream);
                only_b += usize::from(draw < lost);
                only_a += usize::from(draw >= lost && draw < lost + won);
            }
            match known.get(&(only_a, only_b)) {
                Some(outcome) => *outcome,
                None => {
                    let table = Table { both: 0, only_a, only_b, neither: questions - only_a - only_b };
                    let outcome = for_hits_at(&table, margin, bound)?.outcome;
                    known.insert((only_a, only_b), outcome);
                    outcome
                }
            }
        } else {
            differences.clear();
            for _ in 0..questions {
                let draw = uniform(&mut stream);
                let step = if stream.flip() { 1.0 } else { 0.5 };
                differences.push(if draw < lost {
                    -step
                } else if draw < lost + won {
                    step
                } else {
                    0.0
                });
            }
            for_scores_at(&differences, margin, bound)?.outcome
        };
        match outcome {
            Outcome::Pass => rates.pass += 1,
            Outcome::Unchanged => rates.unchanged += 1,
            Outcome::Inconclusive { .. } => rates.inconclusive += 1,
            Outcome::Fail => rates.fail += 1,
        }
    }
    Ok(rates)
}

/// The mean of the two steps of a score that differs.
pub const MEAN_STEP: f64 = 0.75;

/// In [0, 1), with 53 bits.
fn uniform(stream: &mut Stream) -> f64 {
    stream.index(1 << 53) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(questions: usize, loss: f64, discordance: f64, hits: bool) -> Rates {
        simulate(&Truth { questions, loss, discordance, hits }, 0.1, Level::NINETY, 400, 7).unwrap()
    }

    #[test]
    fn a_loss_of_the_margin_seldom_passes_and_twice_that_seldom_does_not_fail() {
        for hits in [true, false] {
            let at_margin = rates(200, 0.1, 0.3, hits);
            assert!(at_margin.pass <= 35 && at_margin.all() == 400, "{at_margin:?}");
            let none = rates(400, 0.0, 0.2, hits);
            assert!(none.pass > 360 && none.fail == 0, "{none:?}");
            let twice = rates(400, 0.2, 0.3, hits);
            assert!(twice.pass == 0 && twice.fail > 350, "{twice:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_rates_and_what_does_not_fit_is_refused() {
        assert_eq!(rates(50, 0.1, 0.2, true), rates(50, 0.1, 0.2, true));
        let refused = |questions, loss, discordance| {
            simulate(&Truth { questions, loss, discordance, hits: true }, 0.1, Level::NINETY, 1, 1).is_err()
        };
        assert!(refused(0, 0.0, 0.1) && refused(10, 0.2, 0.1) && refused(10, 0.0, 1.5));
        assert_eq!(rates(10, 0.0, 0.0, true).unchanged, 400);
    }
}
