//! Text as code points: slicing by code point, and finding out which unit an offset was counted in.

use crate::range::SourceRange;

/// A text with an index, so that slicing by code point does not walk from the start each time.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    /// Byte offset of every 64th code point; empty for ASCII, where a code point is a byte.
    anchors: Vec<usize>,
    /// Number of code points.
    length: usize,
}

const STEP: usize = 64;

impl Text {
    /// Indexes `text`. O(bytes).
    pub fn new(text: String) -> Self {
        if text.is_ascii() {
            let length = text.len();
            return Self { text, anchors: Vec::new(), length };
        }
        let mut anchors = Vec::new();
        let mut length = 0;
        for (byte, _) in text.char_indices() {
            if length % STEP == 0 {
                anchors.push(byte);
            }
            length += 1;
        }
        Self { text, anchors, length }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Number of Unicode code points.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no text at all.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Byte offset of a code point; `None` past the end. The offset one past the last is the text's length in bytes.
    pub fn byte_of(&self, position: usize) -> Option<usize> {
        if position > self.length {
            return None;
        }
        if self.anchors.is_empty() || position == self.length {
            return Some(if position == self.length { self.text.len() } else { position });
        }
        let from = self.anchors[position / STEP];
        self.text[from..].char_indices().nth(position % STEP).map(|(byte, _)| from + byte)
    }

    /// The slice that a range covers; `None` where the range runs past the end.
    pub fn slice(&self, range: SourceRange) -> Option<&str> {
        Some(&self.text[self.byte_of(range.start())?..self.byte_of(range.end())?])
    }

    /// The code point offset of a byte offset, which must lie on a character boundary.
    pub fn position_of(&self, byte: usize) -> Option<usize> {
        self.text.is_char_boundary(byte).then(|| self.text[..byte].chars().count())
    }
}

/// The units in which tools count offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetUnit {
    /// Unicode code points: Python's `str`, and Fourcell's.
    CodePoints,
    /// Bytes of UTF-8: Rust, Go.
    Utf8,
    /// UTF-16 code units: JavaScript, Java, C#.
    Utf16,
}

impl OffsetUnit {
    /// Every unit, the native one first.
    pub const ALL: [Self; 3] = [Self::CodePoints, Self::Utf8, Self::Utf16];

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::CodePoints => "code points",
            Self::Utf8 => "UTF-8 bytes",
            Self::Utf16 => "UTF-16 units",
        }
    }
}

/// What `[start, end)` slices out of `text` when its offsets are counted in `unit`; `None` where they fall outside or inside a character.
pub fn slice_in(text: &str, start: usize, end: usize, unit: OffsetUnit) -> Option<&str> {
    let byte = |offset: usize| match unit {
        OffsetUnit::Utf8 => Some(offset),
        OffsetUnit::CodePoints => nth_boundary(text, offset, |_| 1),
        OffsetUnit::Utf16 => nth_boundary(text, offset, char::len_utf16),
    };
    text.get(byte(start)?..byte(end)?)
}

fn nth_boundary(text: &str, offset: usize, width: impl Fn(char) -> usize) -> Option<usize> {
    let mut seen = 0;
    for (byte, character) in text.char_indices() {
        if seen >= offset {
            return (seen == offset).then_some(byte);
        }
        seen += width(character);
    }
    (seen == offset).then_some(text.len())
}

/// The units in which `[start, end)` of `text` would be `quote`. Empty where none fits.
pub fn units_that_fit(text: &str, start: usize, end: usize, quote: &str) -> Vec<OffsetUnit> {
    OffsetUnit::ALL.into_iter().filter(|&unit| slice_in(text, start, end, unit) == Some(quote)).collect()
}

/// Where `quote` stands in `text`, as code point ranges, at most `limit` of them, overlapping ones included.
pub fn find_quote(text: &Text, quote: &str, limit: usize) -> Vec<SourceRange> {
    if quote.is_empty() {
        return Vec::new();
    }
    let length = quote.chars().count();
    let mut found = Vec::new();
    let (mut from, mut position) = (0, 0);
    while found.len() < limit {
        let Some(at) = text.as_str()[from..].find(quote) else { break };
        position += text.as_str()[from..from + at].chars().count();
        found.extend(SourceRange::new(position, position + length));
        let step = text.as_str()[from + at..].chars().next().map_or(1, char::len_utf8);
        from += at + step;
        position += 1;
    }
    found
}

/// Whether the letters and digits of `quote` stand in `text` one after another, whatever white space and punctuation lie between.
pub fn holds_quote(text: &str, quote: &str) -> bool {
    let quote = letters(quote);
    !quote.is_empty() && letters(text).contains(&quote)
}

/// The letters and digits of a text, and nothing else.
pub fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// `text` as it may be shown on a terminal or in a log: control characters, and the marks that turn reading direction round, are
/// written as escapes, and what is longer than `limit` characters is cut with `…`. Text of others never reaches a terminal otherwise.
pub fn printable(text: &str, limit: usize) -> String {
    let mut shown = String::with_capacity(text.len().min(limit));
    for (count, character) in text.chars().enumerate() {
        if count == limit {
            shown.push('…');
            break;
        }
        if commands(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Whether a character commands a terminal instead of being shown: control characters, and the marks that turn reading direction
/// round.
pub fn commands(character: char) -> bool {
    let turns = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    turns || character.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_by_code_point_beyond_the_first_anchor() {
        let text = Text::new("é".repeat(100) + "🙂end");
        let range = SourceRange::new(100, 104).unwrap();
        assert_eq!(text.slice(range), Some("🙂end"));
        assert_eq!(text.len(), 104);
        assert_eq!(text.slice(SourceRange::new(100, 105).unwrap()), None);
    }

    #[test]
    fn names_the_unit_an_offset_was_counted_in() {
        let text = "aé🙂b";
        assert_eq!(units_that_fit(text, 3, 4, "b"), [OffsetUnit::CodePoints]);
        assert_eq!(units_that_fit(text, 7, 8, "b"), [OffsetUnit::Utf8]);
        assert_eq!(units_that_fit(text, 4, 5, "b"), [OffsetUnit::Utf16]);
        assert_eq!(units_that_fit(text, 0, 1, "a").len(), 3);
        assert_eq!(units_that_fit(text, 9, 10, "b"), []);
    }

    #[test]
    fn finds_quotes_as_code_point_ranges() {
        let text = Text::new("é ab é ab".into());
        let at = |s, e| SourceRange::new(s, e).unwrap();
        assert_eq!(find_quote(&text, "ab", 9), [at(2, 4), at(7, 9)]);
        assert_eq!(find_quote(&Text::new("aaa".into()), "aa", 9), [at(0, 2), at(1, 3)]);
        assert_eq!(find_quote(&text, "", 9), []);
    }

    #[test]
    fn hostile_text_cannot_command_a_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\r\n", 99), "a\\u{1b}[2Jb\\r\\n");
        assert_eq!(printable("\u{202e}cod\u{9b}", 99), "\\u{202e}cod\\u{9b}");
        assert_eq!(printable("abcdef", 3), "abc…");
    }
}
