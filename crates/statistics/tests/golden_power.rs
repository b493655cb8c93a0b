//! Golden vectors 05: how many questions.

mod golden;

use golden::{ALGEBRA, Check, QUANTILE, f, leaves, list, load, n};
use statistics::power::{
    McNemar, mcnemar_power, paired_t_power, questions_for_difference, questions_for_difference_exact,
    questions_for_half_width_wald, questions_for_half_width_wald_real, questions_for_half_width_wilson,
    questions_for_noninferiority, questions_for_paired_t, size_label, smallest_detectable,
};
use statistics::{Level, proportion};

const LEVEL: Level = Level::NINETY_FIVE;

#[test]
fn mcnemar() {
    let file = load("05_power.json");
    let mut check = Check::default();
    for case in list(&file["mcnemar_power_exact_unconditional"]) {
        let (size, pd, delta) = (n(&case["n"]), f(&case["p_discordant"]), f(&case["delta"]));
        let exact = mcnemar_power(size, pd, delta, 0.05, McNemar::Exact);
        check.defined(&format!("exact {size} {pd} {delta}"), exact, &case["power_exact_mcnemar"], QUANTILE);
        let mid = mcnemar_power(size, pd, delta, 0.05, McNemar::MidP);
        check.defined(&format!("mid-p {size} {pd} {delta}"), mid, &case["power_midp"], QUANTILE);
    }
    for case in list(&file["connor_n"]) {
        let [pd, delta, alpha, power] = ["p_discordant", "delta", "alpha", "power"].map(|key| f(&case[key]));
        let got = questions_for_difference(pd, delta, alpha, power);
        check.defined("connor", got, &case["n_connor1987"], ALGEBRA);
    }
    check.finish(2 * 24 + 6);
}

#[test]
fn smallest_detectable_difference() {
    let file = load("05_power.json");
    let mut check = Check::default();
    for case in list(&file["mde_by_discordance"]) {
        let (size, pd) = (n(&case["n"]), f(&case["p_discordant"]));
        let got = smallest_detectable(size, pd, 0.05, 0.80, McNemar::MidP).unwrap();
        match got {
            Some(got) => {
                // The vectors' search stopped at a few parts in 10⁵ of the root (their power there
                // is .79994 to .80002); a tight search with SciPy gives the digits found here.
                check.close(&format!("{size} {pd}"), got, &case["mde_midp_80"], 1e-4);
                let at = mcnemar_power(size, pd, got, 0.05, McNemar::MidP).unwrap();
                assert!((at - 0.80).abs() < 1e-11, "{size} {pd}: {at}");
            }
            None => check.same("none", case["mde_midp_80"].is_null(), true),
        }
    }
    check.finish(35);
    // brentq with a tolerance of 1e-14 on SciPy's binomial.
    for (size, pd, want) in [
        (50, 0.2, 0.164_069_845_879_167_04),
        (100, 0.4, 0.173_558_045_609_569_2),
        (200, 0.05, 0.041_325_380_366_115_25),
        (300, 0.1, 0.050_370_017_915_162_366),
    ] {
        let got = smallest_detectable(size, pd, 0.05, 0.80, McNemar::MidP).unwrap().unwrap();
        assert!((got - want).abs() < 1e-11 * want, "{got} {want}");
    }
}

