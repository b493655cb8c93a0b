//! `fourcell ledger`: which stage lost each failed question, how that is known, what proves it, and what to mend.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use fourcell::diagnosis::causes::{CAUSES, Cause};
use fourcell::diagnosis::ledger::life::{Kept, State, follow};
use fourcell::evidence::Split;
use fourcell::formats::project::read_project;
use fourcell::retrieval::record::Mode;
use report::LedgerReport;
use report::ledger::{self, Pointed, Single};
use report::score::Questions;

use crate::console;
use crate::diagnosing::{self, Diagnosis, DiagnosisArgs, added::Add, kept};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::named;
use crate::opening::{START, place};
use crate::places::places;
use crate::scoring::Known;

/// The error ledger: which stage lost each failed question, how that is known, what proves it, what to mend
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  fourcell ledger                                  the project's latest run
  fourcell ledger candidate --by type              failures by cause and by slice
  fourcell ledger candidate --show mobile-roaming  one failure in full, with its proof
  fourcell ledger candidate --cause rank,packing --format csv
  fourcell ledger --format sarif > ledger.sarif    failures at their lines of the questions file, for code scanning
  fourcell ledger wont-fix old-fax --reason 'the fax was switched off'
  fourcell ledger add --query '…' --evidence 'acme-leave=until 31 March'

Nobody is asked and nothing is run: the ledger reads what was recorded, and the verdicts of 'fourcell judge' where there are some. A
run keeps its failures as ledger.jsonl; the project's ledger.jsonl keeps their life: open, fixed, regressed, won't fix.
'fourcell explain CAUSE' says by which facts a cause is told from the others."
)]
pub struct Ledger {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    diagnosis: DiagnosisArgs,
    /// Show one failure in full
    #[arg(long, value_name = "QUESTION")]
    show: Option<String>,
    /// Only failures owned by these causes
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    cause: Vec<String>,
    /// Only failures in these states: open, regressed, wont-fix
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    state: Vec<String>,
    /// Slices, as in type,scope
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    by: Vec<String>,
    /// List all failures, however many
    #[arg(long)]
    all: bool,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
    /// Write neither the run's ledger.jsonl nor the project's
    #[arg(long)]
    no_write: bool,
}

/// What is done with the ledger besides looking.
#[derive(Debug, Subcommand)]
enum Action {
    WontFix(WontFix),
    Reopen(Reopen),
    Add(Box<Add>),
}

