//! Labels off the scale, coefficients that do not exist, and what holds for every table.

use proptest::prelude::*;
use statistics::agreement::{
    Confusion, Metric, OffScale, Prevalence, Ratings, Scale, Weights, cohen_kappa, fleiss_kappa, gwet, krippendorff_alpha,
    specific_agreement,
};
use statistics::{Level, Undefined, resample};

const LEVEL: Level = Level::NINETY_FIVE;

fn some(labels: &[f64]) -> Vec<Option<f64>> {
    labels.iter().copied().map(Some).collect()
}

fn whole(highest: i32) -> Scale {
    Scale::whole(0, highest).unwrap()
}

#[test]
fn a_label_off_the_scale_needs_a_decision() {
    let scale = whole(3);
    let labels = [Some(1.0), Some(5.0), None, Some(3.0), Some(-1.0), Some(5.0)];
    let refused = scale.place(&labels, OffScale::Keep).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "3 labels are not on the declared scale: 5 at place 1, -1 at place 4, 5 at place 5; declare a scale that holds them, or decide \
         to clip or to drop them"
    );
    let clipped = scale.place(&labels, OffScale::Clip).unwrap();
    assert_eq!(clipped.positions, [Some(1), Some(3), None, Some(3), Some(0), Some(3)]);
    let dropped = scale.place(&labels, OffScale::Drop).unwrap();
    assert_eq!(dropped.positions, [Some(1), None, None, Some(3), None, None]);
    // Whatever was decided, they are named.
    for placed in [&clipped, &dropped] {
        assert_eq!(placed.outside.iter().map(|o| (o.index, o.label)).collect::<Vec<_>>(), [(1, 5.0), (4, -1.0), (5, 5.0)]);
    }
    // A longer scale takes them as they are.
    assert!(Scale::whole(-1, 5).unwrap().place(&labels, OffScale::Keep).unwrap().outside.is_empty());
}

#[test]
fn only_beyond_the_ends_is_there_an_end_to_clip_to() {
    for odd in [1.5, f64::NAN] {
        let refused = whole(3).place(&some(&[2.0, odd]), OffScale::Clip).unwrap_err();
        assert!(refused.to_string().starts_with("1 label is not on the declared scale:"), "{refused}");
        assert!(refused.to_string().ends_with("cannot be clipped: drop it or declare it"), "{refused}");
        assert_eq!(whole(3).place(&some(&[2.0, odd]), OffScale::Drop).unwrap().positions, [Some(2), None]);
    }
    let many = whole(3).place(&vec![Some(9.0); 1_000], OffScale::Keep).unwrap_err();
    assert!(many.to_string().contains("9 at place 4 and 995 more"), "{many}");
    let infinite = whole(3).place(&some(&[f64::INFINITY, f64::NEG_INFINITY]), OffScale::Clip).unwrap();
    assert_eq!(infinite.positions, [Some(3), Some(0)]);
}

#[test]
fn the_decision_changes_the_coefficient() {
    let people = [0.0, 1.0, 2.0, 3.0, 3.0, 0.0, 1.0, 2.0, 3.0, 0.0];
    let judge = [0.0, 1.0, 1.0, 5.0, 3.0, 0.0, 2.0, 2.0, 2.0, 0.0];
    let kappa = |scale: &Scale, decision| {
        let [first, second] = [&people, &judge].map(|labels| scale.place(&some(labels), decision).unwrap().positions);
        let table = Confusion::new(scale, &first, &second).unwrap();
        (cohen_kappa(&table, Weights::None).unwrap().value, table.n(), table.incomplete())
    };
    // By hand: 6 of 10 agree, chance 27/100 less the 5; 7 of 10; 6 of 9.
    let (as_is, clipped, dropped) =
        (kappa(&whole(5), OffScale::Keep), kappa(&whole(3), OffScale::Clip), kappa(&whole(3), OffScale::Drop));
    assert_eq!((as_is.1, clipped.1, dropped.1, dropped.2), (10, 10, 9, 1));
    assert!((as_is.0 - (0.6 - 0.22) / (1.0 - 0.22)).abs() < 1e-15, "{as_is:?}");
    assert!((clipped.0 - (0.7 - 0.25) / (1.0 - 0.25)).abs() < 1e-15, "{clipped:?}");
    assert!((dropped.0 - (6.0 / 9.0 - 21.0 / 81.0) / (1.0 - 21.0 / 81.0)).abs() < 1e-15, "{dropped:?}");
}

