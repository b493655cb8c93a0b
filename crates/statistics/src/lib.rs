//! How sure is a number, and did the change change anything?
//!
//! A pure leaf: values in, values out; no files, network, clock, environment or threads, and no
//! dependencies. A result that does not exist is an [`Undefined`] with its reason, never NaN, and
//! no finite input panics. The same input gives the same digits on every machine and with every
//! number of threads: sums are compensated, and random numbers depend on a printed seed alone.
//!
//! What to use when:
//!
//! | situation | estimate and interval | test or gate |
//! |---|---|---|
//! | hits | [`summarise`]: Wilson, with an effective size if clustered | [`paired::tango`] and [`paired::mcnemar`] mid-p |
//! | scores | [`summarise`]: t, or Wilson on the fractional sum near an end | [`paired::sign_flip`](mod@paired::sign_flip) and [`paired::t`] |
//! | a hard budget for a rate | [`proportion::clopper_pearson_upper`] | its bound below the budget |
//! | "no worse than before" | [`verdict`] | three outcomes, never two |
//! | claims picked out of several | | [`multiplicity`] |
//! | how many questions | [`power`] | |
//! | unjudged passages | [`adjudication`] | |
//! | do raters agree | [`agreement`], [`resample`] over units | |
//! | a rate that a judge counted | [`judge::prediction_powered`](mod@judge::prediction_powered), with 50 labels of people or more | [`judge::drift`] on frozen anchors |
//! | does a score separate answerable questions | [`ranking::Auroc`], [`ranking::RiskCoverage`] | [`ranking::loosest_threshold`] within a budget |
//! | do two lists of numbers go together | [`correlation`] | |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod adjudication;
pub mod agreement;
pub mod bootstrap;
pub mod clustered;
pub mod correlation;
pub mod generator;
mod interval;
pub mod judge;
pub mod mean;
pub mod multiplicity;
pub mod paired;
pub mod power;
pub mod proportion;
pub mod quantile;
pub mod ranking;
pub mod resample;
mod score;
pub mod scores;
pub mod special;
pub mod stratified;
mod sum;
pub mod summary;
pub mod undefined;
pub mod verdict;

pub use interval::{Interval, Level};
pub use score::Score;
pub use sum::{mean, sum};
pub use summary::{Kind, Summary, summarise};
pub use undefined::Undefined;
