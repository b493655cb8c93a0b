//! One entry to every reader, for fuzzing.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use retrieval::{Judged, Placed};

use crate::error::InputError;
use crate::source::Source;
use crate::toml_text::TomlText;
use crate::trec::{Compat, Qrels, Reading, RunReading, read_lists, read_qrels, score_run};
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
    judgements,
    |s| drop(native::run::read_manifest(s)),
    |s| drop(TomlText::read(s).and_then(|text| project::parse(&text, PathBuf::new(), PathBuf::from("/nonexistent")))),
    |s| drop(beir::read_queries(s)),
    |s| drop(beir::read_corpus_ids(s)),
    |s| drop(beir::read_qrels(s)),
    trec_qrels,
    |s| trec_run(s, &PLAIN),
    |s| trec_run(s, &Reading { compat: Some(Compat::V9), depth: Some(3), ..PLAIN }),
    |s| trec_run(s, &Reading { compat: Some(Compat::V10), document_separator: Some("#".into()), ..PLAIN }),
    |s| drop(read_lists(s, &PLAIN)),
    |s| drop(crate::scores::read_scores(s)),
    |s| drop((crate::ragas::read_ragas(s), crate::systems::Format::of(s))),
    |s| drop(crate::systems::read_settings(s)),
    |s| drop(native::read_answers(s)),
    |s| drop(crate::others::read_ragas(s)),
    |s| drop(crate::others::read_deepeval(s)),
    |s| drop(crate::others::read_ragchecker(s)),
    |s| drop(native::read_lifecycle(s)),
    ledger,
    custody,
    |s| drop(crate::others::read_score_table(s, &Default::default())),
    baselines,
    |s| drop(native::read_timings(s)),
];

/// One thread: threads change nothing, and starting them is the larger part of reading a small file.
const PLAIN: Reading = Reading { compat: None, depth: None, document_separator: None, threads: 1 };

/// Judgements for the runs that are read.
const QRELS: &[u8] = b"q1 0 a 1\nq1 0 b 0\nq1 0 c -1\nq1 0 a#1 2\nq2 0 a 3\n007 0 \xc3\xa9 1\n";

/// Blocks of a few bytes give what one block gives.
fn trec_qrels(source: &Source) {
    let told = |source: &Source| {
        let queries = |q: Qrels| -> Vec<_> {
            (0..q.len()).map(|i| (q.id(i).to_vec(), q.judgements(i).map(|(d, g)| (d.to_vec(), g)).collect::<Vec<_>>())).collect()
        };
        read_qrels(source, &PLAIN).map(queries)
    };
    assert_eq!(told(source), told(&in_small_blocks(source)));
}

/// What is written of judgements is what was read.
fn judgements(source: &Source) {
    let Ok(read) = native::read_judgements(source) else { return };
    let mut bytes = Vec::new();
    native::write_judgements(&mut bytes, &read.items).expect("memory takes every byte");
    assert_eq!(native::read_judgements(&Source::memory("written", bytes)).map(|again| again.items), Ok(read.items));
}

/// What is written of baselines is what was read.
fn baselines(source: &Source) {
    let Ok(read) = native::read_baselines(source) else { return };
    let mut bytes = Vec::new();
    native::write_baselines(&mut bytes, &read.items).expect("memory takes every byte");
    assert_eq!(native::read_baselines(&Source::memory("written", bytes)).map(|again| again.items), Ok(read.items));
}

/// What is written of a ledger is what was read.
fn ledger(source: &Source) {
    let Ok(read) = native::read_ledger(source) else { return };
    let mut bytes = Vec::new();
    native::write_ledger(&mut bytes, &read.items).expect("memory takes every byte");
    assert_eq!(native::read_ledger(&Source::memory("written", bytes)).map(|again| again.items), Ok(read.items));
}

/// What is written of a custody record is what was read, and holds.
fn custody(source: &Source) {
    let Ok(read) = native::read_custody(source) else { return };
    let acts = read.entries.iter().map(|entry| (entry.at.as_str(), entry.who.as_str(), &entry.act));
    let text = native::custody::written_anew(acts);
    let again = native::read_custody(&Source::memory("written", text.into_bytes())).expect("what is written can be read");
    assert!(evidence::custody::verify(&again.links).is_empty());
    let told = |record: &native::custody::Record| -> Vec<_> {
        record.entries.iter().map(|e| (e.at.clone(), e.who.clone(), e.act.clone())).collect()
    };
    assert_eq!(told(&again), told(&read));
}

type Rankings = Result<(RunReading, Vec<(u32, (u32, Vec<Placed>))>), InputError>;

fn trec_run(source: &Source, reading: &Reading) {
    let Ok(qrels) = read_qrels(&Source::memory("qrels", QRELS), reading) else { return };
    let keep = |judged: &Judged<'_>| (judged.retrieved, judged.placed.to_vec());
    let told = |source: &Source| -> Rankings {
        let mut rows = BTreeMap::new();
        let told = score_run(source, &qrels, reading, &keep, &mut |query, row| drop(rows.insert(query, row)))?;
        Ok((told, rows.into_iter().collect()))
    };
    assert_eq!(told(source), told(&in_small_blocks(source)));
}

fn in_small_blocks(source: &Source) -> Source {
    source.clone().in_blocks_of(NonZeroUsize::new(16).expect("16 is not 0"))
}

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