#[test]
fn scales_and_tables_that_cannot_be() {
    assert!(Scale::new(&[1.0]).is_err() && Scale::new(&[1.0, 1.0]).is_err() && Scale::new(&[2.0, 1.0]).is_err());
    assert!(Scale::new(&[0.0, f64::NAN]).is_err() && Scale::new(&[0.0, f64::INFINITY]).is_err());
    assert!(Scale::whole(0, i32::MAX).is_err() && Scale::whole(i32::MIN, i32::MAX).is_err() && Scale::whole(3, 0).is_err());
    assert_eq!(Scale::whole(0, 255).unwrap().count(), 256);
    assert!(Confusion::new(&whole(1), &[Some(2)], &[Some(0)]).is_err());
    assert!(Confusion::new(&whole(1), &[Some(0)], &[]).is_err());
    assert!(Confusion::from_counts(&[vec![1, 2], vec![3]]).is_err() && Confusion::from_counts::<[u64; 0]>(&[]).is_err());
    assert!(Confusion::from_counts(&[[u64::MAX, 1], [0, 0]]).is_err());
    assert!(Ratings::by_unit(&whole(1), &[[Some(2)]]).is_err());
    assert!(Ratings::by_rater(&whole(1), &[vec![None], vec![]]).is_err());
    assert!(Ratings::by_unit(&whole(1), &[[Some(1)]]).unwrap().drawn(&[1]).is_err());
    assert!(Confusion::from_counts(&[[0, 0, 0]; 3]).unwrap().paired().is_err());
    let negative = Ratings::by_unit(&Scale::whole(-1, 1).unwrap(), &[[Some(0), Some(2)]; 3]).unwrap();
    assert!(krippendorff_alpha(&negative, Metric::Ratio).is_err());
}

#[test]
fn agreement_that_cannot_fail_is_none() {
    let scale = whole(1);
    for (units, reason) in [
        (vec![], "needs at least two units with two labels"),
        (vec![[Some(1), Some(1)]], "needs at least two units with two labels"),
        (vec![[Some(1), Some(0)]], "needs at least two units with two labels"),
        (vec![[Some(1), Some(0)], [Some(1), None]], "needs at least two units with two labels"),
        (vec![[Some(1), Some(1)]; 50], "only one category was used, so agreement by chance is certain"),
    ] {
        let ratings = Ratings::by_unit(&scale, &units).unwrap();
        let expected = Undefined(reason);
        for metric in [Metric::Nominal, Metric::Ordinal, Metric::Interval, Metric::Ratio] {
            assert_eq!(krippendorff_alpha(&ratings, metric), Err(expected), "{units:?}");
        }
        let [first, second] = [0, 1].map(|rater| units.iter().map(|unit| unit[rater]).collect::<Vec<_>>());
        assert!(cohen_kappa(&Confusion::new(&scale, &first, &second).unwrap(), Weights::Quadratic).is_err());
        assert!(fleiss_kappa(&ratings).is_err());
        assert_eq!(gwet(&ratings, Weights::None).is_err(), units.len() < 50, "AC1 of fifty like units is 1");
    }
    let empty = Confusion::new(&scale, &[], &[]).unwrap();
    assert!(empty.agreement().is_err() && Prevalence::of(&empty).is_err() && specific_agreement(&empty, 0).is_err());
}

