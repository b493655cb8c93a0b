//! Golden vectors 09: one set looked at several times.

mod golden;

use std::num::NonZeroU32;

use golden::{ALGEBRA, Check, QUANTILE, f, leaves, list, load, n};
use statistics::multiplicity::looks::{alpha_each, interval_inflation};
use statistics::special::normal;

#[test]
fn every_number_of_planned_looks() {
    let file = load("09_reuse.json");
    let mut check = Check::default();
    for case in list(&file["custody"]) {
        let (planned, alpha) = (NonZeroU32::new(n(&case["looks"]) as u32).unwrap(), f(&case["alpha"]));
        let each = alpha_each(alpha, planned);
        check.close("alpha of a look", each, &case["per_look_bonferroni"], ALGEBRA);
        check.close("z", normal::upper_quantile(each / 2.0), &case["z_two_sided"], QUANTILE);
        check.close("inflation", interval_inflation(alpha, planned), &case["interval_inflation"], QUANTILE);
        // Spending without a plan (alpha / 2^k) is not what a custody record does.
        check.explained(1);
    }
    let expected = leaves(&file["custody"], &["looks", "alpha"]);
    assert_eq!(expected, 28);
    check.finish(expected);
}

#[test]
fn the_factors_that_are_told() {
    let factor = |planned: u32| interval_inflation(0.05, NonZeroU32::new(planned).unwrap());
    for (planned, told) in [(1, "1.00"), (2, "1.14"), (5, "1.31"), (10, "1.43"), (20, "1.54")] {
        assert_eq!(format!("{:.2}", factor(planned)), told);
    }
}
