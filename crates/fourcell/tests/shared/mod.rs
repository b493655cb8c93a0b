//! Data sets of others. They lie beside the workspace and are no part of it; where they are absent, a test says so and stops.
#![allow(dead_code)] // each test file uses its own part

#[path = "../../../statistics/tests/shared/sets.rs"]
mod sets;

use std::path::{Path, PathBuf};

pub use sets::folder;

use fourcell::evaluate::{Evaluated, NativeTerms, score_native};
use fourcell::evidence::{Corpus, Evidence, Locator, Passage, Question, SourceRange};
use fourcell::formats::Source;
use fourcell::formats::native::{Read, Run};
use fourcell::formats::project::QuestionSet;
use fourcell::retrieval::name::parse_list;
use fourcell::retrieval::record::{Item, Record, Stage};
use fourcell::retrieval::summary::{Clusters, summarise_all};
use fourcell::statistics::{Level, Score, Summary};
use serde_json::Value;

pub fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

pub fn json_lines(file: &Path) -> Vec<Value> {
    text(file).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// JSON Lines in memory, as a native reader takes them.
pub fn in_memory(name: &str, lines: &[Value]) -> Source {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Source::memory(name, text.into_bytes())
}

pub fn string(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no string")).to_owned()
}

pub fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap_or_else(|| panic!("{list} is no list")).iter().map(string).collect()
}

pub fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number")) as usize
}

pub fn range(start: usize, end: usize) -> SourceRange {
    SourceRange::new(start, end).unwrap()
}

pub fn passage_leaf(id: impl Into<String>) -> Evidence {
    Evidence::Leaf(Locator::Passage(id.into()))
}

pub fn range_leaf(doc: &str, range: SourceRange, quote: &str) -> Evidence {
    Evidence::Leaf(Locator::Range { doc: doc.into(), rev: None, range, quote: Some(quote.into()) })
}

pub fn passage(id: impl Into<String>, doc: Option<&str>, range: Option<SourceRange>, text: &str) -> Passage {
    Passage { id: id.into(), doc: doc.map(str::to_owned), rev: None, range, text: Some(text.into()) }
}

pub fn question(id: impl Into<String>, query: impl Into<String>, evidence: Option<Evidence>) -> Question {
    Question { evidence, ..Question::new(id, query) }
}

pub fn question_set(questions: Vec<Question>, passages: Option<Vec<Passage>>, corpus: Option<Corpus>) -> QuestionSet {
    QuestionSet {
        questions,
        lines: Vec::new(),
        corpus,
        corpus_lines: Vec::new(),
        labels: Vec::new(),
        label_lines: Vec::new(),
        passages,
        passage_lines: Vec::new(),
        warnings: Vec::new(),
        hashes: Vec::new(),
    }
}

/// Candidates by their ids alone.
pub fn record(question: impl Into<String>, ids: impl IntoIterator<Item = String>) -> Record {
    let items = ids.into_iter().map(|id| Item { id, ..Item::default() }).collect();
    Record::new(question, vec![(Stage::Candidates, items)])
}

pub fn run(name: &str, records: Vec<Record>) -> Run {
    Run {
        name: name.into(),
        directory: PathBuf::from(name),
        manifest: None,
        records: Read { items: records, ..Read::default() },
        passages: None,
        files: Vec::new(),
    }
}

pub fn score(set: &QuestionSet, run: &Run, measures: &str) -> Evaluated {
    score_native(set, run, &NativeTerms::new(parse_list(measures).unwrap()), None).unwrap_or_else(|e| panic!("{e}"))
}

pub fn summaries(evaluated: &Evaluated) -> Vec<Summary> {
    summarise_all(&evaluated.scores, &Clusters::none(), Level::NINETY_FIVE)
}

/// The values of one column; a question without one is a fault.
pub fn values(evaluated: &Evaluated, column: usize) -> Vec<f64> {
    let value = |(score, id): (Score, &String)| match score {
        Score::Value(value) => value,
        other => panic!("{id}: {other:?}"),
    };
    evaluated.scores.column(column).into_iter().zip(evaluated.scores.questions()).map(value).collect()
}

/// As published tables have it.
pub fn four(value: f64) -> String {
    format!("{value:.4}")
}

/// Comma-separated values with quoted fields.
pub fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().filter(|c| *c != '\r').peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    if !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows
}
