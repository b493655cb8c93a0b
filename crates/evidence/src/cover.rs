//! How much of a located text the retrieved pieces cover, letter by letter.

use crate::range::{RangeSet, SourceRange};

/// The share of the letters and digits of `located` (which stands at `range`) that lie inside `sent`, in [0, 1].
///
/// White space and punctuation do not count, so a chunker that trims a full stop loses nothing. Where the located text holds
/// no letter or digit at all, every character counts. `located` must have as many code points as the range is long.
pub fn covered_share(range: SourceRange, located: &str, sent: &RangeSet) -> f64 {
    if sent.ranges().iter().any(|r| r.contains(range)) {
        return 1.0;
    }
    let count = |counts: fn(char) -> bool| {
        let (mut all, mut inside) = (0u64, 0u64);
        for (offset, character) in located.chars().enumerate() {
            if counts(character) {
                all += 1;
                inside += u64::from(sent.contains(range.start() + offset));
            }
        }
        (all, inside)
    };
    let (mut all, mut inside) = count(char::is_alphanumeric);
    if all == 0 {
        (all, inside) = count(|_| true);
    }
    if all == 0 { 0.0 } else { inside as f64 / all as f64 }
}

/// How much of a range must be covered before it counts as met; in (0, 1].
///
/// The default is all of it: the missing tenth can be "not".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cover(f64);

impl Cover {
    /// All of it.
    pub const WHOLE: Self = Self(1.0);

    /// A share in (0, 1]; `None` outside.
    pub fn new(share: f64) -> Option<Self> {
        (share > 0.0 && share <= 1.0).then_some(Self(share))
    }

    /// The share.
    pub fn share(self) -> f64 {
        self.0
    }

    /// Whether `covered` is enough.
    pub fn is_met_by(self, covered: f64) -> bool {
        covered >= self.0
    }
}

impl Default for Cover {
    fn default() -> Self {
        Self::WHOLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(usize, usize)]) -> RangeSet {
        ranges.iter().map(|&(s, e)| SourceRange::new(s, e).unwrap()).collect()
    }

    /// Case B26: pieces are jointly needed, and one touching character meets nothing.
    #[test]
    fn the_union_of_pieces_covers_what_no_piece_covers_alone() {
        let range = SourceRange::new(0, 100).unwrap();
        let located = "x".repeat(100);
        let share = |pieces: &[(usize, usize)]| covered_share(range, &located, &set(pieces));
        assert_eq!(share(&[(0, 30)]), 0.30);
        assert_eq!(share(&[(30, 61)]), 0.31);
        assert_eq!(share(&[(61, 100)]), 0.39);
        assert_eq!(share(&[(100, 180)]), 0.0);
        assert_eq!(share(&[(0, 30), (30, 61), (61, 100)]), 1.0);
        assert_eq!(share(&[(0, 181)]), 1.0);
        assert_eq!(share(&[(0, 40), (35, 100)]), 1.0);
    }

    #[test]
    fn punctuation_and_space_do_not_count_but_letters_of_every_script_do() {
        let range = SourceRange::new(10, 16).unwrap();
        assert_eq!(covered_share(range, "né ja.", &set(&[(10, 15)])), 1.0);
        assert_eq!(covered_share(range, "né ja.", &set(&[(10, 12)])), 0.5);
        let chinese = SourceRange::new(0, 4).unwrap();
        assert_eq!(covered_share(chinese, "上海。市", &set(&[(0, 2)])), 2.0 / 3.0);
        let dashes = SourceRange::new(0, 4).unwrap();
        assert_eq!(covered_share(dashes, "----", &set(&[(0, 2)])), 0.5);
    }
}
