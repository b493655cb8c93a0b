//! Where to cut.

use crate::interval::Level;
use crate::mean::check_values;
use crate::proportion::clopper_pearson_upper;
use crate::undefined::{NOT_A_PROBABILITY, Undefined};

/// What answering from a score on would do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// Answer where the score is at least this.
    pub at_least: f64,
    /// Share of the unanswerable questions that would be answered.
    pub false_answer_rate: f64,
    /// One-sided Clopper–Pearson upper bound of that share.
    pub upper: f64,
    /// Share of the answerable questions that would be answered; the rest are refused needlessly.
    pub answer_rate: f64,
}

impl Threshold {
    /// Youden's J: answer rate − false answer rate.
    pub fn youden(&self) -> f64 {
        self.answer_rate - self.false_answer_rate
    }
}

/// Every threshold that makes a difference, from strict to loose: the distinct scores in descending order.
///
/// Undefined without questions of both kinds and for scores that are not finite.
pub fn thresholds(answerable: &[f64], unanswerable: &[f64], level: Level) -> Result<Vec<Threshold>, Undefined> {
    check_values(answerable)?;
    check_values(unanswerable)?;
    if answerable.is_empty() || unanswerable.is_empty() {
        return Err(Undefined("needs questions of both kinds"));
    }
    let mut scores: Vec<(f64, bool)> = answerable.iter().map(|score| (*score, true)).collect();
    scores.extend(unanswerable.iter().map(|score| (*score, false)));
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut right, mut wrong) = (0, 0);
    scores
        .chunk_by(|a, b| a.0 == b.0)
        .map(|tied| {
            right += tied.iter().filter(|(_, answerable)| *answerable).count();
            wrong += tied.iter().filter(|(_, answerable)| !answerable).count();
            Ok(Threshold {
                at_least: tied[0].0,
                false_answer_rate: wrong as f64 / unanswerable.len() as f64,
                upper: clopper_pearson_upper(wrong, unanswerable.len(), level)?,
                answer_rate: right as f64 / answerable.len() as f64,
            })
        })
        .collect()
}

/// The loosest threshold whose false answer rate is within `budget` at the level of `thresholds`, by testing in a fixed
/// sequence: from strict to loose, the last one before the first whose upper bound exceeds the budget. The order is
/// fixed beforehand, so the many tests need no correction.
///
/// `None` where not even the strictest keeps the budget: more unanswerable questions are needed, or a better score.
/// Undefined unless the budget lies strictly between 0 and 1.
pub fn loosest_threshold(thresholds: &[Threshold], budget: f64) -> Result<Option<Threshold>, Undefined> {
    if !(budget > 0.0 && budget < 1.0) {
        return Err(NOT_A_PROBABILITY);
    }
    Ok(thresholds.iter().take_while(|threshold| threshold.upper <= budget).last().copied())
}
