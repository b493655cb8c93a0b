//! Numbers and texts as an index file has them: numbers in as few bytes as they need, seven bits each, the lowest first; texts behind
//! their length. What is read is checked before anything is made room for.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// How much is gathered before it is hashed and written.
const BLOCK: usize = 1 << 16;

/// Writes, and hashes what it writes.
pub(super) struct Writer<W> {
    to: W,
    gathered: Vec<u8>,
    hash: Sha256,
    /// How many bytes went on.
    written: u64,
}

impl<W: Write> Writer<W> {
    pub fn new(to: W) -> Self {
        Self { to, gathered: Vec::with_capacity(2 * BLOCK), hash: Sha256::new(), written: 0 }
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= BLOCK { self.pass_on() } else { Ok(()) }
    }

    pub fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number >= 0x80 {
            self.gathered.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes(&[number as u8])
    }

    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text.as_bytes())
    }

    /// How many bytes were given.
    pub fn given(&self) -> u64 {
        self.written + self.gathered.len() as u64
    }

    /// Writes the hash of everything behind it.
    pub fn end(mut self) -> io::Result<()> {
        self.pass_on()?;
        self.to.write_all(&self.hash.finalize())
    }

    fn pass_on(&mut self) -> io::Result<()> {
        self.hash.update(&self.gathered);
        self.to.write_all(&self.gathered)?;
        self.written += self.gathered.len() as u64;
        self.gathered.clear();
        Ok(())
    }
}

/// What is left to read.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(taken)
    }

    /// A number below 2^63 in its shortest form, so that equal contents are equal bytes.
    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        let (&first, left) = self.0.split_first()?;
        if first < 0x80 {
            self.0 = left;
            return Some(u64::from(first));
        }
        self.long_number()
    }

    fn long_number(&mut self) -> Option<u64> {
        let mut number = 0;
        for (place, &byte) in self.0.iter().take(9).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                self.0 = &self.0[place + 1..];
                return (place == 0 || byte > 0).then_some(number);
            }
        }
        None
    }

    pub fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    pub fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// How many things follow, each at least `least` bytes long: never more than can be there.
    pub fn many(&mut self, least: usize) -> Option<usize> {
        self.size().filter(|&count| count <= self.0.len() / least)
    }

    pub fn text(&mut self) -> Option<&'a str> {
        let length = self.size()?;
        std::str::from_utf8(self.bytes(length)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_come_back_and_other_forms_do_not() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, u64::from(u32::MAX), (1 << 63) - 1];
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file);
        numbers.iter().for_each(|&n| writer.number(n).unwrap());
        writer.text("größe").unwrap();
        assert_eq!(writer.given(), 1 + 1 + 1 + 2 + 2 + 2 + 3 + 5 + 9 + 1 + 7);
        writer.end().unwrap();
        let mut reader = Reader(&file);
        numbers.iter().for_each(|&n| assert_eq!(reader.number(), Some(n)));
        assert_eq!(reader.text(), Some("größe"));
        assert_eq!(reader.0.len(), 32);
        assert_eq!(reader.0, Sha256::digest(&file[..file.len() - 32]).as_slice());
        for wrong in [&[][..], &[0x80], &[0x80, 0], &[0xff; 12], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]] {
            assert_eq!(Reader(wrong).number(), None, "{wrong:?}");
        }
        assert_eq!(Reader(&[5, b'a']).text(), None);
        assert_eq!(Reader(&[1, 0xff]).text(), None);
        assert_eq!((Reader(&[3, 0, 0, 0]).many(1), Reader(&[3, 0, 0, 0]).many(2)), (Some(3), None));
        assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 0x1f]).small(), None);
    }
}
