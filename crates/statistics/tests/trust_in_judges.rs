//! Judges: where a number does not exist, what formulas must agree with each other, and how often an interval covers.

use proptest::prelude::*;
use statistics::agreement::Confusion;
use statistics::correlation::{pearson, ranks, spearman};
use statistics::generator::Stream;
use statistics::judge::drift::{bowker, flip_rate, stuart_maxwell};
use statistics::judge::prediction_powered::{self as powered, tuned_lambda, weighted, with_lambda};
use statistics::judge::{
    BothOrders, Calibration, Choice, Repeats, RoganGladen, Verbosity, Verdicts, prediction_powered, self_preference,
};
use statistics::paired::mcnemar;
use statistics::special::chi_squared;
use statistics::{Level, Undefined};

const LEVEL: Level = Level::NINETY_FIVE;

fn close(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance * want.abs(), "got {got:e}, want {want:e}");
}

/// Sums of the exact series at 400 digits.
#[test]
fn chi_squared_tails() {
    for (df, x, want) in [
        (1, 0.01, 0.920_344_325_445_942),
        (1, 3.84, 0.050_043_521_248_705_1),
        (1, 200.0, 2.088_487_583_762_545e-45),
        (2, 5.0, 0.082_084_998_623_898_8),
        (3, 700.0, 2.099_130_853_420_408_7e-151),
        (6, 0.001, 0.999_999_999_979_174_4),
        (10, 1_400.0, 9.920_391_479_800_144e-295),
        (45, 45.0, 0.471_958_963_256_940_5),
        (190, 150.5, 0.984_295_109_168_697_4),
        (190, 400.0, 4.718_168_662_865_721e-17),
        (2_001, 2_000.0, 0.502_102_849_858_023_3),
        (32_640, 32_640.0, 0.498_959_052_367_661),
        (32_640, 34_000.0, 7.468_921_748_196_21e-8),
        (32_640, 30_000.0, 1.0),
    ] {
        close(chi_squared::upper(x, df), want, 2e-13);
    }
    assert_eq!((chi_squared::upper(0.0, 4), chi_squared::upper(3.0, 0)), (1.0, 0.0));
    assert_eq!((chi_squared::upper(1e300, 7), chi_squared::upper(f64::INFINITY, 6)), (0.0, 0.0));
    assert_eq!(chi_squared::upper(1e-300, 32_640), 1.0);
}

#[test]
fn for_two_grades_drift_is_mcnemar() {
    let table = Confusion::from_counts(&[[38, 1], [12, 49]]).unwrap();
    let want = mcnemar::chi_squared(&table.paired().unwrap()).unwrap();
    for got in [stuart_maxwell(&table).unwrap(), bowker(&table).unwrap()] {
        assert_eq!((got.statistic, got.df), (want.statistic, 1));
        close(got.p, want.p, 1e-13);
    }
    let paired = table.paired().unwrap();
    assert_eq!((paired.both, paired.neither, paired.only_a, paired.only_b), (49, 38, 1, 12), "the later judge is the candidate");
}

#[test]
fn grades_that_nothing_moved_between_carry_no_freedom() {
    // Grades 0 and 1 among themselves, 3 and 4 among themselves, 2 not at all.
    let rows = [[9, 4, 0, 0, 0], [1, 9, 0, 0, 0], [0, 0, 7, 0, 0], [0, 0, 0, 5, 6], [0, 0, 0, 2, 5]];
    let table = Confusion::from_counts(&rows).unwrap();
    let (marginal, symmetry) = (stuart_maxwell(&table).unwrap(), bowker(&table).unwrap());
    close(marginal.statistic, 9.0 / 5.0 + 16.0 / 8.0, 1e-14);
    assert_eq!((marginal.df, symmetry.df), (2, 2));
    close(symmetry.statistic, marginal.statistic, 1e-14);
    let still = Confusion::from_counts(&[[4, 0], [0, 6]]).unwrap();
    assert!(bowker(&still).is_err() && stuart_maxwell(&still).is_err());
    assert_eq!(flip_rate(&still), Ok(0.0));
    // Moves of such different size that a difference of weights would be lost to rounding.
    let much = 1 << 51;
    let steep = Confusion::from_counts(&[[0, 1, 0], [0, 0, much], [0, much, 0]]).unwrap();
    let got = stuart_maxwell(&steep).unwrap();
    close(got.statistic, 1.0, 1e-14);
    assert_eq!(got.df, 2);
}

