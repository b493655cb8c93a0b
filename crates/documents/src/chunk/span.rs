//! A piece of text known in bytes and in code points, and how long it is.

use std::num::NonZeroUsize;

use evidence::SourceRange;

/// A piece of a text; never empty where it came from [`Span::trimmed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// First byte.
    pub(super) byte: usize,
    /// First byte after the end.
    pub(super) byte_end: usize,
    /// First code point.
    pub(super) start: usize,
    /// First code point after the end.
    pub(super) end: usize,
}

impl Span {
    /// From here to the end of `last`.
    pub(super) fn to(self, last: Self) -> Self {
        Self { byte_end: last.byte_end, end: last.end, ..self }
    }

    pub(super) fn str(self, text: &str) -> &str {
        &text[self.byte..self.byte_end]
    }

    pub(super) fn range(self) -> Option<SourceRange> {
        SourceRange::new(self.start, self.end)
    }

    /// The first `bytes` bytes, and the rest. Costs what is cut off.
    pub(super) fn split_at(self, text: &str, bytes: usize) -> (Self, Self) {
        let middle = self.byte + bytes;
        let position = self.start + text[self.byte..middle].chars().count();
        (Self { byte_end: middle, end: position, ..self }, Self { byte: middle, start: position, ..self })
    }

    /// Without white space around it; `None` where nothing is left.
    pub(super) fn trimmed(self, text: &str) -> Option<Self> {
        let whole = self.str(text);
        let right = whole.trim_end();
        let left = right.trim_start();
        let (before, after) = (right.len() - left.len(), whole.len() - right.len());
        let span = Self {
            byte: self.byte + before,
            byte_end: self.byte_end - after,
            start: self.start + whole[..before].chars().count(),
            end: self.end - whole[right.len()..].chars().count(),
        };
        (!left.is_empty()).then_some(span)
    }
}

/// What lengths count.
pub(super) enum Ruler {
    /// Code points.
    Characters,
    /// Tokens of the whole document: where each ends, in bytes.
    Tokens(Vec<usize>),
}

impl Ruler {
    /// The length of a span. Tokens count where any byte of them is inside. O(log n).
    pub(super) fn length(&self, span: Span) -> usize {
        match self {
            Self::Characters => span.end - span.start,
            Self::Tokens(ends) => {
                let first = ends.partition_point(|e| *e <= span.byte);
                let past = ends.partition_point(|e| *e < span.byte_end) + 1;
                past - first
            }
        }
    }

    /// Cuts a span into pieces of at most `max`, at white space where there is some in a piece's second half, else anywhere
    /// between characters. A character of more than `max` tokens is a piece of its own. O(n).
    pub(super) fn cut(&self, text: &str, span: Span, max: NonZeroUsize) -> Vec<Span> {
        let mut pieces = Vec::new();
        let mut rest = Some(span);
        while let Some(span) = rest {
            if self.length(span) <= max.get() {
                pieces.push(span);
                break;
            }
            let whole = span.str(text);
            let fits = self.fits(text, span, max);
            let head = &whole[..fits];
            let mut at = fits;
            if !whole[fits..].starts_with(char::is_whitespace) {
                let space = head.rfind(char::is_whitespace).filter(|s| *s > fits / 2);
                at = space.map_or(fits, |s| s + head[s..].chars().next().map_or(1, char::len_utf8));
            }
            let (piece, after) = span.split_at(text, at);
            pieces.extend(piece.trimmed(text));
            rest = after.trimmed(text);
        }
        pieces
    }

    /// How many bytes of a span are at most `max` long; at least one character.
    fn fits(&self, text: &str, span: Span, max: NonZeroUsize) -> usize {
        let whole = span.str(text);
        let least = whole.chars().next().map_or(0, char::len_utf8);
        match self {
            Self::Characters => whole.char_indices().nth(max.get()).map_or(whole.len(), |(byte, _)| byte),
            Self::Tokens(ends) => {
                let first = ends.partition_point(|e| *e <= span.byte);
                let end = ends.get(first + max.get() - 1).map_or(span.byte_end, |e| text.floor_char_boundary(*e));
                end.saturating_sub(span.byte).clamp(least, whole.len())
            }
        }
    }
}
