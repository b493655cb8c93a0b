//! Where less is better, more of it is worse: the margin is how much more still passes, and a failed call counts as the worst.

use diagnosis::compare::{Terms, compare};
use generation::Measure;
use statistics::paired::sign_flip::SignMatrix;
use statistics::scores::Scores;
use statistics::verdict::Outcome;
use statistics::{Interval, Score};

fn scores(measure: &str, values: &[Score]) -> Scores<Measure> {
    let questions = (0..values.len()).map(|n| format!("q{n:03}")).collect();
    let mut scores = Scores::new(vec![Measure::parse(measure).unwrap()], questions);
    values.iter().enumerate().for_each(|(place, value)| scores.set(place, &[*value]));
    scores
}

fn outcome(measure: &str, a: &[Score], b: &[Score]) -> (Outcome, Option<Interval>) {
    let signs = SignMatrix::new(1, 999, a.len());
    let terms = Terms::of_margin(Some(0.05));
    let compared = compare(&scores(measure, a), &scores(measure, b), None, &terms, &signs).remove(0);
    (compared.verdict.unwrap().unwrap().outcome, compared.bounds)
}

/// 60 questions of which every third has `some`, the others 0.
fn every_third(some: f64) -> Vec<Score> {
    (0..60).map(|n| Score::Value(if n % 3 == 0 { some } else { 0.0 })).collect()
}

#[test]
fn more_of_what_is_bad_fails() {
    let (none, some) = (every_third(0.0), every_third(1.0));
    for (measure, less_is_better) in [("forbidden", true), ("hallucination", true), ("correct", false), ("faithfulness", false)] {
        let (more, less) = (outcome(measure, &some, &none).0, outcome(measure, &none, &some).0);
        let (bad, good) = if less_is_better { (more, less) } else { (less, more) };
        assert_eq!((bad, good), (Outcome::Fail, Outcome::Pass), "{measure}");
    }
}

#[test]
fn a_failed_call_counts_as_the_worst_against_its_side() {
    let mut failed = every_third(0.0);
    failed[1] = Score::Failed;
    let (_, bounds) = outcome("forbidden", &failed, &every_third(0.0));
    let bounds = bounds.unwrap();
    assert_eq!((bounds.lo, (bounds.hi * 60.0).round()), (0.0, 1.0));
}
