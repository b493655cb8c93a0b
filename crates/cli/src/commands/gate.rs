//! `fourcell gate`: may this change ship? Layer after layer, against a baseline, on terms that were agreed beforehand.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fourcell::evidence::Split;
use report::GateReport;

use super::ledger;
use crate::diagnosing::{self, Diagnosis};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::gating::written::WrittenArgs;
use crate::gating::{Gated, Gating, exit};
use crate::judges::wanted;
use crate::places::places;

/// May this change ship? Layers in order, each with a verdict; no later one buys back an earlier one
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell gate                                 the project's latest run against the accepted baseline
  fourcell gate candidate --baseline main       one run against another
  fourcell gate --split final                   a look at the sealed questions: verdicts alone, recorded in custody.jsonl
  fourcell gate --explain                       what each line would need, in words
  fourcell gate --format json > gate.json
  fourcell gate --format github --junit gate.xml --markdown gate.md --sarif gate.sarif

What is agreed stands in fourcell.toml, before the runs are made:

  [gate]
  margin = 0.05                                 how much worse the core measure may become
  measure = \"complete@context\"                  the core measure; on core questions, or slice = \"type=lookup\"
  false_answers = 0.05                          largest rate of answers to unanswerable questions
  inconclusive = \"report\"                       or \"fail\", or \"pass\"
  [gate.oracle]
  margin = 0.05                                 given the labelled evidence, answers are no worse
  [gate.answers]
  measures = [\"correct\"]                        end to end, against the baseline
  margin = 0.05
  least = {citation-precision = 0.9}            and by themselves
  [gate.latency]
  p95 = 2000                                    milliseconds
  [gate.tokens]
  mean = 3000

Exit codes: 0 pass · 1 fail · 2 bad input, no baseline, an unknown measure, an empty slice · 4 something agreed could not be evaluated
· 5 inconclusive. 'fourcell baseline accept RUN --reason TEXT' records a baseline.")]
pub struct GateCommand {
    /// The candidate: a name under the project's runs, or a run directory [default: runs/latest]
    #[arg(value_name = "RUN")]
    run: Option<PathBuf>,
    /// The baseline's run [default: the one accepted last, else that which the project states]
    #[arg(long, value_name = "RUN")]
    baseline: Option<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// How much worse the core measure may become, as a share in (0, 1) [default: the project's]
    #[arg(long, value_name = "SHARE")]
    margin: Option<f64>,
    /// Whose verdicts on answers count: a judge's name, or 'recorded' for all [default: the project's, else recorded]
    #[arg(long, short, value_name = "NAME")]
    judge: Option<String>,
    /// Which questions: tune, or final, which is a look at the sealed ones and says verdicts alone [default: all but the final ones]
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Who looks at final questions [default: as FOURCELL_WHO or the environment says]
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Say in words what each line would need
    #[arg(long)]
    explain: bool,
    /// List every question that got worse
    #[arg(long)]
    all: bool,
    /// Threads to use [default: as many as there are processors]; they never change a byte
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    #[command(flatten)]
    written: WrittenArgs,
}

impl GateCommand {
    /// Reads, decides, writes, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let split = wanted::split(self.split.as_deref())?;
        let sealed = split == Some(Split::Final);
        self.written.check(sealed)?;
        let gating = Gating {
            candidate: self.run.clone(),
            baseline: self.baseline.clone(),
            project: self.project.clone(),
            margin: self.margin,
            judge: self.judge.clone(),
            split,
            who: self.who.clone(),
            threads: self.threads,
        };
        let Gated { gate, inconclusive, by, project, files, warnings, changes, candidate, ledger } = gating.run()?;
        let outcome = gate.outcome();
        let places = places(diagnosing::project(&candidate)?, diagnosing::native(&candidate)?.1);
        let (link, changes) = (self.written.link(), Some(changes));
        let report = GateReport { project, gate, inconclusive, by, sealed, warnings, changes, link, places };
        let report = if sealed { report.verdicts_alone() } else { report };
        let sarif = match ledger.filter(|_| self.written.sarif()) {
            Some(found) => {
                let diagnosis = Diagnosis { material: candidate, found: Arc::new(found) };
                let worse = report.gate.regressions.iter().map(|regression| regression.question.as_str());
                Some(ledger::sarif(&diagnosis, &ledger::report_of(&diagnosis, &[])?.0, Some(worse.collect()))?)
            }
            None => None,
        };
        self.written.write(&report, &files, sarif, (self.explain, self.all))?;
        Ok(exit(outcome, inconclusive))
    }
}
