//! `fourcell baseline`: which run candidates are held against, and why it was accepted.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fourcell::evidence::text::printable;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::{Accepted, write_baselines};
use fourcell::formats::project::{load_set, read_project};

use crate::console;
use crate::diagnosing::native;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::gating::baseline::{acceptance, accepted, place};
use crate::judges::MaterialArgs;
use crate::opening;
use crate::when;

/// The run that candidates are held against: show it, or accept another, with the reason
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  fourcell baseline                                        the baselines that were accepted, the last of which holds
  fourcell baseline accept main --reason 'release 2.1'     accept a run, with its records, verdicts, questions and labels as they are
  fourcell baseline accept main --reason 'labels of two questions were wrong'

What is accepted is written to baseline.jsonl, a line each, with hashes; commit it. The gate fails where the baseline's records,
questions or labels are not those that were accepted: accept it again, and say why."
)]
pub struct Baseline {
    #[command(subcommand)]
    action: Option<Action>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Print the lines of baseline.jsonl
    #[arg(long)]
    json: bool,
}

/// What is done besides looking.
#[derive(Debug, Subcommand)]
enum Action {
    Accept(Accept),
}

/// Accept a run as the baseline
#[derive(Debug, Args)]
struct Accept {
    /// The run: a name under the project's runs, or a run directory [default: runs/latest]
    #[arg(value_name = "RUN")]
    run: Option<PathBuf>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

impl Baseline {
    /// Shows or accepts.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.action {
            Some(Action::Accept(accept)) => accept.run(),
            None => {
                let project = read_project(&opening::place(self.project.as_deref(), opening::START)?)?;
                let all = accepted(&project)?;
                if all.is_empty() {
                    return Err(
                        Failure::nothing("no baseline is accepted").mend("accept one: fourcell baseline accept RUN --reason '…'")
                    );
                }
                if self.json {
                    let mut bytes = Vec::new();
                    write_baselines(&mut bytes, &all).map_err(Failure::bad_input)?;
                    console::data(&bytes)?;
                } else {
                    let last = all.len() - 1;
                    let lines = all.iter().enumerate().map(|(at, accepted)| line(accepted, at == last));
                    console::data(lines.collect::<String>().as_bytes())?;
                }
                Ok(Exit::Ok)
            }
        }
    }
}

fn line(accepted: &Accepted, holds: bool) -> String {
    let mark = if holds { "holds " } else { "      " };
    let Accepted { run, reason, at, records, set, .. } = accepted;
    let short = |hash: &str| hash.chars().take(19).collect::<String>();
    let line = format!("{mark} {at}  {run}: {reason}  (records {}, questions and labels {})", short(records), short(set));
    format!("{}\n", printable(&line, 2000))
}

impl Accept {
    fn run(self) -> Result<Exit, Failure> {
        if self.reason.trim().is_empty() {
            return Err(Failure::bad_input("--reason is blank").mend("say why this run is the baseline now"));
        }
        let args = MaterialArgs { run: self.run.clone(), project: self.project.clone(), ..MaterialArgs::default() };
        let material = args.open_run(None)?;
        let project = read_project(&opening::place(self.project.as_deref(), opening::START)?)?;
        let set = load_set(&project)?;
        let (run, _) = native(&material)?;
        let mut all = accepted(&project)?;
        let new = acceptance(&project, run, &set, &self.reason, when::now())?;
        let told = line(&new, true);
        all.push(new);
        write_atomically(&place(&project), |to| write_baselines(to, &all))?;
        console::data(told.as_bytes())?;
        Ok(Exit::Ok)
    }
}
