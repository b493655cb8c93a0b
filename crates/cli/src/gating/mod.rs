//! From two runs and what was agreed to the gate: what `gate`, `report` and `demo` have in common.

pub mod agreed;
pub mod baseline;
pub mod cost;
mod layers;
mod side;
pub mod written;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fourcell::diagnosis::experiment::Changes;
use fourcell::diagnosis::gate::{Certainty, Check, Gate, Outcome, invariants, regressions};
use fourcell::evaluate::Ledgered;
use fourcell::evidence::Split;
use fourcell::formats::Source;
use fourcell::formats::gate::Inconclusive;
use fourcell::formats::native::read_answers;
use fourcell::formats::project::Access;
use tokens::Tokenizer;

use agreed::Agreed;
use layers::{Ground, lost_by_question};
use side::{Opened, Scored};

use crate::custody::{self, Looker};
use crate::diagnosing::DiagnosisArgs;
use crate::exit_codes::Exit;
use crate::experiments::changes_between;
use crate::failure::Failure;
use crate::invariants::{Stated, held};
use crate::judges::Material;
use crate::judges::seats::{self, Chosen, RECORDED};
use crate::judges::verdicts::Whose;
use crate::opening;
use crate::scoring::Known;

/// Which runs are held against each other, and on what terms.
#[derive(Debug, Default)]
pub struct Gating {
    /// The candidate; `None` for the project's latest run.
    pub candidate: Option<PathBuf>,
    /// The baseline; `None` for the one that the project accepted or names.
    pub baseline: Option<PathBuf>,
    /// The project's folder.
    pub project: Option<PathBuf>,
    /// How much worse the core measure may become, in place of what the project says.
    pub margin: Option<f64>,
    /// Whose verdicts count, in place of what the project says.
    pub judge: Option<String>,
    /// The split; `None` for the one to work with.
    pub split: Option<Split>,
    /// Who looks, where it is at final questions; `None` for whom the environment names.
    pub who: Option<String>,
    /// Threads to use.
    pub threads: usize,
}

/// The gate with what it was made of.
pub struct Gated {
    /// The gate.
    pub gate: Gate,
    /// What inconclusive does.
    pub inconclusive: Inconclusive,
    /// The certainty of every bound.
    pub by: Certainty,
    /// The name of the project.
    pub project: String,
    /// Every file that was read.
    pub files: Vec<Source>,
    /// What is odd in them.
    pub warnings: Vec<String>,
    /// What differs from the baseline's settings.
    pub changes: Changes,
    /// The candidate.
    pub candidate: Material,
    /// What failed in its first repeat; nothing of final questions, of which nothing is said one by one.
    pub ledger: Option<Ledgered>,
}

/// What holds of the candidate before any score, and whose verdicts count.
pub struct Held {
    /// The lines of the layer.
    pub checks: Vec<Check>,
    /// Whose verdicts count.
    pub whose: Whose,
}

