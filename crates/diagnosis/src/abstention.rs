//! When should the system decline? The score of the best passage, which the retriever knows before anything is said, against whether there
//! was an answer and whether what was said is right. It needs both halves.

use statistics::ranking::{Auroc, RiskCoverage, Threshold, loosest_threshold, thresholds};
use statistics::{Interval, Level, Undefined};

/// One question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Whether its corpus holds an answer.
    pub answerable: bool,
    /// The score of the first passage of the last ranked list; `None` where none was captured, or nothing was returned.
    pub top_score: Option<f64>,
    /// Whether the answer is right; `None` where nothing decides.
    pub right: Option<bool>,
}

/// What the best passage's score is worth as a sign that there is an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Abstention {
    /// Answerable questions with a score.
    pub answerable: usize,
    /// Unanswerable questions with a score.
    pub unanswerable: usize,
    /// Questions without one.
    pub without_score: usize,
    /// How well scores of answerable and unanswerable questions are told apart.
    pub auroc: Result<Auroc, Undefined>,
    /// Its 95 % interval: DeLong's on the logit scale, Clopper-Pearson where all are told apart.
    pub interval: Result<Interval, Undefined>,
    /// The share of unanswerable questions that may be answered.
    pub budget: f64,
    /// The loosest threshold within the budget; `None` where not even the strictest keeps it.
    pub threshold: Result<Option<Threshold>, Undefined>,
    /// What answering only the surest questions would do to the share of wrong answers.
    pub risk: Result<RiskCoverage, Undefined>,
}

/// Scores on a scale of their own; `budget` in (0, 1). Thresholds are for questions that one may tune on.
pub fn abstention(asked: &[Asked], budget: f64) -> Abstention {
    let level = Level::NINETY_FIVE;
    let of = |answerable: bool| -> Vec<f64> {
        asked.iter().filter(|a| a.answerable == answerable).filter_map(|a| a.top_score).collect()
    };
    let (answerable, unanswerable) = (of(true), of(false));
    let auroc = Auroc::new(&answerable, &unanswerable);
    let interval = auroc.and_then(|a| a.logit_interval(level).or_else(|_| a.separated_interval(level)));
    let scored = asked.iter().filter_map(|a| Some((a.top_score?, f64::from(u8::from(!a.right?)))));
    let (confidence, loss): (Vec<f64>, Vec<f64>) = scored.unzip();
    Abstention {
        answerable: answerable.len(),
        unanswerable: unanswerable.len(),
        without_score: asked.iter().filter(|a| a.top_score.is_none()).count(),
        threshold: thresholds(&answerable, &unanswerable, level).and_then(|all| loosest_threshold(&all, budget)),
        auroc,
        interval,
        budget,
        risk: RiskCoverage::new(&confidence, &loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_that_separate_give_a_threshold_when_there_are_enough_questions() {
        let asked = |n: usize| -> Vec<Asked> {
            let of = |answerable: bool, score: f64| Asked { answerable, top_score: Some(score), right: Some(answerable) };
            (0..n).flat_map(|i| [of(true, 10.0 + i as f64), of(false, i as f64 / n as f64)]).collect()
        };
        let few = abstention(&asked(50), 0.05);
        assert_eq!((few.auroc.unwrap().area, few.threshold), (1.0, Ok(None)), "0 of 50 still allows 5.8 %");
        let enough = abstention(&asked(59), 0.05);
        assert_eq!(enough.threshold.unwrap().unwrap().at_least, 10.0);
        assert!(enough.interval.unwrap().lo < 1.0);
        assert_eq!(enough.risk.unwrap().full_risk(), 0.5);
    }

    #[test]
    fn what_is_missing_is_counted() {
        let none = Asked { answerable: true, top_score: None, right: None };
        let only = abstention(&[none, Asked { top_score: Some(1.0), ..none }], 0.05);
        assert_eq!((only.answerable, only.unanswerable, only.without_score), (1, 0, 1));
        assert!(only.auroc.is_err() && only.threshold.is_err() && only.risk.is_err());
    }
}
