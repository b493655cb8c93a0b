//! Golden vectors 03: two systems on the same questions.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, bootstrap_block, f, floats, index_rows, leaves, list, load, n, tied_bootstrap_block};
use serde_json::Value;
use statistics::paired::sign_flip::{exact_integers, from_signs, sign_flip_seeded};
use statistics::paired::{
    Side, Table, bonett_price, bootstrap, differences, exact_noninferiority, mcnemar, newcombe, noninferiority, odds, t, tango,
    wald,
};
use statistics::verdict::{self, Outcome};
use statistics::{Level, Undefined, mean};

fn table(cells: [usize; 4]) -> Table {
    Table { both: cells[0], only_a: cells[1], only_b: cells[2], neither: cells[3] }
}

/// "inf" in the vectors is `None` here.
fn without_bound(check: &mut Check, what: &str, got: Option<f64>, want: &Value) {
    match got {
        Some(got) => check.close(what, got, want, QUANTILE),
        None => check.same(what, want.as_str(), Some("inf")),
    }
}

fn odds_block(check: &mut Check, name: &str, table: &Table, case: &Value) {
    match odds::discordant_odds(table, Level::NINETY_FIVE) {
        Ok(got) => {
            without_bound(check, &format!("{name} odds"), got.ratio, &case["odds_ratio"]);
            let want = &case["odds_ratio_exact_ci95"];
            check.close(&format!("{name} odds lo"), got.lo, &want[0], QUANTILE);
            without_bound(check, &format!("{name} odds hi"), got.hi, &want[1]);
        }
        Err(reason) => check.undefined(name, reason, &case["odds_ratio"]),
    }
    check.defined(&format!("{name} g"), odds::cohens_g(table), &case["cohens_g"], ALGEBRA);
}

fn chi_squared(check: &mut Check, name: &str, got: Result<mcnemar::ChiSquared, Undefined>, want: &Value) {
    match got {
        Ok(got) => {
            check.close(name, got.statistic, &want[0], ALGEBRA);
            check.close(name, got.p, &want[1], ALGEBRA);
        }
        Err(reason) => check.undefined(name, reason, want),
    }
}

#[test]
fn every_table() {
    let file = load("03_paired.json");
    let mut check = Check::default();
    for case in list(&file["tables"]) {
        let cells = ["a_both", "b_A_only", "c_B_only", "d_neither"].map(|key| n(&case[key]));
        let table = table(cells);
        let name = |what: &str| format!("{what} {cells:?}");
        check.same(&name("n"), table.n(), n(&case["n"]));
        check.defined(&name("diff"), table.difference(), &case["diff_A_minus_B"], ALGEBRA);
        check.close(&name("exact"), mcnemar::exact(&table), &case["mcnemar_exact_p"], ALGEBRA);
        check.close(&name("mid-p"), mcnemar::mid_p(&table), &case["mcnemar_midp"], ALGEBRA);
        let one_sided = mcnemar::exact_greater(&table);
        check.close(&name("one-sided"), one_sided, &case["mcnemar_exact_one_sided_A_gt_B"], ALGEBRA);
        chi_squared(&mut check, &name("chi2"), mcnemar::chi_squared(&table), &case["mcnemar_chi2"]);
        if let Some(want) = case.get("mcnemar_chi2_cc") {
            chi_squared(&mut check, &name("cc"), mcnemar::chi_squared_corrected(&table), want);
        }
        for (level, tango_key, newcombe_key) in [(0.90, "tango_90", "newcombe10_90"), (0.95, "tango_95", "newcombe10_95")] {
            let level = Level::new(level).unwrap();
            check.interval(&name(tango_key), tango::interval(&table, level), &case[tango_key], QUANTILE);
            check.interval(&name(newcombe_key), newcombe::interval(&table, level), &case[newcombe_key], ALGEBRA);
        }
        check.close(&name("phi"), newcombe::phi(&table), &case["newcombe_phi"], ALGEBRA);
        check.interval(&name("wald"), wald::interval(&table, Level::NINETY_FIVE), &case["wald_95"], ALGEBRA);
        let bonett = bonett_price::interval(&table, Level::NINETY_FIVE);
        check.interval(&name("bonett"), bonett, &case["bonett_price_95"], ALGEBRA);
        odds_block(&mut check, &name("odds"), &table, case);
        for want in list(&case["non_inferiority"]) {
            let margin = f(&want["margin"]);
            let got = noninferiority::for_hits(&table, margin).unwrap();
            check.close(&name("tango z"), got.statistic, &want["tango_z"], ALGEBRA);
            check.close(&name("p"), got.p_not_inferior, &want["p_noninferior"], ALGEBRA);
            check.close(&name("tost"), got.p_equivalent(), &want["tost_p"], ALGEBRA);
            let bounds = tango::interval(&table, Level::NINETY).unwrap();
            check.close(&name("bound"), bounds.lo, &want["lower_bound_one_sided_95"], QUANTILE);
            let passes = want["noninferior_at_05"].as_bool().unwrap();
            check.same(&name("decision"), got.p_not_inferior < 0.05, passes);
            let outcome = verdict::for_hits(&table, margin).unwrap().outcome;
            // A pass must also hold by the exact test, which is more careful where few questions differ.
            let exact = exact_noninferiority::p(&table, margin).unwrap() <= 0.05;
            assert!(outcome == Outcome::Unchanged || (outcome == Outcome::Pass) == (passes && exact), "{}", name("verdict"));
        }
    }
    let expected = leaves(&file["tables"], &["a_both", "b_A_only", "c_B_only", "d_neither", "margin"]);
    assert_eq!(expected, 946);
    check.finish(expected);
}

