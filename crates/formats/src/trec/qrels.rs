//! Judgements: `query iteration document grade`.

use std::collections::HashMap;

use super::Reading;
use super::blocks::{Block, Blocks, Ends, lines};
use super::docs::DocTable;
use super::fields::{grade, is_blank, is_comment, next_field, wrong_field_count};
use super::usual::{self, UsualJudgement};
use crate::error::{InputError, quoted};
use crate::source::Source;

/// The judgements of a set of queries, in byte order of the query ids.
#[derive(Debug, Default)]
pub struct Qrels {
    /// Ids of documents and queries, one after another.
    ids: Vec<u8>,
    queries: Vec<Query>,
    /// The place of each query by its id.
    places: DocTable,
    judgements: Vec<Stored>,
    grades: Vec<i32>,
    repeated: usize,
}

#[derive(Clone, Copy, Debug)]
struct Query {
    id: (usize, u32),
    judgements: (usize, usize),
    grades: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Stored {
    at: usize,
    length: u32,
    grade: i32,
}

/// One judgement from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The query's id.
    pub query: String,
    /// The document's or passage's id.
    pub document: String,
    /// The grade; negative for pooled but unjudged.
    pub grade: i32,
    /// The line it stands on.
    pub line: u64,
}

impl Qrels {
    /// How many queries have judgements.
    pub fn len(&self) -> usize {
        self.queries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.queries.is_empty()
    }

    /// The id of the query at `index`, as the bytes of the file.
    pub fn id(&self, index: usize) -> &[u8] {
        let (at, length) = self.queries[index].id;
        &self.ids[at..at + length as usize]
    }

    /// The place of a query; O(1).
    pub fn find(&self, id: &[u8]) -> Option<usize> {
        self.places.find(id, |place| self.id(place as usize)).map(|place| place as usize)
    }

    /// The grades of a query's judged documents, falling; none negative.
    pub fn grades(&self, index: usize) -> &[i32] {
        let (from, to) = self.queries[index].grades;
        &self.grades[from..to]
    }

    /// How many documents of a query are judged or pooled.
    pub fn pooled(&self, index: usize) -> usize {
        let (from, to) = self.queries[index].judgements;
        to - from
    }

    /// The documents of a query with their grades.
    pub fn judgements(&self, index: usize) -> impl ExactSizeIterator<Item = (&[u8], i32)> {
        let (from, to) = self.queries[index].judgements;
        self.judgements[from..to].iter().map(|j| (&self.ids[j.at..j.at + j.length as usize], j.grade))
    }

    /// A query's judgement by its number there.
    pub(super) fn judgement(&self, index: usize, number: u32) -> (&[u8], i32) {
        let j = self.judgements[self.queries[index].judgements.0 + number as usize];
        (&self.ids[j.at..j.at + j.length as usize], j.grade)
    }

    /// Judgements that stood more than once with the same grade, and count once.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// How many judgements there are.
    pub fn judgement_count(&self) -> usize {
        self.judgements.len()
    }
}

/// Reads a qrels file.
///
/// # Errors
/// A malformed line, invalid UTF-8 (but under `--compat`), a document with two different grades, an empty file.
pub fn read_qrels(source: &Source, reading: &Reading) -> Result<Qrels, InputError> {
    let mut gathering = Gathering::default();
    let read = gathering.read(source, reading);
    // Two grades of one document stand before whatever ended the reading.
    let qrels = gathering.finish(reading.document_separator.is_some());
    let qrels = qrels.map_err(|conflicts| two_grades(source, reading, &conflicts))?;
    read?;
    if qrels.is_empty() {
        return Err(InputError::new("holds no judgements").in_file(source.name().clone()));
    }
    Ok(qrels)
}

/// Judgements from another format. Grades of a document that stand more than once must agree; the file's reader has seen to it, and
/// where it has not, the first line of each is named.
pub fn from_judgements(judgements: &[Judgement], reading: &Reading) -> Result<Qrels, InputError> {
    let mut gathering = Gathering::default();
    for judgement in judgements {
        gathering.add(judgement.query.as_bytes(), reading.unit(judgement.document.as_bytes()), judgement.grade);
    }
    gathering.finish(reading.document_separator.is_some()).map_err(|conflicts| match conflicts.first() {
        Some(conflict) => conflict.told(""),
        None => InputError::new("a document has two grades"),
    })
}

