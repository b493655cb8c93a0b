//! A TREC run, streamed query by query: `query Q0 document rank score tag`.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use foldhash::fast::RandomState;
use retrieval::Judged;

use super::blocks::{Block, Blocks, Ends};
use super::fields::{next_field, same};
use super::gather::gather;
use super::parser::Parser;
use super::rank::{Line, Ranker};
use super::{Qrels, Reading};
use crate::error::{InputError, quoted};
use crate::source::Source;

/// What reading a run told beyond its scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunReading {
    /// The tag of the first line, as bytes.
    pub tag: Vec<u8>,
    /// Lines read.
    pub lines: u64,
    /// Judged queries that the run answers, in rising order of their place in the qrels.
    pub answered: Vec<u32>,
    /// How many queries of the run are not judged.
    pub unjudged: usize,
    /// Some of their ids, the smallest in byte order.
    pub unjudged_examples: Vec<Vec<u8>>,
    /// Queries whose rank column tells another order than the scores.
    pub rank_disagreements: usize,
}

/// What one judged query came to: the place in the qrels and its values.
pub(super) type Row<T> = (u32, T);

/// Takes what judged queries came to, each with its place in the qrels, in no particular order. A query may come a second time, where
/// the file turned out not to be contiguous and is read again: the later one holds, and is the same.
pub type Take<'a, T> = &'a mut dyn FnMut(u32, T);

/// Reads a run and hands `score` the ranking of every judged query; what it makes of each goes to `take` at once, so that nothing but
/// what `take` keeps grows with the file.
///
/// Threads never change a digit: each query is scored alone.
///
/// # Errors
/// A malformed line, a score that is not a finite number, a document twice in one query, invalid UTF-8 (but under `--compat`): the
/// first fault of the file, with its line. An empty run is "nothing to evaluate".
pub fn score_run<T: Send>(
    source: &Source,
    qrels: &Qrels,
    reading: &Reading,
    score: &(dyn Fn(&Judged<'_>) -> T + Sync),
    take: Take<'_, T>,
) -> Result<RunReading, InputError> {
    let told = match stream(source, qrels, reading, score, take)? {
        Streamed::Whole(told) => told,
        Streamed::NotContiguous => gather(source, qrels, reading, score, take)?,
    };
    if told.lines == 0 {
        return Err(InputError::nothing_to_evaluate("holds no results").in_file(source.name().clone()));
    }
    Ok(told)
}

enum Streamed {
    Whole(RunReading),
    NotContiguous,
}

/// What a worker made of one block, or of the part of it before a fault.
struct Scored<T> {
    rows: Vec<Row<T>>,
    unjudged: Vec<Vec<u8>>,
    tag: Vec<u8>,
    lines: u64,
    rank_disagreements: usize,
    /// No query of the block stands in two places of it.
    contiguous: bool,
    fault: Option<InputError>,
    /// The judged query at which the fault was met, which has no row then.
    faulty: Option<u32>,
}

impl<T> Scored<T> {
    fn new() -> Self {
        let (rows, unjudged, tag) = (Vec::new(), Vec::new(), Vec::new());
        Self { rows, unjudged, tag, lines: 0, rank_disagreements: 0, contiguous: true, fault: None, faulty: None }
    }
}

/// The number of the first block that need not be read or scored any more. Those before it are, so that the first fault of the file
/// is the one that is told, however the threads take turns.
struct Enough(AtomicUsize);

impl Enough {
    fn from(&self, number: usize) {
        self.0.fetch_min(number, Ordering::Relaxed);
    }

    fn at(&self, number: usize) -> bool {
        number >= self.0.load(Ordering::Relaxed)
    }
}

type Job = (usize, Block);
type Done<T> = (usize, Scored<T>);

fn stream<T: Send>(
    source: &Source,
    qrels: &Qrels,
    reading: &Reading,
    score: &(dyn Fn(&Judged<'_>) -> T + Sync),
    take: Take<'_, T>,
) -> Result<Streamed, InputError> {
    let threads = reading.threads();
    let (jobs, waiting) = sync_channel::<Job>(threads);
    let waiting = Mutex::new(waiting);
    let (results, done) = std::sync::mpsc::channel::<Done<T>>();
    let (spare, emptied) = std::sync::mpsc::channel::<Block>();
    let enough = Enough(AtomicUsize::new(usize::MAX));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (results, spare, waiting, enough) = (results.clone(), spare.clone(), &waiting, &enough);
            scope.spawn(move || work(waiting, &results, &spare, enough, &Task { source, qrels, reading, score }));
        }
        let (reader_results, reader_enough) = (results, &enough);
        scope.spawn(move || read_blocks(source, reading, &jobs, &emptied, &reader_results, reader_enough));
        collect(&done, qrels.len(), &enough, take)
    })
}

/// Cuts the file into blocks of whole queries. A fault of the file takes the place of a block.
fn read_blocks<T>(
    source: &Source,
    reading: &Reading,
    jobs: &SyncSender<Job>,
    emptied: &Receiver<Block>,
    results: &std::sync::mpsc::Sender<Done<T>>,
    enough: &Enough,
) {
    let refuse = |number, fault| drop(results.send((number, Scored { fault: Some(fault), ..Scored::new() })));
    let mut blocks = match Blocks::open(source, Ends::AtQueries, reading) {
        Ok(blocks) => blocks,
        Err(e) => return refuse(0, e),
    };
    for number in 0.. {
        let mut block = emptied.try_recv().unwrap_or_default();
        match blocks.next(&mut block) {
            Ok(true) if !enough.at(number) => {
                if jobs.send((number, block)).is_err() {
                    return;
                }
            }
            Ok(_) => return,
            Err(e) => return refuse(number, e),
        }
    }
}

struct Task<'a, T> {
    source: &'a Source,
    qrels: &'a Qrels,
    reading: &'a Reading,
    score: &'a (dyn Fn(&Judged<'_>) -> T + Sync),
}

