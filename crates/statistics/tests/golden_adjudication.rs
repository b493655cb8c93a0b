//! Golden vectors 08: the adjudicated hit rate.

mod golden;

use golden::{ALGEBRA, Check, leaves, list, load, n};
use statistics::Level;
use statistics::adjudication::{Adjudicated, adjudicated_rate};

#[test]
fn every_sample() {
    let file = load("08_missing.json");
    let mut check = Check::default();
    for case in list(&file["adjudication_sample"]) {
        let counts = Adjudicated {
            questions: n(&case["n"]),
            hits: n(&case["hits"]),
            open_misses: n(&case["misses_with_unjudged"]),
            labelled: n(&case["adjudicated"]),
            found: n(&case["found_relevant"]),
        };
        let got = adjudicated_rate(counts, Level::NINETY_FIVE).unwrap();
        check.close("naive", got.naive, &case["naive"], ALGEBRA);
        check.close("ceiling", got.ceiling, &case["upper_bound"], ALGEBRA);
        check.close("adjusted", got.adjusted, &case["adjusted"], ALGEBRA);
        check.close("se", got.standard_error, &case["se"], ALGEBRA);
        check.interval("normal", Ok(got.normal), &case["ci95_normal"], ALGEBRA);
        let raised = counts.found == 0 && counts.labelled < counts.open_misses;
        assert_eq!(got.interval.hi > got.normal.hi, raised);
    }
    let inputs = ["n", "hits", "misses_with_unjudged", "adjudicated", "found_relevant"];
    let expected = leaves(&file["adjudication_sample"], &inputs);
    assert_eq!(expected, 18);
    check.finish(expected);
}

#[test]
fn impossible_counts_are_undefined() {
    let counts = |open_misses, labelled, found| Adjudicated { questions: 10, hits: 8, open_misses, labelled, found };
    for (open, labelled, found) in [(3, 1, 0), (2, 3, 0), (2, 1, 2), (2, 0, 0)] {
        assert!(adjudicated_rate(counts(open, labelled, found), Level::NINETY_FIVE).is_err());
    }
    let none = adjudicated_rate(counts(0, 0, 0), Level::NINETY_FIVE).unwrap();
    assert_eq!((none.naive, none.adjusted, none.ceiling), (0.8, 0.8, 0.8));
}
