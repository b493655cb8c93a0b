//! A file in blocks of whole lines or whole queries, each with the number of its first line.

use std::io::Read;

use super::Reading;
use super::fields::next_field;
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
    /// Offset of its first byte in the file.
    pub offset: u64,
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
    input: Box<dyn Read + Send>,
    carried: Vec<u8>,
    line: u64,
    offset: u64,
    ends: Ends,
    check_utf8: bool,
    done: bool,
}

impl<'a> Blocks<'a> {
    /// Opens a file.
    pub fn open(source: &'a Source, ends: Ends, reading: &Reading) -> Result<Self, InputError> {
        let input = source.open()?;
        let check_utf8 = reading.compat.is_none();
        Ok(Self { source, input, carried: Vec::new(), line: 1, offset: 0, ends, check_utf8, done: false })
    }

    /// Fills `block` with what comes next; `false` at the end of the file. The block's memory is used again.
    pub fn next(&mut self, block: &mut Block) -> Result<bool, InputError> {
        let bytes = &mut block.bytes;
        bytes.clear();
        std::mem::swap(bytes, &mut self.carried);
        let end = loop {
            let at_end = self.done || !self.fill(bytes)?;
            if at_end {
                break bytes.len();
            }
            let whole = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
            if bytes.len() - whole > LONGEST {
                let line = self.line + memchr::memchr_iter(b'\n', bytes).count() as u64;
                let problem = format!("the line is longer than {LONGEST} bytes");
                return Err(self.refuse(InputError::new(problem).mend("is this a TREC file, with one result a line?"), line));
            }
            let end = match self.ends {
                Ends::AtLines => whole,
                Ends::AtQueries => last_query_starts(&bytes[..whole]),
            };
            if end > 0 {
                break end;
            }
        };
        self.carried.clear();
        self.carried.extend_from_slice(&bytes[end..]);
        bytes.truncate(end);
        if end == 0 {
            return Ok(false);
        }
        if self.offset == 0 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
            self.offset = 3;
        }
        self.check(bytes)?;
        block.first_line = self.line;
        block.offset = self.offset;
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.offset += bytes.len() as u64;
        Ok(true)
    }

    /// Reads up to `SIZE` more bytes; `false` where the file has ended.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> Result<bool, InputError> {
        let have = bytes.len();
        let want = SIZE.saturating_sub(have).max(SIZE / 4);
        let read = (&mut self.input).take(want as u64).read_to_end(bytes);
        let read = read.map_err(|e| self.source.cannot_read(&e))?;
        self.done = read == 0;
        Ok(!self.done)
    }

    fn check(&self, bytes: &[u8]) -> Result<(), InputError> {
        let line_of = |at: usize| self.line + memchr::memchr_iter(b'\n', &bytes[..at]).count() as u64;
        if self.check_utf8
            && let Err(e) = std::str::from_utf8(bytes)
        {
            let at = e.valid_up_to();
            let fault = InputError::new("invalid UTF-8").at_byte(self.offset + at as u64);
            return Err(self.refuse(fault.mend("save the file as UTF-8, or use --compat, which reads ids as bytes"), line_of(at)));
        }
        if let Some(at) = memchr::memchr(0, bytes) {
            let fault = InputError::new("NUL byte").at_byte(self.offset + at as u64);
            return Err(self.refuse(fault.mend("is this a text file?"), line_of(at)));
        }
        Ok(())
    }

    fn refuse(&self, error: InputError, line: u64) -> InputError {
        error.in_file(self.source.name().clone()).at_line(line)
    }
}

/// Where the last query of some whole lines starts; 0 where they hold only one. Blank lines belong to the query before them.
fn last_query_starts(bytes: &[u8]) -> usize {
    let mut starts = bytes.len();
    let mut query: Option<&[u8]> = None;
    while starts > 0 {
        let line_start = memchr::memrchr(b'\n', &bytes[..starts - 1]).map_or(0, |at| at + 1);
        let id = next_field(&mut &bytes[line_start..starts - 1]);
        if !id.is_empty() {
            match query {
                None => query = Some(id),
                Some(last) if last != id => return starts,
                _ => {}
            }
        }
        starts = line_start;
    }
    0
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
