//! One line of a run in parts: `query Q0 document rank score tag`.

use super::Reading;
use super::fields::{is_blank, is_comment, next_field, number, rank, same, wrong_field_count};
use super::rank::Line;
use super::usual;
use crate::error::{InputError, quoted};

/// A line in parts.
pub struct Parsed {
    /// Where the query's id stands in the text.
    pub query: (usize, usize),
    /// The rest.
    pub line: Line,
}

/// Splits lines; remembers what the line before looked like, since most look alike.
pub struct Parser<'a> {
    reading: &'a Reading,
    /// What follows the score: the tag with the blanks round it.
    tail: Vec<u8>,
    /// The first tag.
    pub tag: Vec<u8>,
}

impl<'a> Parser<'a> {
    pub fn new(reading: &'a Reading) -> Self {
        Self { reading, tail: Vec::new(), tag: Vec::new() }
    }

    /// The line that starts at `start`, and where it ends; `None` for blank ones and comments. `last` is where the query of the line
    /// before stands.
    #[inline]
    pub fn next(&mut self, text: &[u8], start: usize, last: (usize, usize)) -> (Result<Option<Parsed>, InputError>, usize) {
        if let Some((parsed, end)) = self.usual(text, start, last) {
            return (Ok(Some(parsed)), end);
        }
        let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
        (self.line(text, start, end), end)
    }

    /// A line of the usual form, with the tail of the line before: it need not even be searched for its end.
    #[inline]
    fn usual(&self, text: &[u8], start: usize, last: (usize, usize)) -> Option<(Parsed, usize)> {
        let length = usual::query_length(text, start, last)?;
        let found = usual::result(&text[start + length..])?;
        let (tail, wanted) = (found.tail, self.tail.len());
        let ends = tail.len() == wanted || tail.get(wanted) == Some(&b'\n');
        if wanted == 0 || !ends || !same(&tail[..wanted], &self.tail) {
            return None;
        }
        let line = Line { at: start + length + 4, length: found.document as u32, rank: Some(found.rank), score: found.score };
        Some((Parsed { query: (start, start + length), line }, text.len() - tail.len() + wanted))
    }

    /// The line `text[start..end]`, whatever its form.
    fn line(&mut self, text: &[u8], start: usize, end: usize) -> Result<Option<Parsed>, InputError> {
        let line = &text[start..end];
        let mut rest = line;
        let field = next_field(&mut rest);
        if field.is_empty() || is_comment(line, self.reading) {
            return Ok(None);
        }
        let stop = end - rest.len();
        let query = (stop - field.len(), stop);
        next_field(&mut rest);
        let document = next_field(&mut rest);
        let at = end - rest.len() - document.len();
        let rank = rank(next_field(&mut rest));
        let score_field = next_field(&mut rest);
        if !same(rest, &self.tail) || rest.is_empty() {
            self.check_tail(line, rest)?;
        }
        let Some(score) = number(score_field) else {
            return Err(self.bad_score(score_field));
        };
        Ok(Some(Parsed { query, line: Line { at, length: document.len() as u32, rank, score } }))
    }

    #[cold]
    fn check_tail(&mut self, line: &[u8], tail: &[u8]) -> Result<(), InputError> {
        let mut rest = tail;
        let tag = next_field(&mut rest);
        let extra_is_ignored = self.reading.compat.is_some();
        if tag.is_empty() || !(is_blank(rest) || extra_is_ignored) {
            let error = wrong_field_count(line, "query Q0 document rank score tag");
            return Err(if tag.is_empty() { error } else { error.mend("a tag is one word; --compat ignores what follows it") });
        }
        if self.tag.is_empty() {
            self.tag = tag.to_vec();
        }
        self.tail.clear();
        self.tail.extend_from_slice(tail);
        Ok(())
    }

    #[cold]
    fn bad_score(&self, field: &[u8]) -> InputError {
        let shown = quoted(&String::from_utf8_lossy(field));
        InputError::new(format!("the score must be a finite decimal number, found {shown}"))
            .mend("a score of NaN or infinity cannot be ranked; write 0 or leave the line out")
    }
}
