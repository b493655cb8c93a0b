//! From a system that users state to one that can be asked: over HTTP, or as a command.

use std::num::NonZeroUsize;
use std::path::Path;

use fourcell::evidence::Corpus;
use fourcell::evidence::snapshot::{content_hash, snapshot_id};
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::{Command, Contract, Each, Http, Kind, StatedSystem};
use fourcell::retrieval::record::Mode;
use systems::asked::System;
use systems::command::CommandSystem;
use systems::given::Given;
use systems::http::HttpSystem;
use systems::manifest::Manifest;

use crate::failure::Failure;
use crate::running::{Prepared, inputs, tool};

/// Prepares a system of the project that is not the built-in one; nothing is sent or started.
pub fn prepare<'a>(
    project: &'a Project,
    set: &'a QuestionSet,
    system: &'a StatedSystem,
    modes: &[Mode],
) -> Result<Prepared<'a>, Failure> {
    let passages = set.passages.as_deref().unwrap_or_default();
    let documents = set.corpus.as_ref().is_some_and(|corpus| !corpus.documents().is_empty());
    if modes.contains(&Mode::Oracle) && !documents && passages.is_empty() {
        return Err(Failure::bad_input(
            "mode oracle gives the system the labelled evidence, but the project has no documents that hold it",
        )
        .mend(format!("say in {} where they are: [project] corpus = \"corpus.jsonl\"", project.file.display())));
    }
    let given = Given::new(set.corpus.as_ref(), passages);
    let (asked, contract, concurrency, place, beside): (Box<dyn System + 'a>, _, _, _, _) = match &system.kind {
        Kind::Http(http) => {
            let asked = HttpSystem::new(http, given)
                .map_err(|e| Failure::bad_input(format!("[systems.{}]: {}", system.name, e.problem())).mend(e.mend()))?;
            let place = format!("at {}, {} at a time", shown(http), http.concurrency);
            (Box::new(asked), &http.contract, http.concurrency, place, ("url", shown(http).to_owned()))
        }
        Kind::Command(command) => {
            let program = program(command);
            let place = format!("as the command '{program}', {} at a time", command.concurrency);
            let asked = CommandSystem::new(command, &project.directory, given);
            (Box::new(asked), &command.contract, command.concurrency, place, ("command", program))
        }
        Kind::BuiltIn(_) => return Err(Failure::bad_input(format!("'{}' is the built-in system", system.name))),
    };
    let manifest = Manifest {
        system: system.name.clone(),
        settings: contract.manifest.clone(),
        inputs: inputs(set),
        beside: vec![beside, ("tool", tool())],
        when: Vec::new(),
    };
    Ok(Prepared {
        name: system.name.clone(),
        deciding: deciding(system, contract, &manifest, set.corpus.as_ref()),
        threads: NonZeroUsize::new(concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        passages: None,
        system: asked,
        manifest,
        place,
    })
}

/// What decides the replies, as far as it is known here. Where the system is reached is no part of it: a run that goes on may find
/// it at another port.
fn deciding(system: &StatedSystem, contract: &Contract, manifest: &Manifest, corpus: Option<&Corpus>) -> String {
    let asked = match &system.kind {
        Kind::Command(command) => format!("{:?} {:?}", command.command, command.each == Each::Question),
        _ => String::new(),
    };
    let corpus = corpus.map(snapshot_id);
    let parts = format!("{:?}\n{asked}\n{contract:?}\n{}\n{corpus:?}", system.name, manifest.hash());
    content_hash(parts.as_bytes())
}

/// The address as it may be shown and kept: a query may hold a key.
fn shown(http: &Http) -> &str {
    http.url.split('?').next().unwrap_or_default()
}

/// The program's own name: its arguments may hold secrets, and its folder is no part of what it is.
fn program(command: &Command) -> String {
    let program = command.command.first().map(String::as_str).unwrap_or_default();
    Path::new(program).file_name().map_or_else(|| program.to_owned(), |name| name.to_string_lossy().into_owned())
}
