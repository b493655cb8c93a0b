//! Golden vectors 11: scores that should tell the answerable from the unanswerable.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, f, floats, leaves, list, load, n};
use statistics::ranking::{Auroc, RiskCoverage, loosest_threshold, thresholds};
use statistics::{Level, proportion};

const LEVEL: Level = Level::NINETY_FIVE;

#[test]
fn auroc_and_thresholds() {
    let file = load("11_unanswerable.json");
    let mut check = Check::default();
    for case in list(&file["auroc"]) {
        let title = case["name"].as_str().unwrap();
        let [answerable, unanswerable] = ["answerable_scores", "unanswerable_scores"].map(|key| floats(&case[key]));
        let got = Auroc::new(&answerable, &unanswerable);
        let cuts = thresholds(&answerable, &unanswerable, LEVEL);
        for (key, want) in case.as_object().unwrap() {
            let name = format!("{title} {key}");
            match key.as_str() {
                "name" | "answerable_scores" | "unanswerable_scores" => {}
                "auroc" => check.defined(&name, got.map(|auroc| auroc.area), want, ALGEBRA),
                "auroc_sklearn" => check.defined(&name, got.map(|auroc| auroc.area), want, ALGEBRA),
                "delong_se" => check.defined(&name, got.and_then(|auroc| auroc.delong_error), want, ALGEBRA),
                "hanley_mcneil_se" => check.defined(&name, got.map(|auroc| auroc.hanley_mcneil_error), want, ALGEBRA),
                "delong_ci95_clipped" if want[0] == want[1] || f(&want[1]) - f(&want[0]) == 0.0 => {
                    // A standard error of 0: the vectors have an interval of no width, here there is none.
                    assert!(got.unwrap().delong_interval(LEVEL).is_err(), "{name}");
                    check.explained(2);
                }
                "delong_ci95_clipped" => check.interval(&name, got.unwrap().delong_interval(LEVEL), want, QUANTILE),
                "logit_ci95" => check.interval(&name, got.unwrap().logit_interval(LEVEL), want, QUANTILE),
                "thresholds" => {
                    let cuts = cuts.as_ref().unwrap();
                    assert_eq!(cuts.len(), list(want).len(), "{name}");
                    for (cut, want) in cuts.iter().zip(list(want)) {
                        for (key, want) in want.as_object().unwrap() {
                            match key.as_str() {
                                "answer_if_score_ge" => check.close(&name, cut.at_least, want, ALGEBRA),
                                "fpr" => check.close(&name, cut.false_answer_rate, want, ALGEBRA),
                                "fpr_cp_upper95_one_sided" => check.close(&name, cut.upper, want, QUANTILE),
                                "answer_rate" => check.close(&name, cut.answer_rate, want, ALGEBRA),
                                "youden" => check.close(&name, cut.youden(), want, ALGEBRA),
                                _ => panic!("nothing checks {name} {key}"),
                            }
                        }
                    }
                }
                _ => {
                    let budget =
                        key.strip_prefix("fixed_sequence_threshold_fpr_le_").unwrap_or_else(|| panic!("nothing checks {name}"));
                    match loosest_threshold(cuts.as_ref().unwrap(), budget.parse().unwrap()).unwrap() {
                        Some(cut) => check.close(&name, cut.at_least, want, ALGEBRA),
                        None => check.same(&name, want.is_null(), true),
                    }
                }
            }
        }
    }
    let expected = leaves(&file["auroc"], &["name", "answerable_scores", "unanswerable_scores"]);
    assert_eq!(expected, 597);
    check.finish(expected);
}

#[test]
fn without_a_logit_interval_there_is_none() {
    let file = load("11_unanswerable.json");
    for case in list(&file["auroc"]).iter().filter(|case| case.get("logit_ci95").is_none()) {
        let [answerable, unanswerable] = ["answerable_scores", "unanswerable_scores"].map(|key| floats(&case[key]));
        assert!(Auroc::new(&answerable, &unanswerable).and_then(|auroc| auroc.logit_interval(LEVEL)).is_err(), "{case}");
    }
}

#[test]
fn risk_and_coverage() {
    let file = load("11_unanswerable.json");
    let mut check = Check::default();
    for case in list(&file["risk_coverage"]) {
        let [confidence, error] = ["confidence", "error"].map(|key| floats(&case[key]));
        let got = RiskCoverage::new(&confidence, &error).unwrap();
        for (key, want) in case.as_object().unwrap() {
            match key.as_str() {
                "confidence" | "error" => {}
                "coverage" | "risk" => {
                    let values = if key == "risk" { &got.risk } else { &got.coverage };
                    assert_eq!(values.len(), list(want).len());
                    values.iter().zip(list(want)).for_each(|(got, want)| check.close(key, *got, want, ALGEBRA));
                }
                "aurc" => check.close(key, got.area, want, ALGEBRA),
                "aurc_optimal" => check.close(key, got.best_area, want, ALGEBRA),
                "e_aurc" => check.close(key, got.excess_area(), want, QUANTILE),
                "full_risk" => check.close(key, got.full_risk(), want, ALGEBRA),
                _ => panic!("nothing checks {key}"),
            }
        }
    }
    let expected = leaves(&file["risk_coverage"], &["confidence", "error"]);
    assert_eq!(expected, 54);
    check.finish(expected);
}

#[test]
fn false_answers() {
    let file = load("11_unanswerable.json");
    let mut check = Check::default();
    for case in list(&file["false_positive_rate"]) {
        let [answered, size] = ["answered", "unanswerable_n"].map(|key| n(&case[key]));
        for (key, want) in case.as_object().unwrap() {
            match key.as_str() {
                "answered" | "unanswerable_n" => {}
                "fpr" => check.defined(key, proportion::rate(answered, size), want, ALGEBRA),
                "wilson95" => check.interval(key, proportion::wilson(answered, size, LEVEL), want, QUANTILE),
                "cp_upper_one_sided95" => {
                    check.defined(key, proportion::clopper_pearson_upper(answered, size, LEVEL), want, QUANTILE)
                }
                _ => panic!("nothing checks {key}"),
            }
        }
    }
    let expected = leaves(&file["false_positive_rate"], &["answered", "unanswerable_n"]);
    assert_eq!(expected, 23);
    check.finish(expected);
    let known = ["schema", "null_means", "versions", "oracle", "auroc", "risk_coverage", "false_positive_rate", "tie_rule_aurc"];
    assert!(file.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())));
}
