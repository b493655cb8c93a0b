//! From a project to a system that can be asked, and its manifest.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use fourcell::evidence::Passage;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::{Kind, StatedSystem};
use fourcell::retrieval::record::Mode;
use systems::asked::System;
use systems::driver::{Plan, Ran, run, write_passages};
use systems::journal::Journal;
use systems::manifest::Manifest;

use crate::failure::Failure;
use crate::when;

/// A system that can be asked, and what is to be said of it.
pub struct Prepared<'a> {
    /// Its name.
    pub name: String,
    /// The system.
    pub system: Box<dyn System + 'a>,
    /// What the manifest will say.
    pub manifest: Manifest,
    /// What decides a result besides the question.
    pub deciding: String,
    /// How many ask at a time.
    pub threads: NonZeroUsize,
    /// The passages that it was built of, where they are known.
    pub passages: Option<Arc<[Passage]>>,
    /// Where it is, or over what.
    pub place: String,
}

/// The system of a project that is named; the first one where none is; the built-in one as it comes where the project states none.
pub fn choose(project: &Project, name: Option<&str>) -> Result<StatedSystem, Failure> {
    let usual = || StatedSystem { name: "builtin".to_owned(), kind: Kind::BuiltIn(Box::default()) };
    match name {
        None => Ok(project.systems.first().cloned().unwrap_or_else(usual)),
        Some(name) => project.systems.iter().find(|s| s.name == name).cloned().map_or_else(
            || {
                if name == "builtin" {
                    return Ok(usual());
                }
                let known: Vec<&str> = project.systems.iter().map(|s| s.name.as_str()).chain(["builtin"]).collect();
                Err(Failure::bad_input(format!("no system is called '{name}'; there are {}", known.join(", ")))
                    .mend(format!("state it in {} as [systems.{name}]", project.file.display())))
            },
            Ok,
        ),
    }
}

/// What is asked of a system, and where it is written.
pub struct Recording<'a> {
    /// The questions.
    pub set: &'a QuestionSet,
    /// The run directory.
    pub directory: &'a Path,
    /// The modes, each once.
    pub modes: Vec<Mode>,
    /// How often each question is asked; at least 1.
    pub repeats: u32,
    /// When the work began.
    pub started: String,
}

impl Recording<'_> {
    /// The calls, given what decides a result besides the question.
    pub fn plan(&self, deciding: String) -> Plan<'_> {
        Plan { questions: self.set.questions.iter().collect(), modes: self.modes.clone(), repeats: self.repeats, deciding }
    }
}

/// Asks what the journal does not hold, and writes the run directory. `told` hears how many calls are done.
pub fn record(
    prepared: Prepared<'_>,
    journal: Journal,
    recording: Recording<'_>,
    told: &(dyn Fn(usize) + Sync),
) -> Result<Ran, Failure> {
    let Prepared { system, mut manifest, deciding, threads, passages, .. } = prepared;
    let directory = recording.directory;
    let ran = run(system.as_ref(), &recording.plan(deciding), directory, journal, threads.get(), told)?;
    let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", directory.display()));
    let passages_file = directory.join("passages.jsonl");
    match passages {
        Some(passages) => write_passages(&passages_file, &passages)?,
        // Those of another system that had this run's name before are none of this one's.
        None if passages_file.exists() => std::fs::remove_file(&passages_file).map_err(cannot)?,
        None => {}
    }
    manifest.when = vec![("started", recording.started), ("finished", when::now())];
    write_atomically(&directory.join("manifest.toml"), |to| to.write_all(manifest.toml().as_bytes()))?;
    // Last, so that a run without a journal has all its files.
    if ran.failed.is_empty() {
        Journal::end(directory).map_err(cannot)?;
    }
    Ok(ran)
}

/// The hash of the project's passages file; `None` where there is none.
pub fn passages_hash<'s>(project: &Project, set: &'s QuestionSet) -> Option<&'s str> {
    let path = project.passages.as_ref()?;
    set.hashes.iter().find(|(read, _)| read == path).map(|(_, hash)| hash.as_str())
}

/// What was read, with its hashes, as a manifest tells it.
pub fn inputs(set: &QuestionSet) -> Vec<(String, String)> {
    let input = |(path, hash): &(std::path::PathBuf, String)| {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        (name, hash.clone())
    };
    set.hashes.iter().map(input).collect()
}

/// This program, as a manifest tells it.
pub fn tool() -> String {
    format!("fourcell {}", env!("CARGO_PKG_VERSION"))
}