#[test]
fn every_pair_of_scores() {
    let file = load("03_paired.json");
    let mut check = Check::default();
    for case in list(&file["scores"]) {
        let name = case["name"].as_str().unwrap();
        let values = differences(&floats(&case["A"]), &floats(&case["B"])).unwrap();
        check.same(name, values.len(), n(&case["n"]));
        check.defined(&format!("{name} mean"), mean(&values), &case["mean_diff"], ALGEBRA);
        check.same(name, values.iter().filter(|d| **d != 0.0).count(), n(&case["nonzero"]));
        let two = sign_flip_seeded(&values, Side::Two, 0, 0).unwrap();
        check.close(&format!("{name} two-sided"), two.p, &case["signflip_exact_two_sided"], ALGEBRA);
        if let Some(want) = case.get("scipy_permutation_test_two_sided") {
            check.close(&format!("{name} scipy"), two.p, want, ALGEBRA);
        }
        let greater = sign_flip_seeded(&values, Side::Greater, 0, 0).unwrap();
        check.close(&format!("{name} greater"), greater.p, &case["signflip_exact_greater"], ALGEBRA);
        match t::paired_t(&values) {
            Err(reason) => check.undefined(name, reason, &case["t"]),
            // The vectors leave t out for two questions although the differences 1 and 0.5 have a
            // spread; their own rule ("zero variance or n<2") defines it: t = 0.75/0.25 = 3.
            Ok(got) if name == "n2_same_dir" => {
                assert!((got.t - 3.0).abs() < 1e-14 && case["t"].is_null());
                check.explained(1);
            }
            Ok(got) => {
                check.close(&format!("{name} t"), got.t, &case["t"], ALGEBRA);
                check.close(&format!("{name} p"), got.p, &case["t_p"], QUANTILE);
                for (key, level) in [("t_ci95", Level::NINETY_FIVE), ("t_ci90", Level::NINETY)] {
                    check.interval(&format!("{name} {key}"), Ok(got.interval(level)), &case[key], QUANTILE);
                }
                check.close(&format!("{name} dz"), got.dz, &case["cohen_dz"], ALGEBRA);
                check.defined(&format!("{name} gz"), got.gz, &case["hedges_gz"], ALGEBRA);
                let df = got.moments.degrees();
                check.defined(&format!("{name} J"), t::hedges_exact(df), &case["hedges_J_exact"], ALGEBRA);
                check.defined(&format!("{name} J~"), t::hedges_approximate(df), &case["hedges_J_approx"], ALGEBRA);
            }
        }
        if let Some(block) = case.get("bootstrap_paired") {
            match name {
                "mixed12" => tied_bootstrap_block(&mut check, name, &values, 0.4975, block),
                _ => bootstrap_block(&mut check, name, &values, block),
            }
            let means = bootstrap::means_from_indices(&values, &index_rows(&block["indices"])).unwrap();
            let shifted = bootstrap::shifted_p(&values, &means);
            check.defined(&format!("{name} shifted"), shifted, &case["bootstrap_shift_p_plus1"], ALGEBRA);
        }
        for (key, margin) in [("tost_0.05", 0.05), ("tost_0.1", 0.1)] {
            if let Some(want) = case.get(key) {
                let got = noninferiority::for_scores(&values, margin).unwrap();
                check.close(&format!("{name} {key}"), got.p_equivalent(), &want["p"], QUANTILE);
                check.close(&format!("{name} {key} lower"), got.p_not_inferior, &want["p_lower"], QUANTILE);
                check.close(&format!("{name} {key} upper"), got.p_not_superior, &want["p_upper"], QUANTILE);
            }
        }
    }
    let expected = leaves(&file["scores"], &["name", "A", "B", "note", "indices"]);
    assert_eq!(expected, 99);
    check.finish(expected);
}