/// The error for documents with two grades, each the first of its query: the one whose second grade comes first in the file. Line
/// numbers are not kept for each judgement; in this one case they are worth a second reading.
#[cold]
fn two_grades(source: &Source, reading: &Reading, conflicts: &[Conflict]) -> InputError {
    let mut awaited: HashMap<&[u8], (&Conflict, Option<u64>)> =
        conflicts.iter().map(|c| (c.query.as_slice(), (c, None))).collect();
    let mut found: Option<InputError> = None;
    let _ = each_line(source, reading, |line, number| {
        let mut rest = line;
        let [query, _, document, value] = std::array::from_fn(|_| next_field(&mut rest));
        let (None, Some((conflict, first))) = (&found, awaited.get_mut(query)) else { return };
        if reading.unit(document) != conflict.document {
            return;
        }
        match *first {
            None => *first = Some(number),
            Some(first) if grade(value).is_ok_and(|g| g != conflict.grades.0) => {
                found = Some(conflict.told(&format!("; the first stands on line {first}")).at_line(number));
            }
            Some(_) => {}
        }
    });
    // None is found only where the file has changed since.
    let error = found.or_else(|| conflicts.first().map(|c| c.told("")));
    error.unwrap_or_else(|| InputError::new("a document has two grades")).in_file(source.name().clone())
}

/// Calls `each` with every line that is neither blank nor a comment.
pub(super) fn each_line(source: &Source, reading: &Reading, mut each: impl FnMut(&[u8], u64)) -> Result<(), InputError> {
    let mut blocks = Blocks::open(source, Ends::AtLines, reading)?;
    let mut block = Block::default();
    while blocks.next(&mut block)? {
        for (line, number) in lines(&block.bytes).zip(block.first_line..) {
            if !is_blank(line) && !is_comment(line, reading) {
                each(line, number);
            }
        }
    }
    Ok(())
}

/// A judgement of the usual form at `start`, with the place of its query's id; `last` is where that of the line before stands.
#[inline]
fn usual_judgement(text: &[u8], start: usize, last: (usize, usize)) -> Option<((usize, usize), UsualJudgement<'_>)> {
    let length = usual::query_length(text, start, last)?;
    Some(((start, start + length), usual::judgement(&text[start + length..])?))
}

#[derive(Default)]
struct Gathering {
    ids: Vec<u8>,
    /// The number of each query by its id.
    numbers: DocTable,
    queries: Vec<(usize, u32)>,
    /// Every judgement, in file order.
    judgements: Vec<Stored>,
    /// The number of each judgement's query.
    owners: Vec<u32>,
}

struct Conflict {
    query: Vec<u8>,
    document: Vec<u8>,
    grades: (i32, i32),
}

impl Conflict {
    fn told(&self, first: &str) -> InputError {
        let (query, document) = (String::from_utf8_lossy(&self.query), String::from_utf8_lossy(&self.document));
        let (query, document, (one, other)) = (quoted(&query), quoted(&document), self.grades);
        InputError::new(format!("document {document} of query {query} has two grades, {one} and {other}{first}"))
            .mend("decide which grade holds and remove the other line")
    }
}

impl Gathering {
    /// Takes in a file, up to its end or to the first line that is not a judgement.
    fn read(&mut self, source: &Source, reading: &Reading) -> Result<(), InputError> {
        let mut blocks = Blocks::open(source, Ends::AtLines, reading)?;
        let mut block = Block::default();
        while blocks.next(&mut block)? {
            let text = block.bytes.as_slice();
            let (mut start, mut number, mut last) = (0, block.first_line, (0, 0));
            while start < text.len() {
                start = match usual_judgement(text, start, last) {
                    Some((query, found)) => {
                        last = query;
                        self.add(&text[query.0..query.1], reading.unit(found.document), found.grade);
                        text.len() - found.after.len() + 1
                    }
                    None => {
                        let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
                        let place = |e: InputError| e.in_file(source.name().clone()).at_line(number);
                        self.line(&text[start..end], reading).map_err(place)?;
                        end + 1
                    }
                };
                number += 1;
            }
        }
        Ok(())
    }

    /// A line of any form.
    fn line(&mut self, line: &[u8], reading: &Reading) -> Result<(), InputError> {
        if is_blank(line) || is_comment(line, reading) {
            return Ok(());
        }
        let mut rest = line;
        let [query, _iteration, document, value] = std::array::from_fn(|_| next_field(&mut rest));
        if value.is_empty() || !is_blank(rest) {
            return Err(wrong_field_count(line, "query iteration document grade"));
        }
        self.add(query, reading.unit(document), grade(value)?);
        Ok(())
    }