#[test]
fn sizes() {
    let file = load("05_power.json");
    let mut check = Check::default();
    for case in list(&file["n_for_half_width"]) {
        let (p, half) = (f(&case["p"]), f(&case["half_width"]));
        let real = questions_for_half_width_wald_real(p, half, LEVEL);
        check.defined("wald", real, &case["n_wald_real"], ALGEBRA);
        check.same("wald", questions_for_half_width_wald(p, half, LEVEL), Ok(n(&case["n_wald_ceil"])));
        check.same("wilson", questions_for_half_width_wilson(p, half, LEVEL), Ok(n(&case["n_wilson"])));
    }
    for case in list(&file["n_noninferiority_paired"]) {
        let [pd, delta, margin] = ["p_discordant", "true_delta", "margin"].map(|key| f(&case[key]));
        let got = questions_for_noninferiority(pd, delta, margin, 0.05, 0.80);
        check.defined("ni", got, &case["n_wald_one_sided_05_power_80"], ALGEBRA);
    }
    for case in list(&file["zero_failures"]) {
        let size = n(&case["n"]);
        let upper = proportion::zero_failures_upper(size, LEVEL);
        check.defined("zero failures", upper, &case["zero_failures_upper95_one_sided"], ALGEBRA);
        check.defined("three", proportion::rule_of_three(size), &case["rule_of_three"], ALGEBRA);
    }
    for case in list(&file["n_for_zero_failure_claim"]) {
        let got = proportion::questions_for_zero_failures(f(&case["max_rate"]), LEVEL);
        check.same("claim", got, Ok(n(&case["n_needed_zero_failures"])));
    }
    for case in list(&file["labels"]) {
        check.same("label", size_label(n(&case["n"])), case["label"].as_str().unwrap());
    }
    check.finish(3 * 45 + 6 + 2 * 8 + 6 + 9);
}

#[test]
fn paired_t() {
    let file = load("05_power.json");
    let mut check = Check::default();
    for case in list(&file["paired_t"]) {
        let dz = f(&case["dz"]);
        let size = questions_for_paired_t(dz, 0.05, 0.80);
        // The vectors' search stopped at a power that is off by up to 3e-8; below, mpmath.
        check.defined(&format!("n {dz}"), size, &case["n_paired_t_80"], 1e-7);
        for (key, size) in [("power_at_100", 100.0), ("power_at_300", 300.0)] {
            let got = paired_t_power(size, dz, 0.05).unwrap();
            if case[key].is_null() {
                // The library behind the vectors returned NaN here; mpmath gives 1 − 1.25944e-11.
                check.explained(1);
                assert!((1.0 - got - 1.259_443e-11).abs() < 1e-15, "{got}");
            } else {
                check.close(&format!("{key} {dz}"), got, &case[key], QUANTILE);
            }
        }
    }
    let expected = leaves(&file["paired_t"], &["dz"]);
    assert_eq!(expected, 12);
    check.finish(expected);
    for (dz, want) in
        [(0.1, 786.808_940_282_491_1), (0.2, 198.150_820_954_214_42), (0.3, 89.149_364_353_627_78), (0.5, 33.367_128_953_330_84)]
    {
        let got = questions_for_paired_t(dz, 0.05, 0.80).unwrap();
        assert!((got - want).abs() < 1e-12 * want, "{got} {want}");
    }
}

/// The number that is searched for is where the power is reached for good, and near Connor's.
#[test]
fn questions_for_a_difference_by_search() {
    for pd in [0.03, 0.05, 0.1, 0.2, 0.3, 0.5] {
        for share in [0.2, 0.4, 0.7, 1.0] {
            let difference = pd * share;
            let n = questions_for_difference_exact(pd, difference, 0.05, 0.80, McNemar::MidP).unwrap();
            let power = |n: usize| mcnemar_power(n, pd, difference, 0.05, McNemar::MidP).unwrap();
            assert!(power(n - 1) < 0.80, "{pd} {difference}: {n}");
            for more in (n..n + 20).chain((n + 20..n + n / 4).step_by(1 + n / 50)) {
                assert!(power(more) >= 0.80, "{pd} {difference}: {n} {more}");
            }
            let connor = questions_for_difference(pd, difference, 0.05, 0.80).unwrap();
            assert!((n as f64 - connor).abs() < 0.15 * connor + 8.0, "{pd} {difference}: {n} {connor}");
        }
    }
    // Beyond what is summed it is Connor's, rounded up.
    let far = questions_for_difference_exact(0.2, 0.001, 0.05, 0.80, McNemar::MidP).unwrap();
    assert_eq!(far, questions_for_difference(0.2, 0.001, 0.05, 0.80).unwrap().ceil() as usize);
    assert!(questions_for_difference_exact(0.2, 0.3, 0.05, 0.80, McNemar::MidP).is_err());
}
