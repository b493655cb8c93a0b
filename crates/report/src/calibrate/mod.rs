//! What `calibrate` found, as values; and each format it is written in.

mod json;
mod markdown;
mod terminal;

pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use terminal::terminal;

use fourcell::generation::calibration::Calibration;
use fourcell::statistics::agreement::Confusion;
use fourcell::statistics::judge::SelfPreference;
use fourcell::statistics::judge::drift::{ChiSquared, bowker, flip_interval, flip_rate, stuart_maxwell};
use fourcell::statistics::paired::mcnemar;
use fourcell::statistics::{Interval, Level, Undefined};

/// A judge, against people and against itself.
#[derive(Clone, Debug)]
pub struct CalibrateReport {
    /// Who was calibrated on what, in a line.
    pub heading: String,
    /// One for each kind of question that was asked.
    pub classes: Vec<Class>,
    /// The share of positive verdicts on the own answers against others', question by question.
    pub self_preference: Option<Result<SelfPreference, Undefined>>,
    /// The seed of resampling.
    pub seed: u64,
    /// What a reader should know beside the numbers.
    pub notes: Vec<String>,
}

/// One kind of question.
#[derive(Clone, Debug)]
pub struct Class {
    /// `support`, `fact`, `context of a fact`.
    pub name: String,
    /// The judge against people.
    pub calibration: Calibration,
    /// The same targets judged otherwise: earlier, by another judge, in another order.
    pub change: Option<Change>,
}

/// The same targets, judged twice.
#[derive(Clone, Debug)]
pub struct Change {
    /// What the other verdicts are, in words.
    pub other: String,
    /// Names of the verdicts, in the order of the table.
    pub verdicts: Vec<String>,
    /// The other verdict (rows) and this judge's (columns).
    pub table: Result<Confusion, Undefined>,
    /// "Positive" or not, other and this.
    pub binary: Result<Confusion, Undefined>,
}

impl Change {
    /// The share of targets whose verdict is another one, with its interval.
    pub fn flips(&self) -> Result<(f64, Interval), Undefined> {
        let table = self.table.as_ref().map_err(|e| *e)?;
        Ok((flip_rate(table)?, flip_interval(table, Level::NINETY_FIVE)?))
    }

    /// p of "as many became positive as ceased to be".
    pub fn mcnemar(&self) -> Result<f64, Undefined> {
        Ok(mcnemar::mid_p(&self.binary.as_ref().map_err(|e| *e)?.paired()?))
    }

    /// Whether verdicts became more or less frequent, over all of them.
    pub fn marginal(&self) -> Result<ChiSquared, Undefined> {
        stuart_maxwell(self.table.as_ref().map_err(|e| *e)?)
    }

    /// Whether changes go one way more than the other, pair by pair.
    pub fn symmetry(&self) -> Result<ChiSquared, Undefined> {
        bowker(self.table.as_ref().map_err(|e| *e)?)
    }

    /// Targets judged both times.
    pub fn n(&self) -> u64 {
        self.table.as_ref().map_or(0, Confusion::n)
    }
}
