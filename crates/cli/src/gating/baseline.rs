//! Which run a candidate is held against, and whether it is still what was accepted.

use std::path::{Path, PathBuf};

use fourcell::evidence::Split;
use fourcell::evidence::fingerprint::of_set;
use fourcell::formats::Source;
use fourcell::formats::native::{Accepted, Run, read_baselines};
use fourcell::formats::project::{Project, QuestionSet};

use crate::failure::Failure;
use crate::judges::material::JUDGEMENTS;

/// The file of a project with the runs that were accepted.
pub const BASELINES: &str = "baseline.jsonl";

/// Where the project keeps them.
pub fn place(project: &Project) -> PathBuf {
    project.directory.join(BASELINES)
}

/// The runs that were accepted, the last of which holds.
pub fn accepted(project: &Project) -> Result<Vec<Accepted>, Failure> {
    let path = place(project);
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(read_baselines(&Source::file(&path))?.items)
}

/// The baseline of a project: as the command says, else the one accepted last, else the one that `[gate]` names; with the acceptance
/// where it is one.
pub fn find(project: &Project, named: Option<&Path>) -> Result<(PathBuf, Option<Accepted>), Failure> {
    let last = accepted(project)?.pop();
    if let Some(named) = named {
        // Named or not, a run that was accepted is held to what it was accepted as.
        let real = |path: &Path| [path.to_owned(), project.runs.join(path)].into_iter().find_map(|path| path.canonicalize().ok());
        let last = last.filter(|last| real(named).is_some() && real(named) == real(Path::new(&last.run)));
        return Ok((named.to_owned(), last));
    }
    if let Some(last) = last {
        return Ok((PathBuf::from(&last.run), Some(last)));
    }
    match &project.gate.baseline {
        Some(name) => Ok((PathBuf::from(name), None)),
        None => Err(Failure::bad_input("there is no baseline to hold the candidate against")
            .mend("accept one: fourcell baseline accept RUN --reason '…'; or name a run: --baseline RUN")),
    }
}

/// What a run is accepted as.
pub fn acceptance(project: &Project, run: &Run, set: &QuestionSet, reason: &str, at: String) -> Result<Accepted, Failure> {
    let below = |whole: &Path| Some(run.directory.canonicalize().ok()?.strip_prefix(whole.canonicalize().ok()?).ok()?.to_owned());
    let name = below(&project.runs).map(|path| path.to_string_lossy().into_owned()).filter(|name| !name.is_empty());
    Ok(Accepted {
        run: name.unwrap_or_else(|| run.directory.to_string_lossy().into_owned()),
        reason: reason.to_owned(),
        at,
        records: records(run)?,
        judgements: judgements(run)?,
        set: set_hash(set),
    })
}

/// What is not any more as it was accepted, in words.
pub fn changes(accepted: &Accepted, run: &Run, set: &QuestionSet) -> Result<Vec<String>, Failure> {
    let mut changes = Vec::new();
    if records(run)? != accepted.records {
        changes.push(format!("the records of {} are not those that were accepted on {}", run.name, accepted.at));
    }
    if judgements(run)? != accepted.judgements {
        changes.push(format!("what its judges said is not what it was on {}", accepted.at));
    }
    if set_hash(set) != accepted.set {
        changes.push(format!("questions or labels have changed since {}", accepted.at));
    }
    Ok(changes)
}

/// The hash of its records.
pub fn records(run: &Run) -> Result<String, Failure> {
    run.records_file().map_or_else(|| Ok(String::new()), |source| Ok(source.sha256()?))
}

fn judgements(run: &Run) -> Result<Option<String>, Failure> {
    let path = run.directory.join(JUDGEMENTS);
    if path.exists() { Ok(Some(Source::file(&path).sha256()?)) } else { Ok(None) }
}

/// The hash of the questions that one may tune on, with their labels. Final questions have a seal of their own.
fn set_hash(set: &QuestionSet) -> String {
    let questions = set.questions.iter().filter(|question| question.split != Split::Final);
    of_set("fourcell/tuning-set@1", questions, &set.labels)
}
