//! `fourcell custody`: who kept the final set, how often it was looked at, and how it ended.

mod open;
mod retire;
mod seal;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use fourcell::evidence::custody::Custody as Kept;
use fourcell::formats::Source;
use fourcell::formats::project::{Project, QuestionSet, load_set, read_project};
use report::CustodyReport;
use report::custody;

use crate::console;
use crate::custody::{price, record_of, sealed};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::named;
use crate::opening::{START, place};

/// Keep the final set: seal it, record every look at it, verify the record, retire the set
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  fourcell custody                                       where the final set stands, and what happened to it
  fourcell custody seal --looks 5 --reason 'autumn release'
  fourcell custody open --run candidate --reason 'verdict told in the release meeting'
  fourcell custody verify                                no line was edited, taken out, put in or moved
  fourcell custody verify --expect sha256:…              and none was cut off at the end since that hash was noted
  fourcell custody retire --reason 'all looks were had'  final questions become tuning questions

'fourcell gate --split final' looks at verdicts only, and records that by itself. Every planned look makes intervals wider: 1.14, 1.31,
1.43 and 1.54 times for 2, 5, 10 and 20 looks. The same settings on the same questions are no new look. Tuning commands refuse final
questions; with --burn they show them, which burns the set. The record is custody.jsonl in the project's folder: commit it."
)]
pub struct Custody {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    at: ProjectArgs,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

/// What is done to the final set.
#[derive(Debug, Subcommand)]
enum Action {
    Seal(seal::Seal),
    Open(open::Open),
    Verify(verify::Verify),
    Retire(retire::Retire),
}

/// Where the project is.
#[derive(Debug, Args)]
struct ProjectArgs {
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

/// Who it is that does something to the set, and why.
#[derive(Debug, Args)]
struct SignedArgs {
    /// Why; it stands in the record
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Who [default: FOURCELL_WHO, else the name that you are logged in by]
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
}

impl Custody {
    /// Does what is said, or tells where the set stands.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.action {
            Some(Action::Seal(action)) => action.run(),
            Some(Action::Open(action)) => action.run(),
            Some(Action::Verify(action)) => action.run(),
            Some(Action::Retire(action)) => action.run(),
            None => self.told(),
        }
    }

    fn told(&self) -> Result<Exit, Failure> {
        let project = self.at.open()?;
        let record = record_of(&project)?;
        let set = load_set(&project)?;
        let kept = Kept::of(&record.entries);
        let (alpha, wider) = price(kept.planned);
        let report = CustodyReport {
            project: project.name.clone(),
            file: crate::inputs::shown(&project.custody.file),
            now: sealed(&set),
            head: record.head().to_owned(),
            entries: record.entries,
            planned: project.custody.looks,
            alpha,
            wider,
            custody: kept,
        };
        console::data(&match self.format {
            Format::Table => custody::terminal(&report),
            Format::Json => custody::json(&report, &named(&files(&project, &set))),
        })?;
        Ok(Exit::Ok)
    }
}

/// The files that were read.
fn files(project: &Project, set: &QuestionSet) -> Vec<Source> {
    let record = Some(&project.custody.file).filter(|file| file.exists());
    set.hashes.iter().map(|(path, _)| path).chain(record).map(|path| Source::file(path)).collect()
}

impl ProjectArgs {
    fn open(&self) -> Result<Project, Failure> {
        Ok(read_project(&place(self.project.as_deref(), START)?)?)
    }
}