#[test]
fn sign_flips() {
    let file = load("03_paired.json");
    let mut check = Check::default();
    let case = &file["mc_signflip"];
    let values = differences(&floats(&case["A"]), &floats(&case["B"])).unwrap();
    let signs: Vec<Vec<i8>> =
        list(&case["signs"]).iter().map(|row| list(row).iter().map(|s| s.as_i64().unwrap() as i8).collect()).collect();
    check.defined("monte carlo", from_signs(&values, &signs, Side::Two), &case["p_two_sided_plus1"], ALGEBRA);
    for case in list(&file["signflip_dp"]) {
        let integers: Vec<i64> = list(&case["int_diffs"]).iter().map(|d| d.as_i64().unwrap()).collect();
        let got = exact_integers(&integers, Side::Two).unwrap();
        check.close("dp", got.p, &case["p_two_sided"], ALGEBRA);
        let [num, den] = ["p_num", "p_den"].map(|key| case[key].as_str().unwrap().parse::<f64>().unwrap());
        check.close("fraction", got.p * den, &num.into(), ALGEBRA);
        check.same("denominator", (got.p * den).round(), num);
        // The same numbers as fractions of thirds, through the detection of the denominator.
        let thirds: Vec<f64> = integers.iter().map(|d| *d as f64 / 3.0).collect();
        let detected = sign_flip_seeded(&thirds, Side::Two, 0, 0).unwrap();
        assert!((detected.p - got.p).abs() <= 1e-13 * got.p, "{detected:?} {got:?}");
    }
    check.finish(1 + 3 * 5);
}

#[test]
fn published_intervals() {
    let file = load("03_paired.json");
    let mut check = Check::default();
    for case in list(&file["published_checks"]) {
        let cells: Vec<usize> = list(&case["table"]).iter().map(n).collect();
        let table = table([cells[0], cells[1], cells[2], cells[3]]);
        let level = Level::new(f(&case["level"])).unwrap();
        let got = match case["method"].as_str().unwrap() {
            "tango" => tango::interval(&table, level),
            _ => newcombe::interval(&table, level),
        }
        .unwrap();
        for (got, want) in [(got.lo, &case["published"][0]), (got.hi, &case["published"][1])] {
            // As printed: three or four decimals, the last of which the source rounded.
            let decimals = want.to_string().split('.').nth(1).map_or(0, str::len).max(3) as i32;
            let near = (got - f(want)).abs() <= 0.5001 * 10_f64.powi(-decimals);
            check.same(&format!("{} {cells:?} {got} {want}", case["source"]), near, true);
        }
    }
    check.finish(20);
}
