//! Normalised discounted cumulative gain.

use std::sync::LazyLock;

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values, total};
use crate::judged::Placed;
use crate::name::Measure;
use crate::view::View;

/// Normalised discounted cumulative gain.
pub const DEFINITION: Definition = Definition {
    name: "nDCG",
    aliases: &["NDCG", "ndcg"],
    title: "normalised discounted cumulative gain",
    trec: ("ndcg", "ndcg_cut"),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::Gain,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("ndcg.md"),
    evaluate,
};

/// What a grade earns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Gain {
    /// The grade itself, as in trec_eval: Järvelin and Kekäläinen 2002.
    #[default]
    Linear,
    /// 2^grade − 1: Burges et al. 2005.
    Exponential,
}

impl Gain {
    /// The gain of a grade; 0 for grades that are not positive.
    pub fn of(self, grade: i32) -> f64 {
        match self {
            _ if grade <= 0 => 0.0,
            Self::Linear => f64::from(grade),
            Self::Exponential => f64::from(grade).exp2() - 1.0,
        }
    }
}

/// Every grade is 0, so no order is better than another.
pub(crate) const NO_GAIN: Undefined =
    Undefined("no passage with a positive grade is known: use a no-answer test for zero required passages");
/// 2^grade would leave the range of doubles.
pub(crate) const TOO_LARGE: Undefined = Undefined("a grade above 500 is too large for an exponential gain");

const TABLED: usize = 1024;
static LOG2: LazyLock<Vec<f64>> = LazyLock::new(|| (0..=TABLED + 1).map(|n| (n as f64).log2()).collect());

/// log2(rank + 1), the divisor of a gain at `rank`, from 1.
fn divisor(rank: usize) -> f64 {
    LOG2.get(rank + 1).copied().unwrap_or_else(|| (rank as f64 + 1.0).log2())
}

/// 1 / log2(rank + 1), for a rank from 1.
pub(crate) fn discount(rank: usize) -> f64 {
    1.0 / divisor(rank)
}

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_judged(view, |judged, k| {
        let room = k.map_or(usize::MAX, |k| k as usize);
        reached_of_ideal(measure.gain, judged.placed, judged.grades, room)
    })
}

/// What `placed` gains, over what the known `grades` (falling) could gain in `room` places.
pub(crate) fn reached_of_ideal(gain: Gain, placed: &[Placed], grades: &[i32], room: usize) -> Result<f64, Undefined> {
    if gain == Gain::Exponential && grades.first().is_some_and(|&g| g > 500) {
        return Err(TOO_LARGE);
    }
    let best = grades.iter().take_while(|&&g| g > 0).take(room).zip(1..);
    let ideal: f64 = best.map(|(&grade, rank)| gain.of(grade) / divisor(rank)).sum();
    if ideal == 0.0 {
        return Err(NO_GAIN);
    }
    let positive = placed.iter().filter(|p| p.grade > 0);
    let reached = total(positive.map(|p| gain.of(p.grade) / divisor(p.rank as usize)));
    Ok(reached / ideal)
}