/// Leave a failure as it is, and say why
#[derive(Debug, Args)]
struct WontFix {
    /// The question that fails
    question: String,
    /// Why it is not to be fixed
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

/// Take back that a failure is not to be fixed
#[derive(Debug, Args)]
struct Reopen {
    /// The question that fails
    question: String,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For spreadsheets, a row for each failure
    Csv,
    /// For pull requests
    Markdown,
    /// For whatever shows findings in files: SARIF 2.1.0, at the lines of the questions file
    Sarif,
}

impl Ledger {
    /// Diagnoses, follows the failures' lives, writes, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.action {
            Some(Action::WontFix(decision)) => return decide(decision.project, &decision.question, Some(decision.reason)),
            Some(Action::Reopen(decision)) => return decide(decision.project, &decision.question, None),
            Some(Action::Add(report)) => return report.run().map(|()| Exit::Ok),
            None => {}
        }
        let (causes, states) = (self.causes()?, self.states()?);
        if self.format == Format::Sarif && self.diagnosis.split.wanted()? == Some(Split::Final) {
            return Err(Failure::bad_input("SARIF is sent to others, and final questions are told to nobody one by one")
                .mend("leave --split final out"));
        }
        let diagnosis = self.diagnosis.diagnose()?;
        let (report, all) = report_of(&diagnosis, &self.by)?;
        let incident = report.incidents.is_some();
        if let Some(id) = &self.show {
            self.show(&diagnosis, &all, id)?;
        } else {
            let mut report = report;
            let shown = |kept: &Kept| {
                (causes.is_empty() || causes.contains(&kept.entry.cause()))
                    && (states.is_empty() || states.contains(&kept.state()))
            };
            let before = report.kept.len();
            report.kept.retain(shown);
            report.hidden = before - report.kept.len();
            console::data(&match self.format {
                Format::Table => ledger::terminal(&report, self.all),
                Format::Json => ledger::json(&report, &named(&diagnosis.material.files)),
                Format::Csv => ledger::csv(&report),
                Format::Markdown => ledger::markdown(&report),
                Format::Sarif => sarif(&diagnosis, &report, None)?,
            })?;
        }
        if !self.no_write {
            keep(&diagnosis, &all)?;
        }
        let failed = diagnosis.found.undiagnosed.iter().any(|(_, why)| *why <= fourcell::evaluate::Undiagnosed::NoRecord);
        let nothing = diagnosis.found.entries.is_empty() && diagnosis.found.sound.is_empty();
        // The program ends here: to give a large run back piece by piece would take as long as to diagnose it.
        std::mem::forget((diagnosis, all));
        Ok(Exit::first([
            if incident { Exit::Fault } else { Exit::Ok },
            if failed { Exit::Incomplete } else { Exit::Ok },
            if nothing { Exit::NothingEvaluated } else { Exit::Ok },
        ]))
    }

    fn causes(&self) -> Result<Vec<Cause>, Failure> {
        let find = |name: &String| {
            Cause::find(name).ok_or_else(|| unknown("cause", name, CAUSES.iter().map(|definition| definition.name)))
        };
        self.cause.iter().map(find).collect()
    }

    fn states(&self) -> Result<Vec<State>, Failure> {
        let find = |name: &String| {
            let known = State::ALL.iter().find(|(known, _)| known == name).map(|(_, state)| *state);
            known.ok_or_else(|| unknown("state", name, State::ALL.iter().map(|(known, _)| *known)))
        };
        self.state.iter().map(find).collect()
    }

    fn show(&self, diagnosis: &Diagnosis, all: &[Kept], id: &str) -> Result<(), Failure> {
        let question = diagnosing::question(&diagnosis.material, id)?;
        let Some(kept) = all.iter().find(|kept| kept.entry.question == id) else {
            let why = diagnosis.found.undiagnosed.iter().find(|(question, _)| question == id);
            let why = why.map_or("it did not fail in this run, nor in one that the ledger knows", |(_, why)| why.reason());
            return Err(Failure::nothing(format!("there is no failure of '{id}': {why}")));
        };
        let material = &diagnosis.material;
        let of = |row: &&crate::judges::material::Row| {
            material.questions[row.question].id == id && row.mode == Mode::Normal && row.repeat == self.diagnosis.repeat
        };
        let answer = material.rows.iter().find(of).and_then(|row| row.answer.text.as_deref());
        let single = Single { kept, question, answer, run: &material.name };
        if self.format == Format::Json {
            let line = fourcell::formats::native::ledger::line(kept);
            return console::data(format!("{line}\n").as_bytes());
        }
        console::data(&ledger::one(&single))
    }
}

/// The report of a diagnosed run, and all failures that the project knows after it.
pub fn report_of(diagnosis: &Diagnosis, keys: &[String]) -> Result<(LedgerReport, Vec<Kept>), Failure> {
    let (material, found) = (&diagnosis.material, &diagnosis.found);
    let project = diagnosing::project(material)?;
    let (_, set) = diagnosing::native(material)?;
    let known = Known::new(set);
    let questions: Vec<&fourcell::evidence::Question> = material.questions.iter().collect();
    for key in keys {
        if !questions.iter().any(|question| known.slice(&question.id, key).is_some()) {
            return Err(Failure::nothing(format!("no question has a '{key}' to slice by"))
                .mend("--by takes keys of the questions, as in --by type,scope"));
        }
    }
    let before = kept::read(project)?;
    // Only what a probe settled hangs on the bytes of the records.
    let probed = before.iter().any(|kept| kept.probed.is_some());
    let records = if probed { diagnosing::records_hash(material)? } else { String::new() };
    let all = follow(before.clone(), &material.name, &records, &found.entries, &found.sound);
    let failing = failing(diagnosis);
    let here = |kept: &&Kept| failing.contains(kept.entry.question.as_str());
    let failed: HashSet<&str> =
        before.iter().filter(|old| old.state() != State::Fixed).map(|old| old.entry.question.as_str()).collect();
    let was_failing = |kept: &&Kept| failed.contains(kept.entry.question.as_str());
    let fixed = all.iter().filter(|kept| kept.state() == State::Fixed).filter(was_failing);
    let report = LedgerReport {
        heading: format!("{} · {} · mode normal", project.name, material.name),
        kept: all.iter().filter(here).cloned().collect(),
        hidden: 0,
        incidents: material.first_incidents(0),
        fixed: fixed.map(|kept| kept.entry.question.clone()).collect(),
        slices: ledger::slices(keys, &questions, found, &|question, key| known.slice(question, key)),
        notes: ledger::notes(found),
        found: Arc::clone(found),
        warnings: material.warnings.clone(),
    };
    Ok((report, all))
}