#[test]
fn a_circle_keeps_the_margins() {
    let circle = Confusion::from_counts(&[[5, 9, 0], [0, 5, 9], [9, 0, 5]]).unwrap();
    assert!(stuart_maxwell(&circle).unwrap().statistic.abs() < 1e-14, "each grade is given as often as before");
    assert_eq!(bowker(&circle).unwrap().statistic, 27.0);
}

#[test]
fn a_calibration_that_does_not_fit_is_said_not_to() {
    let calibration =
        |se: usize, sp: usize| Calibration { sensitivity_hits: se, sensitivity_n: 50, specificity_hits: sp, specificity_n: 50 };
    let outside = RoganGladen::new(0, 200, &calibration(45, 45), LEVEL).unwrap();
    assert_eq!(outside.interval(), Err(Undefined("outside the model: the calibration of the judge does not fit this set")));
    assert_eq!(outside.rate(), 0.0);
    let above = RoganGladen::new(200, 200, &calibration(40, 45), LEVEL).unwrap();
    assert!(above.unclipped > 1.0 && above.interval().is_err());
    assert!(RoganGladen::new(100, 200, &calibration(25, 25), LEVEL).is_err());
    assert!(RoganGladen::new(100, 200, &calibration(10, 25), LEVEL).is_err(), "worse than chance");
    assert!(RoganGladen::new(0, 0, &calibration(45, 45), LEVEL).is_err());
    assert!(RoganGladen::new(201, 200, &calibration(45, 45), LEVEL).is_err());
    assert!(
        RoganGladen::new(1, 2, &Calibration { specificity_n: 0, specificity_hits: 0, ..calibration(45, 45) }, LEVEL).is_err()
    );
    let certain = RoganGladen::new(200, 200, &calibration(50, 50), LEVEL).unwrap();
    assert!(certain.delta.is_err() && certain.interval().unwrap().lo < 0.98, "no width is no certainty");
}

#[test]
fn verdicts_with_an_empty_side() {
    let none = Verdicts::new(&[true, true], &[false, false]).unwrap();
    assert!(none.sensitivity().is_err() && none.balanced_accuracy().is_err() && none.sensitivity_interval(LEVEL).is_err());
    assert_eq!((none.specificity(), none.precision(), none.f1(), none.accuracy()), (Ok(0.0), Ok(0.0), Ok(0.0), Ok(0.0)));
    let quiet = Verdicts::new(&[false], &[false]).unwrap();
    assert!(quiet.f1().is_err() && quiet.precision().is_err());
    assert_eq!(quiet.specificity(), Ok(1.0));
    assert!(quiet.specificity_interval(LEVEL).unwrap().lo < 0.21);
    assert!(Verdicts::new(&[], &[true]).is_err() && Verdicts::default().accuracy().is_err());
}

#[test]
fn a_judge_that_tells_nothing_leaves_people_alone() {
    let people = [1.0, 0.0, 1.0, 1.0, 0.0];
    for (judge, unlabelled) in [(vec![1.0; 5], vec![1.0; 10]), (vec![1.0, 1.0, 0.0, 0.0, 1.0], vec![0.0, 1.0, 1.0])] {
        let got = prediction_powered(&people, &judge, &unlabelled).unwrap();
        assert_eq!(got, with_lambda(&people, &judge, &unlabelled, 0.0).unwrap());
        let classical = statistics::mean::t_interval(&people, LEVEL).unwrap();
        let interval = got.interval(LEVEL).unwrap();
        assert!((interval.lo - classical.lo).abs() < 1e-14 && (interval.hi - classical.hi).abs() < 1e-14);
        assert!(!got.enough_labels());
    }
    // People and judge say the same one thing: nothing is known of how it varies.
    assert!(prediction_powered(&[1.0; 9], &[1.0; 9], &[1.0; 90]).unwrap().interval(LEVEL).is_err());
    assert!(powered::reference_interval(&[1.0; 9], &[1.0; 9], &[1.0; 90], 1.0, LEVEL).is_err());
    assert!(prediction_powered(&[1.0], &[1.0], &[0.0]).is_err() && prediction_powered(&people, &people, &[]).is_err());
    assert!(prediction_powered(&people, &people[1..], &people).is_err() && with_lambda(&people, &people, &people, 1.5).is_err());
    assert!(prediction_powered(&people, &people, &[f64::NAN]).is_err());
}

