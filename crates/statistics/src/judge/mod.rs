//! May a judge be trusted, and what is a rate worth that a judge counted?
//!
//! A judge (a model that says right or wrong) errs, so the mean of its verdicts is a biased number with a
//! small error bar: where it is right 85 % of the time, the naive interval covers the truth almost never. Hence:
//!
//! | situation | use |
//! |---|---|
//! | people labelled a random part of the answers that the judge scored | [`prediction_powered`](mod@prediction_powered), [`ENOUGH_LABELS`](prediction_powered::ENOUGH_LABELS) labels or more |
//! | the judge was calibrated on another population | [`RoganGladen`] |
//! | how good is the judge | [`Verdicts`]: sensitivity, specificity, F₁ |
//! | the judge or its prompt changed | [`drift`] on frozen anchors |
//! | it may prefer its own family, the first answer, the longer answer | [`self_preference()`], [`BothOrders`], [`Verbosity`] |
//! | it says something else each time | [`Repeats`] |

pub mod drift;
mod position;
pub mod prediction_powered;
mod repeats;
mod rogan_gladen;
mod self_preference;
mod verbosity;
mod verdicts;

pub use position::{BothOrders, Choice};
pub use prediction_powered::{PredictionPowered, prediction_powered};
pub use repeats::Repeats;
pub use rogan_gladen::{Calibration, RoganGladen};
pub use self_preference::{SelfPreference, self_preference};
pub use verbosity::Verbosity;
pub use verdicts::Verdicts;
