//! Asking again with one thing changed: the changed system, its run beside the others, what it says of each failure.

pub mod changed;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;

use fourcell::diagnosis::ledger::Entry;
use fourcell::diagnosis::probe::{After, Change};
use fourcell::evaluate::{Ledgered, Undiagnosed};
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::{Kind, StatedSystem};
use fourcell::retrieval::record::Mode;
use systems::journal::Journal;

use crate::built_in::{self, Ground, clients::Clients, estimate};
use crate::commands::judge::Judge;
use crate::console;
use crate::diagnosing::DiagnosisArgs;
use crate::failure::Failure;
use crate::judges::verdicts::Whose;
use crate::opening::processors;
use crate::others;
use crate::progress::Progress;
use crate::running::{self, Recording};
use crate::when;

/// Questions that are asked again with one change.
pub struct Probe {
    /// The change.
    pub change: Change,
    /// The setting in words.
    pub setting: String,
    /// The changed system.
    pub system: StatedSystem,
    /// The questions, by id.
    pub questions: Vec<String>,
}

/// What probes need of the project.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its questions, documents and passages.
    pub set: &'a QuestionSet,
    /// The day of the run.
    pub day: &'a str,
    /// Threads; 0 for as many as there are processors.
    pub threads: usize,
    /// Who judges answers to the labelled evidence.
    pub judge: &'a str,
}

impl Probe {
    fn mode(&self) -> Mode {
        if self.change == Change::Oracle { Mode::Oracle } else { Mode::Normal }
    }

    /// The question set with these questions alone.
    fn set(&self, set: &QuestionSet) -> QuestionSet {
        let mut own = set.clone();
        let keep: Vec<bool> = own.questions.iter().map(|question| self.questions.contains(&question.id)).collect();
        let mut kept = keep.iter();
        own.questions.retain(|_| kept.next().copied().unwrap_or(false));
        let mut kept = keep.iter();
        own.lines.retain(|_| kept.next().copied().unwrap_or(false));
        own
    }

    /// What would be asked, in words.
    pub fn cost(&self, bench: &Bench<'_>) -> Result<String, Failure> {
        let Kind::BuiltIn(stated) = &self.system.kind else { return Ok("each call is one to the system".to_owned()) };
        let set = self.set(bench.set);
        let tokenizer = built_in::tokenizer_of(bench.project)?;
        let ground = bench.ground(&set, &tokenizer)?;
        Ok(estimate::of(&ground, stated, &ground.passages(stated)?, &[self.mode()], 1).words())
    }

    /// Asks again, and says what became of each question; nothing is left behind.
    pub fn ask(&self, bench: &Bench<'_>) -> Result<HashMap<String, After>, Failure> {
        let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", bench.project.runs.display()));
        std::fs::create_dir_all(&bench.project.runs).map_err(cannot)?;
        let place = tempfile::Builder::new().prefix(".probe-").tempdir_in(&bench.project.runs).map_err(cannot)?;
        let directory = place.path().join(self.change.name());
        self.record(bench, &directory)?;
        let diagnosis = DiagnosisArgs {
            day: Some(bench.day.to_owned()),
            threads: bench.threads,
            ..DiagnosisArgs::of_run(&directory, bench.project.file.clone())
        };
        let found = if self.mode() == Mode::Oracle {
            let judge = Judge::of_example(&directory, bench.project.file.clone()).asking(bench.judge, Mode::Oracle);
            let judged = judge.judged()?.ok_or_else(|| Failure::nothing("nothing was judged"))?;
            diagnosis.diagnose_mode(&judged.material, &Whose::Recorded, Mode::Oracle)?
        } else {
            diagnosis.diagnose_in(&diagnosis.open()?, &Whose::Recorded)?
        };
        Ok(self.questions.iter().map(|id| (id.clone(), self.after(id, &found))).collect())
    }

    fn record(&self, bench: &Bench<'_>, directory: &Path) -> Result<(), Failure> {
        let set = self.set(bench.set);
        let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", directory.display()));
        std::fs::create_dir_all(directory).map_err(cannot)?;
        let journal = Journal::start(directory, bench.day).map_err(cannot)?;
        let modes = vec![self.mode()];
        let recording = Recording { set: &set, directory, modes, repeats: 1, started: when::now() };
        let progress = Progress::new(self.questions.len(), "calls");
        let told = |done: usize| progress.told(done);
        match &self.system.kind {
            Kind::BuiltIn(stated) => {
                let tokenizer = built_in::tokenizer_of(bench.project)?;
                let ground = bench.ground(&set, &tokenizer)?;
                let (indexed, _) = ground.indexed(stated)?;
                let clients = Clients::open(bench.project, &[stated], bench.project.budget, None)?;
                let prepared = ground.build(&self.system.name, stated, indexed, &clients)?;
                running::record(prepared, journal, recording, &told)?;
            }
            _ => {
                let prepared = others::prepare(bench.project, &set, &self.system, &recording.modes, 1, false)?;
                running::record(prepared, journal, recording, &told)?;
            }
        }
        progress.clear();
        Ok(())
    }

    fn after(&self, id: &str, found: &Ledgered) -> After {
        let entry = found.entries.iter().find(|entry| entry.question == id);
        let not = found.undiagnosed.iter().find(|(question, _)| question == id).map(|(_, why)| why);
        match (self.mode(), entry, not) {
            (_, _, Some(Undiagnosed::Failed | Undiagnosed::NoRecord)) => After::Failed("see 'fourcell run'".into()),
            (Mode::Oracle, _, Some(_)) => After::Oracle(None),
            (Mode::Oracle, entry, None) => After::Oracle(Some(entry.is_none())),
            (_, entry, _) => After::Retrieved(entry.map(|entry: &Entry| Box::new(entry.clone()))),
        }
    }
}

impl<'a> Bench<'a> {
    fn ground<'g>(&self, set: &'g QuestionSet, tokenizer: &'g tokens::Tokenizer) -> Result<Ground<'g>, Failure>
    where
        'a: 'g,
    {
        let corpus = built_in::corpus_of(self.project, set)?;
        let threads = NonZeroUsize::new(self.threads).unwrap_or_else(processors);
        Ok(Ground { project: self.project, set, corpus, tokenizer, day: self.day, threads })
    }
}

/// Says beforehand what probes cost.
pub fn tell(probes: &[Probe], bench: &Bench<'_>) -> Result<(), Failure> {
    for probe in probes {
        let calls = report::number::count(probe.questions.len(), "question");
        let (change, setting) = (probe.change.name(), &probe.setting);
        console::talk(&format!("{change} ({setting}): asks {calls} again; {}", probe.cost(bench)?));
    }
    Ok(())
}
