//! Pieces of one length, whatever the text.

use std::num::NonZeroUsize;

use evidence::SourceRange;
use evidence::text::Text;

use super::span::Ruler;
use crate::positions::Positions;

/// Windows of `size`, each `size - overlap` after the one before; the last is shorter where the text ends, and none lies wholly
/// inside the one before. In code points they are Python's `text[i:i + size]`.
///
/// Windows of tokens are widened to whole characters where a token ends inside one.
pub(super) fn cut(text: &Text, ruler: &Ruler, size: NonZeroUsize, overlap: usize) -> Vec<SourceRange> {
    match ruler {
        Ruler::Characters => starts(text.len(), size.get(), overlap).filter_map(|(s, e)| SourceRange::new(s, e)).collect(),
        Ruler::Tokens(ends) => {
            let whole = text.as_str();
            // Starts and ends each only rise, so two places in the text make it one pass for each.
            let (mut left, mut right) = (Positions::new(whole), Positions::new(whole));
            let mut ranges: Vec<SourceRange> = Vec::new();
            for (first, past) in starts(ends.len(), size.get(), overlap) {
                let start = whole.floor_char_boundary(first.checked_sub(1).map_or(0, |before| ends[before]));
                let end = whole.ceil_char_boundary(ends[past - 1]);
                let Some(range) = SourceRange::new(left.at(start), right.at(end)) else { continue };
                // Widening can make a window the same as its neighbour, or a part of it.
                while ranges.last().is_some_and(|before| range.contains(*before)) {
                    ranges.pop();
                }
                if ranges.last().is_none_or(|before| !before.contains(range)) {
                    ranges.push(range);
                }
            }
            ranges
        }
    }
}

/// The windows of `length` things.
fn starts(length: usize, size: usize, overlap: usize) -> impl Iterator<Item = (usize, usize)> {
    let step = size - overlap;
    let mut next = (length > 0).then_some(0usize);
    std::iter::from_fn(move || {
        let start = next?;
        let end = start.saturating_add(size).min(length);
        next = (end < length).then(|| start + step);
        Some((start, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_those_of_python_without_a_last_one_that_adds_nothing() {
        let windows = |length, size, overlap| starts(length, size, overlap).collect::<Vec<_>>();
        assert_eq!(windows(10, 4, 1), [(0, 4), (3, 7), (6, 10)]);
        assert_eq!(windows(11, 4, 1), [(0, 4), (3, 7), (6, 10), (9, 11)]);
        assert_eq!(windows(4, 4, 3), [(0, 4)]);
        assert_eq!(windows(5, 4, 3), [(0, 4), (1, 5)]);
        assert_eq!(windows(3, usize::MAX, 0), [(0, 3)]);
        assert_eq!(windows(0, 4, 0), []);
    }

    #[test]
    fn tokens_inside_a_character_widen_the_window() {
        let text = Text::new("a🙂b".into());
        let ranges = cut(&text, &Ruler::Tokens(vec![1, 3, 4, 5, 6]), NonZeroUsize::MIN, 0);
        assert_eq!(ranges.iter().map(|r| (r.start(), r.end())).collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
    }
}