#[test]
fn no_width_is_no_certainty() {
    let perfect = Confusion::from_counts(&[[20, 0], [0, 20]]).unwrap();
    assert!(cohen_kappa(&perfect, Weights::None).unwrap().wald(LEVEL).is_err());
    let units: Vec<[Option<usize>; 2]> = (0..40).map(|unit| [Some(unit % 2); 2]).collect();
    let ratings = Ratings::by_unit(&whole(1), &units).unwrap();
    assert!(gwet(&ratings, Weights::None).unwrap().interval(LEVEL).is_err());
    let resampled =
        resample::units(40, 500, 3, LEVEL, |drawn| krippendorff_alpha(&ratings.drawn(drawn)?, Metric::Nominal)).unwrap();
    assert_eq!((resampled.undefined, resampled.replicates), (0, 500));
    assert!(resampled.interval.is_err(), "forty agreements do not show that the next will be one");
}

#[test]
fn undefined_resamples_are_counted_and_take_the_interval_away() {
    // Three of forty units hold the only labels of a second category: many resamples miss all of them.
    let rows = |rare: usize| -> Vec<[Option<usize>; 2]> {
        (0..40).map(|unit| if unit < rare { [Some(0), Some(unit % 2)] } else { [Some(1), Some(1)] }).collect()
    };
    let alpha = |rare: usize| {
        let ratings = Ratings::by_unit(&whole(1), &rows(rare)).unwrap();
        resample::units(40, 2_000, 5, LEVEL, |drawn| krippendorff_alpha(&ratings.drawn(drawn)?, Metric::Nominal)).unwrap()
    };
    // Chance of a resample without the two rare units: (38/40)^40 = 12.9 %; without any of five: 0.48 %.
    let few = alpha(2);
    assert!((200..320).contains(&few.undefined), "{few:?}");
    assert_eq!(few.interval, Err(Undefined("more than 5 % of the resamples are undefined")));
    let more = alpha(5);
    assert!((1..25).contains(&more.undefined) && more.interval.is_ok(), "{more:?}");
    assert_eq!(more, alpha(5), "the same seed, the same interval");
}

#[test]
fn a_resampling_is_its_streams() {
    let mean = |drawn: &[usize]| Ok(drawn.iter().sum::<usize>() as f64 / drawn.len() as f64);
    let rows: Vec<Vec<usize>> = (0..60)
        .map(|replicate| {
            let mut stream = statistics::generator::Stream::new(9, replicate);
            (0..7).map(|_| stream.index(7)).collect()
        })
        .collect();
    assert_eq!(resample::units(7, 60, 9, LEVEL, mean).unwrap(), resample::from_indices(&rows, LEVEL, mean));
    // Clusters of one unit each, named in the order of the units, are units.
    let alone: Vec<u32> = (10..17).collect();
    assert_eq!(resample::clusters(&alone, 60, 9, LEVEL, mean), resample::units(7, 60, 9, LEVEL, mean));
    assert!(resample::units(1, 60, 9, LEVEL, mean).is_err() && resample::clusters(&[4, 4], 60, 9, LEVEL, mean).is_err());
    assert!(resample::units(7, 1, 9, LEVEL, mean).unwrap().interval.is_err());
    assert_eq!(resample::units(7, 60, 9, LEVEL, |_| Ok(f64::NAN)).unwrap().undefined, 60);
}

#[test]
fn kappa_is_called_unstable_where_one_category_is_nearly_all() {
    let prevalence = |rows: &[[u64; 2]; 2]| Prevalence::of(&Confusion::from_counts(rows).unwrap()).unwrap();
    assert!(prevalence(&[[0, 5], [5, 90]]).kappa_unstable() && prevalence(&[[90, 5], [5, 0]]).kappa_unstable());
    assert!(!prevalence(&[[45, 5], [5, 45]]).kappa_unstable());
    assert_eq!(prevalence(&[[5, 5], [5, 85]]).index, 0.8);
    assert!(!prevalence(&[[5, 5], [5, 85]]).kappa_unstable(), "above, not at");
    let graded = Confusion::from_counts(&[[91, 2, 1], [1, 2, 0], [1, 0, 2]]).unwrap();
    assert!(Prevalence::of(&graded).unwrap().kappa_unstable());
}

fn tables() -> impl Strategy<Value = Confusion> {
    (2_usize..6)
        .prop_flat_map(|size| prop::collection::vec(prop::collection::vec(0_u64..40, size), size))
        .prop_map(|rows| Confusion::from_counts(&rows).unwrap())
}

