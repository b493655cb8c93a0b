//! A run whose queries are not contiguous: read once, kept compactly, and scored query by query.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use retrieval::Judged;

use super::blocks::{Block, Blocks, Ends};
use super::rank::{Line, Ranker};
use super::run::{Parser, Row, RunReading, examples, repeated_document};
use super::{Qrels, Reading};
use crate::error::InputError;
use crate::source::Source;

/// One query's lines, each as score, rank, length of the id and the id itself: about two thirds of the file's own bytes.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    lines: u32,
}

const NO_RANK: u32 = u32::MAX;

impl Kept {
    fn push(&mut self, document: &[u8], line: &Line) {
        self.bytes.extend_from_slice(&line.score.to_le_bytes());
        self.bytes.extend_from_slice(&line.rank.unwrap_or(NO_RANK).to_le_bytes());
        self.bytes.extend_from_slice(&line.length.to_le_bytes());
        self.bytes.extend_from_slice(document);
        self.lines += 1;
    }

    fn unpack(&self, lines: &mut Vec<Line>) {
        lines.clear();
        let mut at = 0;
        let word = |at: usize| u32::from_le_bytes(self.bytes[at..at + 4].try_into().expect("four bytes"));
        while at < self.bytes.len() {
            let score = f64::from_le_bytes(self.bytes[at..at + 8].try_into().expect("eight bytes"));
            let (rank, length) = (word(at + 8), word(at + 12));
            lines.push(Line { at: at + 16, length, rank: (rank != NO_RANK).then_some(rank), score });
            at += 16 + length as usize;
        }
    }
}

pub(super) fn gather<T: Send>(
    source: &Source,
    qrels: &Qrels,
    reading: &Reading,
    score: &(dyn Fn(&Judged<'_>) -> T + Sync),
) -> Result<(RunReading, Vec<Row<T>>), InputError> {
    let mut told = RunReading::default();
    let queries: Vec<(Vec<u8>, Kept)> = keep(source, reading, &mut told)?.into_iter().collect();
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let faults = Mutex::new(Vec::new());
    let disagreements = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..reading.threads() {
            scope.spawn(|| {
                let mut ranker = Ranker::new(qrels, reading);
                let (mut lines, mut mine) = (Vec::new(), Vec::new());
                while let Some((query, kept)) = queries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    kept.unpack(&mut lines);
                    let place = qrels.find(query);
                    match ranker.rank(place, &kept.bytes, &lines) {
                        Ok(ranked) => {
                            disagreements.fetch_add(usize::from(ranked.rank_disagrees), Ordering::Relaxed);
                            mine.extend(place.map(|place| (place as u32, score(&ranked.judged))));
                        }
                        Err(repeated) => {
                            faults.lock().expect("no thread panics here").push((query.clone(), repeated.document));
                        }
                    }
                }
                rows.lock().expect("no thread panics here").extend(mine);
            });
        }
    });
    let faults = faults.into_inner().expect("all threads have ended");
    let first = faults.iter().map(|(query, document)| repeated_document(source, reading, query, document));
    if let Some(fault) = first.min_by_key(InputError::line) {
        return Err(fault.in_file(source.name().clone()));
    }
    let unjudged = queries.into_iter().map(|(id, _)| id).filter(|id| qrels.find(id).is_none());
    (told.unjudged, told.unjudged_examples) = examples(unjudged);
    told.rank_disagreements = disagreements.into_inner();
    Ok((told, rows.into_inner().expect("all threads have ended")))
}

/// Each query's lines by its id.
fn keep(source: &Source, reading: &Reading, told: &mut RunReading) -> Result<HashMap<Vec<u8>, Kept>, InputError> {
    let mut queries: HashMap<Vec<u8>, Kept> = HashMap::new();
    let mut parser = Parser::new(reading);
    let mut blocks = Blocks::open(source, Ends::AtLines, reading)?;
    let mut block = Block::default();
    while blocks.next(&mut block)? {
        let text = block.bytes.as_slice();
        let (mut start, mut number) = (0, block.first_line);
        while start < text.len() {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
            let parsed = parser.line(text, start, end, (0, 0));
            let parsed = parsed.map_err(|e| e.at_line(number).in_file(source.name().clone()))?;
            if let Some(parsed) = parsed {
                told.lines += 1;
                let (query, line) = (&text[parsed.query.0..parsed.query.1], parsed.line);
                let document = &text[line.at..line.at + line.length as usize];
                match queries.get_mut(query) {
                    Some(kept) => kept.push(document, &line),
                    None => queries.entry(query.to_vec()).or_default().push(document, &line),
                }
            }
            start = end + 1;
            number += 1;
        }
    }
    told.tag = parser.tag;
    Ok(queries)
}
