//! Areas and thresholds against their definitions, and where they do not exist.

use proptest::prelude::*;
use statistics::generator::Stream;
use statistics::ranking::{Auroc, RiskCoverage, loosest_threshold, thresholds};
use statistics::{Level, Undefined};

const LEVEL: Level = Level::NINETY_FIVE;

#[test]
fn separated_items_are_not_certain() {
    let got = Auroc::new(&[0.9, 0.8, 0.7, 0.6], &[0.1, 0.2, 0.3]).unwrap();
    assert_eq!((got.area, got.delong_error, got.hanley_mcneil_error), (1.0, Ok(0.0), 0.0));
    assert!(got.delong_interval(LEVEL).is_err() && got.logit_interval(LEVEL).is_err());
    // Three pairs, all right: Clopper–Pearson of three of three, .025^(1/3) from below.
    let interval = got.separated_interval(LEVEL).unwrap();
    assert!((interval.lo - 0.025_f64.cbrt()).abs() < 1e-13 && interval.hi == 1.0, "{interval:?}");
    let reversed = Auroc::new(&[0.1, 0.2], &[0.8, 0.9]).unwrap().separated_interval(LEVEL).unwrap();
    assert!(reversed.lo == 0.0 && (reversed.hi - (1.0 - 0.025_f64.sqrt())).abs() < 1e-13, "{reversed:?}");
    assert!(Auroc::new(&[0.1, 0.5], &[0.4, 0.5]).unwrap().separated_interval(LEVEL).is_err());
    let ties = Auroc::new(&[0.5; 3], &[0.5; 2]).unwrap();
    assert!(ties.area == 0.5 && ties.delong_interval(LEVEL).is_err() && ties.hanley_mcneil_error > 0.2);
    assert_eq!(Auroc::new(&[0.6], &[0.2]).unwrap().delong_error, Err(Undefined("needs at least two items of both kinds")));
}

#[test]
fn areas_that_do_not_exist() {
    assert!(Auroc::new(&[], &[0.1]).is_err() && Auroc::new(&[0.1], &[]).is_err() && Auroc::new(&[f64::NAN], &[0.1]).is_err());
    assert!(thresholds(&[], &[0.1], LEVEL).is_err() && thresholds(&[0.1], &[f64::INFINITY], LEVEL).is_err());
    assert!(RiskCoverage::new(&[], &[]).is_err() && RiskCoverage::new(&[0.1], &[]).is_err());
    assert!(
        RiskCoverage::new(&[f64::NAN], &[0.0]).is_err()
            && RiskCoverage::new(&[0.1], &[1.5]).is_err()
            && RiskCoverage::new(&[0.1], &[f64::NAN]).is_err()
    );
    for budget in [0.0, 1.0, -0.1, f64::NAN] {
        assert!(loosest_threshold(&[], budget).is_err());
    }
    assert_eq!(loosest_threshold(&[], 0.5), Ok(None));
}

/// The sequence stops at the first threshold over the budget, even if a looser one would be within it again.
#[test]
fn a_budget_is_not_hunted_for() {
    let unanswerable: Vec<f64> = (0..200).map(|i| f64::from(i) / 1_000.0).collect();
    let cuts = thresholds(&[0.9, 0.5, 0.15], &unanswerable, LEVEL).unwrap();
    let cut = loosest_threshold(&cuts, 0.05).unwrap().unwrap();
    let within = cuts.iter().filter(|cut| cut.upper <= 0.05).count();
    assert_eq!(cut, cuts[within - 1]);
    assert!(cut.upper <= 0.05 && cuts[within].upper > 0.05 && cut.false_answer_rate < 0.05);
    let mut swapped = cuts.clone();
    swapped.swap(1, 100);
    assert_eq!(loosest_threshold(&swapped, 0.05).unwrap(), Some(cuts[0]), "the order is what was tested");
    // Fifty-eight clean questions cannot show five per cent, fifty-nine can.
    for (clean, found) in [(58, false), (59, true)] {
        let cuts = thresholds(&[0.9], &vec![0.1; clean], LEVEL).unwrap();
        assert_eq!(loosest_threshold(&cuts, 0.05).unwrap().is_some(), found);
    }
}

