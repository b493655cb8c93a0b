//! Whole sentences, as many as fit.

use std::num::NonZeroUsize;

use evidence::text::Text;
use unicode_segmentation::UnicodeSegmentation;

use super::pack::pack;
use super::span::{Ruler, Span};

/// So many characters in a row that are neither letter nor digit end a sentence: leaders and rules do not join what they part.
const LONGEST_GAP: usize = 64;

/// Chunks of whole sentences.
pub(super) fn cut(text: &Text, ruler: &Ruler, max: NonZeroUsize, overlap: usize) -> Vec<Span> {
    let whole = Span { byte: 0, byte_end: text.as_str().len(), start: 0, end: text.len() };
    let mut pieces = Vec::new();
    for sentence in sentences(text.as_str(), whole) {
        pieces.extend(ruler.cut(text.as_str(), sentence, max));
    }
    pack(&pieces, ruler, max, overlap)
}

/// The sentences of a span by Unicode's rules (UAX 29), which know 。！？ and need no spaces; without white space around them.
///
/// The rules end a sentence at every line end. Lines of one paragraph are joined again where the line does not end as a sentence
/// does and the next goes on with a letter.
pub(super) fn sentences(text: &str, span: Span) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut rest = span;
    // Whether the last one found may go on in the next line.
    let mut open = false;
    for line in Lines::of(span.str(text)) {
        for sentence in in_line(line) {
            let (piece, after) = rest.split_at(text, sentence.len());
            rest = after;
            let Some(piece) = piece.trimmed(text) else {
                open = false;
                continue;
            };
            match found.last_mut() {
                Some(last) if open && sentence.starts_with(char::is_alphabetic) => *last = last.to(piece),
                _ => found.push(piece),
            }
            open = sentence.ends_with('\n') && goes_on(sentence.trim());
        }
    }
    found
}

/// The sentences of a line, with the white space behind them. Unicode's rules leave a bracket that opens without a space before
/// it with the sentence that ends there; it belongs to the next.
fn in_line(line: &str) -> impl Iterator<Item = &str> {
    let opening = |c: char| matches!(c, '「' | '『' | '（' | '《' | '〈' | '【' | '“' | '‘' | '«' | '(' | '[' | '¿' | '¡');
    let mut start = 0;
    line.split_sentence_bound_indices().filter_map(move |(at, sentence)| {
        let end = at + sentence.len();
        let kept = if end == line.len() { end } else { at + sentence.trim_end_matches(opening).len() };
        let whole = line.get(start..kept).filter(|s| !s.is_empty())?;
        start = kept;
        Some(whole)
    })
}

/// Whether a line may go on in the next one: it is no heading or table row, and its end is none of a sentence.
fn goes_on(line: &str) -> bool {
    let closing = |c: char| matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '*' | '_' | '」' | '』' | '）');
    let marked = line.starts_with(['#', '|', '=', '`', '~']) || line.starts_with("---");
    !marked && !line.trim_end_matches(closing).ends_with(['.', '!', '?', '…', '。', '！', '？', '।', '؟', ':', '：', '|'])
}

/// Lines with their ends, cut once more behind long gaps. The segmentation looks ahead again at each character of a gap, so that an
/// endless one would cost its square.
struct Lines<'t> {
    /// What is left of the line.
    line: &'t str,
    /// The lines behind it.
    rest: &'t str,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self { line: "", rest: text }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.line.is_empty() {
            let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
            (self.line, self.rest) = self.rest.split_at(end);
        }
        let (part, line) = self.line.split_at(end_of_gap(self.line));
        self.line = line;
        Some(part).filter(|p| !p.is_empty())
    }
}

/// Where a long gap ends in a line, in bytes, or the line's length. A gap without end is handed on in parts.
fn end_of_gap(line: &str) -> usize {
    let mut gap = 0;
    for (byte, character) in line.char_indices() {
        if character.is_alphanumeric() {
            if gap > LONGEST_GAP {
                return byte;
            }
            gap = 0;
        } else {
            gap += 1;
            if gap > 4 * LONGEST_GAP {
                return byte;
            }
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let span = Span { byte: 0, byte_end: text.len(), start: 0, end: text.chars().count() };
        sentences(text, span).into_iter().map(|s| s.str(text)).collect()
    }

    fn chunks(text: &str, max: usize, overlap: usize) -> Vec<String> {
        let indexed = Text::new(text.to_owned());
        let spans = cut(&indexed, &Ruler::Characters, NonZeroUsize::new(max).unwrap(), overlap);
        spans.iter().map(|s| indexed.slice(s.range().unwrap()).unwrap().to_owned()).collect()
    }

    #[test]
    fn sentences_of_many_scripts() {
        assert_eq!(split("One. Two 3.5 e.g. this? “Yes!” End"), ["One.", "Two 3.5 e.g. this?", "“Yes!”", "End"]);
        assert_eq!(split("今日は晴れ。明日は雨！「はい。」次？"), ["今日は晴れ。", "明日は雨！", "「はい。」", "次？"]);
        assert_eq!(
            split("# Title\nA line\nthat goes on.\nNext\n\nPara\n- item\n- more"),
            ["# Title", "A line\nthat goes on.", "Next", "Para", "- item", "- more"]
        );
        assert_eq!(split("a\r\nb\r\n\r\nc"), ["a\r\nb", "c"]);
        assert_eq!(split(" \n\n "), [""; 0]);
    }

    #[test]
    fn chunks_repeat_sentences_as_asked() {
        let text = "One is. Two is. Three is. Four is.";
        assert_eq!(chunks(text, 17, 0), ["One is. Two is.", "Three is.", "Four is."]);
        assert_eq!(chunks(text, 18, 1), ["One is. Two is.", "Two is. Three is.", "Three is. Four is."]);
        assert_eq!(chunks(text, 16, 1), ["One is. Two is.", "Three is.", "Four is."]);
        assert_eq!(chunks(text, 100, 5), [text]);
    }

    #[test]
    fn what_is_longer_than_a_chunk_is_cut_hard() {
        assert_eq!(chunks("ภาษาไทยไม่มี", 5, 0), ["ภาษาไ", "ทยไม่", "มี"]);
        assert_eq!(chunks("one two three four five", 9, 0), ["one two", "three", "four five"]);
    }

    #[test]
    fn gaps_without_end_cost_no_more_than_others() {
        for gap in [" ", ")", ".", ". ", "\u{301}", "\u{a0}.", "\""] {
            let text = format!("End. {}last", gap.repeat(300_000));
            assert_eq!(split(&text).last().map(|s| s.ends_with("last")), Some(true));
        }
    }
}
