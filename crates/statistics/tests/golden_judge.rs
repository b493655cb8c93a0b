//! Golden vectors 07: what a judge is worth.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, f, floats, leaves, list, load, n};
use serde_json::Value;
use statistics::agreement::{Confusion, Weights, cohen_kappa};
use statistics::judge::drift::{self, ChiSquared};
use statistics::judge::{
    BothOrders, Calibration, Choice, Repeats, RoganGladen, Verbosity, prediction_powered as powered, self_preference,
};
use statistics::mean::Moments;
use statistics::paired::{differences, mcnemar};
use statistics::special::{chi_squared, student};
use statistics::{Level, Undefined, mean};

const LEVEL: Level = Level::NINETY_FIVE;

/// Every key of an object that is no input.
fn each(value: &Value, inputs: &[&str], mut visit: impl FnMut(&str, &Value)) {
    for (key, want) in value.as_object().unwrap().iter().filter(|(key, _)| !inputs.contains(&key.as_str())) {
        visit(key, want);
    }
}

#[test]
fn every_topic_is_checked_here() {
    let known = ["rogan_gladen", "ppi", "anchor_drift", "self_preference", "position", "verbosity", "repeat_variance"];
    each(&load("07_judge.json"), &["schema", "null_means", "versions", "oracle"], |key, _| {
        assert!(known.contains(&key), "{key}")
    });
}

#[test]
fn rogan_gladen() {
    let file = load("07_judge.json");
    let mut check = Check::default();
    let inputs = ["judge_positive", "n", "se_hits", "se_n", "sp_hits", "sp_n"];
    for case in list(&file["rogan_gladen"]) {
        let [positive, size, se_hits, se_n, sp_hits, sp_n] = inputs.map(|key| n(&case[key]));
        let calibration =
            Calibration { sensitivity_hits: se_hits, sensitivity_n: se_n, specificity_hits: sp_hits, specificity_n: sp_n };
        let got = RoganGladen::new(positive, size, &calibration, LEVEL);
        let outside = positive == 0;
        each(case, &inputs, |key, want| {
            let name = format!("{positive}/{size} {key}");
            if key == "undefined" {
                return check.same(&name, got.is_err() && want == "judge no better than chance (Se+Sp<=1)", true);
            }
            let got = got.unwrap();
            match key {
                "apparent" => check.close(&name, got.apparent, want, ALGEBRA),
                "sensitivity" => check.close(&name, got.sensitivity, want, ALGEBRA),
                "specificity" => check.close(&name, got.specificity, want, ALGEBRA),
                "youden_J" => check.close(&name, got.youden, want, ALGEBRA),
                "rogan_gladen_unclipped" => check.close(&name, got.unclipped, want, ALGEBRA),
                "rogan_gladen" => check.close(&name, got.rate(), want, ALGEBRA),
                "delta_se" => check.close(&name, got.delta_error, want, ALGEBRA),
                "delta_ci_unclipped" if got.delta.is_err() => {
                    // Nothing varied: the vectors have [1, 1].
                    assert!(want[0] == want[1] && got.delta_error == 0.0);
                    check.explained(2);
                }
                "delta_ci_unclipped" => check.interval(&name, got.delta, want, QUANTILE),
                "lang_reiczigel_raw" => check.interval(&name, Ok(got.lang_reiczigel_unclipped), want, QUANTILE),
                "lang_reiczigel_ci" if outside => {
                    // The vectors cut it to [0, 0]; here it is outside the model.
                    let reason = got.interval().unwrap_err();
                    assert!(reason.0.starts_with("outside the model") && f(&want[1]) == 0.0);
                    check.explained(2);
                }
                "lang_reiczigel_ci" => check.interval(&name, got.interval(), want, QUANTILE),
                _ => panic!("nothing checks {name}"),
            }
        });
    }
    let expected = leaves(&file["rogan_gladen"], &inputs);
    assert_eq!(expected, 79);
    check.finish(expected);
}

