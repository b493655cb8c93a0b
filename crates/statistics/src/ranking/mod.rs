//! Does a score tell the answerable from the unanswerable, the right from the wrong?
//!
//! [`Auroc`] measures how well it ranks them, [`thresholds`] and [`loosest_threshold`] where to cut within a budget
//! of false answers, [`RiskCoverage`] what refusing the least certain answers buys. Cut on the tune set only: a
//! threshold chosen on a set looks better there than it is.

mod auroc;
mod risk_coverage;
mod threshold;

pub use auroc::Auroc;
pub use risk_coverage::RiskCoverage;
pub use threshold::{Threshold, loosest_threshold, thresholds};
