//! Lines of a text file, with their numbers, within bounds.

use std::io::Read;

use crate::error::InputError;
use crate::source::Source;

/// The longest line that is read, in bytes, where a format sets no limit of its own: 64 MiB.
pub const LONGEST_LINE: usize = 64 << 20;

/// Reads a file line by line. A byte-order mark is dropped, CRLF is accepted, invalid UTF-8 is refused with its byte offset, and a
/// line longer than the limit is refused before it is held in memory.
pub struct Lines {
    source: Source,
    input: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    /// Offset in the file of `buffer[0]`.
    offset: u64,
    number: u64,
    ended: bool,
    limit: usize,
}

const CHUNK: usize = 256 << 10;

impl Lines {
    /// Opens a source.
    pub fn open(source: &Source, limit: usize) -> Result<Self, InputError> {
        let input = source.open()?;
        Ok(Self {
            source: source.clone(),
            input,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            offset: 0,
            number: 0,
            ended: false,
            limit,
        })
    }

    /// The number of the line that was returned last, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its line end; `None` at the end of the file. Blank lines are returned like others.
    #[allow(clippy::should_implement_trait)] // it lends from its buffer, which Iterator cannot
    pub fn next(&mut self) -> Result<Option<&str>, InputError> {
        let end = loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.searched..]) {
                break self.searched + at;
            }
            self.searched = self.buffer.len();
            // A mark and a carriage return may still come off.
            if self.searched - self.start > self.limit.saturating_add(4) {
                return Err(self.too_long(self.number + 1));
            }
            if self.ended {
                if self.start == self.buffer.len() {
                    return Ok(None);
                }
                break self.buffer.len();
            }
            self.fill()?;
        };
        self.number += 1;
        let mut from = self.start;
        self.start = (end + 1).min(self.buffer.len());
        self.searched = self.start;
        if self.number == 1 && self.buffer[from..end].starts_with(b"\xef\xbb\xbf") {
            from += 3;
        }
        let mut to = end;
        if to > from && self.buffer[to - 1] == b'\r' {
            to -= 1;
        }
        if to - from > self.limit {
            return Err(self.too_long(self.number));
        }
        match std::str::from_utf8(&self.buffer[from..to]) {
            Ok(line) => Ok(Some(line)),
            Err(e) => {
                let byte = self.offset + (from + e.valid_up_to()) as u64;
                Err(self.here(InputError::new("invalid UTF-8"), self.number).at_byte(byte).mend("save the file as UTF-8"))
            }
        }
    }

    fn fill(&mut self) -> Result<(), InputError> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.offset += self.start as u64;
            self.searched -= self.start;
            self.start = 0;
        }
        let have = self.buffer.len();
        self.buffer.resize(have + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[have..]) {
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let read = match read {
            Ok(read) => read,
            Err(e) => return Err(self.source.cannot_read(&e)),
        };
        self.buffer.truncate(have + read);
        self.ended = read == 0;
        Ok(())
    }

    fn too_long(&self, line: u64) -> InputError {
        self.here(InputError::new(format!("line is longer than {} bytes", self.limit)), line)
    }

    fn here(&self, error: InputError, line: u64) -> InputError {
        error.in_file(self.source.name().clone()).at_line(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], limit: usize) -> Result<Vec<String>, InputError> {
        let mut lines = Lines::open(&Source::memory("m", bytes), limit)?;
        let mut all = Vec::new();
        while let Some(line) = lines.next()? {
            all.push(line.to_owned());
        }
        Ok(all)
    }

    #[test]
    fn mark_and_line_ends_come_off_and_the_last_line_needs_none() {
        assert_eq!(lines(b"\xef\xbb\xbfa\r\n\n\xef\xbb\xbfb", 9).unwrap(), ["a", "", "\u{feff}b"]);
        assert_eq!(lines(b"\xef\xbb\xbf\r\n", 9).unwrap(), [""]);
        assert_eq!(lines(b"", 9).unwrap(), [""; 0]);
    }

    #[test]
    fn the_limit_holds_whether_or_not_the_line_ends() {
        assert_eq!(lines(b"abc\r\nabcd\n", 3).unwrap_err().line(), Some(2));
        assert_eq!(lines(b"abc\nabcd", 3).unwrap_err().problem(), "line is longer than 3 bytes");
        let long = vec![b'x'; 3 * CHUNK];
        assert_eq!(lines(&long, CHUNK).unwrap_err().line(), Some(1));
        assert_eq!(lines(&long, 3 * CHUNK).unwrap()[0].len(), 3 * CHUNK);
    }

    #[test]
    fn invalid_utf8_is_named_by_its_byte_in_the_file() {
        let mut bytes = b"line\n".repeat(CHUNK / 2);
        let at = bytes.len() as u64 + 2;
        bytes.extend(b"ab\xff\n");
        let error = lines(&bytes, 99).unwrap_err();
        assert_eq!((error.byte(), error.line()), (Some(at), Some(CHUNK as u64 / 2 + 1)));
    }
}
