//! Golden vectors 02: means of scores, clusters, strata.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, bootstrap_block, f, floats, index_rows, leaves, list, load, n, tied_bootstrap_block};
use statistics::clustered::{Clustered, icc};
use statistics::mean::{Moments, off_extremes, t_interval, wilson_fractional};
use statistics::stratified::{Stratum, macro_mean, micro_mean, stratified, weighted_mean};
use statistics::{Level, bootstrap, mean};

#[test]
fn every_case() {
    let file = load("02_means.json");
    let mut check = Check::default();
    for case in list(&file["cases"]) {
        let name = case["name"].as_str().unwrap();
        let values = floats(&case["x"]);
        check.same(name, values.len(), n(&case["n"]));
        check.defined(&format!("{name} mean"), mean(&values), &case["mean"], ALGEBRA);
        let moments = Moments::of(&values);
        if name == "all_equal" {
            // The vectors carry the rounding noise of six times 0.7 as a spread of 1e-16. A spread
            // of nothing is undefined here, so that no interval of no width is ever printed.
            assert!(moments.is_err() && t_interval(&values, Level::NINETY_FIVE).is_err());
            let row = vec![vec![0_usize; values.len()]; 2];
            assert!(bootstrap::from_indices(&values, &row, Level::NINETY_FIVE).is_err());
            let noise = ["name", "x", "n", "mean", "wilson_fractional_95", "off_extreme_count", "indices"];
            check.explained(leaves(case, &noise));
        } else {
            for (key, pick) in [("sd", 0), ("se", 1)] {
                if case.get(key).is_some() {
                    let got = moments.map(|m| [m.sd, m.standard_error][pick]);
                    check.defined(&format!("{name} {key}"), got, &case[key], ALGEBRA);
                }
            }
            for (key, level) in [("t_ci_90", 0.90), ("t_ci_95", 0.95), ("t_ci_99", 0.99)] {
                if case.get(key).is_some() {
                    let got = t_interval(&values, Level::new(level).unwrap());
                    check.interval(&format!("{name} {key}"), got, &case[key], QUANTILE);
                }
            }
            if let Some(block) = case.get("bootstrap") {
                match name {
                    "ten_of_fractions" => tied_bootstrap_block(&mut check, name, &values, 0.4925, block),
                    _ => bootstrap_block(&mut check, name, &values, block),
                }
            }
        }
        if let Some(want) = case.get("wilson_fractional_95") {
            check.interval(&format!("{name} wilson"), wilson_fractional(&values, Level::NINETY_FIVE), want, ALGEBRA);
        }
        if let Some(want) = case.get("off_extreme_count") {
            let (below, above) = off_extremes(&values);
            check.same(name, below, n(&want["below_1"]));
            check.same(name, above, n(&want["above_0"]));
        }
    }
    let expected = leaves(&file["cases"], &["name", "x", "indices"]);
    assert_eq!(expected, 134);
    check.finish(expected);
}

#[test]
fn clusters() {
    let file = load("02_means.json");
    let want = &file["clustered"];
    let mut check = Check::default();
    let values = floats(&want["y"]);
    let ids: Vec<u32> = list(&want["cluster"]).iter().map(|c| n(c) as u32).collect();
    let got = Clustered::new(&values, &ids).unwrap();
    let level = Level::NINETY_FIVE;
    check.same("n", got.n, n(&want["n"]));
    check.same("G", got.clusters, n(&want["G"]));
    check.same("df", got.degrees(), f(&want["t_df"]));
    check.close("mean", got.mean, &want["mean"], ALGEBRA);
    check.close("se_iid", got.se_unrelated, &want["se_iid"], ALGEBRA);
    check.close("se_cr0", got.se_cr0, &want["se_cr0"], ALGEBRA);
    check.close("se_cr1", got.se_cr1, &want["se_cr1"], ALGEBRA);
    check.interval("t", got.t_interval(level), &want["ci95_cr1_t"], QUANTILE);
    check.defined("deff", got.design_effect(), &want["design_effect"], ALGEBRA);
    check.defined("n_eff", got.effective_n(), &want["n_effective"], ALGEBRA);
    let variance = icc(&values, &ids).unwrap();
    check.close("icc", variance.icc, &want["icc_anova"], ALGEBRA);
    check.close("msb", variance.between, &want["icc_msb"], ALGEBRA);
    check.close("msw", variance.within, &want["icc_msw"], ALGEBRA);
    check.close("n0", variance.size, &want["icc_n0"], ALGEBRA);
    let rows = index_rows(&want["cluster_bootstrap"]["cluster_indices"]);
    let (interval, se) = got.bootstrap_from_indices(&rows, level).unwrap();
    check.interval("bootstrap", Ok(interval), &want["cluster_bootstrap"]["percentile_ci"], ALGEBRA);
    check.close("bootstrap se", se, &want["cluster_bootstrap"]["se_ddof1"], ALGEBRA);
    let wilson = &want["wilson_neff_t95"];
    check.defined("wilson n_eff", got.wilson_n(), &wilson["n_eff"], ALGEBRA);
    let critical = statistics::special::student::upper_quantile(0.025, got.degrees());
    check.close("critical t", critical, &wilson["critical_t_G_minus_1"], QUANTILE);
    check.interval("wilson", got.wilson_interval(level), &wilson["ci"], QUANTILE);
    let one = &want["one_cluster"];
    let reason = Clustered::new(&floats(&one["y"]), &[0, 0, 0]).unwrap_err();
    check.undefined("one cluster", reason, &one["se_cr1"]);
    let singletons: Vec<u32> = (0..18).collect();
    let alone = Clustered::new(&values, &singletons).unwrap();
    check.close("singletons", alone.se_cr1, &want["singletons_equal_iid"], ALGEBRA);
    let inputs = ["y", "cluster", "cluster_indices", "cr1_factor", "estimator", "rule", "reason"];
    let expected = leaves(want, &inputs);
    assert_eq!(expected, 24);
    check.finish(expected);
}

#[test]
fn strata() {
    let file = load("02_means.json");
    let want = &file["stratified"];
    let mut check = Check::default();
    let scores: Vec<Vec<f64>> = list(&want["strata"]).iter().map(|s| floats(&s["y"])).collect();
    let strata: Vec<Stratum<'_>> =
        list(&want["strata"]).iter().zip(&scores).map(|(s, scores)| Stratum { weight: f(&s["N_weight"]), scores }).collect();
    let got = stratified(&strata).unwrap();
    check.close("mean", got.mean, &want["weighted_mean"], ALGEBRA);
    check.close("se", got.standard_error, &want["se"], ALGEBRA);
    check.close("df", got.degrees, &want["satterthwaite_df"], ALGEBRA);
    check.interval("t", Ok(got.t_interval(Level::NINETY_FIVE)), &want["ci95"], QUANTILE);
    check.defined("micro", micro_mean(&strata), &want["unweighted_micro_mean"], ALGEBRA);
    check.defined("macro", macro_mean(&strata), &want["macro_mean"], ALGEBRA);
    let alone = [strata[0], Stratum { weight: 0.1, scores: &[1.0] }];
    assert!(stratified(&alone).is_err() && weighted_mean(&alone).is_ok());
    check.finish(7);
}
