//! Three outcomes, and how many questions more.

use statistics::paired::Table;
use statistics::verdict::{NO_BOUNDS, Outcome, PAIRED_T, WILSON_MOVED, for_hits, for_scores};

fn hits(only_a: usize, only_b: usize, n: usize) -> Table {
    Table { both: n - only_a - only_b, only_a, only_b, neither: 0 }
}

#[test]
fn hits_pass_fail_or_wait() {
    assert_eq!(for_hits(&hits(15, 15, 1_000), 0.02).unwrap().outcome, Outcome::Pass);
    assert_eq!(for_hits(&hits(0, 60, 300), 0.05).unwrap().outcome, Outcome::Fail);
    // (1.645 + 0.842)²·0.1/0.05² = 247.3 questions; a hundred are there.
    assert_eq!(for_hits(&hits(5, 5, 100), 0.05).unwrap().outcome, Outcome::Inconclusive { more: Some(148) });
    assert!(for_hits(&Table::default(), 0.05).is_err());
    for margin in [0.0, -0.1, f64::NAN, f64::INFINITY] {
        assert!(for_hits(&hits(5, 5, 100), margin).is_err());
    }
}

#[test]
fn enough_questions_but_near_the_margin() {
    let verdict = for_hits(&hits(40, 60, 1_000), 0.03).unwrap();
    let Outcome::Inconclusive { more: Some(more) } = verdict.outcome else { panic!("{verdict:?}") };
    // (2.486)²·(0.1 − 0.02²)/0.01² = 6,158.
    assert_eq!(more, 5_158);
    // Exactly at the margin no number of questions will do.
    let verdict = for_hits(&hits(35, 65, 1_000), 0.03).unwrap();
    assert_eq!(verdict.outcome, Outcome::Inconclusive { more: None });
}

#[test]
fn scores_pass_fail_or_wait() {
    let around = |centre: f64, n: usize| -> Vec<f64> { (0..n).map(|i| centre + if i % 2 == 0 { 0.1 } else { -0.1 }).collect() };
    let pass = for_scores(&around(0.0, 400), 0.02).unwrap();
    assert_eq!((pass.outcome, pass.method), (Outcome::Pass, PAIRED_T));
    assert_eq!(for_scores(&around(-0.1, 400), 0.02).unwrap().outcome, Outcome::Fail);
    let wait = for_scores(&around(0.0, 20), 0.02).unwrap();
    assert!(matches!(wait.outcome, Outcome::Inconclusive { more: Some(1..) }), "{wait:?}");
}

#[test]
fn a_constant_shift_is_no_certainty() {
    let few = for_scores(&[-0.1; 30], 0.05).unwrap();
    assert_eq!((few.outcome, few.method), (Outcome::Inconclusive { more: None }, WILSON_MOVED));
    assert_eq!(for_scores(&[-0.5; 100], 0.05).unwrap().outcome, Outcome::Fail);
    assert_eq!(for_scores(&[0.4; 30], 0.05).unwrap().outcome, Outcome::Pass);
    let large = for_scores(&[40.0; 30], 0.05).unwrap();
    assert_eq!((large.outcome, large.method, large.bounds), (Outcome::Inconclusive { more: None }, NO_BOUNDS, None));
    assert!(for_scores(&[0.3], 0.05).is_ok() && for_scores(&[], 0.05).is_err());
    assert!(for_scores(&[f64::NAN, 1.0], 0.05).is_err());
}

/// Most differences are zero, and the others are losses: by t alone ten of two hundred pass that the exact test does not let pass.
#[test]
fn scores_that_lean_need_more_than_t() {
    let lost = |n: usize, lost: usize| -> Vec<f64> { (0..n).map(|i| if i < lost { -1.0 } else { 0.0 }).collect() };
    let by_t = |d: &[f64]| {
        let moments = statistics::mean::Moments::of(d).unwrap();
        moments.t_interval(statistics::Level::NINETY).lo > -0.05
    };
    let two = lost(100, 2);
    assert!(by_t(&two), "t takes it for certain");
    assert!(matches!(for_scores(&two, 0.05).unwrap().outcome, Outcome::Inconclusive { .. }));
    assert_eq!(for_scores(&lost(400, 4), 0.05).unwrap().outcome, Outcome::Pass);
    // Far better on most questions is no worse, however skewed.
    let won: Vec<f64> = (0..40).map(|i| f64::from(u8::from(i >= 4))).collect();
    assert_eq!(for_scores(&won, 0.05).unwrap().outcome, Outcome::Pass);
}
