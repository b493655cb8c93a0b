//! Synthetic TREC files: judgements and a run. No real collection is in them.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::random::Random;

/// Documents of the collection that ids are drawn from.
const DOCUMENTS: u64 = 8_800_000;
/// The most judged documents of a query.
const MOST_JUDGED: u64 = 40;
/// Bytes that are gathered before they are written.
const FULL: usize = 1 << 20;

/// What is made.
pub struct Shape {
    /// Queries, all of them in both files.
    pub queries: usize,
    /// Results of each query.
    pub depth: usize,
    /// Where the draws start.
    pub seed: u64,
    /// Write the lines of the run in random order; the lines themselves stay the same.
    pub interleaved: bool,
}

/// Writes `qrels.txt` and `run.txt` into `directory`.
pub fn generate(directory: &Path, shape: &Shape) -> io::Result<()> {
    std::fs::create_dir_all(directory)?;
    let mut qrels = Output::create(&directory.join("qrels.txt"))?;
    let mut run = Output::create(&directory.join("run.txt"))?;
    let mut random = Random::new(shape.seed);
    let mut query = QueryMaker::new(shape.depth);
    for (index, id) in query_ids(shape.queries, &mut random).into_iter().enumerate() {
        query.draw(&mut random, index % 4 == 0);
        query.write_judgements(id, &mut qrels.bytes);
        query.write_results(id, &mut run.bytes);
        qrels.flush_if_full()?;
        if !shape.interleaved {
            run.flush_if_full()?;
        }
    }
    if shape.interleaved {
        run.shuffle_lines(&mut Random::new(!shape.seed))?;
    }
    qrels.flush()?;
    run.flush()
}

/// Distinct numbers in random order.
fn query_ids(count: usize, random: &mut Random) -> Vec<u64> {
    let highest = (count as u64 * 4).max(1_200_000);
    let mut taken = vec![false; highest as usize];
    let mut draw = || loop {
        let id = random.below(highest);
        if !std::mem::replace(&mut taken[id as usize], true) {
            return id + 1;
        }
    };
    (0..count).map(|_| draw()).collect()
}

/// Work space for one query after another.
struct QueryMaker {
    depth: usize,
    /// The number of the query that last drew each document.
    drawn_for: Vec<u32>,
    number: u32,
    /// The ranking, then documents that were not retrieved.
    documents: Vec<u64>,
    /// Scores in millionths, falling.
    scores: Vec<u64>,
    /// Judged documents with their grades.
    judged: Vec<(u64, u64)>,
    /// Which ranks are judged already.
    rank_is_judged: Vec<bool>,
}

impl QueryMaker {
    fn new(depth: usize) -> Self {
        let (documents, scores, judged) = (Vec::new(), Vec::new(), Vec::new());
        let rank_is_judged = vec![false; depth];
        Self { depth, drawn_for: vec![0; DOCUMENTS as usize], number: 0, documents, scores, judged, rank_is_judged }
    }

    fn draw(&mut self, random: &mut Random, with_ties: bool) {
        self.number += 1;
        self.documents.clear();
        while self.documents.len() < self.depth + MOST_JUDGED as usize {
            let document = random.below(DOCUMENTS);
            if std::mem::replace(&mut self.drawn_for[document as usize], self.number) != self.number {
                self.documents.push(document);
            }
        }
        self.draw_scores(random, with_ties);
        self.draw_judgements(random);
    }

    /// Steep at the top and flat below, as scores of a lexical ranker are.
    fn draw_scores(&mut self, random: &mut Random, with_ties: bool) {
        let (least, span, half) =
            (random.between(500_000, 4_000_000), random.between(8_000_000, 30_000_000), random.between(20, 200));
        let curve = |rank: u64| least + span * half / (half + rank);
        self.scores.clear();
        self.scores.extend((0..self.depth as u64).map(|rank| {
            let (high, low) = (curve(rank), curve(rank + 1));
            let score = low + 1 + random.below((high - low).max(1));
            if with_ties { (score + 50_000) / 100_000 * 100_000 } else { score }
        }));
    }

    /// About three of five judged documents are retrieved, most of them near the top.
    fn draw_judgements(&mut self, random: &mut Random) {
        self.judged.clear();
        self.rank_is_judged.fill(false);
        let relevant_at_all = !random.chance(1);
        for spare in 0..random.between(1, MOST_JUDGED) as usize {
            let retrieved = random.chance(60) && self.judged.len() < self.depth;
            let at = if retrieved { self.free_rank(random) } else { self.depth + spare };
            let grade = match random.below(100) {
                0..45 => 0,
                45..75 => 1,
                75..90 => 2,
                _ => 3,
            };
            self.judged.push((self.documents[at], if relevant_at_all { grade } else { 0 }));
        }
        random.shuffle(&mut self.judged);
    }

