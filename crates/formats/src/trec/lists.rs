//! A TREC run as ranked lists of ids, for a native project: small files, kept whole.

use std::collections::BTreeMap;

use super::Reading;
use super::blocks::{Block, Blocks, Ends, lines};
use super::fields::{is_blank, is_comment, next_field};
use super::gather::Gathered;
use crate::error::InputError;
use crate::source::Source;

/// One result: an id and its score.
pub type Scored = (String, f64);

/// Reads a run as lists by query id, each in ranking order: by score falling, then by id falling in bytes. With documents for units,
/// the ids are those of documents, each at its first passage.
///
/// # Errors
/// As [`score_run`](super::score_run).
pub fn read_lists(source: &Source, reading: &Reading) -> Result<BTreeMap<String, Vec<Scored>>, InputError> {
    let gathered = Gathered::read(source, reading);
    let text = |id: &[u8]| String::from_utf8_lossy(id).into_owned();
    let list = |results: Vec<(&[u8], f64)>| results.into_iter().map(|(id, score)| (text(id), score)).collect();
    let lists = gathered.lists(source, reading)?;
    let queries: BTreeMap<_, _> = lists.into_iter().map(|(query, results)| (text(query), list(results))).collect();
    if queries.is_empty() {
        return Err(InputError::nothing_to_evaluate("holds no results").in_file(source.name().clone()));
    }
    Ok(queries)
}

/// The ids of the first documents of a run, at most `count`, without reading further: for messages that show examples.
pub fn first_documents(source: &Source, reading: &Reading, count: usize) -> Result<Vec<String>, InputError> {
    let mut blocks = Blocks::open(source, Ends::AtLines, reading)?;
    let (mut block, mut ids) = (Block::default(), Vec::new());
    while ids.len() < count && blocks.next(&mut block)? {
        for line in lines(&block.bytes).filter(|line| !is_blank(line) && !is_comment(line, reading)) {
            let mut rest = line;
            let [_, _, document] = std::array::from_fn(|_| next_field(&mut rest));
            ids.push(String::from_utf8_lossy(reading.unit(document)).into_owned());
        }
    }
    ids.truncate(count);
    Ok(ids)
}
