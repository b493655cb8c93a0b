//! Recorded results as a system: what a file says of each question stands for an answer to it.

mod overlap;
mod ragas;
mod records;

use std::collections::HashMap;

use evidence::{Passage, Question};
use formats::systems::Format;
use formats::trec::{Reading, read_lists};
use formats::{InputError, Source};
use retrieval::record::{Item, Mode, Stage};

use crate::asked::{Ask, Called, Done, Status, System};
use crate::written::mode_name;
use overlap::Overlap;

/// What results are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The questions.
    pub questions: &'a [Question],
    /// The project's passages, where it has some: what a file does not say of a passage, they say.
    pub passages: &'a [Passage],
    /// The modes, each once.
    pub modes: &'a [Mode],
    /// How often each is asked.
    pub repeats: u32,
}

/// A question's id, mode and repeat.
type Key = (String, Mode, u32);

/// Results by question, mode and repeat.
pub struct Recorded {
    results: HashMap<Key, Result<Done, String>>,
    warnings: Vec<String>,
}

impl Recorded {
    /// Reads a file. One that has nothing of any question is refused.
    pub fn read(source: &Source, format: Format, wanted: &Wanted<'_>) -> Result<Self, InputError> {
        if format != Format::Records {
            only_normal(source, format, wanted)?;
        }
        let (results, warnings) = match format {
            Format::Trec => trec(source, wanted)?,
            Format::Ragas => ragas::read(source, wanted)?,
            Format::Records => records::read(source, wanted)?,
        };
        Ok(Self { results, warnings })
    }

    /// What is odd about the file, and what of it and of the questions has no counterpart; to be said to whoever runs it.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

type Results = (HashMap<Key, Result<Done, String>>, Vec<String>);

/// Lists and rows do not say in which mode they were made: they are what the system did of itself, once.
fn only_normal(source: &Source, format: Format, wanted: &Wanted<'_>) -> Result<(), InputError> {
    let refuse = |problem: String| Err(InputError::new(problem).in_file(source.name().clone()));
    match wanted.modes.iter().find(|mode| **mode != Mode::Normal) {
        Some(mode) => refuse(format!("a file of format {} holds nothing of mode {}", format.name(), mode_name(*mode))),
        None if wanted.repeats > 1 => refuse(format!("a file of format {} holds no repeats", format.name())),
        None => Ok(()),
    }
}

fn trec(source: &Source, wanted: &Wanted<'_>) -> Result<Results, InputError> {
    let mut lists = read_lists(source, &Reading::default())?;
    let known = Known::new(wanted.passages);
    let mut overlap = Overlap::new(["query", "queries"]);
    let mut results = HashMap::new();
    for question in wanted.questions {
        let Some(list) = lists.remove(&question.id) else {
            overlap.missing.push(question.id.clone());
            continue;
        };
        let item = |(id, score)| Item { score: Some(score), ..known.item(id) };
        let stages = vec![(Stage::Candidates, list.into_iter().map(item).collect())];
        results.insert((question.id.clone(), Mode::Normal, 0), Ok(Done { stages, ..nothing() }));
    }
    overlap.strange = lists.into_keys().collect();
    let warnings = overlap.told(results.len()).map_err(|e| e.in_file(source.name().clone()))?;
    Ok((results, warnings))
}

/// A call that captured nothing.
fn nothing() -> Done {
    Done {
        cut: None,
        query_sent: None,
        index_revision: None,
        stages: Vec::new(),
        steps: Vec::new(),
        context: None,
        dropped: Vec::new(),
        tokens: Vec::new(),
        answer: None,
        status: Status::Retrieved,
    }
}

/// The project's passages by their id.
struct Known<'a>(HashMap<&'a str, &'a Passage>);

impl<'a> Known<'a> {
    fn new(passages: &'a [Passage]) -> Self {
        Self(passages.iter().map(|passage| (passage.id.as_str(), passage)).collect())
    }

    /// A passage by its id, with what the project knows of it.
    fn item(&self, id: String) -> Item {
        match self.0.get(id.as_str()) {
            Some(passage) => Item::from(*passage),
            None => Item { id, ..Item::default() },
        }
    }
}

impl System for Recorded {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let missing = || match (ask.mode, ask.repeat) {
            (Mode::Normal, 0) => Err("not in the file".to_owned()),
            (mode, repeat) => Err(format!("not in the file in mode {}, repeat {repeat}", mode_name(mode))),
        };
        let key = (ask.question.id.clone(), ask.mode, ask.repeat);
        // How long it took is not recorded.
        Called { done: self.results.get(&key).cloned().unwrap_or_else(missing), times: Vec::new() }
    }
}

#[cfg(test)]
mod tests;
