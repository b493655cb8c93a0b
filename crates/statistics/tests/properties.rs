//! What holds for every input.

use proptest::prelude::*;
use statistics::clustered::icc;
use statistics::multiplicity::max_t::max_t;
use statistics::multiplicity::{benjamini_hochberg, bonferroni, hochberg, holm, holm_sidak};
use statistics::paired::sign_flip::{SignMatrix, sign_flip_seeded};
use statistics::paired::t::paired_t;
use statistics::paired::{Side, Table, bonett_price, mcnemar, newcombe, noninferiority, tango};
use statistics::verdict::{self, Outcome};
use statistics::{Interval, Kind, Level, Score, bootstrap, proportion, summarise};

fn inside(interval: Interval, lo: f64, hi: f64) -> bool {
    lo <= interval.lo && interval.lo <= interval.hi && interval.hi <= hi
}

fn scores_of(scores: &[Score]) -> Vec<f64> {
    scores.iter().filter_map(|s| if let Score::Value(v) = s { Some(*v) } else { None }).collect()
}

fn tables() -> impl Strategy<Value = Table> {
    (0_usize..400, 0_usize..60, 0_usize..60, 0_usize..400)
        .prop_map(|(both, only_a, only_b, neither)| Table { both, only_a, only_b, neither })
        .prop_filter("some question", |table| table.n() > 0)
}

