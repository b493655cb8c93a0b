//! One entry to every reader, for fuzzing.

use std::path::PathBuf;

use crate::source::Source;
use crate::toml_text::TomlText;
use crate::{beir, native, project};

/// Reads bytes and lets go of what they were.
type Reader = fn(&Source);

/// Every reader of bytes. New ones go to the end, so that a corpus of inputs keeps its meaning.
const READERS: &[Reader] = &[
    |s| drop(native::read_questions(s)),
    |s| drop(native::read_corpus(s)),
    |s| drop(native::read_passages(s)),
    |s| drop(native::read_labels(s)),
    |s| drop(native::read_records(s)),
    |s| drop(native::read_judgements(s)),
    |s| drop(native::run::read_manifest(s)),
    |s| drop(TomlText::read(s).and_then(|text| project::parse(&text, PathBuf::new(), PathBuf::from("/nonexistent")))),
    |s| drop(beir::read_queries(s)),
    |s| drop(beir::read_corpus_ids(s)),
    |s| drop(beir::read_qrels(s)),
    // TREC qrels and runs: here.
];

/// Gives `data` without its first byte to the reader which that byte picks. Nothing may panic, and no file is opened.
pub fn read_anything(data: &[u8]) {
    if let Some((&pick, rest)) = data.split_first() {
        READERS[usize::from(pick) % READERS.len()](&Source::memory("fuzz", rest));
    }
}

/// How many readers `read_anything` picks from.
pub fn readers() -> usize {
    READERS.len()
}
