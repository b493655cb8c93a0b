//! `fourcell probe`: confirm a cause by changing the one stage that it names, and asking again.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use fourcell::diagnosis::ledger::KnownBy;
use fourcell::diagnosis::ledger::life::{Kept, State};
use fourcell::diagnosis::probe::{Change, Verdict, settle};
use fourcell::evidence::Split;
use report::ProbeReport;
use report::probe::{self, Probed};

use crate::commands::ledger::{keep, report_of};
use crate::console;
use crate::diagnosing::{self, Diagnosis, DiagnosisArgs};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::named;
use crate::probing::changed::{Reach, changed};
use crate::probing::{Bench, Probe as Asked, tell};
use crate::running;
use crate::when;

/// Confirm a cause by changing the one stage that it names, and asking again
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell probe                                 every failure of the latest run that a change can test
  fourcell probe bm25 --question mobile-roaming  one failure
  fourcell probe bm25 --change larger-budget     only those that this change tests
  fourcell probe bm25 --dry-run                  what would be asked, and what it would cost

A failure that goes away with the change was that stage's, and becomes 'confirmed'; one that stays goes to the next cause.
  candidate-retrieval    deeper          ten times as many candidates
  rank, packing          larger-budget   ten times as many passages and tokens
  chunk-boundary         other-chunking  pieces twice as long that overlap by half, or --chunking
  query-representation   unrewritten     the question as it was asked
  permission-filter      filter-off      only with --allow-filter-off: what the asker may not open can come back
  causes of the answer   oracle          the labelled evidence as context, judged by --judge
The built-in system can be changed in every way, a system over HTTP or a command in k, budget and context. The run must be of a
system that fourcell.toml states.")]
pub struct Probe {
    #[command(flatten)]
    diagnosis: DiagnosisArgs,
    /// Only these questions
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    question: Vec<String>,
    /// Only failures that this change tests
    #[arg(long, value_name = "NAME")]
    change: Option<String>,
    /// The other chunking, as [systems.NAME] states it
    #[arg(long, value_name = "TEXT")]
    chunking: Option<String>,
    /// Filters may be switched off: what the asker may not open can come back
    #[arg(long)]
    allow_filter_off: bool,
    /// Who judges answers to the labelled evidence
    #[arg(long, value_name = "NAME", default_value = "lexical")]
    oracle_judge: String,
    /// At most so many questions are asked again
    #[arg(long, value_name = "N", default_value_t = 200)]
    most: usize,
    /// The system to change [default: the one that the run's manifest names]
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Say what would be asked and what it would cost, and send nothing
    #[arg(long)]
    dry_run: bool,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
    /// Do not keep what was confirmed
    #[arg(long)]
    no_write: bool,
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
}

