//! Runs in the order in which they were made: what each measured, how it differs from the one before, and what was changed; and each
//! format it is written in.

mod csv;
mod json;
mod markdown;
mod schema;
mod terminal;

pub use csv::csv;
pub use json::json;
pub use markdown::markdown;
pub use schema::HISTORY;
pub use terminal::{notes, terminal};

use fourcell::diagnosis::Comparison;
use fourcell::diagnosis::experiment::Changes;
use fourcell::statistics::Summary;

use crate::invariants::First;

/// Runs of a project over time.
#[derive(Clone, Debug)]
pub struct HistoryReport {
    /// What was scored, in a line.
    pub heading: String,
    /// What decides the order of the runs, in a sentence.
    pub order: String,
    /// The runs, the oldest first.
    pub runs: Vec<PastRun>,
    /// Runs that could not be read or scored, with the reason.
    pub unread: Vec<(String, String)>,
    /// How many comparisons Holm's p reckons with.
    pub compared: usize,
    /// The seed of random sign flips.
    pub seed: u64,
    /// Replicates of random sign flips.
    pub replicates: u32,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct PastRun {
    /// Its name, with its folder's where it is one of a matrix.
    pub name: String,
    /// When it was started, where its manifest says so.
    pub started: Option<String>,
    /// What differs from the run before; `None` of the first one.
    pub changes: Option<Changes>,
    /// What does not hold that must, whatever the scores are; `None` where everything does that could be checked.
    pub incidents: Option<First>,
    /// What it measured: the same measures in every run.
    pub measures: Vec<Measured>,
}

/// One measure of a run.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The measure, by name.
    pub measure: String,
    /// Whether less of it is better.
    pub less_is_better: bool,
    /// The mean with its interval.
    pub summary: Summary,
    /// This run (A) against the one before (B) on the same questions; `None` of the first one, and where one of the two has nothing.
    pub since: Option<Comparison>,
}

impl HistoryReport {
    /// The measures by name, with whether less is better.
    fn measures(&self) -> Vec<(&str, bool)> {
        let first = self.runs.first().map(|run| run.measures.as_slice()).unwrap_or_default();
        first.iter().map(|measured| (measured.measure.as_str(), measured.less_is_better)).collect()
    }
}