/// One yes-or-no question per item; the judge is right in `accuracy` of them.
fn item(stream: &mut Stream, truth: f64, accuracy: f64) -> (f64, f64) {
    let mut below = |p: f64| stream.index(1 << 40) as f64 / (1_u64 << 40) as f64 <= p;
    let right = below(truth);
    (f64::from(right), f64::from(right == below(accuracy)))
}

/// Truth .8, a judge right in 85 %, 100 labels and 400 scores: the naive interval covers almost never, this one nearly always.
#[test]
fn the_interval_covers_where_the_naive_one_does_not() {
    let (mut covered, mut naive, mut narrower) = (0, 0, 0);
    let rounds: u32 = 1_000;
    for round in 0..rounds {
        let mut stream = Stream::new(41, u64::from(round));
        let items: Vec<(f64, f64)> = (0..500).map(|_| item(&mut stream, 0.8, 0.85)).collect();
        let (people, judge): (Vec<f64>, Vec<f64>) = items.iter().copied().unzip();
        let got = prediction_powered(&people[..100], &judge[..100], &judge[100..]).unwrap();
        let interval = got.interval(LEVEL).unwrap();
        covered += u32::from(interval.contains(0.8));
        naive += u32::from(statistics::mean::t_interval(&judge, LEVEL).unwrap().contains(0.8));
        narrower += u32::from(interval.width() < statistics::mean::t_interval(&people[..100], LEVEL).unwrap().width());
    }
    assert!((920..=970).contains(&covered), "{covered}");
    assert!(naive < 30, "{naive}");
    assert!(narrower > 900, "{narrower}");
}

/// People labelled half of what the judge refused and a tenth of the rest: without weights the mean is far too low.
#[test]
fn weights_undo_a_choice_by_verdict() {
    let (mut covered, mut plain, mut total) = (0, 0, 0.0);
    let rounds: u32 = 1_000;
    for round in 0..rounds {
        let mut stream = Stream::new(43, u64::from(round));
        let (mut people, mut judge, mut weights, mut all) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..1_000 {
            let (truth, said) = item(&mut stream, 0.8, 0.9);
            all.push(said);
            let chance = if said == 0.0 { 0.5 } else { 0.1 };
            if stream.index(1_000) < (chance * 1_000.0) as usize {
                people.push(truth);
                judge.push(said);
                weights.push(7.0 / chance);
            }
        }
        let got = weighted(&people, &judge, &weights, &all).unwrap();
        assert!(got.effective_labels < people.len() as f64);
        covered += u32::from(got.interval(LEVEL).unwrap().contains(0.8));
        total += got.mean;
        plain += u32::from(statistics::mean::t_interval(&people, LEVEL).unwrap().contains(0.8));
    }
    assert!((total / f64::from(rounds) - 0.8).abs() < 0.003, "{}", total / f64::from(rounds));
    assert!((930..=970).contains(&covered), "{covered}");
    assert!(plain < 10, "{plain}");
}

#[test]
fn equal_weights_are_no_weights() {
    let mut stream = Stream::new(3, 0);
    let (people, judge): (Vec<f64>, Vec<f64>) = (0..600).map(|_| item(&mut stream, 0.6, 0.8)).unzip();
    let rest: Vec<f64> = (0..1_400).map(|_| item(&mut stream, 0.6, 0.8).1).collect();
    let all = [judge.as_slice(), rest.as_slice()].concat();
    let (plain, heavy) =
        (prediction_powered(&people, &judge, &rest).unwrap(), weighted(&people, &judge, &[3.0; 600], &all).unwrap());
    close(heavy.mean, plain.mean, 1e-13);
    close(heavy.standard_error, plain.standard_error, 0.005);
    close(heavy.effective_labels, 600.0, 1e-14);
    close(plain.lambda, heavy.lambda * 0.7, 1e-13);
    assert_eq!(plain.lambda, tuned_lambda(&people, &judge, &rest).unwrap());
    assert!(weighted(&people, &judge, &[0.0; 600], &all).is_err() && weighted(&people, &judge, &[1.0; 59], &all).is_err());
    assert!(weighted(&people, &judge, &[1.0; 600], &all[..599]).is_err());
    // One label that outweighs all others is as good as one label.
    let mut one = vec![1e-9; 600];
    one[0] = 1.0;
    assert!(weighted(&people, &judge, &one, &all).unwrap().interval(LEVEL).is_err());
}