#[test]
fn prediction_powered() {
    let file = load("07_judge.json");
    let mut check = Check::default();
    for case in list(&file["ppi"]) {
        let [people, judge, unlabelled] = ["Y", "Yhat", "Yhat_unlabeled"].map(|key| floats(&case[key]));
        let level = Level::new(1.0 - f(&case["alpha"])).unwrap();
        let name = case["name"].as_str().unwrap();
        each(case, &["name", "Y", "Yhat", "Yhat_unlabeled", "alpha"], |key, _| assert!(["expected", "own"].contains(&key)));
        let tuned = powered::tuned_lambda(&people, &judge, &unlabelled);
        let got = powered::prediction_powered(&people, &judge, &unlabelled).unwrap();
        assert_eq!(got.lambda, tuned.unwrap_or(0.0), "a judge that says nothing is not believed");
        each(&case["expected"], &[], |key, want| {
            let lambda = match key {
                "ppi" => 1.0,
                "ppi_pp" => got.lambda,
                "classical_lam0" => 0.0,
                _ => panic!("nothing checks {name} {key}"),
            };
            let mean = powered::with_lambda(&people, &judge, &unlabelled, lambda).map(|estimate| estimate.mean);
            check.defined(&format!("{name} {key}"), mean, &want["point"], ALGEBRA);
            let interval = powered::reference_interval(&people, &judge, &unlabelled, lambda, level);
            check.interval(&format!("{name} {key}"), interval, &want["ci"], QUANTILE);
        });
        each(&case["own"], &[], |key, want| {
            let name = format!("{name} own {key}");
            match key {
                "lambda" => check.defined(&name, tuned, want, ALGEBRA),
                "point" => check.close(&name, got.mean, want, ALGEBRA),
                "ci" => {
                    let interval = powered::reference_interval(&people, &judge, &unlabelled, got.lambda, level);
                    check.interval(&name, interval, want, QUANTILE);
                }
                "ci_t_ddof1_recommended" => check.interval(&name, got.interval(level), want, QUANTILE),
                _ => panic!("nothing checks {name}"),
            }
        });
    }
    let expected = leaves(&file["ppi"], &["name", "Y", "Yhat", "Yhat_unlabeled", "alpha"]);
    assert_eq!(expected, 85);
    check.finish(expected);
}

fn chi(check: &mut Check, name: &str, got: Result<ChiSquared, Undefined>, want: &Value) {
    let got = got.unwrap();
    check.close(name, got.statistic, &want["stat"], ALGEBRA);
    check.same(name, got.df, n(&want["df"]));
    check.close(name, got.p, &want["p"], QUANTILE);
}

#[test]
fn anchor_drift() {
    let file = load("07_judge.json");
    let mut check = Check::default();
    for case in list(&file["anchor_drift"]) {
        let rows: Vec<Vec<u64>> = list(&case["table_old_rows_new_cols"])
            .iter()
            .map(|row| list(row).iter().map(|c| c.as_u64().unwrap()).collect())
            .collect();
        let table = Confusion::from_counts(&rows).unwrap();
        let title = case["name"].as_str().unwrap();
        each(case, &["name", "table_old_rows_new_cols"], |key, want| {
            let name = format!("{title} {key}");
            match key {
                "n" => check.same(&name, table.n() as usize, n(want)),
                "agreement" => check.defined(&name, table.agreement(), want, ALGEBRA),
                "kappa" => check.defined(&name, cohen_kappa(&table, Weights::None).map(|kappa| kappa.value), want, ALGEBRA),
                "flip_rate" => check.defined(&name, drift::flip_rate(&table), want, ALGEBRA),
                "flip_wilson95" => check.interval(&name, drift::flip_interval(&table, LEVEL), want, QUANTILE),
                "mcnemar_exact" => check.close(&name, mcnemar::exact(&table.paired().unwrap()), want, ALGEBRA),
                "stuart_maxwell" => chi(&mut check, &name, drift::stuart_maxwell(&table), want),
                "bowker_nonzero_pairs" => chi(&mut check, &name, drift::bowker(&table), want),
                "bowker" => {
                    // statsmodels counts all pairs, also the one of `four_grades` between which nothing moved.
                    let got = drift::bowker(&table).unwrap();
                    let pairs = rows.len() * (rows.len() - 1) / 2;
                    assert_eq!(got.df, if title == "four_grades" { pairs - 1 } else { pairs });
                    check.close(&name, got.statistic, &want["stat"], ALGEBRA);
                    check.same(&name, pairs, n(&want["df"]));
                    check.close(&name, chi_squared::upper(got.statistic, pairs), &want["p"], QUANTILE);
                }
                _ => panic!("nothing checks {name}"),
            }
        });
    }
    let expected = leaves(&file["anchor_drift"], &["name", "table_old_rows_new_cols"]);
    assert_eq!(expected, 51);
    check.finish(expected);
}