fn levels() -> impl Strategy<Value = Level> {
    (0.001_f64..0.999).prop_map(|level| Level::new(level).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rates_lie_in_their_intervals(n in 1_usize..5_000, share in 0.0_f64..=1.0, level in levels()) {
        let x = ((n as f64 * share) as usize).min(n);
        let p = x as f64 / n as f64;
        for interval in [proportion::wilson, proportion::clopper_pearson, proportion::jeffreys] {
            let got = interval(x, n, level).unwrap();
            prop_assert!(inside(got, 0.0, 1.0), "{got:?}");
            // At a level of nearly 0, Jeffreys is around the median, which is not x/n.
            if level.get() > 0.5 {
                prop_assert!(got.lo <= p && p <= got.hi, "{got:?} {p}");
            }
        }
        for interval in [proportion::wald_clipped, proportion::agresti_coull, proportion::jeffreys_raw] {
            prop_assert!(inside(interval(x, n, level).unwrap(), 0.0, 1.0));
        }
        let exact = proportion::clopper_pearson(x, n, level).unwrap();
        let mirrored = proportion::clopper_pearson(n - x, n, level).unwrap();
        prop_assert!((exact.lo - (1.0 - mirrored.hi)).abs() < 1e-12);
        prop_assert!(proportion::clopper_pearson_upper(x, n, level).unwrap() <= exact.hi + 1e-12);
    }

    #[test]
    fn tango_is_a_mirror(table in tables(), level in levels()) {
        let got = tango::interval(&table, level).unwrap();
        let other = tango::interval(&table.mirrored(), level).unwrap();
        prop_assert!(inside(got, -1.0, 1.0), "{got:?}");
        prop_assert!((got.lo + other.hi).abs() < 1e-14 && (got.hi + other.lo).abs() < 1e-14);
        let difference = table.difference().unwrap();
        prop_assert!(got.lo <= difference && difference <= got.hi);
        for interval in [newcombe::interval, bonett_price::interval] {
            prop_assert!(inside(interval(&table, level).unwrap(), -1.0, 1.0));
        }
    }

    #[test]
    fn mcnemar_gives_probabilities(table in tables()) {
        let (exact, mid) = (mcnemar::exact(&table), mcnemar::mid_p(&table));
        prop_assert!(mid > 0.0 && mid <= exact && exact <= 1.0);
        prop_assert_eq!(exact, mcnemar::exact(&table.mirrored()));
        let one = mcnemar::exact_greater(&table);
        prop_assert!(one > 0.0 && one <= 1.0);
    }

    #[test]
    fn bound_and_p_of_non_inferiority_agree(table in tables(), margin in 0.001_f64..0.5) {
        let p = noninferiority::for_hits(&table, margin).unwrap().p_not_inferior;
        let bound = tango::interval(&table, Level::NINETY).unwrap().lo;
        // On the edge itself rounding decides.
        if (p - 0.05).abs() > 1e-9 {
            prop_assert_eq!(p < 0.05, bound > -margin);
        }
        let outcome = verdict::for_hits(&table, margin).unwrap().outcome;
        match outcome {
            Outcome::Inconclusive { more } => prop_assert!(more.is_none_or(|more| more >= 1)),
            Outcome::Pass => prop_assert!(bound > -margin),
            Outcome::Fail => prop_assert!(bound < -margin),
            Outcome::Unchanged => prop_assert_eq!(table.discordant(), 0),
        }
    }

    #[test]
    fn adjusted_p_are_ordered(p in prop::collection::vec(prop::option::of(0.0_f64..=1.0), 0..30)) {
        let (b, h, hs, hb, bh) = (bonferroni(&p), holm(&p), holm_sidak(&p), hochberg(&p), benjamini_hochberg(&p));
        prop_assert_eq!(h.compared + h.undefined, p.len());
        for i in 0..p.len() {
            let Some(raw) = p[i] else {
                prop_assert!(h.p[i].is_none());
                continue;
            };
            let [b, h_i, hs, hb, bh] = [&b, &h, &hs, &hb, &bh].map(|a| a.p[i].unwrap());
            let slack = 1e-12;
            prop_assert!(raw <= bh + slack && bh <= hb + slack && hb <= h_i + slack && h_i <= b + slack && b <= 1.0);
            prop_assert!(raw <= hs + slack && hs <= h_i + slack);
            for (other, adjusted) in p.iter().zip(&h.p) {
                if other.is_some_and(|other| other <= raw) {
                    prop_assert!(adjusted.unwrap() <= h_i);
                }
            }
        }
    }

    #[test]
    fn sign_flips_give_probabilities(differences in prop::collection::vec(-1.0_f64..1.0, 1..60), seed: u64) {
        let two = sign_flip_seeded(&differences, Side::Two, 199, seed).unwrap();
        let one = sign_flip_seeded(&differences, Side::Greater, 199, seed).unwrap();
        prop_assert!(two.p > 0.0 && two.p <= 1.0 && one.p > 0.0 && one.p <= 1.0);
        let turned: Vec<f64> = differences.iter().map(|d| -d).collect();
        prop_assert_eq!(two, sign_flip_seeded(&turned, Side::Two, 199, seed).unwrap());
    }

    #[test]
    fn no_finite_input_panics_or_gives_nan(
        values in prop::collection::vec(any::<f64>().prop_filter("finite", |v| v.is_finite()), 0..40),
        clusters in prop::collection::vec(0_u32..6, 40),
        margin in any::<f64>(),
    ) {
        let level = Level::NINETY_FIVE;
        let number = |v: f64| !v.is_nan();
        let ends = |i: Interval| number(i.lo) && number(i.hi);
        let scores: Vec<Score> = values.iter().copied().map(Score::Value).collect();
        let ids = &clusters[..values.len()];
        for clusters in [None, Some(ids)] {
            let got = summarise(&scores, Kind::Score, clusters, level);
            prop_assert!(got.interval.is_none_or(ends) && got.value.is_none_or(number), "{got:?}");
        }
        if let Ok(got) = paired_t(&values) {
            prop_assert!(number(got.t) && number(got.p) && number(got.dz) && ends(got.interval(level)), "{got:?}");
        }
        if let Ok(got) = sign_flip_seeded(&values, Side::Two, 49, 3) {
            prop_assert!(got.p > 0.0 && got.p <= 1.0);
        }
        if let Ok(got) = bootstrap::seeded(&values, 30, 3, level) {
            prop_assert!(ends(got.percentile) && ends(got.basic), "{got:?}");
            prop_assert!(got.bca.is_err() || ends(got.bca.unwrap().interval), "{got:?}");
        }
        if let Ok(got) = verdict::for_scores(&values, margin) {
            prop_assert!(got.bounds.is_none_or(ends) && number(got.difference), "{got:?}");
        }
        if let Ok(got) = noninferiority::for_scores(&values, margin) {
            prop_assert!(number(got.statistic) && number(got.p_equivalent()), "{got:?}");
        }
        if let Ok(got) = max_t(&[values.clone(), values], &SignMatrix::new(1, 9, 40)) {
            prop_assert!(got.raw.iter().chain(&got.step_down).all(|p| *p > 0.0 && *p <= 1.0), "{got:?}");
        }
        if let Ok(got) = icc(&scores_of(&scores), ids) {
            prop_assert!(number(got.icc), "{got:?}");
        }
    }

    #[test]
    fn summaries_hold_together(
        drawn in prop::collection::vec((0.0_f64..=1.0, 0_u32..8, 0_u8..8), 0..80),
        level in levels(),
        hits: bool,
    ) {
        let scores: Vec<Score> = drawn
            .iter()
            .map(|(value, _, fate)| match fate {
                0 => Score::Failed,
                _ if hits => Score::Value(value.round()),
                1 => Score::Value(1.0),
                _ => Score::Value(*value),
            })
            .collect();
        let clusters: Vec<u32> = drawn.iter().map(|d| d.1).collect();
        let kind = if hits { Kind::Proportion } else { Kind::Score };
        for clusters in [None, Some(clusters.as_slice())] {
            let got = summarise(&scores, kind, clusters, level);
            prop_assert_eq!(got.n + got.failed, scores.len());
            prop_assert_eq!(got.interval.is_none(), got.interval_undefined.is_some());
            if let (Some(value), Some(interval)) = (got.value, got.interval) {
                prop_assert!(inside(interval, 0.0, 1.0) && interval.width() > 0.0, "{got:?}");
                prop_assert!(interval.lo <= value && value <= interval.hi, "{got:?}");
            }
            if let (Some(value), Some(bounds)) = (got.value, got.bounds) {
                prop_assert!(inside(bounds, 0.0, 1.0) && bounds.contains(value));
            }
        }
    }
}
