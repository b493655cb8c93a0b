//! From the options of a command to the project that is meant.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::formats::project::{PROJECT_FILE, Project, find_project, read_project};

use crate::failure::Failure;
use crate::when;

/// Options of every command that runs systems of a project.
#[derive(Debug, Default, Args)]
pub struct RunningArgs {
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// The day on which documents must be in force [default: today; what goes on keeps its day]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub day: Option<String>,
    /// Say what would be asked and what it would cost, and send nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Threads to use [default: as many as there are processors]; they never change a byte. A system of yours is
    /// asked by as many as its 'concurrency' says
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
}

impl RunningArgs {
    /// The project; a day must be one.
    pub fn open(&self) -> Result<Project, Failure> {
        if let Some(day) = self.day.as_deref().filter(|day| !when::is_day(day)) {
            return Err(Failure::bad_input(format!("--day '{day}' is no day")).mend("write it as in 2026-11-30"));
        }
        Ok(read_project(&place(self.project.as_deref(), START)?)?)
    }

    /// How many threads are meant.
    pub fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads).unwrap_or_else(processors)
    }
}

/// What to do where there is no project.
pub const START: &str = "name the project's folder with --project, start one with fourcell init FOLDER, or get the example: \
                         fourcell demo --keep handbook";

/// Where the project is that is stated, or else the nearest one upwards; `mend` says what to do where there is none.
pub fn place(stated: Option<&Path>, mend: &str) -> Result<PathBuf, Failure> {
    stated
        .map(Path::to_owned)
        .or_else(|| find_project(Path::new(".")))
        .ok_or_else(|| Failure::bad_input(format!("no {PROJECT_FILE} in this folder or above it")).mend(mend))
}

/// As many threads as there are processors.
pub fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
