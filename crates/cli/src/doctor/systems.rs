//! The systems of a project: whether each can be prepared, as `run` would prepare it.

use std::path::Path;

use ::systems::http::settings_of;
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::models::{Rewriter, Source};
use fourcell::formats::systems::{BuiltIn, Command, Contract, Http, Kind, Recorded, StatedManifest, StatedSystem, read_settings};
use fourcell::retrieval::record::Mode;
use report::doctor::{Group, State};
use report::number::count;
use tokens::Tokenizer;

use crate::built_in::estimate::{self, Estimate};
use crate::built_in::{Ground, corpus_of, known_languages, local, prompts};
use crate::doctor::{Findings, asking, programs, servers};
use crate::when;
use crate::{opening, others};

/// What systems are looked at with.
pub struct View<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its question set, where it can be read.
    pub set: Option<&'a QuestionSet>,
    /// What counts tokens.
    pub tokenizer: Option<&'a Tokenizer>,
    /// Whether systems that tell their settings are asked for them.
    pub ask: bool,
}

impl View<'_> {
    /// Looks at a system; what a run of it sends to models comes back, where that is known.
    pub fn look(&self, system: &StatedSystem, found: &mut Findings) -> Option<Estimate> {
        match &system.kind {
            Kind::BuiltIn(stated) => return self.built_in(&system.name, stated, found),
            Kind::Http(http) => self.http(&system.name, http, found),
            Kind::Command(command) => self.command(&system.name, command, found),
            Kind::Recorded(recorded) => self.recorded(&system.name, recorded, found),
        }
        None
    }

    fn built_in(&self, name: &str, stated: &BuiltIn, found: &mut Findings) -> Option<Estimate> {
        let answers = match stated.answer.as_str() {
            "model" => "answers by a model",
            "extractive" => "answers without a model",
            _ => "no answers",
        };
        found.ok(Group::Systems, name, format!("built in, retrieval {}, {answers}", stated.retrieval));
        let made = self.passages(name, stated, found);
        match known_languages(stated) {
            Ok(()) => {}
            Err(failure) => found.refused(Group::Systems, name, &failure),
        }
        self.prompts(name, stated, found);
        let folders = [
            ("embedding", stated.embedding.as_ref().map(|e| &e.from), Folder::Embeds),
            ("reranking", stated.reranking.as_ref().map(|r| &r.by), Folder::Ranks),
        ];
        for (key, source, does) in folders {
            if let Some(Source::Folder(folder)) = source {
                self.folder(name, key, folder, does, found);
            }
        }
        let models = asking::models_of(stated);
        if !models.is_empty() {
            let named = models.iter().map(|m| format!("{} of {} at {}", m.wanted.name(), m.name, m.endpoint));
            found.ok(Group::Systems, name, format!("uses {}", named.collect::<Vec<_>>().join(", ")));
        }
        if let Some(estimate) = made.filter(|estimate| estimate.calls > 0) {
            found.ok(Group::Systems, name, format!("a run in mode normal sends {}", estimate.words()));
        }
        made
    }

    /// Cuts the documents as a run would.
    fn passages(&self, name: &str, stated: &BuiltIn, found: &mut Findings) -> Option<Estimate> {
        let (Some(set), Some(tokenizer)) = (self.set, self.tokenizer) else {
            let told = "its passages were not made, since not every file can be read";
            found.add(Group::Systems, State::Warning, name, told, "mend the files first");
            return None;
        };
        let corpus = match corpus_of(self.project, set) {
            Ok(corpus) => corpus,
            Err(failure) => {
                found.refused(Group::Systems, name, &failure);
                return None;
            }
        };
        let (day, now) = ("", when::now());
        let day = now.get(..10).unwrap_or(day);
        let threads = opening::processors();
        let ground = Ground { project: self.project, set, corpus, tokenizer, day, threads };
        match ground.passages(stated) {
            Ok(passages) => {
                let told = format!("chunking {}: {}", stated.chunking, count(passages.len(), "passage"));
                if passages.is_empty() {
                    found.add(Group::Systems, State::Warning, name, told, "nothing can be retrieved: the documents are empty");
                } else {
                    found.ok(Group::Systems, name, told);
                }
                Some(estimate::of(&ground, stated, &passages, &[Mode::Normal], 1))
            }
            Err(failure) => {
                found.refused(Group::Systems, name, &failure);
                None
            }
        }
    }

    fn prompts(&self, name: &str, stated: &BuiltIn, found: &mut Findings) {
        let for_queries = stated.rewriting.as_ref().and_then(|rewriting| match &rewriting.by {
            Rewriter::Model { prompt, .. } => prompt.as_deref(),
            Rewriter::Templates(_) => None,
        });
        let for_answers = stated.generator.as_ref().and_then(|generator| generator.prompt.as_deref());
        let read = [
            for_queries.map(|file| (file, prompts::for_queries(self.project, Some(file)))),
            for_answers.map(|file| (file, prompts::for_answers(self.project, Some(file)))),
        ];
        for (file, prompt) in read.into_iter().flatten() {
            match prompt {
                Ok(_) => found.ok(Group::Systems, name, format!("the prompt {} is in order", file.display())),
                Err(failure) => found.refused(Group::Systems, name, &failure),
            }
        }
    }

    /// Opens a model of a folder, where this program can.
    fn folder(&self, name: &str, key: &str, folder: &Path, does: Folder, found: &mut Findings) {
        let path = self.project.directory.join(folder);
        let there = path.is_dir();
        if !there {
            let mend = "bring model.onnx and tokenizer.json there; paths are relative to the folder of fourcell.toml";
            let told = format!("{key}: there is no folder {}", folder.display());
            found.add(Group::Systems, State::Fault, name, told, mend);
        }
        if there || cfg!(not(feature = "local-models")) {
            let opened = match does {
                Folder::Embeds => local::embedder(&path).map(|model| model.identity().to_owned()),
                Folder::Ranks => local::ranker(&path).map(|model| model.identity().to_owned()),
            };
            match opened {
                Ok(identity) => found.ok(Group::Systems, name, format!("{key}: {identity}")),
                Err(failure) => found.refused(Group::Systems, name, &failure),
            }
        }
    }

    fn http(&self, name: &str, http: &Http, found: &mut Findings) {
        let client = servers::of_system(name, &http.reach, &self.project.directory, found);
        self.manifest(name, &http.contract.manifest, found);
        let Some(url) = &http.contract.manifest.url else { return };
        let shown = url.split('?').next().unwrap_or_default();
        match (self.ask, client) {
            (false, _) => found.ok(Group::Systems, name, format!("tells its settings at {shown}; it was not asked")),
            (true, None) => {
                let told = format!("was not asked for its settings at {shown}, since it cannot be called");
                found.add(Group::Systems, State::Warning, name, told, "mend its server first");
            }
            (true, Some(client)) => match settings_of(http, url, &self.project.directory) {
                Ok((told, _)) => {
                    found.ok(Group::Systems, name, format!("tells {} at {shown}", count(told.len(), "setting")));
                }
                Err(said) => {
                    // A run goes on without them where others are stated.
                    let bare = http.contract.manifest.settings.is_empty() && http.contract.manifest.file.is_none();
                    let mend = format!("state its settings in [systems.{name}.manifest], or take manifest_url out");
                    let told = format!("manifest_url: {}", client.hide(&said));
                    found.add(Group::Systems, crate::doctor::as_bad_as(bare), name, told, mend);
                }
            },
        }
    }

    fn command(&self, name: &str, command: &Command, found: &mut Findings) {
        let Command { command: words, concurrency, contract, .. } = command;
        let Contract { manifest, .. } = contract;
        programs::look(Group::Systems, name, words, *concurrency, &self.project.directory, found);
        self.manifest(name, manifest, found);
    }

    fn recorded(&self, name: &str, recorded: &Recorded, found: &mut Findings) {
        let file = &recorded.file;
        if let Some(set) = self.set {
            match others::results(self.project, set, recorded, &[Mode::Normal], 1) {
                Ok((results, format)) => {
                    found.ok(Group::Systems, name, format!("results in {file}, of format {}", format.name()));
                    for warning in results.warnings() {
                        found.add(Group::Systems, State::Warning, name, warning, "");
                    }
                }
                Err(failure) => found.refused(Group::Systems, name, &failure),
            }
        } else if self.project.directory.join(file).is_file() {
            let told = format!("the results in {file} were not read, since not every file of the project can be");
            found.add(Group::Systems, State::Warning, name, told, "mend the files first");
        } else {
            found.add(
                Group::Systems,
                State::Fault,
                name,
                format!("there is no file {file}"),
                "paths are relative to fourcell.toml",
            );
        }
        self.manifest(name, &recorded.manifest, found);
    }

    /// A file of settings can be read.
    fn manifest(&self, name: &str, stated: &StatedManifest, found: &mut Findings) {
        let Some(file) = &stated.file else { return };
        let source = fourcell::formats::Source::file(&self.project.directory.join(file));
        match read_settings(&source) {
            Ok((told, _)) => found.ok(Group::Systems, name, format!("{} in {file}", count(told.len(), "setting"))),
            Err(error) => found.refused(Group::Systems, name, &error.into()),
        }
    }
}

/// What a model of a folder does.
#[derive(Clone, Copy, Debug)]
enum Folder {
    Embeds,
    Ranks,
}
