//! A TREC run as ranked lists of ids, for a native project: small files, kept whole.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use super::Reading;
use super::blocks::{Block, Blocks, Ends};
use super::run::{Parser, repeated_document};
use crate::error::InputError;
use crate::source::Source;

/// One result: an id and its score.
pub type Scored = (String, f64);

/// Reads a run as lists by query id, each in ranking order: by score falling, then by id falling in bytes.
///
/// # Errors
/// As [`score_run`](super::score_run).
pub fn read_lists(source: &Source, reading: &Reading) -> Result<BTreeMap<String, Vec<Scored>>, InputError> {
    let mut queries: BTreeMap<String, Vec<Scored>> = BTreeMap::new();
    let mut parser = Parser::new(reading);
    let mut blocks = Blocks::open(source, Ends::AtLines, reading)?;
    let mut block = Block::default();
    while blocks.next(&mut block)? {
        let text = block.bytes.as_slice();
        let (mut start, mut number) = (0, block.first_line);
        while start < text.len() {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
            let parsed = parser.line(text, start, end, (0, 0));
            if let Some(parsed) = parsed.map_err(|e| e.at_line(number).in_file(source.name().clone()))? {
                let id = |from: usize, to: usize| String::from_utf8_lossy(&text[from..to]).into_owned();
                let line = parsed.line;
                let result = (id(line.at, line.at + line.length as usize), line.score);
                queries.entry(id(parsed.query.0, parsed.query.1)).or_default().push(result);
            }
            start = end + 1;
            number += 1;
        }
    }
    for (query, results) in &mut queries {
        let mut seen = HashSet::new();
        if let Some((twice, _)) = results.iter().find(|(id, _)| !seen.insert(id.clone())) {
            let fault = repeated_document(source, reading, query.as_bytes(), twice.as_bytes());
            return Err(fault.in_file(source.name().clone()));
        }
        // Not `total_cmp`: 0.0 and -0.0 are a tie. Scores are finite.
        results.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap_or(Ordering::Equal).then_with(|| b.0.cmp(&a.0)));
    }
    if queries.is_empty() {
        return Err(InputError::nothing_to_evaluate("holds no results").in_file(source.name().clone()));
    }
    Ok(queries)
}