impl Probe {
    /// Plans, says what it costs, asks again, settles, keeps, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let only = self.only()?;
        // Asking again is tuning, whatever was seen of them before.
        if self.diagnosis.split.wanted()? == Some(Split::Final) {
            return Err(Failure::bad_input(
                "final questions are not probed, burned or not: to ask again with another setting is tuning",
            )
            .mend("make tuning questions of them first: fourcell custody retire --reason '…'"));
        }
        let diagnosis = self.diagnosis.diagnose()?;
        for id in &self.question {
            diagnosing::question(&diagnosis.material, id)?;
        }
        let project = diagnosing::project(&diagnosis.material)?;
        let (run, set) = diagnosing::native(&diagnosis.material)?;
        let stated = run.manifest.as_ref().and_then(|manifest| manifest.system.clone());
        let system = running::choose(project, self.system.as_deref().or(stated.as_deref()))
            .map_err(|failure| failure.mend("a run is probed by asking its system again; name the system with --system"))?;
        let (_, mut all) = report_of(&diagnosis, &[])?;
        let reach = Reach { filter_off: self.allow_filter_off, chunking: self.chunking.clone() };
        let mut report = ProbeReport { heading: format!("{} · {}", project.name, run.name), ..ProbeReport::default() };
        let mut planned: BTreeMap<Change, Asked> = BTreeMap::new();
        for kept in self.meant(&diagnosis, &all) {
            let (id, cause) = (kept.entry.question.clone(), kept.entry.cause());
            let Some(change) = Change::that_tests(cause) else {
                report.untested.push((
                    id,
                    cause.name(),
                    "no run tests it: it is a fact of the labels, the corpus or the question".into(),
                ));
                continue;
            };
            if only.is_some_and(|only| only != change) {
                continue;
            }
            match changed(&system, change, &reach) {
                Err(why) => report.untested.push((id, cause.name(), why)),
                Ok(_) if planned.values().map(|probe| probe.questions.len()).sum::<usize>() >= self.most => {
                    report.untested.push((id, cause.name(), format!("beyond --most {}", self.most)));
                }
                Ok((system, setting)) => {
                    let asked = Asked { change, setting, system, questions: Vec::new() };
                    planned.entry(change).or_insert(asked).questions.push(id);
                }
            }
        }
        let day = diagnosis.found.day.clone().unwrap_or_else(|| when::now().get(..10).unwrap_or_default().to_owned());
        let threads = self.diagnosis.threads;
        let bench = Bench { project, set, day: &day, threads, judge: &self.oracle_judge };
        let planned: Vec<Asked> = planned.into_values().collect();
        tell(&planned, &bench)?;
        if self.dry_run {
            return Ok(Exit::Ok);
        }
        let records = diagnosing::records_hash(&diagnosis.material)?;
        for probe in &planned {
            let after = probe.ask(&bench)?;
            for id in &probe.questions {
                let Some(kept) = all.iter_mut().find(|kept| kept.entry.question == *id) else { continue };
                let Some(after) = after.get(id) else { continue };
                let before = kept.entry.cause();
                let (entry, verdict) = settle(&kept.entry, probe.change, after, &probe.setting);
                let why = entry.owner.proof.last().and_then(|proof| proof.quote.clone()).unwrap_or_default();
                let (change, setting) = (probe.change, probe.setting.clone());
                report.probed.push(Probed {
                    question: id.clone(),
                    cause: before,
                    change,
                    setting,
                    verdict: verdict.clone(),
                    after: why,
                });
                if verdict_holds(&verdict) {
                    kept.settled(&run.name, &records, entry);
                }
            }
        }
        let nothing = report.probed.is_empty();
        console::data(&match self.format {
            Format::Table => probe::terminal(&report),
            Format::Json => probe::json(&report, &named(&diagnosis.material.files)),
            Format::Markdown => probe::markdown(&report),
        })?;
        if !self.no_write {
            keep(&diagnosis, &all)?;
        }
        Ok(if nothing { Exit::NothingEvaluated } else { Exit::Ok })
    }

    fn only(&self) -> Result<Option<Change>, Failure> {
        let Some(name) = &self.change else { return Ok(None) };
        let known = Change::ALL.iter().find(|(known, _)| known == name).map(|(_, change)| *change);
        known.map(Some).ok_or_else(|| {
            let names = Change::ALL.map(|(known, _)| known);
            Failure::bad_input(format!("no change is called '{name}'")).mend(format!("there are {}", names.join(", ")))
        })
    }

    /// The failures of the run that are to be probed: those that are not confirmed yet, nor left as they are.
    fn meant(&self, diagnosis: &Diagnosis, all: &[Kept]) -> Vec<Kept> {
        let here = |kept: &&Kept| diagnosis.found.entries.iter().any(|entry| entry.question == kept.entry.question);
        let named = |kept: &&Kept| self.question.is_empty() || self.question.contains(&kept.entry.question);
        let open = |kept: &&Kept| {
            !self.question.is_empty() || (kept.entry.known_by() != KnownBy::Confirmed && kept.state() != State::WontFix)
        };
        all.iter().filter(here).filter(named).filter(open).cloned().collect()
    }
}

/// Whether a verdict says something that is worth keeping.
fn verdict_holds(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Open(_))
}