fn labels(table: &Confusion) -> [Vec<Option<usize>>; 2] {
    let mut raters = [Vec::new(), Vec::new()];
    for (row, column, count) in table.cells() {
        raters[0].extend(vec![Some(row); count as usize]);
        raters[1].extend(vec![Some(column); count as usize]);
    }
    raters
}

fn mirrored(table: &Confusion) -> Confusion {
    let size = table.categories();
    Confusion::from_counts(&(0..size).map(|i| (0..size).map(|j| table.count(j, i)).collect()).collect::<Vec<Vec<u64>>>()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn coefficients_stay_in_their_range_and_do_not_care_who_is_first(table in tables()) {
        let scale = whole(table.categories() as i32 - 1);
        let raters = labels(&table);
        prop_assert_eq!(&Confusion::new(&scale, &raters[0], &raters[1]).unwrap(), &table);
        let ratings = Ratings::by_rater(&scale, &raters).unwrap();
        for weights in [Weights::None, Weights::Linear, Weights::Quadratic, Weights::Ordinal] {
            if let Ok(kappa) = cohen_kappa(&table, weights) {
                prop_assert!((-1.0 - 1e-12..=1.0).contains(&kappa.value) && kappa.variance >= 0.0 && kappa.null_error >= 0.0);
                let other = cohen_kappa(&mirrored(&table), weights).unwrap();
                prop_assert!((kappa.value - other.value).abs() < 1e-12 && (kappa.variance - other.variance).abs() < 1e-9);
            }
            if let Ok(gwet) = gwet(&ratings, weights) {
                prop_assert!(gwet.value <= 1.0 + 1e-12 && gwet.value >= -1.0 - 1e-12 && gwet.standard_error >= 0.0);
                prop_assert!((0.0..1.0).contains(&gwet.expected));
            }
        }
        for metric in [Metric::Nominal, Metric::Ordinal, Metric::Interval, Metric::Ratio] {
            if let Ok(alpha) = krippendorff_alpha(&ratings, metric) {
                prop_assert!(alpha <= 1.0 && alpha.is_finite());
                let swapped = [raters[1].clone(), raters[0].clone()];
                prop_assert_eq!(krippendorff_alpha(&Ratings::by_rater(&scale, &swapped).unwrap(), metric), Ok(alpha));
            }
        }
        if table.n() > 1 {
            let perfect = table.agreed() == table.n();
            if let Ok(kappa) = cohen_kappa(&table, Weights::Linear) {
                prop_assert_eq!(kappa.value == 1.0, perfect);
            }
        }
    }

    #[test]
    fn two_categories_make_all_weights_and_metrics_one(rows in prop::array::uniform2(prop::array::uniform2(0_u64..30))) {
        let table = Confusion::from_counts(&rows).unwrap();
        let ratings = Ratings::by_rater(&whole(1), &labels(&table)).unwrap();
        let kappa = cohen_kappa(&table, Weights::None);
        let alpha = krippendorff_alpha(&ratings, Metric::Nominal);
        for weights in [Weights::Linear, Weights::Quadratic, Weights::Ordinal] {
            prop_assert_eq!(cohen_kappa(&table, weights), kappa);
            prop_assert_eq!(gwet(&ratings, weights), gwet(&ratings, Weights::None));
        }
        // Ordinal distances are one number for all pairs, which cancels but for rounding.
        for metric in [Metric::Ordinal, Metric::Interval] {
            match (krippendorff_alpha(&ratings, metric), alpha) {
                (Ok(got), Ok(alpha)) => prop_assert!((got - alpha).abs() < 1e-12),
                (got, alpha) => prop_assert_eq!(got, alpha),
            }
        }
        // Alpha for two raters is Scott's pi with a correction for small samples: 1 − α = (1 − π)(n − 1)/n over 2N labels.
        if let (Ok(fleiss), Ok(alpha)) = (fleiss_kappa(&ratings), alpha) {
            let n = 2.0 * table.n() as f64;
            prop_assert!((1.0 - alpha - (1.0 - fleiss.value) * (n - 1.0) / n).abs() < 1e-12);
        }
    }
}
