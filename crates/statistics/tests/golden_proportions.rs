//! Golden vectors 01: intervals of a rate.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, f, leaves, list, load, n};
use statistics::{Level, proportion};

#[test]
fn every_case() {
    let file = load("01_proportions.json");
    let mut check = Check::default();
    for case in list(&file["cases"]) {
        let (x, size) = (n(&case["x"]), n(&case["n"]));
        let level = Level::new(f(&case["level"])).unwrap();
        let name = |what: &str| format!("{what} {x}/{size} at {}", level.get());
        check.defined(&name("p"), proportion::rate(x, size), &case["p"], ALGEBRA);
        check.defined(&name("se"), proportion::standard_error(x, size), &case["se"], ALGEBRA);
        let mut interval = |key: &str, got, tolerance| {
            if case.get(key).is_some() {
                check.interval(&name(key), got, &case[key], tolerance);
            }
        };
        interval("wald_unclipped", proportion::wald(x, size, level), ALGEBRA);
        interval("wald_clipped", proportion::wald_clipped(x, size, level), ALGEBRA);
        interval("wilson", proportion::wilson(x, size, level), ALGEBRA);
        interval("clopper_pearson", proportion::clopper_pearson(x, size, level), QUANTILE);
        interval("agresti_coull", proportion::agresti_coull(x, size, level), ALGEBRA);
        interval("jeffreys_raw", proportion::jeffreys_raw(x, size, level), QUANTILE);
        interval("jeffreys_bcd", proportion::jeffreys(x, size, level), QUANTILE);
        if let Some(want) = case.get("one_sided_lower") {
            check.defined(&name("wilson lower"), proportion::wilson_lower(x, size, level), &want["wilson"], ALGEBRA);
            let exact = proportion::clopper_pearson_lower(x, size, level);
            check.defined(&name("exact lower"), exact, &want["clopper_pearson"], QUANTILE);
            check.defined(&name("jeffreys lower"), proportion::jeffreys_lower(x, size, level), &want["jeffreys"], QUANTILE);
        }
        if let Some(want) = case.get("one_sided_upper") {
            check.defined(&name("wilson upper"), proportion::wilson_upper(x, size, level), &want["wilson"], ALGEBRA);
            let exact = proportion::clopper_pearson_upper(x, size, level);
            check.defined(&name("exact upper"), exact, &want["clopper_pearson"], QUANTILE);
            check.defined(&name("jeffreys upper"), proportion::jeffreys_upper(x, size, level), &want["jeffreys"], QUANTILE);
        }
    }
    let expected = leaves(&file["cases"], &["x", "n", "level"]);
    assert_eq!(expected, 1458);
    check.finish(expected);
}

#[test]
fn the_textbook_arithmetic_as_it_is_printed() {
    let file = load("01_proportions.json");
    let mut check = Check::default();
    let expected = list(&file["seed_table_expected_print"]);
    for (case, print) in list(&file["seed_table"]).iter().zip(expected) {
        let size = n(&case["n"]);
        let hits = (f(&case["p"]) * size as f64).round() as usize;
        let se = proportion::standard_error(hits, size).unwrap();
        check.close("se", se, &case["se"], ALGEBRA);
        check.close("half width", f(&case["z"]) * se, &case["half_width"], ALGEBRA);
        let wald = proportion::wald(hits, size, Level::NINETY_FIVE).unwrap();
        check.close("exact z", 0.5 * wald.width(), &case["half_width_exact_z"], ALGEBRA);
        let printed = [format!("{se:.3}"), format!("{:.1}", 100.0 * f(&case["z"]) * se)];
        for (position, key) in ["print_se", "print_points"].into_iter().enumerate() {
            check.same(key, printed[position].as_str(), case[key].as_str().unwrap());
            check.same(key, printed[position].as_str(), print[position].as_str().unwrap());
        }
    }
    check.finish(28);
}
