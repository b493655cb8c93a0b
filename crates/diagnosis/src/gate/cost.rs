//! Is it quick enough, and the context small enough? Quantiles and means of what was measured, against what was agreed.

use statistics::quantile::{NEAREST_RANK, nearest_rank, nearest_rank_interval};
use statistics::{Kind, Level, Score, Summary, mean, summarise};

use super::{Check, Outcome, number, questions};

/// What of a distribution is held against a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// The mean.
    Mean,
    /// A quantile in (0, 1).
    Quantile(f64),
}

impl Quantity {
    /// As in `p95`.
    pub fn name(self) -> String {
        match self {
            Self::Mean => "mean".to_owned(),
            Self::Quantile(q) => format!("p{}", (q * 1000.0).round() / 10.0),
        }
    }
}

/// What was measured, call by call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    /// What, as in `latency`.
    pub what: &'static str,
    /// Its unit, as in `ms`.
    pub unit: &'static str,
    /// The values of calls that have one, questions in byte order and repeats after each other.
    pub values: Vec<f64>,
    /// How many questions they are of.
    pub questions: usize,
    /// Calls that failed.
    pub failed: usize,
    /// Calls of which it was not captured.
    pub not_captured: usize,
}

/// The line of one budget; at least the share `coverage` of the calls that did not fail must be measured. What was seen decides, not a bound: the budget is of these calls, on that machine. The interval stands beside it.
pub fn budget(calls: &Calls, quantity: Quantity, most: f64, coverage: f64) -> Check {
    let what = format!("{} {}", calls.what, quantity.name());
    let needs = format!("at most {most} {}", calls.unit);
    let Some(summary) = summary(calls, quantity) else {
        return Check::new(what, Outcome::NotEvaluated, format!("{} was not captured", calls.what), needs)
            .mend("'fourcell run' records latencies in timings.jsonl and tokens in records.jsonl; let the system tell them");
    };
    let measured = calls.values.len();
    if (measured as f64) < coverage * (measured + calls.not_captured) as f64 {
        let said = format!("captured of {measured} calls, and not of {}", calls.not_captured);
        return Check::new(what, Outcome::NotEvaluated, said, needs)
            .mend("let the system tell it of every call: what was not measured is not within a budget");
    }
    let value = summary.value.unwrap_or(f64::INFINITY);
    let outcome = if value <= most { Outcome::Pass } else { Outcome::Fail };
    let interval = summary.interval.map_or_else(String::new, |i| format!(" [{:.0}, {:.0}]", i.lo, i.hi));
    let mut said = format!("{value:.0}{interval} {} on {}; the budget is {most}", calls.unit, questions(calls.questions));
    if calls.failed > 0 {
        said += &format!("; {} failed", calls.failed);
    }
    if calls.not_captured > 0 {
        said += &format!("; of {} it was not captured", calls.not_captured);
    }
    Check::new(what, outcome, said, needs).number("candidate", summary).limit(most)
}

fn summary(calls: &Calls, quantity: Quantity) -> Option<Summary> {
    let level = Level::NINETY_FIVE;
    let mut summary = match quantity {
        Quantity::Mean => {
            let scores: Vec<Score> = calls.values.iter().map(|value| Score::Value(*value)).collect();
            let summary = summarise(&scores, Kind::Score, None, level);
            mean(&calls.values).ok()?;
            summary
        }
        Quantity::Quantile(q) => {
            let value = nearest_rank(&calls.values, q).ok()?;
            // Repeats of a question are no further questions, so that they make no interval narrower.
            let alone = calls.values.len() == calls.questions;
            let interval = nearest_rank_interval(&calls.values, q, level).ok().filter(|_| alone);
            number(Some(value), calls.questions, interval, NEAREST_RANK, level)
        }
    };
    (summary.failed, summary.n) = (calls.failed, calls.questions);
    if calls.not_captured > 0 {
        summary.undefined.insert("not captured", calls.not_captured);
    }
    Some(summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_held_against_the_budget() {
        let calls = Calls {
            what: "latency",
            unit: "ms",
            values: (1..=200).map(f64::from).collect(),
            questions: 200,
            failed: 1,
            not_captured: 0,
        };
        let p95 = budget(&calls, Quantity::Quantile(0.95), 190.0, 0.99);
        assert_eq!((p95.outcome, p95.what.as_str()), (Outcome::Pass, "latency p95"));
        // P(at least 196 of 200 below the quantile) is 0.0264, P(at least 197) 0.0090.
        assert!(p95.said.starts_with("190 [184, 197] ms on 200 questions"), "{}", p95.said);
        assert_eq!(budget(&calls, Quantity::Quantile(0.95), 189.0, 0.99).outcome, Outcome::Fail);
        assert_eq!(budget(&calls, Quantity::Mean, 101.0, 0.99).outcome, Outcome::Pass);
        assert_eq!(budget(&Calls::default(), Quantity::Mean, 101.0, 0.99).outcome, Outcome::NotEvaluated);
        let unmeasured = Calls { not_captured: 800, ..calls.clone() };
        assert_eq!(budget(&unmeasured, Quantity::Mean, 101.0, 0.99).outcome, Outcome::NotEvaluated);
        let repeated = Calls { questions: 100, ..calls };
        assert!(budget(&repeated, Quantity::Quantile(0.5), 500.0, 0.99).numbers[0].1.interval.is_none());
    }
}
