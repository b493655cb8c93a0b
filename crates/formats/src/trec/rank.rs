//! One query's lines become a ranking: sorted as trec_eval sorts, checked for repeats, joined with the judgements.

use std::cmp::Ordering;

use retrieval::{Judged, Placed};

use super::docs::DocTable;
use super::{Compat, Qrels, Reading};

/// One line of a run.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Where the id starts in its text.
    pub at: usize,
    /// The id's length in bytes.
    pub length: u32,
    /// The number in the rank column; `None` where it is not one.
    pub rank: Option<u32>,
    /// The score; finite.
    pub score: f64,
}

/// What a line is sorted by: score, first bytes of the id; then its index and its judgement.
type Key = (f64, u64, u32, u32);

/// What stands in for "not judged".
const UNJUDGED: u32 = u32::MAX;

/// Work space for one query after another.
pub struct Ranker<'a> {
    qrels: &'a Qrels,
    reading: &'a Reading,
    table: DocTable,
    /// Lines in ranking order: the index of each, with the number of its judgement.
    order: Vec<(u32, u32)>,
    keys: Vec<Key>,
    placed: Vec<Placed>,
    /// Which judgements of the query the run has met.
    met: Vec<bool>,
}

/// A ranking, with what was noticed on the way.
pub struct Ranked<'a> {
    /// The ranking.
    pub judged: Judged<'a>,
    /// The rank column tells another order than the scores.
    pub rank_disagrees: bool,
}

/// A document stands twice in one query's ranking: the first one that does, in the order of the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The document's id.
    pub document: Vec<u8>,
}

impl<'a> Ranker<'a> {
    /// Work space for the queries of `qrels`.
    pub fn new(qrels: &'a Qrels, reading: &'a Reading) -> Self {
        let table = DocTable::new();
        Self { qrels, reading, table, order: Vec::new(), keys: Vec::new(), placed: Vec::new(), met: Vec::new() }
    }

    /// Ranks the lines of one query, whose ids stand in `text`; `query` is its place in the qrels, if it is judged.
    pub fn rank(&mut self, query: Option<usize>, text: &[u8], lines: &[Line]) -> Result<Ranked<'_>, Repeated> {
        let id_of = |line: &Line| &text[line.at..line.at + line.length as usize];
        self.find_judgements(query, text, lines)?;
        let precise = self.reading.compat != Some(Compat::V9);
        let score = |line: &Line| if precise { line.score } else { f64::from(line.score as f32) };
        let before = |a: &Line, b: &Line| match score(b).partial_cmp(&score(a)) {
            Some(Ordering::Equal) | None => id_of(b).cmp(id_of(a)),
            Some(other) => other,
        };
        // Runs are nearly always written in order; ties alone are often not.
        if !lines.is_sorted_by(|a, b| before(a, b) != Ordering::Greater) {
            self.keys.clear();
            let keyed = lines.iter().zip(&self.order);
            self.keys.extend(keyed.map(|(line, &(index, judgement))| (score(line), prefix(id_of(line)), index, judgement)));
            let by_id = |a: &Key, b: &Key| {
                b.1.cmp(&a.1)
                    .then_with(|| id_of(&lines[b.2 as usize]).cmp(id_of(&lines[a.2 as usize])))
                    .then_with(|| a.2.cmp(&b.2))
            };
            if self.keys.is_sorted_by(|a, b| a.0 >= b.0) {
                // The scores fall already, as nearly always: only what is tied is out of order.
                self.keys.chunk_by_mut(|a, b| a.0 == b.0).for_each(|tied| tied.sort_unstable_by(by_id));
            } else {
                self.keys.sort_unstable_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then_with(|| by_id(a, b)));
            }
            self.order.clear();
            self.order.extend(self.keys.iter().map(|&(_, _, index, judgement)| (index, judgement)));
        }
        let ranks = self.order.iter().map(|&(index, _)| lines[index as usize].rank);
        let rank_disagrees = !ranks.is_sorted_by(|a, b| a.is_none() || b.is_none() || a < b);
        let retrieved = self.place(query, text, lines);
        let grades = query.map_or(&[][..], |q| self.qrels.grades(q));
        Ok(Ranked { judged: Judged { retrieved, placed: &self.placed, grades, all_known: true }, rank_disagrees })
    }

    /// Fills `order` in file order with each line's judgement, and refuses a document that stands twice.
    fn find_judgements(&mut self, query: Option<usize>, text: &[u8], lines: &[Line]) -> Result<(), Repeated> {
        let (qrels, reading) = (self.qrels, self.reading);
        let pooled = query.map_or(0, |q| qrels.pooled(q)) as u32;
        let unit_of = |line: &Line| reading.unit(&text[line.at..line.at + line.length as usize]);
        let passages_may_share = reading.document_separator.is_some();
        self.table.reset(pooled as usize + lines.len());
        if let Some(query) = query {
            for number in 0..pooled {
                let id_of = |n: u32| qrels.judgement(query, n).0;
                self.table.find_or_insert(id_of(number), number, id_of);
            }
        }
        self.order.clear();
        self.met.clear();
        self.met.resize(if passages_may_share { 0 } else { pooled as usize }, false);
        for (line, index) in lines.iter().zip(0u32..) {
            let id_of = |n: u32| match (query, n < pooled) {
                (Some(query), true) => qrels.judgement(query, n).0,
                _ => unit_of(&lines[(n - pooled) as usize]),
            };
            let found = self.table.find_or_insert(unit_of(line), pooled + index, id_of);
            let judgement = match found {
                None => UNJUDGED,
                // A judged document that stands twice is found both times under its judgement.
                Some(number)
                    if number < pooled && !self.met.get_mut(number as usize).is_some_and(|m| std::mem::replace(m, true)) =>
                {
                    number
                }
                Some(_) if passages_may_share => UNJUDGED,
                Some(_) => return Err(Repeated { document: unit_of(line).to_vec() }),
            };
            self.order.push((index, judgement));
        }
        Ok(())
    }

    /// Fills `placed` from the order; the number ranked, within the depth. With documents for units, only the first passage of each counts.
    fn place(&mut self, query: Option<usize>, text: &[u8], lines: &[Line]) -> u32 {
        let depth = self.reading.depth.unwrap_or(u32::MAX);
        let by_document = self.reading.document_separator.is_some();
        self.placed.clear();
        if by_document {
            self.table.reset(lines.len());
        }
        let mut rank = 0u32;
        for &(index, judgement) in &self.order {
            if rank == depth {
                break;
            }
            if by_document {
                let unit_of = |n: u32| {
                    let line = &lines[n as usize];
                    self.reading.unit(&text[line.at..line.at + line.length as usize])
                };
                if self.table.find_or_insert(unit_of(index), index, unit_of).is_some() {
                    continue;
                }
            }
            rank += 1;
            if let (Some(query), true) = (query, judgement != UNJUDGED) {
                self.placed.push(Placed { rank, grade: self.qrels.judgement(query, judgement).1 });
            }
        }
        rank
    }
}

/// The first eight bytes, so that most comparisons of ids are one of numbers.
fn prefix(id: &[u8]) -> u64 {
    let mut bytes = [0u8; 8];
    let length = id.len().min(8);
    bytes[..length].copy_from_slice(&id[..length]);
    u64::from_be_bytes(bytes)
}
