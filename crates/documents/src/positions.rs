//! From byte offsets to code point offsets, without walking from the start each time.

use std::ops::Range;

use evidence::SourceRange;

/// A place in a text, known in both units. Moving costs the distance, in either direction, so ascending offsets cost O(n) in all.
pub(crate) struct Positions<'t> {
    text: &'t str,
    ascii: bool,
    byte: usize,
    position: usize,
}

impl<'t> Positions<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, ascii: text.is_ascii(), byte: 0, position: 0 }
    }

    /// The code point offset of a byte offset, which lies on a character boundary.
    pub(crate) fn at(&mut self, byte: usize) -> usize {
        if self.ascii {
            return byte;
        }
        if byte >= self.byte {
            self.position += self.text[self.byte..byte].chars().count();
        } else {
            self.position -= self.text[byte..self.byte].chars().count();
        }
        self.byte = byte;
        self.position
    }

    /// The range in code points of a range in bytes; `None` where it is empty.
    pub(crate) fn range(&mut self, bytes: Range<usize>) -> Option<SourceRange> {
        let start = self.at(bytes.start);
        SourceRange::new(start, self.at(bytes.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_forwards_and_back() {
        let mut positions = Positions::new("aé🙂b");
        assert_eq!([7, 3, 8, 1, 0].map(|b| positions.at(b)), [3, 2, 4, 1, 0]);
        assert_eq!(positions.range(3..3), None);
    }
}
