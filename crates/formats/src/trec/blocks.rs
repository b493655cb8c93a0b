//! A file in blocks of whole lines or whole queries, each with the number of its first line.

use std::io::Read;
use std::ops::Range;

use super::Reading;
use super::fields::{is_comment, next_field};
use crate::error::InputError;
use crate::source::Source;

/// Bytes that are read at a time. Large enough that threads seldom wait, small enough that a few fit the processor's cache.
const SIZE: usize = 2 << 20;
/// The longest line that is read: ids of a megabyte are a mistake, and a file without line ends must not be held in memory.
pub const LONGEST: usize = 1 << 20;

/// Some whole lines of a file.
#[derive(Debug, Default)]
pub struct Block {
    /// The bytes, with a line feed at the end of each line but possibly the file's last.
    pub bytes: Vec<u8>,
    /// The number of its first line, from 1.
    pub first_line: u64,
}

/// Where a block may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// After any line.
    AtLines,
    /// Only where the first field changes.
    AtQueries,
}

/// Reads a file block by block.
pub struct Blocks<'a> {
    source: &'a Source,
    reading: &'a Reading,
    input: Box<dyn Read + Send>,
    size: usize,
    carried: Vec<u8>,
    line: u64,
    offset: u64,
    ends: Ends,
    done: bool,
    /// What ends the file early. It is told after the lines before it, which may hold a fault of their own.
    fault: Option<InputError>,
}

/// The part of a block's bytes that is known to hold one query only: a long one is not searched again with every piece of it.
#[derive(Default)]
struct OneQuery {
    end: usize,
    /// Where its id stands; `None` where there are only blank lines and comments.
    id: Option<Range<usize>>,
}

const MARK: &[u8] = b"\xef\xbb\xbf";

impl<'a> Blocks<'a> {
    /// Opens a file. A byte-order mark is dropped.
    pub fn open(source: &'a Source, ends: Ends, reading: &'a Reading) -> Result<Self, InputError> {
        let input = source.open()?;
        let size = source.block_size().map_or(SIZE, usize::from);
        let (carried, line, offset, done, fault) = (Vec::new(), 1, 0, false, None);
        let mut blocks = Self { source, reading, input, size, carried, line, offset, ends, done, fault };
        let mut head = Vec::new();
        blocks.fill(&mut head, MARK.len());
        if head == MARK {
            blocks.offset = MARK.len() as u64;
        } else {
            blocks.carried = head;
        }
        Ok(blocks)
    }

    /// Fills `block` with what comes next; `false` at the end of the file. The block's memory is used again. After an error there
    /// is nothing more.
    pub fn next(&mut self, block: &mut Block) -> Result<bool, InputError> {
        let bytes = &mut block.bytes;
        bytes.clear();
        std::mem::swap(bytes, &mut self.carried);
        let mut known = OneQuery::default();
        let end = loop {
            let want = self.size.saturating_sub(bytes.len()).max(self.size / 4).max(1);
            let more = self.fill(bytes, want);
            let whole = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
            if bytes.len() - whole > LONGEST {
                self.done = true;
                self.fault = Some(self.too_long(bytes, whole));
            }
            if self.fault.is_some() {
                break whole;
            }
            if !more {
                break bytes.len();
            }
            let end = match self.ends {
                Ends::AtLines => whole,
                Ends::AtQueries => self.last_query_starts(&bytes[..whole], &mut known),
            };
            if end > 0 {
                break end;
            }
        };
        self.carried.clear();
        self.carried.extend_from_slice(&bytes[end..]);
        bytes.truncate(end);
        if let Some((at, fault)) = self.first_fault(bytes) {
            self.done = true;
            self.fault = Some(fault);
            bytes.truncate(at);
        }
        if bytes.is_empty() {
            return self.fault.take().map_or(Ok(false), Err);
        }
        if self.fault.is_some() {
            self.carried.clear();
        }
        block.first_line = self.line;
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.offset += bytes.len() as u64;
        Ok(true)
    }

    /// Reads up to `want` more bytes; `false` where the file has ended, or cannot be read further.
    fn fill(&mut self, bytes: &mut Vec<u8>, want: usize) -> bool {
        if self.done {
            return false;
        }
        match (&mut self.input).take(want as u64).read_to_end(bytes) {
            Ok(read) => self.done = read == 0,
            Err(e) => {
                self.done = true;
                self.fault = Some(self.source.cannot_read(&e));
            }
        }
        !self.done
    }

