//! `fourcell simulate`: how often the gate decides what, where the truth is known.

use std::path::Path;

use clap::{Args, ValueEnum};
use fourcell::diagnosis::gate::Certainty;
use fourcell::formats::project::{find_project, read_project};
use fourcell::statistics::power::gate::{MEAN_STEP, Truth, simulate};
use report::SimulateReport;
use report::simulate::{self as simulated, Line};

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::progress::Progress;

/// The margin where neither the command nor a project says one.
const MARGIN: f64 = 0.05;

/// How often the gate passes, fails and stays inconclusive, by the number of questions, where the truth is known
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell simulate                                  the project's margin, sets of 50 to 1000 questions
  fourcell simulate --margin 0.02 --questions 300,600,1200
  fourcell simulate --discordance 0.1 --format json

Three truths are simulated for each number of questions: two equal systems, a loss of the margin, a loss of twice the margin. Each set is
drawn question by question and decided by the same verdicts as the gate's. Nothing of a project is read but its margin.
Exit code 1 where a true loss of the margin passes more often than allowed, beyond what chance explains.")]
pub struct Simulate {
    /// Numbers of questions
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "50,100,200,300,500,1000",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    questions: Vec<u32>,
    /// How much worse still passes, as a share in (0, 1) [default: the project's, else 0.05]
    #[arg(long, value_name = "SHARE")]
    margin: Option<f64>,
    /// The share of questions on which two runs differ; 'fourcell compare' of two earlier runs tells it
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    discordance: f64,
    /// Sets drawn for each line
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    replicates: u32,
    /// Seed of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

impl Simulate {
    /// Draws, decides, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let project = find_project(Path::new(".")).map(|path| read_project(&path)).transpose()?;
        let margin = self.margin.or(project.and_then(|project| project.margin)).unwrap_or(MARGIN);
        if !(margin > 0.0 && margin < 0.5) {
            return Err(Failure::bad_input("--margin must lie between 0 and 0.5; 0.05 is five points"));
        }
        if !(self.discordance > 0.0 && self.discordance <= 1.0) {
            return Err(Failure::bad_input("--discordance must be above 0 and at most 1; 0.2 is a fifth of the questions"));
        }
        let by = Certainty::USUAL;
        let truths: Vec<(bool, u32, f64)> = [true, false]
            .into_iter()
            .flat_map(|hits| self.questions.iter().flat_map(move |n| [0.0, 1.0, 2.0].map(|times| (hits, *n, times * margin))))
            .collect();
        let progress = Progress::new(truths.len(), "lines");
        let mut lines = Vec::new();
        for (place, (hits, questions, loss)) in truths.into_iter().enumerate() {
            let least = if hits { loss } else { loss / MEAN_STEP };
            if least > 1.0 {
                return Err(Failure::bad_input(format!("twice a margin of {margin} is no loss that scores can have")));
            }
            let discordance = self.discordance.max(least);
            let truth = Truth { questions: questions as usize, loss, discordance, hits };
            let rates = simulate(&truth, margin, by.two_sided(), self.replicates, self.seed).map_err(Failure::bad_input)?;
            lines.push(Line { kind: if hits { "hits" } else { "scores" }, questions: truth.questions, loss, discordance, rates });
            progress.told(place + 1);
        }
        progress.clear();
        let report = SimulateReport {
            margin,
            discordance: self.discordance,
            alpha: by.alpha(),
            replicates: self.replicates,
            seed: self.seed,
            lines,
        };
        console::data(&match self.format {
            Format::Table => simulated::terminal(&report),
            Format::Json => simulated::json(&report),
        })?;
        Ok(if report.too_often().is_empty() { Exit::Ok } else { Exit::Fault })
    }
}
