//! Golden vectors 06: agreement of raters.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, f, floats, index_rows, leaves, list, load, n};
use serde_json::Value;
use statistics::agreement::{
    Confusion, Fleiss, Gwet, Kappa, Metric, Prevalence, Ratings, Scale, Weights, cohen_kappa, fleiss_kappa, gwet,
    krippendorff_alpha, specific_agreement,
};
use statistics::{Interval, Level, Undefined, resample};

/// irrCAC rounds to 15 decimals.
const ROUNDED: f64 = QUANTILE;
/// The t quantile in irrCAC's intervals is right to 4e-9 only; the crate's is checked in `special_reference.rs`.
const SEARCHED: f64 = 1e-8;

struct Case {
    name: String,
    scale: Scale,
    raters: [Vec<Option<usize>>; 2],
    table: Confusion,
    ratings: Ratings,
}

impl Case {
    fn read(value: &Value) -> Self {
        let scale = Scale::new(&floats(&value["categories"])).unwrap();
        let raters = ["rater1", "rater2"]
            .map(|key| floats(&value[key]).into_iter().map(|label| scale.position(label)).collect::<Vec<_>>());
        let table = Confusion::new(&scale, &raters[0], &raters[1]).unwrap();
        assert_eq!(table.incomplete(), 0);
        let ratings = Ratings::by_rater(&scale, &raters).unwrap();
        Self { name: value["name"].as_str().unwrap().to_owned(), scale, raters, table, ratings }
    }

    fn kappa(&self, weights: Weights) -> Result<Kappa, Undefined> {
        cohen_kappa(&self.table, weights)
    }

    fn alpha(&self, metric: Metric) -> Result<f64, Undefined> {
        krippendorff_alpha(&self.ratings, metric)
    }

    /// A single unit: the vectors give 0 for one disagreement; here one unit is no ground for a coefficient.
    fn single(&self) -> bool {
        self.table.n() == 1
    }
}

#[test]
fn two_raters() {
    let file = load("06_agreement.json");
    let mut check = Check::default();
    for value in list(&file["two_rater"]) {
        let case = Case::read(value);
        for (key, want) in value.as_object().unwrap() {
            let name = format!("{} {key}", case.name);
            match key.as_str() {
                "name" | "rater1" | "rater2" | "categories" => {}
                "gwet" => want.as_object().unwrap().iter().for_each(|(key, want)| gwet_block(&mut check, &case, key, want)),
                _ if case.name == "n1_disagree" && (key.starts_with("kappa") || key.starts_with("alpha")) => {
                    assert!(case.kappa(Weights::None).is_err() && case.alpha(Metric::Ordinal).is_err() && want != &Value::Null);
                    check.explained(leaves(want, &[]));
                }
                "kappa_ci95_wald" => wald(&mut check, &case, want),
                _ => two_rater(&mut check, &case, key, &name, want),
            }
        }
    }
    let expected = leaves(&file["two_rater"], &["name", "rater1", "rater2", "categories"]);
    assert_eq!(expected, 489);
    check.finish(expected);
}