impl Gating {
    /// Reads, scores, decides.
    pub fn run(&self) -> Result<Gated, Failure> {
        let project_folder = opening::place(self.project.as_deref(), opening::START)?;
        let project = fourcell::formats::project::read_project(&project_folder)?;
        let mut agreed = Agreed::of(&project, self.margin)?;
        let (named, accepted) = baseline::find(&project, self.baseline.as_deref())?;
        let candidate = Opened::read(self.candidate.as_deref(), Some(&project_folder), self.split)?;
        let baseline =
            Opened::read(Some(&named), Some(&project_folder), self.split).map_err(|failure| failure.before("the baseline: "))?;
        same_run(&candidate, &baseline)?;
        agreed.by = self.certainty(&project, &candidate)?;
        let whose = self.whose(&candidate, &project)?;
        let tokenizer = tokenizer(&project)?;
        let count = |text: &str| tokenizer.count(text);
        let score = |side: &Opened| side.score(&agreed, &whose, self.threads, Some(&count));
        let (mine, theirs) = (score(&candidate)?, score(&baseline)?);
        let accepted = match &accepted {
            Some(accepted) => {
                let (run, set) = baseline.native()?;
                Some(baseline::changes(accepted, run, set)?)
            }
            None => None,
        };
        let count = |text: &str| Some(tokenizer.count(text));
        let (gate, ledger) = self.decide(&agreed, &candidate, &baseline, (mine, theirs), whose, accepted, &count)?;
        let mut files = candidate.material.files.clone();
        files.extend(baseline.material.files.iter().cloned());
        let mut warnings = candidate.material.warnings.clone();
        warnings.extend(baseline.material.warnings.iter().filter(|w| !candidate.material.warnings.contains(w)).cloned());
        Ok(Gated {
            gate,
            inconclusive: agreed.inconclusive,
            by: agreed.by,
            project: candidate.project()?.name.clone(),
            files,
            warnings,
            changes: changes_between(baseline.native()?.0, candidate.native()?.0),
            candidate: candidate.material,
            ledger,
        })
    }

    #[allow(clippy::too_many_arguments)] // what was read, each by its name
    fn decide(
        &self,
        agreed: &Agreed,
        candidate: &Opened,
        baseline: &Opened,
        (mine, theirs): (Scored, Scored),
        whose: Whose,
        accepted: Option<Vec<String>>,
        count: &dyn Fn(&str) -> Option<u64>,
    ) -> Result<(Gate, Option<Ledgered>), Failure> {
        let (_, set) = candidate.native()?;
        let known = Known::new(set);
        let ledgers = self.ledgers(candidate, &whose)?;
        let lost = lost_by_question(ledgers.iter());
        let lost = |id: &str| lost.get(id).cloned();
        let held = Held { checks: self.held(candidate)?, whose };
        let ground =
            Ground { agreed, candidate, mine: &mine, theirs: &theirs, held: &held, accepted, known: &known, lost: &lost, count };
        let (layers, compared) = ground.layers()?;
        let critical: BTreeSet<&str> = candidate
            .material
            .questions
            .iter()
            .filter(|question| question.critical)
            .map(|question| question.id.as_str())
            .collect();
        let compared: Vec<_> = compared.iter().collect();
        let gate = Gate {
            candidate: candidate.name().to_owned(),
            baseline: baseline.name().to_owned(),
            layers,
            regressions: regressions(&compared, &critical, &lost),
            flaky: mine.flaky.clone(),
            notes: notes(candidate, agreed)?,
        };
        let gate = if self.split == Some(Split::Final) { gate.verdicts_alone() } else { gate };
        Ok((gate, ledgers.into_iter().next()))
    }

    /// The certainty that is asked for. A look at final questions is written down before anything of them is scored, and pays for all
    /// looks that are planned.
    fn certainty(&self, project: &fourcell::formats::project::Project, candidate: &Opened) -> Result<Certainty, Failure> {
        if self.split != Some(Split::Final) {
            return Ok(Certainty::USUAL);
        }
        let (run, set) = candidate.native()?;
        let look = custody::look(project, set, run, &Looker { by: "gate", who: self.who.as_deref(), reason: None })?;
        Ok(Certainty::of_alpha(look.alpha).unwrap_or(Certainty::USUAL))
    }

    /// Whose verdicts count: as the command says, else the project, else all that are recorded.
    fn whose(&self, candidate: &Opened, project: &fourcell::formats::project::Project) -> Result<Whose, Failure> {
        let name = self.judge.as_deref().or(project.gate.judge.as_deref()).unwrap_or(RECORDED);
        Ok(match seats::choose(candidate.material.project.as_ref(), Some(name))? {
            Chosen::Recorded => Whose::Recorded,
            Chosen::Judges(_, members) => Whose::Judges(members.into_iter().map(|member| member.name).collect()),
        })
    }

