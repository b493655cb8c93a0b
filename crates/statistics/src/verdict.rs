//! Is the candidate no worse than the baseline by more than a margin that was fixed beforehand?
//!
//! Three outcomes, never two: too little evidence is neither a pass nor a fail. A difference that
//! is "not significant" says nothing about regression; only a bound against the margin does. The
//! bounds are one-sided 95 % bounds: the ends of the two-sided 90 % interval.

use crate::interval::{Interval, Level};
use crate::mean::Moments;
use crate::paired::{Table, exact_noninferiority, tango};
use crate::proportion::wilson_at;
use crate::special::{normal, student};
use crate::sum::{mean, sum};
use crate::undefined::{MARGIN_NOT_POSITIVE, NOT_FINITE, Undefined};

/// The power a further number of questions is worked out for.
const POWER: f64 = 0.80;
/// More questions than this is no advice.
const LARGEST_ADVICE: f64 = 1e9;

/// What the evidence says about the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The lower bound of A − B is above −margin: no worse than allowed. Of hits the exact test must agree.
    Pass,
    /// The upper bound is below −margin: worse than allowed.
    Fail,
    /// The bounds lie on both sides of −margin.
    Inconclusive {
        /// How many questions more would decide with 80 % power if the two systems are equal:
        /// n = (z.95 + z.80)²·v/m², minus the questions there are, with m the margin and v the
        /// discordance (hits) or the variance of the differences (scores). Where there already are
        /// that many, the difference lies near −margin, and m is its observed distance from there
        /// instead. At least 1.
        ///
        /// `None` where it cannot be told: the variance is unknown (one question, or all
        /// differences equal), or it would take more than 10⁹ questions.
        more: Option<usize>,
    },
    /// Every question came out the same for both: the change changed nothing that is measured.
    Unchanged,
}

/// An outcome with the numbers it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// Mean of A − B.
    pub difference: f64,
    /// One-sided 95 % lower and upper bounds of A − B; `None` where none can be had.
    pub bounds: Option<Interval>,
    /// Name of the method that made the bounds.
    pub method: &'static str,
    /// The margin.
    pub margin: f64,
    /// How many pairs.
    pub n: usize,
}

/// Method name: ends of Tango's interval, of 90 % unless another level is asked for.
pub const TANGO: &str = "Tango 90 % interval";
/// Method name: ends of the paired t interval, of 90 % unless another level is asked for.
pub const PAIRED_T: &str = "paired t 90 % interval";
/// Method name: Wilson on the differences moved from [−1, 1] to [0, 1], where t is undefined.
pub const WILSON_MOVED: &str = "Wilson 90 % interval on differences moved to [0, 1]";
/// Method name where there are no bounds.
pub const NO_BOUNDS: &str = "no bounds";

fn checked(margin: f64) -> Result<(), Undefined> {
    if margin > 0.0 && margin.is_finite() { Ok(()) } else { Err(MARGIN_NOT_POSITIVE) }
}

fn decide(bounds: Interval, margin: f64, more: impl FnOnce() -> Option<usize>) -> Outcome {
    if bounds.lo > -margin {
        Outcome::Pass
    } else if bounds.hi < -margin {
        Outcome::Fail
    } else {
        Outcome::Inconclusive { more: more() }
    }
}

/// See [`Outcome::Inconclusive`]. `if_equal` is the variance of a difference if the two systems were
/// equal, `observed` the one around the observed difference.
fn more_questions(n: usize, if_equal: f64, observed: f64, difference: f64, margin: f64, bound: Level) -> Option<usize> {
    let z = bound.z() + normal::quantile(POWER);
    let needed = |variance: f64, distance: f64| z * z * variance / (distance * distance);
    let have = n as f64;
    let at_no_difference = needed(if_equal, margin);
    let total = if at_no_difference > have { at_no_difference } else { needed(observed, difference + margin) };
    (total > 0.0 && total < LARGEST_ADVICE).then(|| ((total - have).ceil() as usize).max(1))
}

/// The verdict for hits, by Tango's interval, and to pass by the [exact test](exact_noninferiority) on the same statistic too.
///
/// [`Outcome::Unchanged`] where no question is discordant. Undefined for n = 0 and for a margin
/// that is not above 0.
///
/// ```
/// use statistics::paired::Table;
/// use statistics::verdict::{Outcome, for_hits};
///
/// let table = Table { both: 75, only_a: 5, only_b: 5, neither: 15 };
/// // No difference seen, but a hundred questions do not exclude a loss of five points.
/// assert_eq!(for_hits(&table, 0.05).unwrap().outcome, Outcome::Inconclusive { more: Some(148) });
/// ```
pub fn for_hits(table: &Table, margin: f64) -> Result<Verdict, Undefined> {
    for_hits_at(table, margin, Level::NINETY)
}

