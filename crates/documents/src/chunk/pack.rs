//! Pieces in a row, as many as fit.

use std::num::NonZeroUsize;

use super::span::{Ruler, Span};

/// Joins neighbouring pieces into spans of at most `max`. A span begins with the last `overlap` pieces of the one before, fewer
/// where they would leave no room for a new one. A piece that is longer than `max` by itself stays alone.
pub(super) fn pack(pieces: &[Span], ruler: &Ruler, max: NonZeroUsize, overlap: usize) -> Vec<Span> {
    let fits = |from: usize, to: usize| ruler.length(pieces[from].to(pieces[to])) <= max.get();
    let mut packed = Vec::new();
    let (mut first, mut last) = (0, 0);
    while first < pieces.len() {
        last = last.max(first);
        while last + 1 < pieces.len() && fits(first, last + 1) {
            last += 1;
        }
        packed.push(pieces[first].to(pieces[last]));
        if last + 1 == pieces.len() {
            break;
        }
        // The next span must begin later and reach further.
        let mut next = (last + 1).saturating_sub(overlap).max(first + 1);
        while next <= last && !fits(next, last + 1) {
            next += 1;
        }
        first = next;
    }
    packed
}