#[test]
fn both_orders_with_ties() {
    use Choice::{First, Second, Tie};
    let choices = [
        (First, Second),
        (Second, First),
        (Tie, Tie),
        (First, First),
        (Second, Second),
        (Tie, First),
        (Second, Tie),
        (First, Tie),
    ];
    let got = BothOrders::new(&choices);
    assert_eq!(got, BothOrders { a: 1, b: 1, tie: 1, first: 1, second: 1, mixed: 3 });
    assert_eq!((got.n(), got.consistency()), (8, Ok(3.0 / 8.0)));
    assert_eq!((got.position_p(), got.winner_p()), (1.0, 1.0));
    let empty = BothOrders::new(&[]);
    assert!(empty.consistency().is_err() && empty.consistency_interval(LEVEL).is_err());
    assert_eq!(empty.position_p(), 1.0);
    close(BothOrders { first: 10, ..BothOrders::default() }.position_p(), 2.0 / 1024.0, 1e-14);
}

#[test]
fn a_line_through_too_little() {
    for (x, y) in [
        (vec![0.1, 0.9], vec![0.0, 1.0]),
        (vec![0.5; 8], vec![0.1, 0.0, 0.3, 0.2, 0.1, 0.0, 0.3, 0.2]),
        (vec![0.0, 0.0, 0.0, 1.0], vec![0.1, 0.2, 0.3, 0.9]),
        (vec![0.0, 0.5, 1.0, 2.0], vec![0.1, 0.2, 0.3, 0.5]),
        (vec![0.0, 0.5, 1.0], vec![0.1, 0.2]),
        (vec![0.0, 0.5, f64::NAN], vec![0.1, 0.2, 0.4]),
        (vec![0.0, 0.5, 1.0], vec![0.1, f64::INFINITY, 0.4]),
    ] {
        assert!(Verbosity::new(&x, &y).is_err(), "{x:?} {y:?}");
    }
}

#[test]
fn repeats_that_failed_are_not_scores() {
    let got = Repeats::new(&[vec![1.0, 1.0, 0.0], vec![0.0, 0.0], vec![1.0], vec![1.0, 0.0, 1.0, 1.0]]).unwrap();
    // By hand: item means 2/3, 0, 1, 3/4; total 6 of 10; n₀ = (10 − 30/10)/3.
    close(got.within, (2.0 / 3.0 + 0.75) / 6.0, 1e-14);
    let between = 3.0 * (2.0_f64 / 3.0 - 0.6).powi(2) + 2.0 * 0.36 + 0.16 + 4.0 * 0.15 * 0.15;
    close(got.between_square, between / 3.0, 1e-14);
    close(got.between_unclipped, (between / 3.0 - got.within) / (7.0 / 3.0), 1e-13);
    let inverse = (1.0 / 3.0 + 0.5 + 1.0 + 0.25) / 4.0;
    close(got.standard_error(), ((got.between() + got.within * inverse) / 4.0).sqrt(), 1e-14);
    assert!(
        got.standard_error_if(1).unwrap() > got.standard_error()
            && got.standard_error_if(9).unwrap() > got.standard_error_floor()
    );
    assert!(got.standard_error_if(0).is_err() && got.best(0.0).is_err() && got.best(f64::INFINITY).is_err());
    // Items no further apart than repeats: no finite number of repeats is best.
    let noise = Repeats::new(&[[1.0, 0.0], [0.0, 1.0]]).unwrap();
    assert!(noise.between_unclipped < 0.0 && noise.between() == 0.0 && noise.best(1.0).is_err());
    for rows in [vec![], vec![vec![1.0, 0.0]], vec![vec![1.0], vec![0.0]], vec![vec![1.0, 0.0], vec![]], vec![vec![1.0; 2]; 3]] {
        assert!(Repeats::new(&rows).is_err(), "{rows:?}");
    }
}

#[test]
fn a_constant_preference_has_a_sign_but_no_spread() {
    let (own, other, people) = ([0.9; 8], [0.5; 8], [0.5; 8]);
    let got = self_preference((&own, &people), (&other, &people), 999, 1).unwrap();
    assert!(got.t.is_err());
    close(got.sign_flip.p, 2.0 / 256.0, 1e-14);
    assert!(self_preference((&own, &people), (&other, &people[1..]), 999, 1).is_err());
}

