//! The floor: reading a file and finding the six fields of every line, and nothing else.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 20;
/// Fields of a run's line.
const FIELDS: usize = 6;

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Lines.
    pub lines: u64,
    /// Fields, at most six of a line.
    pub fields: u64,
    /// Bytes of the fields together, so that both ends of each must be known.
    pub bytes: u64,
}

/// Reads `path` block by block.
pub fn count(path: &Path) -> io::Result<Found> {
    let mut file = File::open(path)?;
    let mut block = vec![0u8; 2 * BLOCK];
    let (mut have, mut found) = (0, Found::default());
    loop {
        if have == block.len() {
            block.resize(2 * have, 0);
        }
        let read = file.read(&mut block[have..])?;
        have += read;
        let whole = if read == 0 { have } else { memchr::memrchr(b'\n', &block[..have]).map_or(0, |at| at + 1) };
        found.add(&block[..whole]);
        block.copy_within(whole..have, 0);
        have -= whole;
        if read == 0 {
            return Ok(found);
        }
    }
}

impl Found {
    fn add(&mut self, text: &[u8]) {
        let mut start = 0;
        while start < text.len() {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
            let (count, fields) = split(&text[start..end]);
            self.lines += 1;
            self.fields += count as u64;
            self.bytes += fields[..count].iter().map(|field| field.len() as u64).sum::<u64>();
            start = end + 1;
        }
    }
}

/// The first six fields of a line.
#[inline]
fn split(line: &[u8]) -> (usize, [&[u8]; FIELDS]) {
    let mut fields: [&[u8]; FIELDS] = [&[]; FIELDS];
    let mut at = 0;
    for (number, field) in fields.iter_mut().enumerate() {
        while at < line.len() && is_space(line[at]) {
            at += 1;
        }
        if at == line.len() {
            return (number, fields);
        }
        let start = at;
        while at < line.len() && !is_space(line[at]) {
            at += 1;
        }
        *field = &line[start..at];
    }
    (FIELDS, fields)
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_with_and_without_a_last_line_feed() {
        let mut found = Found::default();
        found.add(b"1 Q0 D1 1 2.5 tag\n\n 2\tQ0  D22 1 3.5 tag more\r\n3 Q0");
        assert_eq!(found, Found { lines: 4, fields: 14, bytes: 12 + 13 + 3 });
    }
}
