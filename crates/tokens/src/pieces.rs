//! Long texts in pieces, so that no text is too long for the tokenizer.
//!
//! The tokenizer unwraps what its backtracking pattern gives, which is an error past a million steps, and a panic would end the
//! program. No text is known that gets there (3 MB of capitals do not); bounded pieces make sure of texts not tried.

/// From this length a piece ends at the next place that parts no token.
const LONG: usize = 16 << 10;

/// A piece is not longer than this, in bytes, wherever it must end then.
const LONGEST: usize = 64 << 10;

/// The pieces of a text, in order; together they are the text.
///
/// They end where a space stands between two ASCII letters: there every vocabulary's pattern ends a word, so the tokens are those
/// of the whole text. Text without such places is cut between characters, and one token there may become two.
pub(crate) struct Pieces<'t>(&'t str);

impl<'t> Pieces<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self(text)
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0;
        if text.is_empty() {
            return None;
        }
        let bytes = text.as_bytes();
        let end = if text.len() <= LONGEST {
            text.len()
        } else {
            let parts = |i: &usize| bytes[i - 1].is_ascii_alphabetic() && bytes[*i] == b' ' && bytes[i + 1].is_ascii_alphabetic();
            (LONG..LONGEST).find(parts).unwrap_or_else(|| text.floor_char_boundary(LONGEST))
        };
        let (piece, rest) = text.split_at(end);
        self.0 = rest;
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text_and_none_is_long() {
        for text in [String::new(), "a b".into(), "ab cd ".repeat(100_000), "🙂".repeat(100_001), "é".repeat(65_537)] {
            let pieces: Vec<&str> = Pieces::of(&text).collect();
            assert_eq!(pieces.concat(), text);
            assert!(pieces.iter().all(|p| !p.is_empty() && p.len() <= LONGEST));
        }
    }
}