#[test]
fn correlations_that_do_not_exist() {
    for (x, y) in [
        (vec![], vec![]),
        (vec![1.0], vec![2.0]),
        (vec![1.0, 1.0], vec![1.0, 2.0]),
        (vec![1.0, 2.0], vec![1.0]),
        (vec![1.0, f64::NAN], vec![1.0, 2.0]),
    ] {
        assert!(pearson(&x, &y).is_err() && spearman(&x, &y).is_err(), "{x:?} {y:?}");
    }
    assert_eq!(ranks(&[3.0, 0.0, 3.0, -0.0, 9.0]), Ok(vec![3.5, 1.5, 3.5, 1.5, 5.0]));
    assert_eq!(spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 8.0, 27.0, 64.0]), Ok(1.0));
    close(pearson(&[1.0, 2.0, 3.0], &[1.0, 2.0, 4.0]).unwrap(), 9.0 / 84.0_f64.sqrt(), 1e-14);
}

fn finite(value: f64) -> bool {
    value.is_finite()
}

fn anything() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), -1.0_f64..1.0, Just(0.0), Just(1.0), Just(1e69), Just(1e-300)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics_or_gives_nan(x in prop::collection::vec(anything(), 0..12), y in prop::collection::vec(anything(), 0..12), lambda in anything()) {
        for r in [pearson(&x, &y), spearman(&x, &y)].into_iter().flatten() {
            prop_assert!((-1.0..=1.0).contains(&r));
        }
        if let Ok(got) = Verbosity::new(&x, &y) {
            prop_assert!([got.slope, got.intercept, got.slope_error, got.p].into_iter().all(finite) && got.slope_error > 0.0);
        }
        let half = x.len() / 2;
        for got in [
            prediction_powered(&x[..half], &x[x.len() - half..], &y),
            with_lambda(&x[..half], &x[x.len() - half..], &y, lambda),
            weighted(&x[..half], &x[x.len() - half..], &y[..half.min(y.len())], &y),
        ].into_iter().flatten() {
            prop_assert!(finite(got.mean) && finite(got.standard_error) && (0.0..=1.0).contains(&got.lambda), "{got:?}");
            if let Ok(interval) = got.interval(LEVEL) {
                prop_assert!(finite(interval.lo) && finite(interval.hi) && interval.lo < interval.hi, "{got:?} {interval:?}");
            }
        }
        if let Ok(got) = Repeats::new(&[&x[..half], &x[half..], &y]) {
            prop_assert!([got.within, got.between(), got.icc, got.standard_error(), got.standard_error_floor()].into_iter().all(finite), "{got:?}");
        }
        if let Ok(got) = self_preference((&x[..half], &x[half..half * 2]), (&y[..half.min(y.len())], &x[..half.min(y.len())]), 50, 1) {
            prop_assert!(got.sign_flip.p > 0.0 && got.sign_flip.p <= 1.0);
        }
    }

    #[test]
    fn rogan_gladen_stays_a_rate(positive in 0_usize..60, n in 0_usize..60, se in 0_usize..30, sp in 0_usize..30) {
        let calibration = Calibration { sensitivity_hits: se, sensitivity_n: 30, specificity_hits: sp, specificity_n: 30 };
        let got = RoganGladen::new(positive, n, &calibration, LEVEL);
        prop_assert_eq!(got.is_ok(), n > 0 && positive <= n && se + sp > 30);
        if let Ok(got) = got {
            prop_assert!((0.0..=1.0).contains(&got.rate()) && finite(got.delta_error));
            if let Ok(interval) = got.interval() {
                prop_assert!(0.0 <= interval.lo && interval.lo < interval.hi && interval.hi <= 1.0);
            }
        }
    }

    #[test]
    fn drift_is_the_same_both_ways(rows in prop::collection::vec(prop::collection::vec(0_u64..30, 4), 4)) {
        let table = Confusion::from_counts(&rows).unwrap();
        let back: Vec<Vec<u64>> = (0..4).map(|i| (0..4).map(|j| rows[j][i]).collect()).collect();
        let back = Confusion::from_counts(&back).unwrap();
        for (got, other) in [(bowker(&table), bowker(&back)), (stuart_maxwell(&table), stuart_maxwell(&back))] {
            match (got, other) {
                (Ok(got), Ok(other)) => {
                    prop_assert!((got.statistic - other.statistic).abs() <= 1e-10 * got.statistic.max(1.0) && got.df == other.df);
                    prop_assert!(got.p > 0.0 && got.p <= 1.0);
                }
                (got, other) => prop_assert_eq!(got, other),
            }
        }
    }
}
