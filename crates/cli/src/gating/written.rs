//! What a gate writes besides what it prints: a file for each format that is asked for, of the same run of the gate.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fourcell::formats::Source;
use fourcell::formats::atomic::write_atomically;
use report::GateReport;
use report::gate;

use crate::console;
use crate::failure::Failure;
use crate::inputs::named;

/// The file that a GitHub Action shows as the summary of a step.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// What is written, and how.
#[derive(Debug, Args)]
pub struct WrittenArgs {
    /// How the result is printed
    #[arg(long, default_value = "table")]
    format: Format,
    /// Also write Markdown for a pull request
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Also write JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Also write the candidate's ledger as SARIF, at the lines of the questions file
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Also write CSV, a row for each check
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also write the questions that got worse as CSV
    #[arg(long, value_name = "FILE")]
    regressions_csv: Option<PathBuf>,
    /// An address that Markdown links to, as of the whole report
    #[arg(long, value_name = "URL")]
    link: Option<String>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For pull requests
    Markdown,
    /// For spreadsheets, a row for each check
    Csv,
    /// For whatever shows tests
    Junit,
    /// The table with annotations, for the log of a GitHub Action; the step's summary is written too
    Github,
}

impl WrittenArgs {
    /// What cannot be written is said before anything is read. `sealed`: the questions are final ones.
    pub fn check(&self, sealed: bool) -> Result<(), Failure> {
        if let Some(url) = self.link.as_deref().filter(|url| gate::link(url).is_none()) {
            return Err(
                Failure::bad_input(format!("--link '{url}' is no web address")).mend("it starts with https:// or http://")
            );
        }
        for (flag, file) in [("--sarif", &self.sarif), ("--regressions-csv", &self.regressions_csv)] {
            if sealed && file.is_some() {
                return Err(Failure::bad_input(format!("{flag} names questions, and of final ones verdicts alone are told"))
                    .mend(format!("leave {flag} out, or gate the questions to work with")));
            }
        }
        let files: Vec<&PathBuf> = self.files().into_iter().flatten().collect();
        for (place, file) in files.iter().enumerate() {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !folder.is_dir() {
                return Err(Failure::bad_input(format!("{}: its folder is not there", file.display())).mend("make it first"));
            }
            if files[..place].contains(file) {
                return Err(Failure::bad_input(format!("{} is named twice", file.display())).mend("a file for each format"));
            }
        }
        Ok(())
    }

    fn files(&self) -> [Option<&PathBuf>; 6] {
        [&self.markdown, &self.json, &self.junit, &self.sarif, &self.csv, &self.regressions_csv].map(Option::as_ref)
    }

    /// Whether the candidate's ledger is to be written.
    pub fn sarif(&self) -> bool {
        self.sarif.is_some()
    }

    /// The address that Markdown links to.
    pub fn link(&self) -> Option<String> {
        self.link.clone()
    }

    /// Writes every file, each whole or not at all; then prints. `files` are those that were read, `sarif` the candidate's ledger.
    pub fn write(
        &self,
        report: &GateReport,
        files: &[Source],
        sarif: Option<Vec<u8>>,
        (explain, all): (bool, bool),
    ) -> Result<(), Failure> {
        let json = || gate::json(report, &named(files));
        let put = |file: &Option<PathBuf>, bytes: &dyn Fn() -> Vec<u8>| match file {
            Some(file) => write_atomically(file, |to| to.write_all(&bytes())).map_err(Failure::from),
            None => Ok(()),
        };
        put(&self.markdown, &|| gate::markdown(report, all))?;
        put(&self.json, &json)?;
        put(&self.junit, &|| gate::junit(report))?;
        put(&self.sarif, &|| sarif.clone().unwrap_or_default())?;
        put(&self.csv, &|| gate::csv(report))?;
        put(&self.regressions_csv, &|| gate::regressions_csv(report))?;
        if let (Format::Github, Some(summary)) = (self.format, std::env::var_os(SUMMARY)) {
            append(&summary, &gate::markdown(report, all))?;
        }
        console::data(&match self.format {
            Format::Table => gate::terminal(report, explain, all),
            Format::Json => json(),
            Format::Markdown => gate::markdown(report, all),
            Format::Csv => gate::csv(report),
            Format::Junit => gate::junit(report),
            Format::Github => gate::github(report, explain, all),
        })
    }
}

/// The summary is one of all commands of a step.
fn append(file: &OsString, bytes: &[u8]) -> Result<(), Failure> {
    if file.is_empty() {
        return Ok(());
    }
    let written = OpenOptions::new().create(true).append(true).open(file).and_then(|mut to| to.write_all(bytes));
    written.map_err(|e| Failure::bad_input(format!("{SUMMARY}: {}: {e}", Path::new(file).display())))
}