/// DeLong's interval on the logit scale: two normal distributions one and a half deviations apart, area Φ(1.5/√2) = .8556.
#[test]
fn the_interval_of_an_area_covers() {
    let truth = statistics::special::normal::cdf(1.5 / 2.0_f64.sqrt());
    let covered = (0..800)
        .filter(|round| {
            let mut stream = Stream::new(17, *round);
            let mut draw = |shift: f64| {
                let p = (stream.index(1 << 40) as f64 + 0.5) / (1_u64 << 40) as f64;
                statistics::special::normal::quantile(p) + shift
            };
            let answerable: Vec<f64> = (0..60).map(|_| draw(1.5)).collect();
            let unanswerable: Vec<f64> = (0..40).map(|_| draw(0.0)).collect();
            Auroc::new(&answerable, &unanswerable).unwrap().logit_interval(LEVEL).unwrap().contains(truth)
        })
        .count();
    assert!((740..=780).contains(&covered), "{covered} of 800");
}

fn scores() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((0_u8..8).prop_map(|score| f64::from(score) / 4.0), 2..25)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_area_is_its_pairs(positive in scores(), negative in scores()) {
        let won = |a: f64, b: f64| if a > b { 1.0 } else if a < b { 0.0 } else { 0.5 };
        let (m, n) = (positive.len() as f64, negative.len() as f64);
        let area = positive.iter().flat_map(|a| negative.iter().map(move |b| won(*a, *b))).sum::<f64>() / (m * n);
        let got = Auroc::new(&positive, &negative).unwrap();
        prop_assert!((got.area - area).abs() < 1e-12);
        // DeLong by its definition: the variances of the mean win of each item.
        let spread = |wins: Vec<f64>| wins.iter().map(|w| (w - area) * (w - area)).sum::<f64>() / (wins.len() as f64 - 1.0) / wins.len() as f64;
        let above = spread(positive.iter().map(|a| negative.iter().map(|b| won(*a, *b)).sum::<f64>() / n).collect());
        let below = spread(negative.iter().map(|b| positive.iter().map(|a| won(*a, *b)).sum::<f64>() / m).collect());
        prop_assert!((got.delong_error.unwrap() - (above + below).sqrt()).abs() < 1e-7);
        let mirrored = Auroc::new(&negative, &positive).unwrap();
        prop_assert!((mirrored.area - (1.0 - got.area)).abs() < 1e-12);
        for interval in [got.delong_interval(LEVEL), got.logit_interval(LEVEL), got.separated_interval(LEVEL)].into_iter().flatten() {
            prop_assert!(0.0 <= interval.lo && interval.lo < interval.hi && interval.hi <= 1.0 && interval.contains(got.area));
        }
    }

    #[test]
    fn thresholds_count_what_they_let_through(answerable in scores(), unanswerable in scores()) {
        let cuts = thresholds(&answerable, &unanswerable, LEVEL).unwrap();
        prop_assert!(cuts.windows(2).all(|pair| pair[0].at_least > pair[1].at_least && pair[0].upper <= pair[1].upper));
        for cut in &cuts {
            let share = |scores: &[f64]| scores.iter().filter(|score| **score >= cut.at_least).count() as f64 / scores.len() as f64;
            prop_assert_eq!((share(&answerable), share(&unanswerable)), (cut.answer_rate, cut.false_answer_rate));
            prop_assert!(cut.upper >= cut.false_answer_rate);
        }
        let last = cuts.last().unwrap();
        prop_assert_eq!((last.answer_rate, last.false_answer_rate), (1.0, 1.0));
    }

    /// The mean over many random orders of the ties, and nothing to do with the order given.
    #[test]
    fn ties_are_spread_evenly(pairs in prop::collection::vec((0_u8..3, 0_u8..2), 1..9), seed: u64) {
        let (confidence, loss): (Vec<f64>, Vec<f64>) = pairs.iter().map(|(c, l)| (f64::from(*c), f64::from(*l))).unzip();
        let got = RiskCoverage::new(&confidence, &loss).unwrap();
        let n = pairs.len();
        let rounds = 4_000;
        let mut total = 0.0;
        for round in 0..rounds {
            let mut stream = Stream::new(seed, round);
            let mut order: Vec<(f64, u64, f64)> = (0..n).map(|i| (confidence[i], stream.index(1 << 50) as u64, loss[i])).collect();
            order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut wrong = 0.0;
            for (answered, (_, _, loss)) in order.iter().enumerate() {
                wrong += loss;
                total += wrong / (answered + 1) as f64 / n as f64;
            }
        }
        prop_assert!((got.area - total / rounds as f64).abs() < 0.04, "{got:?}");
        prop_assert!(got.excess_area() >= -1e-12 && (got.full_risk() - loss.iter().sum::<f64>() / n as f64).abs() < 1e-12);
        let backwards = |values: &[f64]| values.iter().rev().copied().collect::<Vec<_>>();
        prop_assert_eq!(RiskCoverage::new(&backwards(&confidence), &backwards(&loss)).unwrap(), got);
    }
}
