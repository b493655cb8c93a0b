//! `fourcell invariants`: what must hold of every result before anything is measured.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fourcell::evidence::Split;
use fourcell::formats::Source;
use fourcell::formats::native::Run;
use fourcell::formats::project::Access;
use report::InvariantsReport;
use report::invariants::{self, RunInvariants};
use report::number::count;

use crate::console;
use crate::custody::split::SplitArgs;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs, Native, named};
use crate::invariants::{Stated, held};
use crate::judges::material;
use crate::when;

/// Hold every result to what must be so: the asker's tenant and groups, documents in force, the right index, citations that open
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell invariants                                   the project's latest run
  fourcell invariants baseline candidate --format json
  fourcell invariants bm25 --day 2026-11-30             dates of documents, as of that day
  fourcell invariants bm25 --index-revision 2026-10-03T08:00Z

Looked at are the lists at and after the filter (filtered, fused, reranked, packed, context) of every repeat in normal mode, those of single
retrieval calls among them, and what answers cite in every mode; contexts that were given, not retrieved, are not the system's doing. Forbidden
candidates before a later filter are no incident: how many results the filter leaves missing is told. What was not captured is not checked,
and never passed. Of final questions only the counts are told, unless they are burned. Exit code 1 with an incident, 4 where nothing
could be checked, else 0.")]
pub struct Invariants {
    /// Runs: directories, or names under the project's runs/. None: runs/latest
    #[arg(value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// The day on which documents must be in force [default: the run's, from its manifest]
    #[arg(long, value_name = "YYYY-MM-DD")]
    day: Option<String>,
    /// What the index should say it is [default: [invariants] index_revision of the project, else the run's manifest]
    #[arg(long, value_name = "TEXT")]
    index_revision: Option<String>,
    #[command(flatten)]
    split: SplitArgs,
    /// Threads to use [default: as many as there are processors]; they never change a byte
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For spreadsheets, a row for each incident
    Csv,
    /// For pull requests
    Markdown,
}

impl Invariants {
    /// Reads, checks, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        if let Some(day) = self.day.as_deref().filter(|day| !when::is_day(day)) {
            return Err(Failure::bad_input(format!("--day '{day}' is no day")).mend("write it as in 2026-11-30"));
        }
        let split = self.split.wanted()?;
        let input = InputArgs { runs: self.runs.clone(), project: self.project.clone(), ..InputArgs::default() };
        let Inputs::Native(native) = input.open(None)? else {
            return Err(Failure::bad_input("invariants are held by runs of a project"));
        };
        let runs: Vec<&Run> = native.runs.iter().collect();
        let shown = self.split.burn.shows(split, &native.project, &native.set, &runs, "invariants")?;
        if !shown && self.format == Format::Csv {
            return Err(Failure::bad_input("final questions are not shown one by one, and CSV is a row for each incident")
                .mend("leave --format csv away; to look at them one by one burns the set: add --burn 'REASON'"));
        }
        let report = self.report(&native, split)?;
        if !report.has_checked() {
            let nothing =
                Failure::nothing("nothing could be checked: no list at or after the filter was captured, nor what answers cite");
            return Err(nothing.mend("record the stages filtered to packed, or the context with each passage's 'doc' and 'rev'"));
        }
        if shown {
            self.print(&report, &native)?;
        } else {
            self.print_verdicts(&report, &native)?;
        }
        Ok(if report.incidents() > 0 { Exit::Fault } else { Exit::Ok })
    }

    fn report(&self, native: &Native, split: Option<Split>) -> Result<InvariantsReport, Failure> {
        let Native { project, set, runs } = native;
        let stated = Stated { day: self.day.clone(), index_revision: self.index_revision.clone(), split, threads: self.threads };
        let mut warnings: Vec<String> = set.warnings.iter().map(ToString::to_string).collect();
        let mut found: Vec<RunInvariants> = Vec::new();
        for run in runs {
            warnings.extend(run.records.warnings.iter().map(|warning| format!("{}: {warning}", run.name)));
            // A TREC run holds no answers.
            let answers = if run.directory.is_dir() { Some(material::answers_of(project, run)?) } else { None };
            found.push(held(project, set, run, answers.as_deref(), &stated)?);
        }
        let mut heading = vec![project.name.clone()];
        if let Some(first) = found.first() {
            heading.push(count(first.found.questions, "question"));
            if first.found.sealed > 0 {
                heading.push(format!("{} final ones sealed", first.found.sealed));
            }
        }
        let without_access = project.access == Access::None;
        Ok(InvariantsReport { heading: heading.join(" · "), without_access, runs: found, warnings })
    }

    /// Of final questions: whether the rules hold and how often which was broken, and nothing by which a question could be told.
    fn print_verdicts(&self, report: &InvariantsReport, native: &Native) -> Result<(), Failure> {
        console::data(&match self.format {
            Format::Table | Format::Csv => invariants::verdicts_text(report),
            Format::Markdown => invariants::verdicts_markdown(report),
            Format::Json => invariants::verdicts_json(report, &named(&files(native))),
        })
    }

    fn print(&self, report: &InvariantsReport, native: &Native) -> Result<(), Failure> {
        let bytes = match self.format {
            Format::Table => invariants::terminal(report),
            Format::Markdown => invariants::markdown(report),
            Format::Csv => invariants::csv(report),
            Format::Json => invariants::json(report, &named(&files(native))),
        };
        if self.format == Format::Csv {
            let told = invariants::not_checked_in_words(report);
            told.iter().for_each(|line| console::talk(&format!("note: {line}")));
        }
        console::data(&bytes)
    }
}

/// The files that were read.
fn files(native: &Native) -> Vec<Source> {
    let set = native.set.hashes.iter().map(|(path, _)| Source::file(path));
    set.chain(native.runs.iter().flat_map(|run| run.files.iter().cloned())).collect()
}
