//! From a system that users state to one that can be asked: over HTTP, as a command, or from a file of what it answered before.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;

use fourcell::evidence::snapshot::{content_hash, snapshot_id};
use fourcell::formats::Source;
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::{Command, Contract, Each, Format, Http, Kind, Recorded, StatedSystem};
use fourcell::retrieval::Limits;
use fourcell::retrieval::record::Mode;
use systems::asked::System;
use systems::command::CommandSystem;
use systems::given::Given;
use systems::http::HttpSystem;
use systems::manifest::Manifest;
use systems::recorded::{Recorded as RecordedResults, Wanted};

use crate::console;
use crate::failure::Failure;
use crate::running::{self, Prepared, inputs, tool};
use crate::settings;

/// Prepares a system of the project that is not the built-in one; no question is sent and nothing is started. With `dry` nothing
/// at all is sent.
pub fn prepare<'a>(
    project: &'a Project,
    set: &'a QuestionSet,
    system: &'a StatedSystem,
    modes: &[Mode],
    repeats: u32,
    dry: bool,
) -> Result<Prepared<'a>, Failure> {
    let mut other = match &system.kind {
        Kind::Http(http) => over_http(project, system, http, given(project, set, modes)?)?,
        Kind::Command(command) => as_command(project, command, given(project, set, modes)?),
        Kind::Recorded(recorded) => from_file(project, set, recorded, modes, repeats)?,
        Kind::BuiltIn(_) => return Err(Failure::bad_input(format!("'{}' is the built-in system", system.name))),
    };
    let http = if let Kind::Http(http) = &system.kind { Some(http) } else { None };
    // What decides the replies are the settings, wherever they are stated.
    let stated = std::mem::take(&mut other.contract.manifest);
    let mut manifest = Manifest {
        system: system.name.clone(),
        settings: settings::gather(&system.name, &stated, &project.directory, http, dry)?,
        inputs: inputs(set),
        beside: vec![other.beside, ("tool", tool())],
        limits: Limits {
            passages: other.contract.k.and_then(NonZeroU32::new),
            tokens: other.contract.budget_tokens.and_then(NonZeroU32::new),
        },
        when: Vec::new(),
    };
    manifest.inputs.extend(other.input);
    Ok(Prepared {
        name: system.name.clone(),
        deciding: deciding(&system.name, &other.decides, &other.contract, &manifest, project, set),
        threads: NonZeroUsize::new(other.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        passages: None,
        system: other.asked,
        manifest,
        place: other.place,
    })
}

/// A system of users, and what is to be said of it.
struct Other<'a> {
    asked: Box<dyn System + 'a>,
    contract: Contract,
    concurrency: u32,
    place: String,
    /// Where it is, for the manifest.
    beside: (&'static str, String),
    /// What it reads besides, with its hash.
    input: Option<(String, String)>,
    /// What of it decides the replies.
    decides: String,
}

/// The labelled evidence, for the modes in which it is sent.
fn given<'a>(project: &Project, set: &'a QuestionSet, modes: &[Mode]) -> Result<Given<'a>, Failure> {
    let passages = set.passages.as_deref().unwrap_or_default();
    let documents = set.corpus.as_ref().is_some_and(|corpus| !corpus.documents().is_empty());
    if modes.contains(&Mode::Oracle) && !documents && passages.is_empty() {
        return Err(Failure::bad_input(
            "mode oracle gives the system the labelled evidence, but the project has no documents that hold it",
        )
        .mend(format!("say in {} where they are: [project] corpus = \"corpus.jsonl\"", project.file.display())));
    }
    Ok(Given::new(set.corpus.as_ref(), passages))
}

fn over_http<'a>(project: &Project, system: &StatedSystem, http: &'a Http, given: Given<'a>) -> Result<Other<'a>, Failure> {
    let asked = HttpSystem::new(http, &project.directory, given)
        .map_err(|e| Failure::bad_input(format!("[systems.{}]: {}", system.name, e.problem())).mend(e.mend()))?;
    Ok(Other {
        asked: Box::new(asked),
        contract: http.contract.clone(),
        concurrency: http.reach.concurrency,
        place: format!("at {}, {} at a time", http.reach.shown(), http.reach.concurrency),
        beside: ("url", http.reach.shown().to_owned()),
        input: None,
        // Where the system is reached is no part of it: a run that goes on may find it at another port.
        decides: String::new(),
    })
}

fn as_command<'a>(project: &'a Project, command: &'a Command, given: Given<'a>) -> Other<'a> {
    let program = program(command);
    Other {
        asked: Box::new(CommandSystem::new(command, &project.directory, given)),
        contract: command.contract.clone(),
        concurrency: command.concurrency,
        place: format!("as the command '{program}', {} at a time", command.concurrency),
        beside: ("command", program),
        input: None,
        decides: format!("{:?} {:?}", command.command, command.each == Each::Question),
    }
}

fn from_file<'a>(
    project: &Project,
    set: &QuestionSet,
    recorded: &Recorded,
    modes: &[Mode],
    repeats: u32,
) -> Result<Other<'a>, Failure> {
    let source = Source::file(&project.directory.join(&recorded.file));
    let hash = source.sha256()?;
    let (asked, format) = results(project, set, recorded, modes, repeats)?;
    asked.warnings().iter().for_each(|warning| console::talk(&format!("warning: {warning}")));
    let name = file_name(&recorded.file);
    Ok(Other {
        asked: Box::new(asked),
        contract: Contract { manifest: recorded.manifest.clone(), ..Contract::default() },
        concurrency: 1,
        place: format!("in the file '{name}', of format {}", format.name()),
        beside: ("file", name.clone()),
        decides: format!("{} {hash}", format.name()),
        input: Some((name, hash)),
    })
}

/// The results of a file, and the format that they have.
pub fn results(
    project: &Project,
    set: &QuestionSet,
    recorded: &Recorded,
    modes: &[Mode],
    repeats: u32,
) -> Result<(RecordedResults, Format), Failure> {
    let source = Source::file(&project.directory.join(&recorded.file));
    let format = recorded.format.map_or_else(|| Format::of(&source), Ok)?;
    let passages = set.passages.as_deref().unwrap_or_default();
    let wanted = Wanted { questions: &set.questions, passages, modes, repeats };
    Ok((RecordedResults::read(&source, format, &wanted)?, format))
}

/// What decides the replies, as far as it is known here.
fn deciding(name: &str, decides: &str, contract: &Contract, manifest: &Manifest, project: &Project, set: &QuestionSet) -> String {
    let (corpus, passages) = (set.corpus.as_ref().map(snapshot_id), running::passages_hash(project, set));
    let parts = format!("{name:?}\n{decides}\n{contract:?}\n{}\n{corpus:?}\n{passages:?}", manifest.hash());
    content_hash(parts.as_bytes())
}

/// The program's own name: its arguments may hold secrets, and its folder is no part of what it is.
fn program(command: &Command) -> String {
    file_name(command.command.first().map(String::as_str).unwrap_or_default())
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}