fn two_rater(check: &mut Check, case: &Case, key: &str, name: &str, want: &Value) {
    let mut defined = |got| check.defined(name, got, want, ALGEBRA);
    let prevalence = Prevalence::of(&case.table);
    match key {
        "n" => check.same(name, case.table.n() as usize, n(want)),
        "confusion_rows_r1_cols_r2" => {
            let rows: Vec<Vec<u64>> =
                list(want).iter().map(|row| list(row).iter().map(|c| c.as_u64().unwrap()).collect()).collect();
            for (row, column, count) in case.table.cells() {
                check.same(name, count, rows[row][column]);
            }
            assert_eq!(Confusion::from_counts(&rows).unwrap(), case.table);
        }
        "percent_agreement" => defined(case.table.agreement()),
        "kappa" => defined(case.kappa(Weights::None).map(|kappa| kappa.value)),
        "kappa_linear" => defined(case.kappa(Weights::Linear).map(|kappa| kappa.value)),
        "kappa_quadratic" => defined(case.kappa(Weights::Quadratic).map(|kappa| kappa.value)),
        // statsmodels subtracts large terms to get there and loses a digit or two.
        "kappa_var_statsmodels" => check.defined(name, case.kappa(Weights::None).map(|kappa| kappa.variance), want, QUANTILE),
        "kappa_linear_var_statsmodels" => {
            check.defined(name, case.kappa(Weights::Linear).map(|kappa| kappa.variance), want, QUANTILE)
        }
        "kappa_quadratic_var_statsmodels" => {
            check.defined(name, case.kappa(Weights::Quadratic).map(|kappa| kappa.variance), want, QUANTILE)
        }
        "kappa_se_null" => defined(case.kappa(Weights::None).map(|kappa| kappa.null_error)),
        "alpha_nominal" => defined(case.alpha(Metric::Nominal)),
        "alpha_ordinal" => defined(case.alpha(Metric::Ordinal)),
        "alpha_interval" => defined(case.alpha(Metric::Interval)),
        "prevalence_index" => defined(prevalence.map(|p| p.index)),
        "bias_index" => defined(prevalence.map(|p| p.bias)),
        "pabak" => defined(prevalence.map(|p| p.pabak)),
        "positive_agreement" => defined(specific_agreement(&case.table, 1)),
        "negative_agreement" => defined(specific_agreement(&case.table, 0)),
        _ => panic!("nothing checks {name}"),
    }
}

/// Where the variance is 0 the vectors have an interval of no width (or of the rounding of 0); here there is none.
fn wald(check: &mut Check, case: &Case, want: &Value) {
    match case.kappa(Weights::None).and_then(|kappa| kappa.wald(Level::NINETY_FIVE)) {
        Ok(got) => check.interval(&case.name, Ok(got), want, QUANTILE),
        Err(reason) if want[0].is_null() => {
            check.undefined(&case.name, reason, &want[0]);
            check.undefined(&case.name, reason, &want[1]);
        }
        Err(_) => {
            assert!((f(&want[1]) - f(&want[0])).abs() < 1e-7, "{}", case.name);
            check.explained(2);
        }
    }
}

fn gwet_block(check: &mut Check, case: &Case, key: &str, want: &Value) {
    let name = format!("{} gwet {key}", case.name);
    let weights = match key {
        "identity" => Weights::None,
        "linear" => Weights::Linear,
        "quadratic" => Weights::Quadratic,
        "ordinal" => Weights::Ordinal,
        _ => return irrcac(check, case, key, &name, want),
    };
    let got = gwet(&case.ratings, weights);
    if case.single() {
        assert!(got.is_err() && want["error"].as_str().unwrap().starts_with("ZeroDivisionError"), "{name}");
        return check.explained(1);
    }
    let got: Gwet = got.unwrap();
    for (key, want) in want.as_object().unwrap() {
        match key.as_str() {
            "coefficient_value" => check.close(&name, got.value, want, ROUNDED),
            "pa" => check.close(&name, got.observed, want, ROUNDED),
            // irrCAC cuts after 15 decimals.
            "pe" => check.same(&name, (got.expected - f(want)).abs() < 2e-15, true),
            // irrCAC puts 1e-15 where raters never or always agree.
            "se" if f(want) == 1e-15 => check.same(&name, got.standard_error, 0.0),
            "se" => check.close(&name, got.standard_error, want, ROUNDED),
            "confidence_interval" => match got.interval(Level::NINETY_FIVE) {
                Ok(got) => check.interval(&name, Ok(Interval { lo: got.lo, hi: got.hi.min(1.0) }), want, SEARCHED),
                Err(_) => {
                    assert!(f(&want[1]) - f(&want[0]) < 1e-14, "{name}");
                    check.explained(2);
                }
            },
            _ => panic!("nothing checks {name} {key}"),
        }
    }
}