/// A report as SARIF, with all incidents of the run. `worse` are questions that got worse than in a baseline.
pub fn sarif(diagnosis: &Diagnosis, report: &LedgerReport, worse: Option<HashSet<&str>>) -> Result<Vec<u8>, Failure> {
    let material = &diagnosis.material;
    let (_, set) = diagnosing::native(material)?;
    let critical = material.questions.iter().filter(|question| question.critical);
    let pointed = Pointed {
        places: places(diagnosing::project(material)?, set),
        critical: critical.map(|question| question.id.as_str()).collect(),
        incidents: material.incidents(0),
        worse,
    };
    Ok(ledger::sarif(report, &pointed))
}

/// The questions that failed in a run.
fn failing(diagnosis: &Diagnosis) -> HashSet<&str> {
    diagnosis.found.entries.iter().map(|entry| entry.question.as_str()).collect()
}

/// Keeps the failures of the run, and their lives.
pub fn keep(diagnosis: &Diagnosis, all: &[Kept]) -> Result<(), Failure> {
    let material = &diagnosis.material;
    // What is told of final questions one by one is not theirs any more; the ledger is of those that one may work with.
    if material.questions.iter().any(|question| question.split == Split::Final) {
        console::talk("note: failures of final questions are not kept");
        return Ok(());
    }
    let (run, _) = diagnosing::native(material)?;
    let failing = failing(diagnosis);
    let own: Vec<Kept> = all.iter().filter(|kept| failing.contains(kept.entry.question.as_str())).cloned().collect();
    if run.directory.is_dir() {
        kept::write(&run.directory.join(kept::LEDGER), &own)?;
    }
    let project = diagnosing::project(material)?;
    // A project whose runs never failed needs no ledger.
    if all.is_empty() && !kept::place(project).exists() {
        return Ok(());
    }
    kept::write(&kept::place(project), all)
}

/// Decides that a failure stays, or takes that back.
fn decide(project: Option<PathBuf>, question: &str, reason: Option<String>) -> Result<Exit, Failure> {
    if reason.as_deref().is_some_and(|reason| reason.trim().is_empty()) {
        return Err(Failure::bad_input("--reason is blank").mend("say why the failure stays as it is"));
    }
    let project = read_project(&place(project.as_deref(), START)?)?;
    let mut all = kept::read(&project)?;
    let ids: Vec<String> = all.iter().map(|kept| kept.entry.question.clone()).collect();
    let Some(kept) = all.iter_mut().find(|kept| kept.entry.question == question) else {
        return Err(unknown("failure", question, ids.iter().map(String::as_str)));
    };
    kept.wont_fix = reason;
    let state = kept.state().name();
    kept::write(&kept::place(&project), &all)?;
    console::talk(&format!("'{question}' is {state}"));
    Ok(Exit::Ok)
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Failure {
    let failure = Failure::bad_input(format!("no {what} is called '{name}'"));
    match fourcell::formats::suggest::nearest(name, known.clone()) {
        Some(near) => failure.mend(format!("did you mean '{near}'?")),
        None => {
            let names: Vec<&str> = known.take(20).collect();
            failure.mend(if names.is_empty() {
                "the project's ledger holds none".to_owned()
            } else {
                format!("there are {}", names.join(", "))
            })
        }
    }
}
