//! Half-open ranges of a document's text, in Unicode code points, and sets of them.

/// A half-open range `[start, end)` of Unicode code points (not bytes, not UTF-16 units) of one document revision's parsed text.
///
/// `start < end` always holds: an empty range locates nothing and cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceRange {
    start: usize,
    end: usize,
}

impl SourceRange {
    /// The range `[start, end)`, or `None` where it would be empty or reversed.
    pub fn new(start: usize, end: usize) -> Option<Self> {
        (start < end).then_some(Self { start, end })
    }

    /// First code point inside.
    pub fn start(self) -> usize {
        self.start
    }

    /// First code point after the end.
    pub fn end(self) -> usize {
        self.end
    }

    /// Length in code points; at least 1.
    #[allow(clippy::len_without_is_empty)] // a range is never empty
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// The common part. Ranges that only touch (`[0,30)` and `[30,61)`) share nothing.
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::new(self.start.max(other.start), self.end.min(other.end))
    }

    /// Whether `other` lies wholly inside.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl std::fmt::Display for SourceRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}, {})", self.start, self.end)
    }
}

/// A set of code points of one document, kept as sorted ranges that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeSet(Vec<SourceRange>);

impl RangeSet {
    /// The set with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a range, merging what overlaps or touches. O(log n + merged + moved).
    pub fn insert(&mut self, range: SourceRange) {
        let first = self.0.partition_point(|r| r.end < range.start);
        let past = self.0.partition_point(|r| r.start <= range.end);
        if first == past {
            self.0.insert(first, range);
        } else {
            let start = range.start.min(self.0[first].start);
            let end = range.end.max(self.0[past - 1].end);
            self.0.splice(first..past, [SourceRange { start, end }]);
        }
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> &[SourceRange] {
        &self.0
    }

    /// Number of code points in the set.
    pub fn size(&self) -> usize {
        self.0.iter().map(|r| r.len()).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the code point at `position` is in the set. O(log n).
    pub fn contains(&self, position: usize) -> bool {
        let next = self.0.partition_point(|r| r.start <= position);
        next > 0 && position < self.0[next - 1].end
    }

    /// Number of code points in both sets. O(n + m).
    pub fn overlap(&self, other: &Self) -> usize {
        let (mut i, mut j, mut shared) = (0, 0, 0);
        while i < self.0.len() && j < other.0.len() {
            let (a, b) = (self.0[i], other.0[j]);
            shared += a.intersection(b).map_or(0, SourceRange::len);
            if a.end <= b.end { i += 1 } else { j += 1 }
        }
        shared
    }
}

impl FromIterator<SourceRange> for RangeSet {
    fn from_iter<I: IntoIterator<Item = SourceRange>>(ranges: I) -> Self {
        let mut set = Self::new();
        for range in ranges {
            set.insert(range);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: usize, end: usize) -> SourceRange {
        SourceRange::new(start, end).unwrap()
    }

    #[test]
    fn empty_and_reversed_ranges_cannot_be_built() {
        assert_eq!(SourceRange::new(3, 3), None);
        assert_eq!(SourceRange::new(4, 3), None);
    }

    #[test]
    fn touching_is_not_overlapping() {
        assert_eq!(range(0, 30).intersection(range(30, 61)), None);
        assert_eq!(range(0, 31).intersection(range(30, 61)), Some(range(30, 31)));
    }

    #[test]
    fn insertion_merges_whatever_the_order() {
        let pieces = [range(61, 100), range(0, 30), range(30, 61), range(120, 130), range(90, 121)];
        let set: RangeSet = pieces.into_iter().collect();
        assert_eq!(set.ranges(), &[range(0, 130)]);
        let reversed: RangeSet = pieces.into_iter().rev().collect();
        assert_eq!(set, reversed);
    }

    #[test]
    fn overlap_counts_shared_code_points() {
        let a: RangeSet = [range(0, 10), range(20, 30)].into_iter().collect();
        let b: RangeSet = [range(5, 25), range(29, 40)].into_iter().collect();
        assert_eq!(a.overlap(&b), 5 + 5 + 1);
        assert_eq!(b.overlap(&a), 11);
        assert!(a.contains(9) && !a.contains(10) && a.contains(20));
    }
}
