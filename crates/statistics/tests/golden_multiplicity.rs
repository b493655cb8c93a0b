//! Golden vectors 04: many comparisons.

mod golden;

use golden::{ALGEBRA, Check, floats, leaves, list, load};
use statistics::multiplicity::max_t::max_t;
use statistics::multiplicity::{Adjusted, benjamini_hochberg, benjamini_yekutieli, bonferroni, hochberg, holm, holm_sidak};
use statistics::paired::sign_flip::SignMatrix;

type Procedure = fn(&[Option<f64>]) -> Adjusted;

const PROCEDURES: [(&str, Procedure); 6] = [
    ("bonferroni", bonferroni),
    ("holm", holm),
    ("hochberg", hochberg),
    ("bh", benjamini_hochberg),
    ("by", benjamini_yekutieli),
    ("holm_sidak", holm_sidak),
];

#[test]
fn every_case() {
    let file = load("04_multiplicity.json");
    let mut check = Check::default();
    for case in list(&file["cases"]) {
        let p: Vec<Option<f64>> = floats(&case["p"]).into_iter().map(Some).collect();
        for (key, procedure) in PROCEDURES {
            let got = procedure(&p);
            assert_eq!((got.compared, got.undefined), (p.len(), 0));
            let Some(want) = case.get(key) else { continue };
            assert_eq!(got.p.len(), list(&want["adjusted"]).len());
            for (got, want) in got.p.iter().zip(list(&want["adjusted"])) {
                check.close(key, got.unwrap(), want, ALGEBRA);
            }
            for (got, want) in got.rejected(0.05).into_iter().zip(list(&want["reject_05"])) {
                check.same(&format!("{key} {p:?}"), got, want.as_bool().unwrap());
            }
        }
    }
    let expected = leaves(&file["cases"], &["p"]);
    assert_eq!(expected, 504);
    check.finish(expected);
}

#[test]
fn max_t_of_every_candidate() {
    let file = load("04_multiplicity.json");
    let want = &file["maxT_signflip_exact"];
    let mut check = Check::default();
    let items: Vec<Vec<f64>> = list(&want["diffs_items_by_configs"]).iter().map(floats).collect();
    let candidates: Vec<Vec<f64>> = (0..3).map(|c| items.iter().map(|row| row[c]).collect()).collect();
    let got = max_t(&candidates, &SignMatrix::new(0, 0, 0)).unwrap();
    for (key, got) in [("raw_p", &got.raw), ("single_step_maxT", &got.single_step), ("step_down_maxT", &got.step_down)] {
        for (got, want) in got.iter().zip(list(&want[key])) {
            check.close(key, *got, want, ALGEBRA);
        }
    }
    check.finish(9);
}

#[test]
fn max_t_by_random_flips_comes_near() {
    // Each question three times over: too many to enumerate here, few enough to be near.
    let candidates: Vec<Vec<f64>> =
        (0..4).map(|c| (0..24).map(|q| f64::from((q * (c + 3)) % 7) / 7.0 - 0.35).collect()).collect();
    let got = max_t(&candidates, &SignMatrix::new(1, 1_999, 24)).unwrap();
    assert_eq!(got.method, "Monte Carlo sign flips");
    for c in 0..4 {
        assert!(got.raw[c] <= got.step_down[c] + 1e-15 && got.step_down[c] <= got.single_step[c]);
        assert!(got.raw[c] > 0.0 && got.single_step[c] <= 1.0);
    }
}

#[test]
fn undefined_ones_are_left_out_and_counted() {
    let p = [None, Some(0.01), Some(f64::NAN), Some(0.04)];
    let got = holm(&p);
    assert_eq!((got.compared, got.undefined), (2, 2));
    assert_eq!(got.p, [None, Some(0.02), None, Some(0.04)]);
    assert_eq!(holm(&[]).p, []);
}
