//! What the tests of the TREC readers share: runs made at random, laid out in many ways, and a reference that is slow and plain.
#![allow(dead_code)] // each test file uses a part

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::num::NonZeroUsize;

use formats::trec::{Compat, Qrels, Reading, RunReading, read_qrels, score_run};
use formats::{InputError, Source};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use retrieval::Placed;

/// One line of a run. Queries and documents are few, so that they meet.
#[derive(Clone, Debug)]
pub struct Hit {
    pub query: &'static str,
    pub document: &'static str,
    pub score: &'static str,
    pub rank: &'static str,
    pub tag: &'static str,
}

impl Hit {
    pub fn text(&self) -> String {
        format!("{} Q0 {} {} {} {}", self.query, self.document, self.rank, self.score, self.tag)
    }
}

pub const QUERIES: [&str; 6] = ["q1", "q2", "q10", "007", "7", "#é"];
pub const DOCUMENTS: [&str; 14] = [
    "a",
    "a#1",
    "a#2",
    "b#1#2",
    "b#1",
    "0001",
    "1",
    "é",
    "x#",
    "#",
    "a-document-1",
    "a-document-2",
    "12345678",
    "a-name-that-is-much-longer-than-any-block-of-the-tests-and-longer-than-two-of-them-together#1",
];
const SCORES: [&str; 12] = ["1", "0.5", "-0", "0", "+0.0", "1e300", "2e300", "1e-3", "16777217", "16777216", "9.5", "-3"];
const RANKS: [&str; 6] = ["1", "2", "3", "0", "-", "12345678901"];

/// Some lines of each of some queries, each document once in its query.
pub fn run() -> impl Strategy<Value = Vec<Hit>> {
    let line = (select(&SCORES[..]), select(&RANKS[..]), select(&["t", "other"][..]));
    let of_a_query = (subsequence(&DOCUMENTS[..], 1..8).prop_shuffle(), vec(line, 8));
    (subsequence(&QUERIES[..], 1..6).prop_shuffle(), vec(of_a_query, 6)).prop_map(|(queries, lists)| {
        let lines = queries.into_iter().zip(lists).flat_map(|(query, (documents, rest))| {
            documents.into_iter().zip(rest).map(move |(document, (score, rank, tag))| Hit { query, document, score, rank, tag })
        });
        lines.collect()
    })
}

/// A judgement: query, document, grade.
pub type Judgement = (&'static str, &'static str, i32);

/// Judgements that do not contradict one another.
pub fn judgements() -> impl Strategy<Value = Vec<Judgement>> {
    let pairs: Vec<(&str, &str)> = QUERIES.iter().flat_map(|&q| DOCUMENTS.iter().map(move |&d| (q, d))).collect();
    (subsequence(pairs, 1..40).prop_shuffle(), vec(prop_oneof![-1..4, Just(1_000_000)], 40))
        .prop_map(|(pairs, grades)| pairs.into_iter().zip(grades).map(|((q, d), grade)| (q, d, grade)).collect())
}

pub fn reading() -> impl Strategy<Value = Reading> {
    let compat = select(vec![None, Some(Compat::V9), Some(Compat::V10)]);
    let separator = select(vec![None, Some("#".to_owned()), Some("ment-".to_owned())]);
    (compat, proptest::option::of(1..6u32), separator, 1..=3usize)
        .prop_map(|(compat, depth, document_separator, threads)| Reading { compat, depth, document_separator, threads })
}

/// How lines become a file.
#[derive(Clone, Debug)]
pub struct Layout {
    pub mark: bool,
    pub crlf: bool,
    pub final_end: bool,
    pub tabs: bool,
    pub gzip: bool,
    /// Blank lines come after lines whose number has these as divisors.
    pub blank_every: usize,
    pub block: Option<usize>,
}

impl Layout {
    pub const PLAIN: Self =
        Self { mark: false, crlf: false, final_end: true, tabs: false, gzip: false, blank_every: 0, block: None };

    pub fn bytes(&self, lines: &[Vec<u8>]) -> Vec<u8> {
        let end: &[u8] = if self.crlf { b"\r\n" } else { b"\n" };
        let mut bytes = if self.mark { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        for (number, line) in lines.iter().enumerate() {
            let tabs = |&b: &u8| if self.tabs && b == b' ' { b'\t' } else { b };
            bytes.extend(line.iter().map(tabs));
            bytes.extend(end);
            if self.blank_every > 0 && number % self.blank_every == 0 {
                bytes.extend(end);
            }
        }
        if !self.final_end {
            let kept = bytes.iter().rposition(|b| !b"\r\n".contains(b)).map_or(0, |at| at + 1);
            bytes.truncate(kept);
        }
        bytes
    }

    pub fn source(&self, lines: &[Vec<u8>]) -> Source {
        let mut bytes = self.bytes(lines);
        if self.gzip {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gzip.write_all(&bytes).unwrap();
            bytes = gzip.finish().unwrap();
        }
        in_blocks(Source::memory("m", bytes), self.block)
    }

    /// The number of the line in the file where the line at `index` ends up.
    pub fn number(&self, index: usize) -> u64 {
        let blank = if self.blank_every > 0 { index.div_ceil(self.blank_every) } else { 0 };
        (index + 1 + blank) as u64
    }
}

pub fn in_blocks(source: Source, block: Option<usize>) -> Source {
    match block.and_then(NonZeroUsize::new) {
        Some(bytes) => source.in_blocks_of(bytes),
        None => source,
    }
}

pub fn block() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![1 => Just(None), 6 => (1..=64usize).prop_map(Some), 1 => (65..2000usize).prop_map(Some)]
}

