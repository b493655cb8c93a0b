//! `real_runs`: the built-in system on questions of other people, and how often the ledger's causes are those that a reader gave.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bench::real;
use clap::{Parser, Subcommand};
use formats::InputError;

#[derive(Debug, Parser)]
#[command(
    name = "real_runs",
    about = "Runs the built-in system on questions of other people, and compares the ledger's causes with those that a reader gave",
    after_help = "\
Examples:
  real_runs make --data ../shared/data --out /tmp/real
  real_runs pick --out /tmp/real --fourcell target/debug/fourcell     which failures are read by hand
  real_runs tally --out /tmp/real --fourcell target/debug/fourcell    how often the ledger and the reader agree"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a project for each set
    Make {
        /// Where the sets are
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
        /// Where the projects go
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Run the systems where that was not done, and list the failures that are read by hand
    Pick {
        /// Where the projects are
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// The program that is asked
        #[arg(long, value_name = "FILE")]
        fourcell: PathBuf,
    },
    /// Run the systems where that was not done, and compare the ledger with what was read by hand
    Tally {
        /// Where the projects are
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// The program that is asked
        #[arg(long, value_name = "FILE")]
        fourcell: PathBuf,
        /// What was read by hand
        #[arg(long, value_name = "FILE", default_value = "docs/ledger-read.tsv")]
        read: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<String, InputError> {
    match command {
        Command::Make { data, out } => real::make(data, out).map(|()| String::new()),
        Command::Pick { out, fourcell } => pick(out, fourcell),
        Command::Tally { out, fourcell, read } => {
            let read = real::read(read)?;
            Ok(real::tally(&read, &real::ask(fourcell, out)?))
        }
    }
}

fn pick(out: &Path, fourcell: &Path) -> Result<String, InputError> {
    let found = real::ask(fourcell, out)?;
    let line = |run: &real::Found| -> String {
        real::picked(run).map(|(question, cause)| format!("{}\t{question}\t{cause}\n", run.run)).collect()
    };
    Ok(found.iter().map(line).collect())
}
