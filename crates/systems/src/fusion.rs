//! Several rankings become one.

use std::collections::BTreeMap;

/// How rankings are joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fusion {
    /// Reciprocal rank: the sum of 1 / (k + rank). Cormack, Clarke and Büttcher (2009), who have k = 60.
    ReciprocalRank {
        /// How little the first ranks stand out.
        k: u32,
    },
    /// The weighted sum of scores, each list's brought to [0, 1] by its least and greatest; a list of equal scores has 1 throughout.
    Weighted,
}

/// Joins lists of (passage, score), each best first, with a weight each, into (passage, score), best first; ties by passage.
///
/// # Panics
/// When there are not as many weights as lists.
pub fn fuse(lists: &[Vec<(u32, f64)>], weights: &[f64], fusion: Fusion) -> Vec<(u32, f64)> {
    assert_eq!(lists.len(), weights.len(), "a weight for each list");
    let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
    for (list, weight) in lists.iter().zip(weights) {
        let greatest = list.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
        let least = list.iter().map(|(_, score)| *score).fold(f64::INFINITY, f64::min);
        for (&(passage, score), rank) in list.iter().zip(1u32..) {
            let part = match fusion {
                Fusion::ReciprocalRank { k } => 1.0 / (f64::from(k) + f64::from(rank)),
                Fusion::Weighted if greatest > least => (score - least) / (greatest - least),
                Fusion::Weighted => 1.0,
            };
            *sums.entry(passage).or_insert(0.0) += weight * part;
        }
    }
    let mut fused: Vec<(u32, f64)> = sums.into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_or_scores_are_summed() {
        let lists = [vec![(1, 9.0), (2, 5.0), (3, 1.0)], vec![(3, 0.9), (4, 0.4)]];
        let ranks = fuse(&lists, &[1.0, 1.0], Fusion::ReciprocalRank { k: 60 });
        assert_eq!(ranks.iter().map(|p| p.0).collect::<Vec<_>>(), [3, 1, 2, 4]);
        assert!((ranks[0].1 - (1.0 / 63.0 + 1.0 / 61.0)).abs() < 1e-15);
        assert_eq!(fuse(&lists, &[1.0, 0.5], Fusion::Weighted), [(1, 1.0), (2, 0.5), (3, 0.5), (4, 0.0)]);
        assert_eq!(fuse(&[vec![(1, 2.0), (0, 2.0)]], &[1.0], Fusion::Weighted), [(0, 1.0), (1, 1.0)]);
    }
}