    fn free_rank(&mut self, random: &mut Random) -> usize {
        loop {
            let rank = random.near_zero(self.depth as u64) as usize;
            if !std::mem::replace(&mut self.rank_is_judged[rank], true) {
                return rank;
            }
        }
    }

    fn write_judgements(&self, query: u64, out: &mut Vec<u8>) {
        for &(document, grade) in &self.judged {
            push_number(out, query, 1);
            out.extend_from_slice(b" 0 D");
            push_number(out, document, 7);
            out.push(b' ');
            push_number(out, grade, 1);
            out.push(b'\n');
        }
    }

    fn write_results(&self, query: u64, out: &mut Vec<u8>) {
        for ((&document, &score), rank) in self.documents.iter().zip(&self.scores).zip(1..) {
            push_number(out, query, 1);
            out.extend_from_slice(b" Q0 D");
            push_number(out, document, 7);
            out.push(b' ');
            push_number(out, rank, 1);
            out.push(b' ');
            push_number(out, score / 1_000_000, 1);
            out.push(b'.');
            push_number(out, score % 1_000_000, 6);
            out.extend_from_slice(b" bench\n");
        }
    }
}

/// Appends a number, with zeros before it up to `width` digits.
fn push_number(out: &mut Vec<u8>, number: u64, width: usize) {
    let mut digits = [b'0'; 20];
    let (mut at, mut rest) = (digits.len(), number);
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[at.min(digits.len() - width)..]);
}

/// A file with what is still to be written to it.
struct Output {
    file: File,
    bytes: Vec<u8>,
}

impl Output {
    fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { file: File::create(path)?, bytes: Vec::with_capacity(2 * FULL) })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    fn flush_if_full(&mut self) -> io::Result<()> {
        if self.bytes.len() < FULL { Ok(()) } else { self.flush() }
    }

    /// Writes what is at hand with its lines in random order.
    fn shuffle_lines(&mut self, random: &mut Random) -> io::Result<()> {
        let all = std::mem::take(&mut self.bytes);
        let ends: Vec<usize> = memchr::memchr_iter(b'\n', &all).map(|at| at + 1).collect();
        let mut lines: Vec<(usize, usize)> = std::iter::once(0).chain(ends.iter().copied()).zip(ends.iter().copied()).collect();
        random.shuffle(&mut lines);
        for (start, end) in lines {
            self.bytes.extend_from_slice(&all[start..end]);
            self.flush_if_full()?;
        }
        self.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn made(name: &str, interleaved: bool) -> (String, String) {
        let directory = std::env::temp_dir().join(format!("fourcell-bench-{name}-{}", std::process::id()));
        generate(&directory, &Shape { queries: 40, depth: 200, seed: 7, interleaved }).unwrap();
        let read = |name: &str| std::fs::read_to_string(directory.join(name)).unwrap();
        let files = (read("qrels.txt"), read("run.txt"));
        std::fs::remove_dir_all(directory).unwrap();
        files
    }

    #[test]
    fn the_files_have_the_shape_that_is_described() {
        let (qrels, run) = made("shape", false);
        let fields = |line: &'static str| line.split(' ').collect::<Vec<_>>();
        let (qrels, run): (&str, &str) = (qrels.leak(), run.leak());
        let mut rankings: BTreeMap<&str, Vec<(&str, f64)>> = BTreeMap::new();
        for line in run.lines().map(fields) {
            assert_eq!((line.len(), line[1], line[2].len()), (6, "Q0", 8));
            rankings.entry(line[0]).or_default().push((line[2], line[4].parse().unwrap()));
        }
        assert_eq!(rankings.len(), 40);
        for ranking in rankings.values() {
            assert_eq!(ranking.iter().map(|r| r.0).collect::<BTreeSet<_>>().len(), 200);
            assert!(ranking.is_sorted_by(|a, b| a.1 >= b.1));
        }
        let tied = rankings.values().filter(|r| r.windows(2).any(|pair| pair[0].1 == pair[1].1));
        assert_eq!(tied.count(), 10);
        let (mut judged, mut found) = (BTreeSet::new(), 0);
        for line in qrels.lines().map(fields) {
            assert!(line[3].parse::<u8>().unwrap() <= 3);
            assert!(judged.insert((line[0], line[2])));
            found += usize::from(rankings[line[0]].iter().any(|r| r.0 == line[2]));
        }
        let share = found as f64 / judged.len() as f64;
        assert!((0.5..0.7).contains(&share), "{share}");
    }

    #[test]
    fn a_seed_decides_every_byte_and_interleaving_only_the_order() {
        let (qrels, run) = made("first", false);
        assert_eq!((qrels.clone(), run.clone()), made("second", false));
        let (same_qrels, interleaved) = made("third", true);
        assert_eq!(qrels, same_qrels);
        assert_ne!(run, interleaved);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(sorted(&run), sorted(&interleaved));
    }
}
