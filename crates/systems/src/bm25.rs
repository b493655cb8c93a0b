//! BM25 over all passages, exact: every passage that shares a term with the query is scored.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the inverse document frequency
//! ln(1 + (N − n + 0.5) / (n + 0.5)), which is never negative.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// The free parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    k1: f64,
    b: f64,
}

impl Parameters {
    /// `k1` (how soon repetition stops to count) at least 0 and finite, `b` (how much length counts) in [0, 1]; `None` otherwise.
    pub fn new(k1: f64, b: f64) -> Option<Self> {
        (k1.is_finite() && k1 >= 0.0 && (0.0..=1.0).contains(&b)).then_some(Self { k1, b })
    }

    /// How soon repetition stops to count.
    pub fn k1(self) -> f64 {
        self.k1
    }

    /// How much length counts.
    pub fn b(self) -> f64 {
        self.b
    }
}

impl Default for Parameters {
    /// k1 = 1.2, b = 0.75.
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75 }
    }
}

/// A passage that holds a term, and how often.
pub(crate) type Posting = (u32, u32);

/// Terms with the passages that hold them. Passages are numbered from 0.
///
/// An index is a function of its passages: whatever was taken out of it and put into it before, it ranks, to the last bit, like one that
/// was just built of what it holds now.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// For each term the passages that hold it, rising; there is one at least.
    postings: HashMap<Box<str>, Vec<Posting>, RandomState>,
    /// How many terms each passage has.
    lengths: Vec<u32>,
    total: u64,
}

impl Index {
    /// Adds the next passage, by its terms.
    pub fn add(&mut self, terms: impl IntoIterator<Item = String>) {
        let passage = self.lengths.len() as u32;
        let mut length = 0u32;
        for term in terms {
            length += 1;
            match self.postings.get_mut(term.as_str()) {
                None => {
                    self.postings.insert(term.into_boxed_str(), vec![(passage, 1)]);
                }
                Some(list) => match list.last_mut() {
                    Some((last, count)) if *last == passage => *count += 1,
                    _ => list.push((passage, 1)),
                },
            }
        }
        self.lengths.push(length);
        self.total += u64::from(length);
    }

    /// Adds the passages of another index behind its own.
    pub fn append(&mut self, other: Self) {
        let before = self.lengths.len() as u32;
        if before == 0 {
            *self = other;
            return;
        }
        for (term, theirs) in other.postings {
            let theirs = theirs.into_iter().map(|(passage, count)| (before + passage, count));
            self.postings.entry(term).or_default().extend(theirs);
        }
        self.lengths.extend(other.lengths);
        self.total += other.total;
    }

    /// Takes passages out and puts others between those that stay, in one pass over everything; what goes leaves nothing behind, not even
    /// its number. `moved` has for each passage its number afterwards, and `None` for one that goes; `places` has the numbers of those of
    /// `added`. Both rise, and together they are all numbers from 0.
    pub(crate) fn replace(&mut self, moved: &[Option<u32>], added: Self, places: &[u32]) {
        if self.is_empty() {
            *self = added;
            return;
        }
        let mut lengths = vec![0; moved.iter().flatten().count() + places.len()];
        let stay = moved.iter().zip(&self.lengths).filter_map(|(place, length)| Some(((*place)?, length)));
        for (place, length) in stay.chain(places.iter().copied().zip(&added.lengths)) {
            lengths[place as usize] = *length;
        }
        self.total = lengths.iter().map(|length| u64::from(*length)).sum();
        self.lengths = lengths;
        self.postings.retain(|_, list| {
            list.retain_mut(|(passage, _)| match moved[*passage as usize] {
                Some(place) => {
                    *passage = place;
                    true
                }
                None => false,
            });
            !list.is_empty()
        });
        for (term, theirs) in added.postings {
            let theirs = theirs.into_iter().map(|(passage, count)| (places[passage as usize], count));
            let list = self.postings.entry(term).or_default();
            list.extend(theirs);
            // Two rising parts, which this sort joins in one pass.
            list.sort_by_key(|(passage, _)| *passage);
        }
    }

    /// An index of so many passages, which hold nothing yet.
    pub(crate) fn of(passages: usize) -> Self {
        Self { lengths: vec![0; passages], ..Self::default() }
    }

    /// Puts in a term that is not there yet, with the passages that hold it: there is one at least, they rise, and each is there. `None`
    /// where a passage becomes longer than can be counted.
    pub(crate) fn put(&mut self, term: &str, list: Vec<Posting>) -> Option<()> {
        for &(passage, count) in &list {
            let length = self.lengths.get_mut(passage as usize)?;
            *length = length.checked_add(count)?;
            self.total += u64::from(count);
        }
        self.postings.insert(term.into(), list);
        Some(())
    }

