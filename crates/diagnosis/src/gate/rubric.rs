//! Does a measure keep a limit of its own, whatever the baseline has?

use statistics::{Score, Summary};

use super::{Certainty, Check, Outcome, questions};

/// What was agreed of a measure by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// At least this.
    Least(f64),
    /// At most this.
    Most(f64),
}

impl Limit {
    fn value(self) -> f64 {
        match self {
            Self::Least(value) | Self::Most(value) => value,
        }
    }

    /// As people read it.
    pub fn words(self) -> String {
        match self {
            Self::Least(value) => format!("at least {value:.3}"),
            Self::Most(value) => format!("at most {value:.3}"),
        }
    }

    /// How the ends of an interval stand to it.
    fn held(self, lo: f64, hi: f64) -> Option<bool> {
        let (inside, outside) = match self {
            Self::Least(least) => (lo >= least, hi < least),
            Self::Most(most) => (hi <= most, lo > most),
        };
        if inside {
            Some(true)
        } else if outside {
            Some(false)
        } else {
            None
        }
    }
}

/// The line of a measure that keeps a limit: its one-sided bound decides. `summarise` sums scores up at a level; `scores` are those of
/// every question, failed ones too.
pub fn rubric(measure: &str, scores: &[Score], limit: Limit, by: Certainty, summarise: &dyn Fn(&[Score]) -> Summary) -> Check {
    let summary = summarise(scores);
    let needs = format!("{}, with {} certainty (one-sided)", limit.words(), by.words());
    let what = format!("{measure} {}", limit.words());
    let (Some(value), Some(interval)) = (summary.value, summary.interval) else {
        let reasons: Vec<&str> = summary.undefined.keys().copied().collect();
        let why = if reasons.is_empty() { "no question has a value".to_owned() } else { reasons.join(", ") };
        return Check::new(what, Outcome::NotEvaluated, why, needs)
            .number("candidate", summary)
            .mend("have the answers judged: fourcell judge");
    };
    let decide = |summary: &Summary| summary.interval.and_then(|interval| limit.held(interval.lo, interval.hi));
    let as_if = |value: f64| {
        let all: Vec<Score> = scores.iter().map(|s| if *s == Score::Failed { Score::Value(value) } else { *s }).collect();
        decide(&summarise(&all))
    };
    let plain = decide(&summary);
    let hangs = summary.failed > 0 && (as_if(0.0) != as_if(1.0) || as_if(0.0) != plain);
    let outcome = match plain {
        _ if hangs => Outcome::Inconclusive { more: None },
        Some(true) => Outcome::Pass,
        Some(false) => Outcome::Fail,
        None => Outcome::Inconclusive { more: None },
    };
    let bound = match limit {
        Limit::Least(_) => format!("at least {:.3}", interval.lo),
        Limit::Most(_) => format!("at most {:.3}", interval.hi),
    };
    let mut said = format!("{value:.3} on {}, {bound} with {} certainty", questions(summary.n), by.words());
    if summary.failed > 0 {
        said += &format!("; {} failed{}", summary.failed, if hangs { ", and the verdict hangs on these" } else { "" });
    }
    let check = Check::new(what, outcome, said, needs).limit(limit.value()).number("candidate", summary);
    match outcome {
        Outcome::Inconclusive { .. } if hangs => check.mend("ask again what failed, or have it judged"),
        Outcome::Inconclusive { .. } => check.mend("more questions would decide: fourcell power --half-width says how many"),
        _ => check,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::{Kind, Undefined, summarise};

    fn outcome(hits: usize, misses: usize, failed: usize, limit: Limit) -> Outcome {
        let mut scores = vec![Score::Value(1.0); hits];
        scores.extend(vec![Score::Value(0.0); misses]);
        scores.extend(vec![Score::Failed; failed]);
        let level = Certainty::USUAL.two_sided();
        rubric("correct", &scores, limit, Certainty::USUAL, &|s| summarise(s, Kind::Proportion, None, level)).outcome
    }

    #[test]
    fn the_bound_decides_and_not_the_value() {
        assert_eq!(outcome(95, 5, 0, Limit::Least(0.9)), Outcome::Pass);
        assert_eq!(outcome(92, 8, 0, Limit::Least(0.9)), Outcome::Inconclusive { more: None });
        assert_eq!(outcome(70, 30, 0, Limit::Least(0.9)), Outcome::Fail);
        assert_eq!(outcome(1, 99, 0, Limit::Most(0.05)), Outcome::Pass);
        assert_eq!(outcome(20, 80, 0, Limit::Most(0.05)), Outcome::Fail);
        assert_eq!(outcome(95, 5, 30, Limit::Least(0.9)), Outcome::Inconclusive { more: None });
    }

    #[test]
    fn nothing_scored_is_not_evaluated() {
        let none = [Score::Undefined(Undefined("not judged"))];
        let check = rubric("correct", &none, Limit::Least(0.5), Certainty::USUAL, &|s| {
            summarise(s, Kind::Proportion, None, Certainty::USUAL.two_sided())
        });
        assert_eq!((check.outcome, check.said.as_str()), (Outcome::NotEvaluated, "not judged"));
    }
}
