//! From the options of a command to a diagnosed run: what `ledger`, `probe` and `demo` have in common.

pub mod added;
pub mod kept;
mod source;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use clap::Args;
use fourcell::evaluate::{AnswerOf, LedgerTerms, Ledgered, diagnose_run};
use fourcell::evidence::{Document, Question};
use fourcell::formats::native::Run;
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::retrieval::Limits;
use fourcell::retrieval::record::Mode;
use tokens::Tokenizer;

use crate::custody::split::SplitArgs;
use crate::failure::Failure;
use crate::judges::seats::{self, Chosen};
use crate::judges::verdicts::Whose;
use crate::judges::{Material, MaterialArgs};
use crate::when;

/// Which run is diagnosed, and by whose verdicts.
#[derive(Debug, Default, Args)]
pub struct DiagnosisArgs {
    /// The run: a name under the project's runs, or a run directory [default: runs/latest]
    #[arg(value_name = "RUN")]
    pub run: Option<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Whose verdicts on answers count: a judge's name, or 'recorded' for all of judgements.jsonl; nobody is asked
    #[arg(long, short, value_name = "NAME", default_value = "recorded")]
    pub judge: String,
    /// Diagnose this repeat
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub repeat: u32,
    #[command(flatten)]
    pub split: SplitArgs,
    /// The day on which documents had to be in force [default: the manifest's]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub day: Option<String>,
    /// Threads to use [default: as many as there are processors]; they never change a byte
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
}

/// A run with what was found of it.
pub struct Diagnosis {
    /// The run with its questions, answers and verdicts.
    pub material: Material,
    /// What was found.
    pub found: Arc<Ledgered>,
}

impl DiagnosisArgs {
    /// A run of a project, by all verdicts that are recorded.
    pub fn of_run(run: impl Into<PathBuf>, project: PathBuf) -> Self {
        Self { run: Some(run.into()), project: Some(project), judge: "recorded".into(), ..Self::default() }
    }

    /// Reads the run.
    pub fn open(&self) -> Result<Material, Failure> {
        if let Some(day) = self.day.as_deref().filter(|day| !when::is_day(day)) {
            return Err(Failure::bad_input(format!("--day '{day}' is no day")).mend("write it as in 2026-11-30"));
        }
        let split = self.split.wanted()?;
        let material = MaterialArgs { run: self.run.clone(), project: self.project.clone(), ..MaterialArgs::default() };
        let material = material.open_run(split)?;
        material.open_final(split, &self.split, "ledger")?;
        Ok(material)
    }

    /// Reads and diagnoses the run.
    pub fn diagnose(&self) -> Result<Diagnosis, Failure> {
        let material = self.open()?;
        let found = self.diagnose_in(&material, &self.whose(&material)?)?;
        Ok(Diagnosis { material, found: Arc::new(found) })
    }

    /// Whose verdicts count.
    pub fn whose(&self, material: &Material) -> Result<Whose, Failure> {
        Ok(match seats::choose(material.project.as_ref(), Some(&self.judge))? {
            Chosen::Recorded => Whose::Recorded,
            Chosen::Judges(_, members) => Whose::Judges(members.into_iter().map(|member| member.name).collect()),
        })
    }

    /// Diagnoses a run that was read.
    pub fn diagnose_in(&self, material: &Material, whose: &Whose) -> Result<Ledgered, Failure> {
        self.diagnose_mode(material, whose, Mode::Normal)
    }

    /// Diagnoses the answers of a mode: with the labelled evidence, what a generator makes of it alone.
    pub fn diagnose_mode(&self, material: &Material, whose: &Whose, mode: Mode) -> Result<Ledgered, Failure> {
        let (run, set) = native(material)?;
        let project = project(material)?;
        let answers: HashMap<&str, AnswerOf<'_>> = material
            .rows
            .iter()
            .filter(|row| row.mode == mode && row.repeat == self.repeat)
            .map(|row| {
                let said = row.said.iter().filter(|said| whose.counts(said)).collect();
                (material.questions[row.question].id.as_str(), AnswerOf { answer: &row.answer, said })
            })
            .collect();
        let terms = LedgerTerms {
            split: self.split.wanted()?,
            mode,
            repeat: self.repeat,
            cover: project.score.cover.unwrap_or_default(),
            access: project.access,
            day: self.day.clone(),
            limits: Limits::default(),
            threads: self.threads,
        };
        let corpus = project.corpus.clone();
        let source = |document: &Document| source::text(corpus.as_deref()?, document);
        let name = project.tokenizer.as_deref().unwrap_or(tokens::DEFAULT);
        if !tokens::NAMES.contains(&name) {
            Tokenizer::named(name).map_err(Failure::bad_input)?;
        }
        // To unpack a vocabulary takes longer than most runs take, and most need none.
        let tokenizer: OnceLock<Option<Tokenizer>> = OnceLock::new();
        let count = |text: &str| Some(tokenizer.get_or_init(|| Tokenizer::named(name).ok()).as_ref()?.count(text));
        Ok(diagnose_run(set, run, &answers, &terms, Some(&source), Some(&count))?)
    }
}

/// The run with its set; answers of others have neither.
pub fn native(material: &Material) -> Result<(&Run, &QuestionSet), Failure> {
    material.native.as_ref().map(|(run, set)| (run, set)).ok_or_else(|| Failure::bad_input("there is no run"))
}

/// The hash of a run's records: what a probe says holds for these alone.
pub fn records_hash(material: &Material) -> Result<String, Failure> {
    let (run, _) = native(material)?;
    run.records_file().map_or(Ok(String::new()), |source| Ok(source.sha256()?))
}

/// The project of a run.
pub fn project(material: &Material) -> Result<&Project, Failure> {
    material.project.as_ref().ok_or_else(|| Failure::bad_input("there is no project"))
}

/// The question of an id among those that may be looked at.
pub fn question<'a>(material: &'a Material, id: &str) -> Result<&'a Question, Failure> {
    material.questions.iter().find(|question| question.id == id).ok_or_else(|| {
        let ids = material.questions.iter().map(|question| question.id.as_str());
        let failure = Failure::bad_input(format!("no question is called '{id}'"));
        match fourcell::formats::suggest::nearest(id, ids) {
            Some(near) => failure.mend(format!("did you mean '{near}'?")),
            None => failure.mend("'fourcell ledger' lists the questions that failed"),
        }
    })
}
