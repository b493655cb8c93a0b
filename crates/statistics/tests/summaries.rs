//! The line of a report: which method, what is counted, what is warned of.

use statistics::summary::{
    NO_INTERVAL, NOTHING, T, T_CLUSTERED, WARN_ALL_EQUAL, WARN_FEW_CLUSTERS, WARN_NEAR_EXTREME, WILSON, WILSON_CLUSTERED,
    WILSON_FRACTIONAL, WILSON_FRACTIONAL_CLUSTERED,
};
use statistics::{Interval, Kind, Level, Score, Undefined, mean, proportion, summarise};

const LEVEL: Level = Level::NINETY_FIVE;

fn values(values: &[f64]) -> Vec<Score> {
    values.iter().copied().map(Score::Value).collect()
}

/// n scores spread evenly over the inside of [0, 1].
fn spread(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64 + 0.5) / n as f64).collect()
}

#[test]
fn hits_get_wilson() {
    let got = summarise(&values(&[1.0, 1.0, 0.0, 1.0]), Kind::Proportion, None, LEVEL);
    assert_eq!((got.value, got.n, got.method), (Some(0.75), 4, WILSON));
    assert_eq!(got.interval, Some(proportion::wilson(3, 4, LEVEL).unwrap()));
    let odd = summarise(&values(&[1.0, 0.5]), Kind::Proportion, None, LEVEL);
    assert_eq!((odd.value, odd.method), (Some(0.75), NO_INTERVAL));
    assert_eq!(odd.interval_undefined, Some(Undefined("a hit that is neither 0 nor 1")));
}

#[test]
fn scores_get_t_unless_they_are_piled_up() {
    let even = spread(40);
    let got = summarise(&values(&even), Kind::Score, None, LEVEL);
    assert_eq!((got.method, got.interval), (T, Some(mean::t_interval(&even, LEVEL).unwrap())));
    let mut piled = vec![1.0; 81];
    piled.extend([0.5; 19]);
    let got = summarise(&values(&piled), Kind::Score, None, LEVEL);
    assert_eq!((got.method, got.warnings.as_slice()), (WILSON_FRACTIONAL, &[WARN_NEAR_EXTREME][..]));
    piled.push(0.5);
    assert_eq!(summarise(&values(&piled), Kind::Score, None, LEVEL).method, T);
    // Thirty equal scores: no spread to take a t from.
    let equal = summarise(&values(&[0.7; 30]), Kind::Score, None, LEVEL);
    assert_eq!((equal.method, equal.warnings.as_slice()), (WILSON_FRACTIONAL, &[WARN_ALL_EQUAL][..]));
    // Beyond [0, 1] there is only t.
    let got = summarise(&values(&[0.5, 2.0, 3.5]), Kind::Score, None, LEVEL);
    assert_eq!(got.method, T);
    let got = summarise(&values(&[3.0]), Kind::Score, None, LEVEL);
    assert_eq!((got.value, got.method, got.interval), (Some(3.0), NO_INTERVAL, None));
    assert!(got.interval_undefined.is_some());
}

#[test]
fn failures_and_undefined_are_counted_apart() {
    let scores = [
        Score::Value(1.0),
        Score::Failed,
        Score::Undefined(Undefined("no relevant passage")),
        Score::Value(0.0),
        Score::Failed,
        Score::Value(f64::NAN),
        Score::Undefined(Undefined("no relevant passage")),
    ];
    let got = summarise(&scores, Kind::Proportion, None, LEVEL);
    assert_eq!((got.value, got.n, got.failed), (Some(0.5), 2, 2));
    assert_eq!(got.undefined.get("no relevant passage"), Some(&2));
    assert_eq!(got.undefined.get("not a finite number"), Some(&1));
    assert_eq!(got.bounds, Some(Interval { lo: 0.25, hi: 0.75 }));
    let all_failed = summarise(&[Score::Failed; 3], Kind::Score, None, LEVEL);
    assert_eq!((all_failed.value, all_failed.method, all_failed.interval), (None, NOTHING, None));
    assert_eq!(all_failed.bounds, Some(Interval { lo: 0.0, hi: 1.0 }));
    assert_eq!(summarise(&[], Kind::Score, None, LEVEL).value, None);
    let outside = summarise(&[Score::Value(7.0), Score::Value(8.0), Score::Failed], Kind::Score, None, LEVEL);
    assert_eq!(outside.bounds, None);
}

#[test]
fn clusters_widen_and_warn() {
    let hits: Vec<f64> = (0..40).map(|i| f64::from(u8::from(i / 4 % 3 != 0))).collect();
    let clusters: Vec<u32> = (0..40).map(|i| i / 4).collect();
    let got = summarise(&values(&hits), Kind::Proportion, Some(&clusters), LEVEL);
    assert_eq!((got.method, got.clusters), (WILSON_CLUSTERED, Some(10)));
    assert_eq!(got.warnings, [WARN_FEW_CLUSTERS]);
    assert!(got.n_eff.unwrap() < 15.0);
    let alone = summarise(&values(&hits), Kind::Proportion, None, LEVEL);
    assert!(got.interval.unwrap().width() > 1.5 * alone.interval.unwrap().width());
    // Every question its own cluster: nothing is related.
    let singletons: Vec<u32> = (0..40).collect();
    assert_eq!(summarise(&values(&hits), Kind::Proportion, Some(&singletons), LEVEL), alone);

    let even = spread(60);
    let clusters: Vec<u32> = (0..60).map(|i| i / 2).collect();
    let got = summarise(&values(&even), Kind::Score, Some(&clusters), LEVEL);
    assert_eq!((got.method, got.clusters, got.warnings.len()), (T_CLUSTERED, Some(30), 0));
    assert!((got.n_eff.unwrap() - 30.0).abs() < 2.0);
    let high = summarise(&values(&[1.0; 60]), Kind::Score, Some(&clusters), LEVEL);
    assert_eq!((high.method, high.n_eff), (WILSON_FRACTIONAL_CLUSTERED, Some(30.0)));
}

#[test]
fn clusters_follow_the_values_that_are_left() {
    let scores = [Score::Failed, Score::Value(1.0), Score::Value(0.0)];
    // The failed question was the only other member of cluster 1.
    let got = summarise(&scores, Kind::Proportion, Some(&[1, 1, 2]), LEVEL);
    assert_eq!((got.method, got.clusters), (WILSON, None));
    let one = summarise(&scores, Kind::Proportion, Some(&[1, 1, 1]), LEVEL);
    assert_eq!(one.interval_undefined, Some(Undefined("needs at least two clusters")));
    let short = summarise(&scores, Kind::Proportion, Some(&[1, 1]), LEVEL);
    assert!(short.value.is_some() && short.interval.is_none());
}
