//! What refusing the least certain answers buys.

use crate::mean::check_values;
use crate::sum::mean;
use crate::undefined::{NOTHING_EVALUATED, UNEQUAL_LENGTHS, Undefined};

/// The mean loss of the answers that are given, when only the most confident are (El-Yaniv and Wiener 2010).
#[derive(Clone, Debug, PartialEq)]
pub struct RiskCoverage {
    /// Share answered: 1/n, 2/n, … 1.
    pub coverage: Vec<f64>,
    /// Mean loss of those answered. Among equal confidences the loss is spread evenly, which is the mean over all orders of the ties.
    pub risk: Vec<f64>,
    /// Mean of the risks: AURC.
    pub area: f64,
    /// The area for a confidence that knew every loss.
    pub best_area: f64,
}

impl RiskCoverage {
    /// From confidences and losses (0 right, 1 wrong, or between) in the same order of questions.
    ///
    /// Undefined for unequal lengths, no questions, confidences that are not finite and losses outside [0, 1].
    pub fn new(confidence: &[f64], loss: &[f64]) -> Result<Self, Undefined> {
        if confidence.len() != loss.len() {
            return Err(UNEQUAL_LENGTHS);
        }
        check_values(confidence)?;
        if confidence.is_empty() {
            return Err(NOTHING_EVALUATED);
        }
        if loss.iter().any(|loss| !(0.0..=1.0).contains(loss)) {
            return Err(Undefined("losses outside [0, 1]"));
        }
        let n = confidence.len();
        let mut order: Vec<(f64, f64)> = confidence.iter().copied().zip(loss.iter().copied()).collect();
        // By loss within ties, so that the order given cannot touch a digit.
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        let mut risk = Vec::with_capacity(n);
        let mut before = 0.0;
        for tied in order.chunk_by(|a, b| a.0 == b.0) {
            let total: f64 = tied.iter().map(|(_, loss)| loss).sum();
            let answered = risk.len();
            for more in 1..=tied.len() {
                risk.push((before + total * more as f64 / tied.len() as f64) / (answered + more) as f64);
            }
            before += total;
        }
        let mut ideal: Vec<f64> = loss.to_vec();
        ideal.sort_by(f64::total_cmp);
        let mut running = 0.0;
        let best: Vec<f64> = ideal
            .iter()
            .zip(1..)
            .map(|(loss, answered)| {
                running += loss;
                running / f64::from(answered)
            })
            .collect();
        let coverage = (1..=n).map(|answered| answered as f64 / n as f64).collect();
        Ok(Self { coverage, area: mean(&risk)?, best_area: mean(&best)?, risk })
    }

    /// E-AURC: how far the area lies above the best possible (Geifman, Uziel, El-Yaniv 2019), which does not depend on how many
    /// answers are wrong at all.
    pub fn excess_area(&self) -> f64 {
        self.area - self.best_area
    }

    /// Mean loss with every question answered.
    pub fn full_risk(&self) -> f64 {
        self.risk.last().copied().unwrap_or(0.0)
    }
}