#[test]
fn self_preference_of_a_judge() {
    let file = load("07_judge.json");
    let want = &file["self_preference"];
    let inputs = ["judge_own", "human_own", "judge_other", "human_other"];
    let [judge_own, people_own, judge_other, people_other] = inputs.map(|key| floats(&want[key]));
    let got = self_preference((&judge_own, &people_own), (&judge_other, &people_other), 0, 0).unwrap();
    let t = got.t.unwrap();
    let mut check = Check::default();
    each(want, &inputs, |key, want| match key {
        "did_mean" => check.defined(key, mean(&got.differences), want, ALGEBRA),
        "t" => check.close(key, t.t, want, QUANTILE),
        "p" => check.close(key, t.p, want, QUANTILE),
        "ci95" => check.interval(key, Ok(t.interval(LEVEL)), want, QUANTILE),
        "signflip_exact_two_sided" => check.close(key, got.sign_flip.p, want, ALGEBRA),
        "welch_unpaired" => {
            // What the crate does not offer, because it forgets the pairs: here it happens to look even surer.
            let [own, other] = [(&judge_own, &people_own), (&judge_other, &people_other)]
                .map(|(judge, people)| Moments::of(&differences(judge, people).unwrap()).unwrap());
            let [a, b] = [own, other].map(|moments| moments.standard_error * moments.standard_error);
            let welch = (own.mean - other.mean) / (a + b).sqrt();
            let df = (a + b) * (a + b) / (a * a / own.degrees() + b * b / other.degrees());
            check.close(key, welch, &want[0], QUANTILE);
            check.close(key, student::two_sided(welch, df), &want[1], QUANTILE);
        }
        _ => panic!("nothing checks {key}"),
    });
    check.finish(8);
}

#[test]
fn position() {
    let file = load("07_judge.json");
    let want = &file["position"];
    let outcomes = &want["both_orders"];
    let mut choices = Vec::new();
    each(outcomes, &[], |key, count| {
        let choice = match key {
            "consistent_A" => (Choice::First, Choice::Second),
            "consistent_B" => (Choice::Second, Choice::First),
            "always_first" => (Choice::First, Choice::First),
            "always_second" => (Choice::Second, Choice::Second),
            _ => panic!("nothing checks {key}"),
        };
        choices.extend(vec![choice; n(count)]);
    });
    let got = BothOrders::new(&choices);
    let mut check = Check::default();
    each(want, &["both_orders"], |key, want| match key {
        "n" => check.same(key, got.n(), n(want)),
        "first_wins_AB_order" => check.same(key, got.a + got.first, n(want)),
        // By its value: how often A wins where it stands second.
        "first_wins_BA_order" => check.same(key, got.a + got.second, n(want)),
        "consistency" => check.defined(key, got.consistency(), want, ALGEBRA),
        "consistency_wilson95" => check.interval(key, got.consistency_interval(LEVEL), want, QUANTILE),
        "first_bias_exact_p" => check.close(key, got.position_p(), want, ALGEBRA),
        "winner_p_exact_sign" => check.close(key, got.winner_p(), want, ALGEBRA),
        _ => panic!("nothing checks {key}"),
    });
    check.finish(8);
}

#[test]
fn verbosity() {
    let file = load("07_judge.json");
    let want = &file["verbosity"];
    let inputs = ["log_length_ratio", "judge_minus_human"];
    let [ratio, bias] = inputs.map(|key| floats(&want[key]));
    let got = Verbosity::new(&ratio, &bias).unwrap();
    let mut check = Check::default();
    each(want, &inputs, |key, want| match key {
        "slope" => check.close(key, got.slope, want, ALGEBRA),
        "intercept" => check.close(key, got.intercept, want, QUANTILE),
        "hc3_se" => check.close(key, got.slope_error, want, QUANTILE),
        "t_p" => check.close(key, got.p, want, QUANTILE),
        "ci95" => check.interval(key, Ok(got.interval(LEVEL)), want, QUANTILE),
        _ => panic!("nothing checks {key}"),
    });
    check.finish(6);
}

#[test]
fn repeat_variance() {
    let file = load("07_judge.json");
    let want = &file["repeat_variance"];
    let rows: Vec<Vec<f64>> = list(&want["scores_items_by_repeats"]).iter().map(floats).collect();
    let got = Repeats::new(&rows).unwrap();
    let mut check = Check::default();
    each(want, &["scores_items_by_repeats"], |key, want| match key {
        "msb" => check.close(key, got.between_square, want, ALGEBRA),
        "msw" => check.close(key, got.within_square, want, ALGEBRA),
        "sigma2_between" => check.close(key, got.between(), want, ALGEBRA),
        "sigma2_within" => check.close(key, got.within, want, ALGEBRA),
        "icc1" | "icc_pingouin_rounded" => check.close(key, got.icc, want, ALGEBRA),
        "se_mean" => check.close(key, got.standard_error(), want, ALGEBRA),
        "se_reduction_limit_r_to_inf" => check.close(key, got.standard_error_floor(), want, ALGEBRA),
        "se_if_repeats" => {
            each(want, &[], |repeats, want| check.defined(key, got.standard_error_if(repeats.parse().unwrap()), want, ALGEBRA));
        }
        "optimal_r_cost_item_over_call" => {
            each(want, &[], |cost, want| check.defined(key, got.best(cost.parse().unwrap()), want, ALGEBRA));
        }
        _ => panic!("nothing checks {key}"),
    });
    check.finish(leaves(want, &["scores_items_by_repeats"]));
}
