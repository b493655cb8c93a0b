//! Options of commands that set runs side by side.

use clap::Args;
use fourcell::retrieval::record::Mode;
use fourcell::statistics::paired::sign_flip::DEFAULT_REPLICATES;

use crate::format::TableFormat;
use crate::scoring::modes;

/// What is measured of the runs, and how it is told.
#[derive(Debug, Args)]
pub struct SideBySideArgs {
    /// Measures of either half, as in "evidence@6 RR correct" [default: the project's; of answers, where they are judged, correct,
    /// faithfulness and vital-recall]
    #[arg(long, short, value_name = "NAMES")]
    pub measures: Option<String>,
    /// Whose verdicts on answers count: a judge or panel, or 'recorded' [default: the only judge there is]
    #[arg(long, value_name = "NAME")]
    pub judge: Option<String>,
    /// The records of this mode
    #[arg(long, default_value = "normal", value_parser = modes())]
    pub mode: Mode,
    /// Seed of random sign flips
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Replicates of random sign flips
    #[arg(long, value_name = "N", default_value_t = DEFAULT_REPLICATES, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub replicates: u32,
    /// How the result is written
    #[arg(long, default_value = "table")]
    pub format: TableFormat,
}