/// The coefficients of irrCAC that have a function of their own here.
fn irrcac(check: &mut Check, case: &Case, key: &str, name: &str, want: &Value) {
    let got = match key {
        "kripp_irrcac" => case.alpha(Metric::Nominal),
        "fleiss" => fleiss_kappa(&case.ratings).map(|Fleiss { value, .. }| value),
        "conger" => case.kappa(Weights::None).map(|kappa| kappa.value),
        _ => panic!("nothing checks {name}"),
    };
    if case.name == "perfect_one_category" && key != "conger" {
        // irrCAC says 1 where nothing could be disagreed about, against Krippendorff's own library.
        assert!(got.is_err() && f(want) == 1.0);
        return check.explained(1);
    }
    // 15 decimals, of which irrCAC loses the last two on the way.
    match got {
        Ok(got) => check.same(name, (got - f(want)).abs() < 3e-14, true),
        Err(reason) => check.undefined(name, reason, want),
    }
}

#[test]
fn every_topic_is_checked_here() {
    let known = ["schema", "null_means", "versions", "oracle", "two_rater", "krippendorff_missing", "bootstrap"];
    assert!(load("06_agreement.json").as_object().unwrap().keys().all(|key| known.contains(&key.as_str())));
}

#[test]
fn missing_labels() {
    let file = load("06_agreement.json");
    let want = &file["krippendorff_missing"];
    let mut check = Check::default();
    let scale = Scale::whole(1, 5).unwrap();
    let raters: Vec<Vec<Option<usize>>> = list(&want["raters_by_units"])
        .iter()
        .map(|row| list(row).iter().map(|label| label.as_f64().and_then(|l| scale.position(l))).collect())
        .collect();
    let ratings = Ratings::by_rater(&scale, &raters).unwrap();
    assert_eq!((ratings.count(), ratings.pairable()), (12, 11));
    let metrics =
        [("nominal", Metric::Nominal), ("ordinal", Metric::Ordinal), ("interval", Metric::Interval), ("ratio", Metric::Ratio)];
    for (key, metric) in metrics {
        let got = krippendorff_alpha(&ratings, metric);
        check.defined(key, got, &want[format!("alpha_{key}")], ALGEBRA);
        let printed = &want["published_3dp"][key];
        check.same(key, format!("{:.3}", got.unwrap()), format!("{:.3}", f(printed)));
    }
    check.finish(leaves(want, &["raters_by_units"]));
}

#[test]
fn resampled_units() {
    let file = load("06_agreement.json");
    let want = &file["bootstrap"];
    let mut check = Check::default();
    let case = list(&file["two_rater"]).iter().find(|case| case["name"] == want["case"]).map(Case::read).unwrap();
    let rows = index_rows(&want["indices"]);
    let alpha = resample::from_indices(&rows, Level::NINETY_FIVE, |drawn| {
        krippendorff_alpha(&case.ratings.drawn(drawn)?, Metric::Ordinal)
    });
    let kappa = |drawn: &[usize]| {
        let [first, second] = [0, 1].map(|rater| drawn.iter().map(|index| case.raters[rater][*index]).collect::<Vec<_>>());
        cohen_kappa(&Confusion::new(&case.scale, &first, &second)?, Weights::Quadratic).map(|kappa| kappa.value)
    };
    let quadratic = resample::from_indices(&rows, Level::NINETY_FIVE, kappa);
    check.interval("alpha", alpha.interval, &want["alpha_ordinal_percentile95"], QUANTILE);
    check.interval("kappa", quadratic.interval, &want["kappa_quadratic_percentile95"], QUANTILE);
    assert_eq!((alpha.undefined, alpha.replicates), (0, rows.len()));
    check.finish(leaves(want, &["case", "indices", "undefined_resamples_rule"]));
}