    /// The first line of some whole ones that is no text, or too long: where it starts, and what is wrong.
    fn first_fault(&self, bytes: &[u8]) -> Option<(usize, InputError)> {
        let line_start = |at: usize| memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
        // A line that is longer than LONGEST holds one of its multiples.
        let long = (LONGEST..bytes.len()).step_by(LONGEST).map(line_start).find(|&start| {
            let end = memchr::memchr(b'\n', &bytes[start..]).unwrap_or(bytes.len() - start);
            end > LONGEST
        });
        let long = long.map(|start| (start, self.too_long(bytes, start)));
        let invalid = if self.reading.compat.is_none() { std::str::from_utf8(bytes).err() } else { None };
        let invalid = invalid.map(|e| {
            let fault =
                InputError::new("invalid UTF-8").mend("save the file as UTF-8, or use --compat, which reads ids as bytes");
            (e.valid_up_to(), self.at(fault, bytes, e.valid_up_to()))
        });
        let nul = memchr::memchr(0, bytes);
        let nul = nul.map(|at| (at, self.at(InputError::new("NUL byte").mend("is this a text file?"), bytes, at)));
        let first = [long, invalid, nul].into_iter().flatten().min_by_key(|(at, _)| *at);
        first.map(|(at, fault)| (line_start(at), fault))
    }

    fn too_long(&self, bytes: &[u8], start: usize) -> InputError {
        let fault = InputError::new(format!("the line is longer than {LONGEST} bytes"));
        self.on_line(fault.mend("is this a TREC file, with one result a line?"), bytes, start)
    }

    fn at(&self, fault: InputError, bytes: &[u8], at: usize) -> InputError {
        self.on_line(fault.at_byte(self.offset + at as u64), bytes, at)
    }

    fn on_line(&self, fault: InputError, bytes: &[u8], at: usize) -> InputError {
        let line = self.line + memchr::memchr_iter(b'\n', &bytes[..at]).count() as u64;
        fault.in_file(self.source.name().clone()).at_line(line)
    }

    /// Where the last query of some whole lines starts, with the blank lines and comments before it left to the query before; 0 where
    /// they hold only one, and then `known` says so.
    fn last_query_starts(&self, bytes: &[u8], known: &mut OneQuery) -> usize {
        let mut starts = bytes.len();
        let mut query: Option<Range<usize>> = None;
        let mut first = starts;
        while starts > known.end {
            let line_start = memchr::memrchr(b'\n', &bytes[..starts - 1]).map_or(0, |at| at + 1);
            let line = &bytes[line_start..starts - 1];
            let mut rest = line;
            let id = next_field(&mut rest);
            if !id.is_empty() && !is_comment(line, self.reading) {
                match &query {
                    Some(last) if bytes[last.clone()] != *id => return first,
                    Some(_) => {}
                    None => {
                        let end = starts - 1 - rest.len();
                        query = Some(end - id.len()..end);
                    }
                }
                first = line_start;
            }
            starts = line_start;
        }
        match (&query, &known.id) {
            (Some(last), Some(id)) if bytes[last.clone()] != bytes[id.clone()] => return first,
            (_, None) => known.id = query,
            _ => {}
        }
        known.end = bytes.len();
        0
    }
}

/// The lines of some bytes, without their line feeds.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    fn blocks(text: &str, size: usize) -> Vec<(u64, String)> {
        let source = Source::memory("m", text.as_bytes()).in_blocks_of(NonZeroUsize::new(size).unwrap());
        let reading = Reading::default();
        let mut blocks = Blocks::open(&source, Ends::AtQueries, &reading).unwrap();
        let (mut block, mut all) = (Block::default(), Vec::new());
        while blocks.next(&mut block).unwrap() {
            all.push((block.first_line, String::from_utf8(block.bytes.clone()).unwrap()));
        }
        all
    }

    /// However small the pieces are that are read, a block is one query and no more: memory does not grow with the file.
    #[test]
    fn blocks_are_as_small_as_whole_queries_let_them_be() {
        let parts = ["a 1\na 2\n\n# c\na 3\n", "b 1\n\n\n\n\n\n\n\n\n\n\nb 2\n# c\n\n", "a-long-name 1\n", "c 1\nc 2"];
        for size in 1..8 {
            let found = blocks(&parts.concat(), size);
            assert_eq!(found.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), parts, "{size}");
            assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 6, 20, 21], "{size}");
        }
        assert_eq!(blocks(&parts.concat(), 1000), [(1, parts[..3].concat()), (21, parts[3].into())]);
    }
}
