//! Texts that are nearly the same, by the Jaccard similarity of their character trigrams.
//!
//! A join with a prefix filter (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007): with the trigrams of
//! every text in one order, the rarest first, two texts of similarity `t` share one of the first `n - ceil(t n) + 1` of each.
//! Only those are indexed and probed, and an entry is passed over where the sizes and what is left behind the first shared trigram
//! cannot reach `t` (Xiao et al., "Efficient similarity joins for near duplicate detection", 2008). How many entries one probe
//! visits and how many texts it compares is bounded besides, so that the whole is linear in the number of texts however alike they
//! are; a probe that meets the bound says so. Among no more than [`COMPARED`] texts every pair is found.

use std::collections::HashMap;

/// Entries of the index that one probe visits at most.
pub(super) const VISITED: usize = 20_000;
/// Texts that one probe compares at most.
pub(super) const COMPARED: usize = 1_000;
/// Matches after which a probe stops: enough to name one and to say that there are more.
const MATCHES: usize = 8;

/// The query as duplicates are compared: lower case, one space where there is white space.
pub(super) fn folded(query: &str) -> String {
    query.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The trigrams of texts, each as its rank by rarity, in ascending order.
pub(super) struct Trigrams(Vec<Vec<u32>>);

impl Trigrams {
    /// Of `texts`, which are [`folded`]. Marks that end or join sentences do not count; `+` and `#` do: C is not C++.
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let sets: Vec<Vec<u64>> = texts.map(trigrams).collect();
        let mut frequency: HashMap<u64, u32> = HashMap::new();
        for &trigram in sets.iter().flatten() {
            *frequency.entry(trigram).or_default() += 1;
        }
        let mut order: Vec<(u32, u64)> = frequency.into_iter().map(|(trigram, times)| (times, trigram)).collect();
        order.sort_unstable();
        let rank: HashMap<u64, u32> = order.into_iter().zip(0..).map(|((_, trigram), rank)| (trigram, rank)).collect();
        let ranked = |set: Vec<u64>| {
            let mut ranks: Vec<u32> = set.iter().map(|t| rank[t]).collect();
            ranks.sort_unstable();
            ranks
        };
        Self(sets.into_iter().map(ranked).collect())
    }
}

/// Three characters of 21 bits each: no hash, so no collisions.
fn trigrams(text: &str) -> Vec<u64> {
    let words: Vec<&str> =
        text.split([' ', '?', '!', '.', ',', ';', ':', '"', '\'', '…', '’', '“', '”']).filter(|w| !w.is_empty()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let padded: Vec<u64> = format!(" {} ", words.join(" ")).chars().map(|c| u64::from(u32::from(c))).collect();
    let mut set: Vec<u64> = padded.windows(3).map(|w| w[0] << 42 | w[1] << 21 | w[2]).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// What one probe found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Texts that are similar enough, with their similarity, the most similar first; at most a few.
    pub matches: Vec<(usize, f64)>,
    /// Whether the bound ended the probe before every candidate was seen.
    pub cut_short: bool,
}

/// A text in which a trigram stands, the trigram's place in its order, and the number of its trigrams.
struct Entry {
    text: u32,
    at: u32,
    size: u32,
}

/// An index of texts by the rarest of their trigrams.
pub(super) struct Index<'a> {
    texts: &'a Trigrams,
    threshold: f64,
    postings: HashMap<u32, Vec<Entry>>,
    seen_by: Vec<u32>,
    probes: u32,
    /// Entries visited by all probes.
    pub visited: usize,
    /// Comparisons made by all probes.
    pub compared: usize,
}

impl<'a> Index<'a> {
    pub(super) fn new(texts: &'a Trigrams, threshold: f64) -> Self {
        Self { texts, threshold, postings: HashMap::new(), seen_by: vec![0; texts.0.len()], probes: 0, visited: 0, compared: 0 }
    }