    /// All terms in byte order, with the passages that hold them.
    pub(crate) fn terms(&self) -> Vec<(&str, &[Posting])> {
        let mut all: Vec<_> = self.postings.iter().map(|(term, list)| (&**term, list.as_slice())).collect();
        all.sort_unstable_by_key(|(term, _)| *term);
        all
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Inverse document frequency of a term, at least 0: of one that no passage holds it is the highest.
    pub fn idf(&self, term: &str) -> f64 {
        let holding = self.postings.get(term).map_or(0, Vec::len);
        let (all, holding) = (self.len() as f64, holding as f64);
        (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
    }

    /// The `most` best of the allowed passages that share a term with the query, with their scores above 0: best first, ties in the order
    /// of the passages. A term that the query repeats counts each time.
    pub fn search(
        &self,
        query: &[String],
        parameters: Parameters,
        most: usize,
        mut allowed: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f64)> {
        let Parameters { k1, b } = parameters;
        let mean = self.total as f64 / self.len().max(1) as f64;
        let mut scores = vec![0.0f64; self.len()];
        for term in query {
            let Some(list) = self.postings.get(term.as_str()) else { continue };
            let idf = self.idf(term);
            for &(passage, count) in list {
                let (count, length) = (f64::from(count), f64::from(self.lengths[passage as usize]));
                let norm = k1 * (1.0 - b + b * length / mean);
                scores[passage as usize] += idf * count * (k1 + 1.0) / (count + norm);
            }
        }
        let better = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        // Nearly every passage shares some word with a question: what cannot be among the best any more is not kept.
        let (mut found, mut floor) = (Vec::new(), 0.0);
        for (score, passage) in scores.into_iter().zip(0u32..) {
            // Passages rise, so that one that ties with the last of the best comes behind it.
            if score > floor && allowed(passage) {
                found.push((passage, score));
                if found.len() >= 4 * most.max(1) {
                    found.select_nth_unstable_by(most.max(1) - 1, better);
                    found.truncate(most.max(1));
                    floor = found[most.max(1) - 1].1;
                }
            }
        }
        found.sort_unstable_by(better);
        found.truncate(most);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(passages: &[&str]) -> Index {
        let mut index = Index::default();
        passages.iter().for_each(|text| index.add(text.split(' ').filter(|w| !w.is_empty()).map(str::to_owned)));
        index
    }

    fn query(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_score_is_the_formula() {
        let index = index(&["a b", "a a c d", "", "c"]);
        let scores = index.search(&query("a c z"), Parameters::default(), 9, |_| true);
        // N = 4, mean length 7/4; a and c stand in two passages each: idf = ln(1 + 2.5/2.5) = ln 2.
        let norm = |length: f64| 1.2 * (0.25 + 0.75 * length / 1.75);
        let part = |count: f64, length: f64| std::f64::consts::LN_2 * count * 2.2 / (count + norm(length));
        let expected = [(1, part(2.0, 4.0) + part(1.0, 4.0)), (3, part(1.0, 1.0)), (0, part(1.0, 2.0))];
        assert_eq!(scores.len(), 3);
        for ((passage, score), (wanted, value)) in scores.iter().zip(expected) {
            assert_eq!(*passage, wanted);
            assert!((score - value).abs() < 1e-12, "{passage}: {score} {value}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_left_out_and_counts_in_the_statistics() {
        let index = index(&["a", "a", "b"]);
        let all = index.search(&query("a"), Parameters::default(), 9, |_| true);
        let one = index.search(&query("a"), Parameters::default(), 9, |passage| passage == 1);
        assert_eq!(one, [all[1]]);
        assert!(Index::default().search(&query("a"), Parameters::default(), 9, |_| true).is_empty());
    }

    #[test]
    fn parameters_have_ranges() {
        assert!(Parameters::new(0.0, 1.0).is_some());
        // What is no number lies in no range.
        for (k1, b) in [(-0.1, 0.5), (f64::NAN, 0.5), (f64::INFINITY, 0.5), (1.0, -0.1), (1.0, 1.1), (1.0, f64::NAN)] {
            assert!(Parameters::new(k1, b).is_none(), "{k1} {b}");
        }
        // Without saturation or length, a passage has the idf of each term that it shares.
        let index = index(&["a a b", "b"]);
        let flat = index.search(&query("a b"), Parameters::new(0.0, 0.0).unwrap(), 9, |_| true);
        assert!((flat[0].1 - (index.idf("a") + index.idf("b"))).abs() < 1e-12);
    }
    #[test]
    fn an_index_of_parts_is_the_index_of_all() {
        let texts = ["a b", "c", "b b d", "", "a d e", "e"];
        let whole = index(&texts);
        for cut in 0..=texts.len() {
            let mut parts = index(&texts[..cut]);
            parts.append(index(&texts[cut..]));
            for words in ["a", "b d", "e a c", "z"] {
                let search = |index: &Index| index.search(&query(words), Parameters::default(), 9, |_| true);
                assert_eq!(search(&parts), search(&whole), "{words} cut at {cut}");
            }
        }
    }

    #[test]
    fn the_best_are_the_head_of_all_and_ties_keep_the_order() {
        let texts: Vec<String> = (0..200).map(|n| format!("a {}", "b ".repeat(n * 7 % 5))).collect();
        let index = index(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let all = index.search(&query("a b"), Parameters::default(), 1000, |_| true);
        assert!(all.is_sorted_by(|a, b| a.1 > b.1 || (a.1 == b.1 && a.0 < b.0)));
        assert_eq!(all.len(), 200);
        for most in [1, 2, 50, 199, 200] {
            assert_eq!(index.search(&query("a b"), Parameters::default(), most, |_| true), all[..most]);
        }
    }
}
