//! The distributions where common libraries lose digits, hang or panic; values from mpmath at 60
//! digits.

use statistics::special::beta::{Point, beta_quantile, beta_upper_quantile, incomplete_beta, ln_incomplete_beta};
use statistics::special::{noncentral_t, student};

fn close(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance * want.abs(), "got {got:e}, want {want:e}, off {:e}", (got / want - 1.0).abs());
}

#[test]
fn beta_quantiles_in_far_tails() {
    for (a, b, p, want) in [
        (5.0, 3.0, 1e-60, 5.439_464_428_889_771e-13),
        (5.0, 3.0, 1e-165, 5.439_464_428_888_785e-34),
        (0.5, 0.5, 1e-20, 2.467_401_100_272_34e-40),
        (2.5, 100.0, 1e-300, 1.604_703_456_576_411_4e-122),
        (50.0, 1.0, 0.025, 0.928_878_263_535_802_3),
        (0.5, 20.5, 0.025, 2.424_647_845_924_274_4e-5),
        (1_000.0, 3.0, 0.3, 0.996_394_557_275_792_1),
        (0.01, 0.02, 0.3, 2.028_941_631_265_065e-35),
    ] {
        close(beta_quantile(a, b, p).x, want, 2e-13);
        close(beta_upper_quantile(b, a, p).complement, want, 2e-13);
    }
}

#[test]
fn beta_of_a_million() {
    close(incomplete_beta(500_000.0, 500_001.0, Point::new(0.4990)), 0.022_804_041_698_683_07, 1e-12);
    close(incomplete_beta(500_000.0, 500_001.0, Point::new(0.4915)), 4.089_731_848_658_276e-65, 1e-11);
    close(incomplete_beta(1e8, 1e8, Point::new(0.5)), 0.5, 1e-12);
    // Sizes nobody has: still between 0 and 1, still in order.
    for size in [1e10, 1e12, 1e15, 1e300] {
        let (low, high) = (Point::new(0.499_999), Point::new(0.500_001));
        let below = incomplete_beta(size, size, low);
        let above = incomplete_beta(size, size, high);
        assert!((0.0..=0.5).contains(&below) && (0.5..=1.0).contains(&above), "{size}: {below} {above}");
    }
}

#[test]
fn beta_never_hangs_or_leaves_its_range() {
    for a in [1e-3, 0.5, 1.0, 7.0, 1e3, 1e7] {
        for b in [1e-3, 0.5, 1.0, 7.0, 1e3, 1e7] {
            let mut last = 0.0;
            for p in [0.0, 1e-300, 1e-100, 1e-9, 0.01, 0.5, 0.99, 1.0 - 1e-12, 1.0] {
                let at = beta_quantile(a, b, p);
                assert!((0.0..=1.0).contains(&at.x) && (0.0..=1.0).contains(&at.complement), "{a} {b} {p} {at:?}");
                assert!(at.x >= last, "{a} {b} {p}");
                last = at.x;
                let (lower, upper) = ln_incomplete_beta(a, b, at);
                assert!(lower <= 0.0 && upper <= 0.0);
                if at.x > 1e-300 && at.complement > 1e-300 && p > 0.0 && p <= 0.5 {
                    close(lower.exp(), p, 1e-10);
                }
            }
        }
    }
}

#[test]
fn student_quantiles() {
    for (q, df, want) in [
        (0.025, 1.0, 12.706_204_736_174_705),
        (1e-10, 1.0, 3_183_098_861.837_907),
        (1e-10, 2.0, 70_710.678_108_048_15),
        (0.025, 5.5, 2.501_858_617_589_240_4),
        (0.005, 1e6, 2.575_834_220_105_334),
        (0.3, 0.5, 1.009_525_878_607_166),
    ] {
        close(student::upper_quantile(q, df), want, 2e-13);
        close(student::upper(want, df), q, 2e-13);
    }
    // 0.4999 is 1e-4 off a half, of which it has lost four digits on arrival.
    close(student::upper_quantile(0.4999, 3.0), 2.720_699_091_105_033e-4, 1e-11);
    assert_eq!(student::upper_quantile(0.0, 3.0), f64::INFINITY);
    assert!(student::upper_quantile(0.025, 1e-6).is_sign_positive());
}

#[test]
fn noncentral_t_tails() {
    for (t, df, delta, want) in [
        (2.2, 11.0, 1.0, 0.148_191_765_235_611_66),
        (2.0, 1.0, 3.0, 0.820_437_503_447_758_4),
        (-2.0, 5.0, 1.0, 0.994_103_537_710_157_8),
        (1.98, 99.0, 5.0, 0.998_629_131_173_537_8),
        (1.96, 1_000.0, -1.0, 0.001_554_878_699_538_502_3),
        (2.0, 2.5, 0.0, 0.078_695_747_878_983),
        (12.7, 1.0, 40.0, 0.998_309_873_715_938_2),
    ] {
        let (above, below) = noncentral_t::tails(t, df, delta);
        close(above, want, 1e-12);
        close(below, 1.0 - want, 1e-10);
    }
}