fn work<T: Send>(
    waiting: &Mutex<Receiver<Job>>,
    results: &std::sync::mpsc::Sender<Done<T>>,
    spare: &std::sync::mpsc::Sender<Block>,
    enough: &Enough,
    task: &Task<'_, T>,
) {
    let mut ranker = Ranker::new(task.qrels, task.reading);
    let mut lines = Vec::new();
    loop {
        let job = waiting.lock().expect("no thread panics while it holds the lock").recv();
        let Ok((number, block)) = job else { return };
        if enough.at(number) {
            continue;
        }
        let mut scored = score_block(&block, task, &mut ranker, &mut lines);
        scored.fault = scored.fault.map(|e| e.in_file(task.source.name().clone()));
        let _ = spare.send(block);
        if results.send((number, scored)).is_err() {
            return;
        }
    }
}

/// Takes in the blocks in whatever order they come; the first fault in the file's order is the one that is told.
fn collect<T>(done: &Receiver<Done<T>>, queries: usize, enough: &Enough, take: Take<'_, T>) -> Result<Streamed, InputError> {
    let mut seen = vec![false; queries];
    let mut unjudged: HashSet<Vec<u8>> = HashSet::new();
    let mut told = RunReading::default();
    let (mut fault, mut contiguous, mut first_block): (Option<(usize, InputError)>, bool, usize) = (None, true, usize::MAX);
    for (number, scored) in done {
        contiguous &= scored.contiguous;
        let mut met = scored.rows.iter().map(|(query, _)| *query).chain(scored.faulty);
        contiguous &= met.all(|query| !std::mem::replace(&mut seen[query as usize], true));
        contiguous &= scored.unjudged.into_iter().all(|id| unjudged.insert(id));
        if !contiguous {
            enough.from(0);
            continue;
        }
        if let Some(e) = scored.fault {
            enough.from(number + 1);
            if fault.as_ref().is_none_or(|(n, _)| number < *n) {
                fault = Some((number, e));
            }
            continue;
        }
        told.lines += scored.lines;
        told.rank_disagreements += scored.rank_disagreements;
        if number < first_block && !scored.tag.is_empty() {
            (told.tag, first_block) = (scored.tag, number);
        }
        scored.rows.into_iter().for_each(|(query, row)| take(query, row));
    }
    // A file that is not contiguous is read again from the start, and its first fault is found then.
    if !contiguous {
        return Ok(Streamed::NotContiguous);
    }
    if let Some((_, fault)) = fault {
        return Err(fault);
    }
    (told.unjudged, told.unjudged_examples) = examples(unjudged);
    told.answered = answered(&seen);
    Ok(Streamed::Whole(told))
}