pub fn layout() -> impl Strategy<Value = Layout> {
    (any::<[bool; 5]>(), 0..4usize, block()).prop_map(|([mark, crlf, final_end, tabs, gzip], blank_every, block)| Layout {
        mark,
        crlf,
        final_end,
        tabs,
        gzip,
        blank_every,
        block,
    })
}

pub fn texts(run: &[Hit]) -> Vec<Vec<u8>> {
    run.iter().map(|line| line.text().into_bytes()).collect()
}

pub fn qrels_lines(judgements: &[Judgement]) -> Vec<Vec<u8>> {
    judgements.iter().map(|(q, d, grade)| format!("{q} 0 {d} {grade}").into_bytes()).collect()
}

pub fn qrels(judgements: &[Judgement], reading: &Reading) -> Qrels {
    match read_qrels(&Layout::PLAIN.source(&qrels_lines(judgements)), reading) {
        Err(e) if e.problem() == "holds no judgements" => Qrels::default(),
        read => read.unwrap_or_else(|e| panic!("{e}")),
    }
}

/// A ranking: how many, the judged ones, the grades of the query.
pub type Ranking = (u32, Vec<Placed>, Vec<i32>);
/// All that reading a run gives.
pub type Told = Result<(RunReading, Vec<(u32, Ranking)>), InputError>;

pub fn scored(source: &Source, qrels: &Qrels, reading: &Reading) -> Told {
    let mut rows = std::collections::BTreeMap::new();
    let keep = |judged: &retrieval::Judged<'_>| (judged.retrieved, judged.placed.to_vec(), judged.grades.to_vec());
    let told = score_run(source, qrels, reading, &keep, &mut |query, row| drop(rows.insert(query, row)))?;
    Ok((told, rows.into_iter().collect()))
}

/// The part of an id that is ranked.
pub fn unit<'a>(id: &'a str, reading: &Reading) -> &'a str {
    match &reading.document_separator {
        Some(separator) => id.rfind(separator.as_str()).map_or(id, |at| &id[..at]),
        None => id,
    }
}

/// Whether the line is a comment to trec_eval 10, and so is no line at all.
fn is_comment(query: &str, reading: &Reading) -> bool {
    reading.compat == Some(Compat::V10) && query.starts_with('#')
}

/// Judgements by query and unit; of several passages of a document the best grade.
pub fn reference_qrels<'a>(judgements: &'a [Judgement], reading: &Reading) -> BTreeMap<&'a str, BTreeMap<&'a str, i32>> {
    let mut all: BTreeMap<&str, BTreeMap<&str, i32>> = BTreeMap::new();
    for (query, document, grade) in judgements.iter().filter(|(q, ..)| !is_comment(q, reading)) {
        let held = all.entry(query).or_default().entry(unit(document, reading)).or_insert(*grade);
        *held = (*held).max(*grade);
    }
    all
}

/// What a run comes to, in the plainest way.
pub fn reference(run: &[Hit], judgements: &[Judgement], reading: &Reading) -> (RunReading, Vec<(u32, Ranking)>) {
    let judged = reference_qrels(judgements, reading);
    let run: Vec<&Hit> = run.iter().filter(|line| !is_comment(line.query, reading)).collect();
    let mut by_query: BTreeMap<&str, Vec<&Hit>> = BTreeMap::new();
    run.iter().for_each(|line| by_query.entry(line.query).or_default().push(line));
    let mut told = RunReading {
        tag: run.first().map(|line| line.tag.as_bytes().to_vec()).unwrap_or_default(),
        lines: run.len() as u64,
        ..RunReading::default()
    };
    let mut rows = Vec::new();
    for (query, mut lines) in by_query {
        let score = |line: &Hit| -> f64 {
            let exact: f64 = line.score.parse().unwrap();
            if reading.compat == Some(Compat::V9) { f64::from(exact as f32) } else { exact }
        };
        lines.sort_by(|a, b| {
            score(b).partial_cmp(&score(a)).unwrap().then_with(|| b.document.as_bytes().cmp(a.document.as_bytes()))
        });
        let ranks: Vec<Option<u32>> = lines.iter().map(|l| l.rank.parse().ok()).collect();
        let falls = ranks.windows(2).any(|pair| matches!(pair, [Some(a), Some(b)] if a >= b));
        told.rank_disagreements += usize::from(falls);
        let mut units: Vec<&str> = Vec::new();
        for line in lines {
            let unit = unit(line.document, reading);
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units.truncate(reading.depth.map_or(usize::MAX, |d| d as usize));
        let Some(place) = judged.keys().position(|q| *q == query) else {
            told.unjudged += 1;
            if told.unjudged_examples.len() < 3 {
                told.unjudged_examples.push(query.as_bytes().to_vec());
            }
            continue;
        };
        let grades = &judged[query];
        let placed = units.iter().zip(1..).filter_map(|(unit, rank)| Some(Placed { rank, grade: *grades.get(unit)? }));
        let mut all: Vec<i32> = grades.values().copied().filter(|grade| *grade >= 0).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        told.answered.push(place as u32);
        rows.push((place as u32, (units.len() as u32, placed.collect(), all)));
    }
    (told, rows)
}

/// Whether the queries of a run stand together.
pub fn is_contiguous(run: &[Hit]) -> bool {
    let mut seen = BTreeSet::new();
    run.chunk_by(|a, b| a.query == b.query).all(|lines| seen.insert(lines[0].query))
}
