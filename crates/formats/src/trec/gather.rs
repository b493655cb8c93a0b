//! A run whose queries are not contiguous: read once, kept compactly, and scored query by query.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use retrieval::Judged;

use super::blocks::{Block, Blocks, Ends};
use super::parser::Parser;
use super::rank::{Line, Ranked, Ranker};
use super::run::{Row, RunReading, Take, answered, examples, repeated_document};
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

/// A query's id, and its results as ids with their scores.
pub(super) type RankedList<'a> = (&'a [u8], Vec<(&'a [u8], f64)>);

/// Every query of a file.
pub(super) struct Gathered {
    queries: Vec<(Vec<u8>, Kept)>,
    lines: u64,
    tag: Vec<u8>,
    /// What ended the reading before the end of the file.
    fault: Option<InputError>,
}

impl Gathered {
    /// Reads a run up to its end, or to the first line that is not one.
    pub fn read(source: &Source, reading: &Reading) -> Self {
        let mut gathered = Self { queries: Vec::new(), lines: 0, tag: Vec::new(), fault: None };
        let mut parser = Parser::new(reading);
        gathered.fault = gathered.fill(source, reading, &mut parser).err();
        gathered.tag = parser.tag;
        gathered
    }

    fn fill(&mut self, source: &Source, reading: &Reading, parser: &mut Parser<'_>) -> Result<(), InputError> {
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut blocks = Blocks::open(source, Ends::AtLines, reading)?;
        let mut block = Block::default();
        while blocks.next(&mut block)? {
            let text = block.bytes.as_slice();
            let (mut start, mut number) = (0, block.first_line);
            while start < text.len() {
                let (parsed, end) = parser.next(text, start, (0, 0));
                if let Some(parsed) = parsed.map_err(|e| e.at_line(number).in_file(source.name().clone()))? {
                    self.lines += 1;
                    let (query, line) = (&text[parsed.query.0..parsed.query.1], parsed.line);
                    let place = places.get(query).copied().unwrap_or_else(|| {
                        self.queries.push((query.to_vec(), Kept::default()));
                        places.insert(query.to_vec(), self.queries.len() - 1);
                        self.queries.len() - 1
                    });
                    self.queries[place].1.push(&text[line.at..line.at + line.length as usize], &line);
                }
                start = end + 1;
                number += 1;
            }
        }
        Ok(())
    }

    /// Ranks every query and hands each ranking to `take`; returns what `take` made of them, in no particular order.
    ///
    /// # Errors
    /// The first fault of the file. Documents that stand twice do so before whatever ended the reading.
    fn rank<T: Send>(
        &self,
        source: &Source,
        qrels: &Qrels,
        reading: &Reading,
        take: &(dyn Fn(Option<usize>, &Ranked<'_>) -> Option<T> + Sync),
    ) -> Result<Vec<T>, InputError> {
        let next = AtomicUsize::new(0);
        let (taken, repeated) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..reading.threads() {
                scope.spawn(|| {
                    let mut ranker = Ranker::new(qrels, reading);
                    let (mut lines, mut mine) = (Vec::new(), Vec::new());
                    while let Some((query, kept)) = self.queries.get(next.fetch_add(1, Ordering::Relaxed)) {
                        kept.unpack(&mut lines);
                        let place = qrels.find(query);
                        match ranker.rank(place, &kept.bytes, &lines) {
                            Ok(ranked) => mine.extend(take(place, &ranked)),
                            Err(twice) => repeated.lock().expect("no thread panics here").push((query, twice.document)),
                        }
                    }
                    taken.lock().expect("no thread panics here").extend(mine);
                });
            }
        });
        let repeated = repeated.into_inner().expect("all threads have ended");
        let repeated: Vec<(&[u8], &[u8])> = repeated.iter().map(|(q, d)| (q.as_slice(), d.as_slice())).collect();
        self.refuse(source, reading, &repeated)?;
        Ok(taken.into_inner().expect("all threads have ended"))
    }

    /// The first fault, where there is one.
    fn refuse(&self, source: &Source, reading: &Reading, repeated: &[(&[u8], &[u8])]) -> Result<(), InputError> {
        match (&self.fault, repeated) {
            (None, []) => Ok(()),
            (Some(fault), []) => Err(fault.clone()),
            _ => Err(repeated_document(source, reading, repeated).in_file(source.name().clone())),
        }
    }

    /// Each query's results, in the order of the ranking, as ids and scores. With documents for units, a document's first passage
    /// stands for it.
    pub fn lists(&self, source: &Source, reading: &Reading) -> Result<Vec<RankedList<'_>>, InputError> {
        let mut lines = Vec::new();
        let (mut lists, mut repeated) = (Vec::new(), Vec::new());
        for (query, kept) in &self.queries {
            kept.unpack(&mut lines);
            let id = |line: &Line| &kept.bytes[line.at..line.at + line.length as usize];
            let mut seen = HashSet::new();
            if reading.document_separator.is_none()
                && let Some(twice) = lines.iter().find(|line| !seen.insert(id(line)))
            {
                repeated.push((query.as_slice(), id(twice)));
                continue;
            }
            // Not `total_cmp`: 0.0 and -0.0 are a tie. Scores are finite.
            let before = |a: &Line, b: &Line| b.score.partial_cmp(&a.score).unwrap_or(std::cmp::Ordering::Equal);
            lines.sort_by(|a, b| before(a, b).then_with(|| id(b).cmp(id(a))));
            seen.clear();
            let units = lines.iter().map(|line| (reading.unit(id(line)), line.score)).filter(|(unit, _)| seen.insert(unit));
            lists.push((query.as_slice(), units.take(reading.depth.map_or(usize::MAX, |d| d as usize)).collect()));
        }
        self.refuse(source, reading, &repeated)?;
        Ok(lists)
    }
}

pub(super) fn gather<T: Send>(
    source: &Source,
    qrels: &Qrels,
    reading: &Reading,
    score: &(dyn Fn(&Judged<'_>) -> T + Sync),
    take: Take<'_, T>,
) -> Result<RunReading, InputError> {
    let gathered = Gathered::read(source, reading);
    let disagreements = AtomicUsize::new(0);
    let rows: Vec<Row<T>> = gathered.rank(source, qrels, reading, &|place, ranked| {
        disagreements.fetch_add(usize::from(ranked.rank_disagrees), Ordering::Relaxed);
        place.map(|place| (place as u32, score(&ranked.judged)))
    })?;
    let mut told = RunReading { tag: gathered.tag, lines: gathered.lines, ..RunReading::default() };
    let unjudged = gathered.queries.into_iter().map(|(id, _)| id).filter(|id| qrels.find(id).is_none());
    (told.unjudged, told.unjudged_examples) = examples(unjudged);
    told.rank_disagreements = disagreements.into_inner();
    let mut seen = vec![false; qrels.len()];
    for (query, row) in rows {
        seen[query as usize] = true;
        take(query, row);
    }
    told.answered = answered(&seen);
    Ok(told)
}