    fn add(&mut self, query: &[u8], document: &[u8], grade: i32) {
        let same = self.owners.last().copied().filter(|&n| self.query(n) == query);
        let number = same.unwrap_or_else(|| {
            let next = self.queries.len() as u32;
            let (ids, queries) = (&self.ids, &self.queries);
            let id_of = |n: u32| {
                let (at, length) = queries[n as usize];
                &ids[at..at + length as usize]
            };
            let found = self.numbers.find_or_insert(query, next, id_of);
            if found.is_none() {
                self.queries.push((self.ids.len(), query.len() as u32));
                self.ids.extend_from_slice(query);
            }
            found.unwrap_or(next)
        });
        self.owners.push(number);
        self.judgements.push(Stored { at: self.ids.len(), length: document.len() as u32, grade });
        self.ids.extend_from_slice(document);
    }

    fn query(&self, number: u32) -> &[u8] {
        let (at, length) = self.queries[number as usize];
        &self.ids[at..at + length as usize]
    }

    /// Brings each query's judgements together, in file order. Files are nearly always so already, and then nothing moves.
    fn group(&mut self) {
        if self.owners.is_sorted() {
            return;
        }
        let mut next = vec![0usize; self.queries.len() + 1];
        for &owner in &self.owners {
            next[owner as usize + 1] += 1;
        }
        for i in 0..self.queries.len() {
            next[i + 1] += next[i];
        }
        let mut grouped = vec![Stored { at: 0, length: 0, grade: 0 }; self.judgements.len()];
        for (stored, &owner) in self.judgements.iter().zip(&self.owners) {
            grouped[next[owner as usize]] = *stored;
            next[owner as usize] += 1;
        }
        self.judgements = grouped;
        self.owners.sort_unstable();
    }

    /// Sorts queries by id. Repeated judgements collapse; with `keep_best` (documents made of passages) to the best grade.
    ///
    /// # Errors
    /// The first contradiction of each query that has one.
    fn finish(mut self, keep_best: bool) -> Result<Qrels, Vec<Conflict>> {
        self.group();
        let Self { ids, queries, mut judgements, owners, .. } = self;
        let slice = |at: usize, length: u32| &ids[at..at + length as usize];
        let mut built = Qrels { queries: Vec::with_capacity(queries.len()), ..Qrels::default() };
        let mut table = DocTable::new();
        let mut conflicts = Vec::new();
        let (mut read, mut kept) = (0, 0);
        for (number, &id) in queries.iter().enumerate() {
            let mine = owners[read..].iter().take_while(|&&owner| owner as usize == number).count();
            let (end, from) = (read + mine, kept);
            table.reset(end - read);
            for index in read..end {
                let stored = judgements[index];
                let document = slice(stored.at, stored.length);
                let found = table.find_or_insert(document, (kept - from) as u32, |n| {
                    let other = judgements[from + n as usize];
                    slice(other.at, other.length)
                });
                let Some(found) = found else {
                    judgements[kept] = stored;
                    kept += 1;
                    continue;
                };
                let first = &mut judgements[from + found as usize].grade;
                if keep_best {
                    *first = (*first).max(stored.grade);
                } else if *first == stored.grade {
                    built.repeated += 1;
                } else {
                    let (query, document) = (slice(id.0, id.1).to_vec(), document.to_vec());
                    conflicts.push(Conflict { query, document, grades: (*first, stored.grade) });
                    break;
                }
            }
            read = end;
            let judged = built.grades.len();
            built.grades.extend(judgements[from..kept].iter().map(|j| j.grade).filter(|&g| g >= 0));
            built.grades[judged..].sort_unstable_by(|a, b| b.cmp(a));
            built.queries.push(Query { id, judgements: (from, kept), grades: (judged, built.grades.len()) });
        }
        if !conflicts.is_empty() {
            return Err(conflicts);
        }
        judgements.truncate(kept);
        built.queries.sort_unstable_by(|a, b| slice(a.id.0, a.id.1).cmp(slice(b.id.0, b.id.1)));
        let id_of = |place: u32| {
            let (at, length) = built.queries[place as usize].id;
            slice(at, length)
        };
        let mut places = DocTable::new();
        places.reset(built.queries.len());
        for place in 0..built.queries.len() as u32 {
            places.find_or_insert(id_of(place), place, id_of);
        }
        Ok(Qrels { ids, judgements, places, ..built })
    }
}