/// [`for_hits`] with the bounds of another two-sided level than 90 %: where a look has to be paid for.
pub fn for_hits_at(table: &Table, margin: f64, bound: Level) -> Result<Verdict, Undefined> {
    checked(margin)?;
    let difference = table.difference()?;
    let bounds = tango::interval(table, bound)?;
    let outcome = if table.discordant() == 0 {
        Outcome::Unchanged
    } else {
        let discordance = table.discordant() as f64 / table.n() as f64;
        let more = || more_questions(table.n(), discordance, discordance - difference * difference, difference, margin, bound);
        match decide(bounds, margin, more) {
            // The bound is an approximation, and what it lets pass too much is caught.
            Outcome::Pass if exact_noninferiority::p(table, margin)? > 0.5 * bound.alpha() => {
                Outcome::Inconclusive { more: more() }
            }
            outcome => outcome,
        }
    };
    Ok(Verdict { outcome, difference, bounds: Some(bounds), method: TANGO, margin, n: table.n() })
}

/// With fewer differences than this that are not zero, what is won and lost is counted as well.
const FEW_DIFFERENT: usize = 20;

/// Whether t takes too much for certain. Most differences are zero and the others lean to one side, so that t lets a loss of the margin pass
/// in 5 to 8 % of cases. Two things must hold besides: Hall's t, transformed to take skewness out (1992, JRSS B 54:221), with as many degrees
/// of freedom as questions that differ allow; or where fewer than 20 do, with those of all, and the exact test of hits on what is won and lost.
fn leans(differences: &[f64], margin: f64, bound: Level) -> Result<bool, Undefined> {
    let alpha = 0.5 * bound.alpha();
    let won = differences.iter().filter(|d| **d > 0.0).count();
    let lost = differences.iter().filter(|d| **d < 0.0).count();
    if won + lost < FEW_DIFFERENT && margin < 1.0 && differences.iter().all(|d| d.abs() <= 1.0) {
        let table = Table { both: 0, only_a: won, only_b: lost, neither: differences.len() - won - lost };
        if exact_noninferiority::p(&table, margin)? > alpha {
            return Ok(true);
        }
    }
    let Ok(moments) = Moments::of(differences) else { return Ok(false) };
    let n = differences.len() as f64;
    let skewness = sum(differences.iter().map(|d| ((d - moments.mean) / moments.sd).powi(3))) / n;
    // Monotone in t: its derivative is (1 + skewness·t/3)².
    let t = (moments.mean + margin) / moments.sd;
    let moved = t + skewness * t * t / 3.0 + skewness * skewness * t * t * t / 27.0 + skewness / (6.0 * n);
    // Where few differ the exact test stands guard; where more do, those that are zero say nothing of the spread.
    let degrees = if won + lost < FEW_DIFFERENT { n - 1.0 } else { (won + lost) as f64 - 1.0 };
    Ok(student::upper(moved * n.sqrt(), degrees) > alpha)
}

/// The verdict for scores, by Student's t on the differences A − B.
///
/// Where t is undefined (one question, or a constant shift) and the differences are in [−1, 1],
/// the bounds are Wilson's on the differences moved to [0, 1], which is conservative; beyond
/// [−1, 1] the verdict is inconclusive. A pass must hold by Hall's t for skewed differences too,
/// and where fewer than 20 questions differ, by the exact test of hits on what is won and lost. [`Outcome::Unchanged`] where every difference is exactly 0.
/// Undefined for no questions, values that are not finite, and a margin that is not above 0.
pub fn for_scores(differences: &[f64], margin: f64) -> Result<Verdict, Undefined> {
    for_scores_at(differences, margin, Level::NINETY)
}

/// [`for_scores`] with the bounds of another two-sided level than 90 %.
pub fn for_scores_at(differences: &[f64], margin: f64, bound: Level) -> Result<Verdict, Undefined> {
    checked(margin)?;
    let difference = mean(differences)?;
    let n = differences.len();
    if !difference.is_finite() {
        return Err(NOT_FINITE);
    }
    let moments = Moments::of(differences);
    let (bounds, method) = match moments {
        Ok(moments) => (Some(moments.t_interval(bound)), PAIRED_T),
        Err(_) if differences.iter().all(|d| d.abs() <= 1.0) => {
            let moved = wilson_at((0.5 * (difference + 1.0)).clamp(0.0, 1.0), n as f64, bound.z())?;
            (Some(Interval { lo: 2.0 * moved.lo - 1.0, hi: 2.0 * moved.hi - 1.0 }), WILSON_MOVED)
        }
        Err(_) => (None, NO_BOUNDS),
    };
    let outcome = if differences.iter().all(|d| *d == 0.0) {
        Outcome::Unchanged
    } else {
        let more = || moments.ok().and_then(|m| more_questions(n, m.sd * m.sd, m.sd * m.sd, difference, margin, bound));
        match bounds.map(|bounds| decide(bounds, margin, more)) {
            Some(Outcome::Pass) if leans(differences, margin, bound)? => Outcome::Inconclusive { more: more() },
            Some(outcome) => outcome,
            None => Outcome::Inconclusive { more: None },
        }
    };
    Ok(Verdict { outcome, difference, bounds, method, margin, n })
}
