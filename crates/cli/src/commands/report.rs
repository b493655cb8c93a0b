//! `fourcell report`: a run as one HTML file that opens from a disk, with every question in it.

use std::path::PathBuf;

use clap::Args;
use fourcell::evidence::Split;
use fourcell::formats::atomic::write_atomically;
use report::html::html;

use crate::console;
use crate::custody::split::SplitArgs;
use crate::diagnosing::DiagnosisArgs;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::shown;
use crate::reporting::{Looked, page};

/// A run as one HTML file that opens from a disk: verdict, cells, causes, measures, and every question with its proof
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell report                                  the project's latest run, as runs/latest/report.html
  fourcell report candidate --baseline baseline    with what changed, question by question
  fourcell report candidate --out candidate.html
  fourcell report candidate --judge careful        by the verdicts of one judge only
  fourcell report candidate --by type,scope        with other slices

The file needs no network and sends nothing. It rests on what was recorded: have answers judged first ('fourcell judge', with --mode
oracle and --mode no-context for the modes). It holds questions one by one, so that final questions are refused.")]
pub struct Report {
    #[command(flatten)]
    diagnosis: DiagnosisArgs,
    /// The run that this one is compared with, question by question
    #[arg(long, value_name = "RUN")]
    baseline: Option<PathBuf>,
    /// Where the file goes [default: report.html in the run's directory]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Slices, as in type,scope [default: as the project says]
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    by: Option<Vec<String>>,
}

impl Report {
    /// Reads, looks, writes, says where.
    pub fn run(self) -> Result<Exit, Failure> {
        if self.diagnosis.split.wanted()? == Some(Split::Final) {
            return Err(Failure::bad_input(
                "a report shows questions one by one, and final questions that were shown are no longer final",
            )
            .mend("leave --split out, or say --split tune"));
        }
        let run = Looked::at(&self.diagnosis, self.by.as_deref())?;
        let other = |name: PathBuf| {
            let DiagnosisArgs { project, judge, repeat, split, day, threads, .. } = &self.diagnosis;
            let args = DiagnosisArgs {
                run: Some(name),
                project: project.clone(),
                judge: judge.clone(),
                repeat: *repeat,
                split: SplitArgs { split: split.split.clone(), ..SplitArgs::default() },
                day: day.clone(),
                threads: *threads,
            };
            Looked::at(&args, Some(&[]))
        };
        let baseline = self.baseline.clone().map(other).transpose()?;
        let bytes = html(&page(&run, baseline.as_ref(), &self.diagnosis)?);
        let (native, _) = crate::diagnosing::native(&run.diagnosis.material)?;
        let out = self.out.unwrap_or_else(|| native.directory.join("report.html"));
        write_atomically(&out, |to| to.write_all(&bytes))?;
        console::data(format!("{}\n", shown(&out)).as_bytes())?;
        console::talk(&format!("{:.1} MB; open it in a browser", bytes.len() as f64 / 1e6));
        let incident = run.ledger.incidents.is_some();
        // The program ends here: to give a large run back piece by piece takes as long as to read it.
        std::mem::forget((run, baseline));
        Ok(if incident { Exit::Fault } else { Exit::Ok })
    }
}