    /// What the candidate failed, repeat by repeat. Of final questions nothing is said one by one.
    fn ledgers(&self, candidate: &Opened, whose: &Whose) -> Result<Vec<Ledgered>, Failure> {
        if self.split == Some(Split::Final) {
            return Ok(Vec::new());
        }
        let mut ledgers = Vec::new();
        for repeat in 0..candidate.repeats {
            let args = DiagnosisArgs { repeat, threads: self.threads, ..DiagnosisArgs::default() };
            ledgers.push(args.diagnose_in(&candidate.material, whose)?);
        }
        Ok(ledgers)
    }

    /// The hard rules, of results and of citations, in all modes and repeats of the candidate.
    fn held(&self, candidate: &Opened) -> Result<Vec<Check>, Failure> {
        let (run, set) = candidate.native()?;
        let project = candidate.project()?;
        let answers = run.records_file().map(read_answers).transpose()?.map(|read| read.items);
        let stated = Stated { split: self.split, threads: self.threads, ..Stated::default() };
        let found = held(project, set, run, answers.as_deref(), &stated)?;
        Ok(invariants(&found.found.checked, project.access == Access::None))
    }
}

/// A run held against itself shows nothing.
fn same_run(candidate: &Opened, baseline: &Opened) -> Result<(), Failure> {
    let (mine, theirs) = (candidate.native()?.0, baseline.native()?.0);
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if real(&mine.directory) != real(&theirs.directory) {
        return Ok(());
    }
    Err(Failure::bad_input(format!("{} is the baseline itself", candidate.name()))
        .mend("name another candidate, or another baseline: fourcell gate CANDIDATE --baseline RUN"))
}

fn tokenizer(project: &fourcell::formats::project::Project) -> Result<LazyTokenizer, Failure> {
    let name = project.tokenizer.as_deref().unwrap_or(tokens::DEFAULT);
    if !tokens::NAMES.contains(&name) {
        Tokenizer::named(name).map_err(Failure::bad_input)?;
    }
    Ok(LazyTokenizer { name: name.to_owned(), made: std::sync::OnceLock::new() })
}

/// To unpack a vocabulary takes longer than most gates take, and most need none.
struct LazyTokenizer {
    name: String,
    made: std::sync::OnceLock<Option<Tokenizer>>,
}

impl LazyTokenizer {
    fn count(&self, text: &str) -> u64 {
        let made = self.made.get_or_init(|| Tokenizer::named(&self.name).ok());
        made.as_ref().map_or(0, |tokenizer| tokenizer.count(text))
    }
}

fn notes(candidate: &Opened, agreed: &Agreed) -> Result<Vec<String>, Failure> {
    let mut notes = Vec::new();
    if candidate.material.sealed > 0 {
        notes.push(format!("{} final questions stay sealed: fourcell gate --split final", candidate.material.sealed));
    }
    if candidate.repeats > 1 {
        let at = candidate.pass_at(agreed)?;
        notes.push(format!("a question passes where {} of {} repeats do; repeats are not counted as questions", at.pass, at.of));
    }
    Ok(notes)
}

/// How the program ends after a gate.
pub fn exit(outcome: Outcome, inconclusive: Inconclusive) -> Exit {
    match (outcome, inconclusive) {
        (Outcome::Fail, _) | (Outcome::Inconclusive { .. }, Inconclusive::Fail) => Exit::Fault,
        (Outcome::NotEvaluated, _) => Exit::NothingEvaluated,
        (Outcome::Inconclusive { .. }, Inconclusive::Report) => Exit::Inconclusive,
        (Outcome::Inconclusive { .. }, Inconclusive::Pass) | (Outcome::Pass | Outcome::Unchanged, _) => Exit::Ok,
        // Preconditions are asked of every gate, so that nothing is left unasked altogether.
        (Outcome::NotAsked, _) => Exit::NothingEvaluated,
    }
}