    fn prefix(&self, text: usize) -> &'a [u32] {
        let set = &self.texts.0[text];
        let needed = (set.len() as f64 * self.threshold - 1e-9).ceil() as usize;
        &set[..(set.len() + 1).saturating_sub(needed).min(set.len())]
    }

    /// Adds a text, by its number.
    pub(super) fn insert(&mut self, text: usize) {
        let size = self.texts.0[text].len() as u32;
        for (trigram, at) in self.prefix(text).iter().zip(0..) {
            self.postings.entry(*trigram).or_default().push(Entry { text: text as u32, at, size });
        }
    }

    /// The texts in the index that are similar to `text` and `wanted`.
    pub(super) fn probe(&mut self, text: usize, wanted: impl Fn(usize) -> bool) -> Found {
        let mut found = Found::default();
        let (mut visited, mut compared, threshold) = (0, 0, self.threshold);
        let set = &self.texts.0[text];
        self.probes += 1;
        'probe: for (trigram, at) in self.prefix(text).iter().zip(0..) {
            for entry in self.postings.get(trigram).into_iter().flatten() {
                if visited == VISITED || compared == COMPARED {
                    found.cut_short = true;
                    break 'probe;
                }
                visited += 1;
                let other = entry.text as usize;
                if std::mem::replace(&mut self.seen_by[other], self.probes) == self.probes {
                    continue;
                }
                // What is shared at most, this being the first shared trigram.
                let most = (set.len() as u32 - at).min(entry.size - entry.at);
                if f64::from(most) + 1e-9 < needed(threshold, set.len() + entry.size as usize) || !wanted(other) {
                    continue;
                }
                compared += 1;
                if let Some(similarity) = jaccard(set, &self.texts.0[other], threshold) {
                    found.matches.push((other, similarity));
                    if found.matches.len() == MATCHES {
                        break 'probe;
                    }
                }
            }
        }
        self.compared += compared;
        self.visited += visited;
        found.matches.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
    }
}

/// How much two sets of together `total` members must share to be similar.
fn needed(threshold: f64, total: usize) -> f64 {
    threshold / (1.0 + threshold) * total as f64
}

/// The Jaccard similarity of two ascending sets where it reaches `threshold`. Gives up at the first proof that it does not:
/// rare members, which differ, come first.
fn jaccard(a: &[u32], b: &[u32], threshold: f64) -> Option<f64> {
    let total = a.len() + b.len();
    let needed = (needed(threshold, total) - 1e-9).ceil() as usize;
    let mut spare = (a.len().checked_sub(needed)?, b.len().checked_sub(needed)?);
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
            std::cmp::Ordering::Less => (i, spare.0) = (i + 1, spare.0.checked_sub(1)?),
            std::cmp::Ordering::Greater => (j, spare.1) = (j + 1, spare.1.checked_sub(1)?),
        }
    }
    let similarity = f64::from(shared) / (total - shared as usize) as f64;
    (similarity >= threshold).then_some(similarity)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_pairs(texts: &[String], threshold: f64) -> Vec<(usize, usize)> {
        let trigrams = Trigrams::of(texts.iter().map(String::as_str));
        let set = |i: usize| trigrams.0[i].iter().collect::<std::collections::BTreeSet<_>>();
        let mut pairs = Vec::new();
        for (i, j) in (0..texts.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let shared = set(i).intersection(&set(j)).count() as f64;
            if shared / (set(i).len() + set(j).len()) as f64 >= threshold / (1.0 + threshold) - 1e-12 && shared > 0.0 {
                pairs.push((i, j));
            }
        }
        pairs
    }

    #[test]
    fn the_index_finds_the_pairs_that_comparing_all_finds() {
        let words = ["invoice", "refund", "leave", "laptop", "badge", "travel", "hotel", "the", "of", "a"];
        let texts: Vec<String> = (0..120usize)
            .map(|n| (0..9).map(|k| words[(n / 6 * 7 + k * k * 3 + usize::from(k == n % 6)) % 10]).collect::<Vec<_>>().join(" "))
            .collect();
        for threshold in [0.8, 0.9] {
            let trigrams = Trigrams::of(texts.iter().map(String::as_str));
            let mut index = Index::new(&trigrams, threshold);
            let mut with_a_match = Vec::new();
            for i in 0..texts.len() {
                let found = index.probe(i, |_| true);
                assert!(!found.cut_short);
                with_a_match.extend((!found.matches.is_empty()).then_some(i));
                index.insert(i);
            }
            let mut expected: Vec<usize> = all_pairs(&texts, threshold).into_iter().map(|(i, _)| i).collect();
            expected.dedup();
            assert!(expected.len() > 20 && expected.len() < 120, "a test that tells: {}", expected.len());
            assert_eq!(with_a_match, expected);
        }
    }

    #[test]
    fn similarity_is_the_share_of_common_trigrams() {
        let trigrams = Trigrams::of(["abcd", "abce", "abcd?", "?!", ""].into_iter());
        assert_eq!(jaccard(&trigrams.0[0], &trigrams.0[1], 0.1), Some(2.0 / 6.0));
        assert_eq!(jaccard(&trigrams.0[0], &trigrams.0[2], 0.9), Some(1.0));
        assert_eq!(jaccard(&trigrams.0[0], &trigrams.0[1], 0.4), None);
        assert!(trigrams.0[3].is_empty() && trigrams.0[4].is_empty());
    }
}