/// The places that are marked, rising.
pub(super) fn answered(seen: &[bool]) -> Vec<u32> {
    seen.iter().zip(0u32..).filter(|(seen, _)| **seen).map(|(_, query)| query).collect()
}

/// The number of ids and the three smallest.
pub(super) fn examples(ids: impl IntoIterator<Item = Vec<u8>>) -> (usize, Vec<Vec<u8>>) {
    let mut ids: Vec<Vec<u8>> = ids.into_iter().collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.truncate(3);
    (count, ids)
}

fn score_block<T: Send>(block: &Block, task: &Task<'_, T>, ranker: &mut Ranker<'_>, lines: &mut Vec<Line>) -> Scored<T> {
    let text = block.bytes.as_slice();
    let mut scored = Scored::new();
    let mut parser = Parser::new(task.reading);
    let mut query: (usize, usize) = (0, 0);
    let mut met: HashSet<&[u8], RandomState> = HashSet::default();
    // Whether to go on.
    let mut finish = |query: (usize, usize), lines: &[Line], scored: &mut Scored<T>| -> bool {
        if lines.is_empty() {
            return true;
        }
        let query = &text[query.0..query.1];
        if !met.insert(query) {
            scored.contiguous = false;
            return false;
        }
        scored.lines += lines.len() as u64;
        let place = task.qrels.find(query);
        let ranked = ranker.rank(place, text, lines);
        if place.is_none() {
            scored.unjudged.push(query.to_vec());
        }
        match ranked {
            Ok(ranked) => {
                scored.rank_disagreements += usize::from(ranked.rank_disagrees);
                scored.rows.extend(place.map(|place| (place as u32, (task.score)(&ranked.judged))));
                true
            }
            Err(repeated) => {
                scored.fault = Some(repeated_document(task.source, task.reading, &[(query, &repeated.document)]));
                scored.faulty = place.map(|place| place as u32);
                false
            }
        }
    };
    lines.clear();
    let (mut start, mut line_number, mut malformed) = (0, block.first_line, None);
    while start < text.len() {
        let (parsed, end) = parser.next(text, start, query);
        match parsed {
            Ok(Some(parsed)) => {
                if !same(&text[parsed.query.0..parsed.query.1], &text[query.0..query.1]) {
                    if !finish(query, lines, &mut scored) {
                        return scored;
                    }
                    lines.clear();
                }
                query = parsed.query;
                lines.push(parsed.line);
            }
            Ok(None) => {}
            Err(e) => {
                malformed = Some(e.at_line(line_number));
                break;
            }
        }
        start = end + 1;
        line_number += 1;
    }
    // A document that stands twice does so before the malformed line.
    if finish(query, lines, &mut scored) {
        scored.fault = malformed;
    }
    scored.tag = parser.tag;
    scored
}

/// The error for documents that stand twice, each the first of its query that does: the one whose second place comes first in the
/// file. Lines are not kept for every result; in this one case they are worth another reading.
#[cold]
pub(super) fn repeated_document(source: &Source, reading: &Reading, repeated: &[(&[u8], &[u8])]) -> InputError {
    let mut awaited: HashMap<&[u8], (&[u8], Option<u64>)> = repeated.iter().map(|&(q, document)| (q, (document, None))).collect();
    let mut found = None;
    let _ = super::qrels::each_line(source, reading, |line, number| {
        let mut rest = line;
        let [query, _, document] = std::array::from_fn(|_| next_field(&mut rest));
        if let (None, Some((wanted, first))) = (found, awaited.get_mut(query))
            && *wanted == document
        {
            match *first {
                None => *first = Some(number),
                Some(first) => found = repeated.iter().find(|(q, _)| *q == query).map(|&pair| (pair, first, number)),
            }
        }
    });
    let told = |query: &[u8], document: &[u8], first: &str| {
        let (query, document) = (String::from_utf8_lossy(query), String::from_utf8_lossy(document));
        InputError::new(format!("document {} stands twice for query {}{first}", quoted(&document), quoted(&query)))
            .mend("a ranking holds each document once; for documents made of passages use --level document")
    };
    match (found, repeated.first()) {
        (Some(((query, document), first, second)), _) => {
            told(query, document, &format!("; the first stands on line {first}")).at_line(second)
        }
        // The file has changed since.
        (None, pair) => pair.map_or_else(|| told(b"", b"", ""), |(query, document)| told(query, document, "")),
    }
}
