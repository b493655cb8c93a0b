//! What `compare` found, as values; and each format it is written in.

mod json;
mod markdown;
pub(crate) mod schema;
mod terminal;

pub use json::json;
pub(crate) use json::{chance, difference};
pub use markdown::markdown;
pub use schema::COMPARE;
pub use terminal::{changes, terminal};

use fourcell::diagnosis::Comparison;
use fourcell::diagnosis::experiment::Changes;
use fourcell::statistics::Undefined;
use fourcell::statistics::verdict::{Outcome, Verdict};

/// A candidate against a baseline.
#[derive(Clone, Debug)]
pub struct CompareReport {
    /// A, the candidate.
    pub candidate: String,
    /// B, the baseline.
    pub baseline: String,
    /// What the questions are, in a line.
    pub heading: String,
    /// A comparison for each measure.
    pub comparisons: Vec<Comparison>,
    /// How many comparisons Holm's p reckons with: every measure of every candidate.
    pub compared: usize,
    /// The margin in the measures' own unit, where there is one.
    pub margin: Option<f64>,
    /// The seed of random sign flips.
    pub seed: u64,
    /// Replicates of random sign flips.
    pub replicates: u32,
    /// Questions of only one of the two runs that the intersection left out: of the candidate, of the baseline.
    pub fell_out: (Vec<String>, Vec<String>),
    /// Questions whose scores rest on different labels, which the intersection left out.
    pub relabelled: Vec<String>,
    /// What differs from the baseline to the candidate; `None` where nobody expects a manifest, as of TREC files.
    pub changes: Option<Changes>,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
}

/// The verdict in a word or two.
pub fn verdict_text(verdict: &Result<Verdict, Undefined>, hangs_on_failures: bool) -> String {
    match verdict {
        Err(reason) => format!("undefined: {}", reason.0),
        Ok(_) if hangs_on_failures => "inconclusive: it hangs on the calls that failed".to_owned(),
        Ok(verdict) => match verdict.outcome {
            Outcome::Pass => "pass".to_owned(),
            Outcome::Fail => "fail".to_owned(),
            Outcome::Unchanged => "unchanged".to_owned(),
            Outcome::Inconclusive { more: Some(more) } => format!("inconclusive: about {more} more questions would decide"),
            Outcome::Inconclusive { more: None } => "inconclusive".to_owned(),
        },
    }
}

/// The verdict's name in JSON.
fn outcome_name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "fail",
        Outcome::Unchanged => "unchanged",
        Outcome::Inconclusive { .. } => "inconclusive",
    }
}
