//! Looking at one set several times: what each look may decide at, and how much wider its intervals are.
//!
//! Bonferroni over the looks that were planned beforehand: each of `K` looks has `alpha / K`, so that all of them together are wrong
//! with a chance of at most `alpha`, however the systems between them were changed. What it costs is told as the width of a
//! two-sided interval: 1.14, 1.31, 1.43 and 1.54 times that of a single look for 2, 5, 10 and 20 planned looks.

use std::num::NonZeroU32;

use crate::special::normal;

/// What each of `planned` looks may decide at, out of `alpha` for all of them.
pub fn alpha_each(alpha: f64, planned: NonZeroU32) -> f64 {
    alpha / f64::from(planned.get())
}

/// How much wider a two-sided interval of one of `planned` looks is than that of a single look, where all together keep `alpha`, in
/// (0, 1): `z(1 - alpha / 2K) / z(1 - alpha / 2)`. 1 for a single look.
pub fn interval_inflation(alpha: f64, planned: NonZeroU32) -> f64 {
    normal::upper_quantile(alpha_each(alpha, planned) / 2.0) / normal::upper_quantile(alpha / 2.0)
}
