//! The built-in system while its documents change: what changed is indexed again, and nothing else.
//!
//! The index may be held back. Then new texts are not found yet, but who may see a document, whether it is in force and whether it is
//! there at all is looked up in the documents as they are, so that nothing that was deleted comes from a stale index. The setting
//! `reindex` plants the faults of systems that keep both in their index and forget to bring it up to date.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use endpoints::clock::Clock;
use fourcell::evidence::lifecycle::{Action, State};
use fourcell::evidence::snapshot::snapshot_id;
use fourcell::evidence::{Corpus, Document, Question, Status};
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::BuiltIn as Stated;
use fourcell::retrieval::record::{Item, Mode};
use systems::asked::Ask;
use systems::index::LiveIndex;
use systems::lifecycle::{Living, Looked, Said};
use tokens::Tokenizer;

use crate::built_in::clients::Clients;
use crate::built_in::{Ground, indexed};
use crate::failure::Failure;

/// What the system stands on, whatever its documents are.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its questions and passages, which are not looked at.
    pub set: &'a QuestionSet,
    /// The system's name.
    pub name: &'a str,
    /// Its settings.
    pub stated: &'a Stated,
    /// What counts tokens.
    pub tokenizer: &'a Tokenizer,
    /// The models that it uses.
    pub clients: &'a Clients,
    /// How many threads cut and index.
    pub threads: NonZeroUsize,
    /// What tells the time.
    pub clock: &'a dyn Clock,
}

/// Until when nothing is indexed.
#[derive(Clone, Copy)]
enum Held {
    UntilIndexed,
    Until(Duration),
}

/// The system with its documents.
pub struct LivingBuiltIn<'a> {
    on: Standing<'a>,
    day: String,
    /// The documents as they are.
    documents: Vec<Document>,
    /// As they were when they were indexed.
    indexed: Vec<Document>,
    live: LiveIndex,
    held: Option<Held>,
}

impl<'a> LivingBuiltIn<'a> {
    /// Over the documents of a state, which are indexed now.
    pub fn new(on: Standing<'a>, state: &State) -> Result<Self, Failure> {
        if on.stated.chunking == "given" {
            let problem = format!("'{}' takes its passages as they are given, which no change of a document changes", on.name);
            return Err(Failure::bad_input(problem).mend("name another system, or one whose chunking cuts documents"));
        }
        let live = LiveIndex::new(indexed::analyzer(on.stated));
        let (day, documents) = (state.day().to_owned(), state.current().to_vec());
        let mut system = Self { on, day, documents, indexed: Vec::new(), live, held: None };
        let corpus = Corpus::new(Vec::new());
        system.ground(&corpus).check(on.stated)?;
        system.index()?;
        Ok(system)
    }

    fn ground<'g>(&'g self, corpus: &'g Corpus) -> Ground<'g> {
        let Standing { project, set, tokenizer, threads, .. } = self.on;
        Ground { project, set, corpus, tokenizer, day: &self.day, threads }
    }

    /// The documents that the index is brought up to date with: all as they are, but for a planted fault.
    fn wanted(&self) -> Vec<Document> {
        let there = |document: &Document| self.indexed.iter().any(|d| (&d.id, &d.rev) == (&document.id, &document.rev));
        match self.on.stated.reindex.as_str() {
            "additions" => self.indexed.iter().chain(self.documents.iter().filter(|d| !there(d))).cloned().collect(),
            "never" if !self.indexed.is_empty() => self.indexed.clone(),
            _ => self.documents.clone(),
        }
    }

    /// Brings the index up to date; tells what was to be done, in words.
    fn index(&mut self) -> Result<String, Failure> {
        let wanted = self.wanted();
        let corpus = Corpus::new(wanted.clone());
        // The ground is of this corpus, and the index is changed beside it.
        let mut live = std::mem::replace(&mut self.live, LiveIndex::new(None));
        let told = {
            let ground = self.ground(&corpus);
            ground.source(self.on.stated).and_then(|source| ground.bring_up_to_date(&mut live, &source))
        };
        self.live = live;
        let told = told?;
        self.indexed = wanted;
        Ok(indexed::words(self.live.documents(), &told.difference))
    }

    /// What is served: the texts that are indexed, with all else as it is now.
    fn served(&self) -> Vec<Document> {
        if self.on.stated.reindex != "always" {
            return self.indexed.clone();
        }
        let now: HashMap<(&str, &str), &Document> = self.documents.iter().map(|d| ((d.id.as_str(), d.rev.as_str()), d)).collect();
        let served = |old: &Document| match now.get(&(old.id.as_str(), old.rev.as_str())) {
            Some(now) if now.text.as_str() == old.text.as_str() => (*now).clone(),
            // Its text is another one by now.
            Some(now) => Document { text: old.text.clone(), status: Status::Superseded, ..(*now).clone() },
            None => Document { status: Status::Deleted, ..old.clone() },
        };
        self.indexed.iter().map(served).collect()
    }

    fn ask_all(&mut self, questions: &[Question]) -> Result<Vec<Result<Looked, String>>, Failure> {
        if matches!(self.held, Some(Held::Until(until)) if self.on.clock.monotonic() >= until) {
            self.held = None;
            self.index()?;
        }
        let corpus = Corpus::new(self.served());
        let ground = self.ground(&corpus);
        let source = ground.source(self.on.stated)?;
        let served = self.live.served(|key, id, range| source.passage(key, id, range));
        let served = served.map_err(|e| Failure::bad_input(e.to_string()))?;
        let prepared = ground.build(self.on.name, self.on.stated, served, self.on.clients)?;
        let passages = prepared.passages.as_deref().unwrap_or_default();
        let ask = |question| {
            let mut looked = Looked::from(prepared.system.ask(&Ask { question, mode: Mode::Normal, repeat: 0 }).done?);
            for item in looked.stages.iter_mut().flat_map(|(_, list)| list) {
                if let Ok(place) = passages.binary_search_by(|passage| passage.id.cmp(&item.id)) {
                    item.fill_from(&Item::from(&passages[place]), true);
                }
            }
            Ok(looked)
        };
        Ok(questions.iter().map(ask).collect())
    }
}

fn said(failure: &Failure) -> String {
    let (problem, mend) = failure.parts();
    mend.map_or_else(|| problem.to_owned(), |mend| format!("{problem}; {mend}"))
}

impl Living for LivingBuiltIn<'_> {
    fn apply(&mut self, action: &Action, state: &State) -> Result<Said, String> {
        (self.day, self.documents) = (state.day().to_owned(), state.current().to_vec());
        match action {
            Action::Delay(seconds) => {
                let until = |seconds: u32| Held::Until(self.on.clock.monotonic() + Duration::from_secs(u64::from(seconds)));
                self.held = Some(seconds.map_or(Held::UntilIndexed, until));
            }
            Action::Index => self.held = None,
            _ => {}
        }
        let how = if self.held.is_none() { Some(self.index().map_err(|e| said(&e))?) } else { None };
        let revision = snapshot_id(&Corpus::new(self.documents.clone()));
        let pending = self.held.is_some() && self.live.revision() != revision;
        Ok(Said { played: true, how, index_revision: Some(revision), pending: Some(pending) })
    }

    fn ask(&mut self, questions: &[Question]) -> Vec<Result<Looked, String>> {
        self.ask_all(questions).unwrap_or_else(|failure| questions.iter().map(|_| Err(said(&failure))).collect())
    }
}

#[cfg(test)]
#[path = "living_tests.rs"]
mod tests;
