//! Search by vectors, exact: every passage is compared with the query, since an approximate index would add losses of its own to those
//! that are to be measured.

/// Vectors of unit length, one a passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    dimension: usize,
    values: Vec<f32>,
}

/// So many products are summed side by side: always in the same order, so that a score has the same bits everywhere.
const LANES: usize = 16;

impl Vectors {
    /// None yet, of so many dimensions (at least 1).
    pub fn new(dimension: usize) -> Self {
        Self { dimension: dimension.max(1), values: Vec::new() }
    }

    /// How many dimensions each has.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len() / self.dimension
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds the next passage's vector, brought to unit length; refused where it has another dimension, a value that is not finite, or no
    /// length.
    pub fn add(&mut self, vector: &[f32]) -> Result<(), String> {
        let unit = self.unit(vector)?;
        self.values.extend(unit);
        Ok(())
    }

    fn unit(&self, vector: &[f32]) -> Result<Vec<f32>, String> {
        if vector.len() != self.dimension {
            return Err(format!("a vector of {} dimensions was expected, found {}", self.dimension, vector.len()));
        }
        let length = vector.iter().map(|&v| f64::from(v) * f64::from(v)).sum::<f64>().sqrt();
        if !length.is_finite() || length <= 0.0 {
            return Err("a vector with a length was expected, but its values are all zero or not finite".into());
        }
        Ok(vector.iter().map(|&v| (f64::from(v) / length) as f32).collect())
    }

    /// The `most` passages nearest to a query among those that are allowed, by cosine, best first; ties by passage.
    pub fn search(&self, query: &[f32], most: usize, mut allowed: impl FnMut(u32) -> bool) -> Result<Vec<(u32, f64)>, String> {
        let query = self.unit(query)?;
        let mut found: Vec<(u32, f64)> = Vec::new();
        for (passage, vector) in (0u32..).zip(self.values.chunks_exact(self.dimension)) {
            if allowed(passage) {
                found.push((passage, f64::from(product(&query, vector))));
            }
        }
        let order = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if found.len() > most && most > 0 {
            found.select_nth_unstable_by(most - 1, order);
        }
        found.truncate(most);
        found.sort_unstable_by(order);
        Ok(found)
    }
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    let (whole_a, whole_b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = whole_a.remainder().iter().zip(whole_b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in whole_a.zip(whole_b) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nearest_by_angle_whatever_the_length() {
        let mut vectors = Vectors::new(2);
        for vector in [[0.0, 5.0], [3.0, 0.0], [1.0, 1.0], [30.0, 0.0]] {
            vectors.add(&vector).unwrap();
        }
        let found = vectors.search(&[2.0, 0.1], 3, |_| true).unwrap();
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [1, 3, 2], "equal scores by passage");
        assert!((found[0].1 - 2.0 / (4.01f64).sqrt()).abs() < 1e-6);
        assert_eq!(vectors.search(&[2.0, 0.1], 9, |p| p != 1).unwrap().len(), 3);
        assert_eq!(vectors.search(&[2.0, 0.1], 0, |_| true).unwrap(), []);
    }

    #[test]
    fn what_has_no_direction_is_refused() {
        let mut vectors = Vectors::new(2);
        for wrong in [&[1.0][..], &[0.0, 0.0], &[f32::NAN, 1.0], &[f32::INFINITY, 1.0]] {
            assert!(vectors.add(wrong).is_err(), "{wrong:?}");
        }
        assert!(vectors.is_empty() && vectors.search(&[0.0, 0.0], 1, |_| true).is_err());
    }

    proptest! {
        #[test]
        fn the_best_are_those_of_a_full_sort(seeds in proptest::collection::vec(-3i8..=3, 2..120), most in 1usize..12) {
            let mut vectors = Vectors::new(2);
            let stored: Vec<[f32; 2]> = seeds.chunks_exact(2).map(|p| [f32::from(p[0]), f32::from(p[1]) + 0.5]).collect();
            stored.iter().for_each(|v| vectors.add(v).unwrap());
            let all = vectors.search(&[1.0, 0.2], stored.len(), |_| true).unwrap();
            prop_assert!(all.windows(2).all(|w| w[0].1 > w[1].1 || (w[0].1 == w[1].1 && w[0].0 < w[1].0)));
            let best = vectors.search(&[1.0, 0.2], most, |_| true).unwrap();
            prop_assert_eq!(&best[..], &all[..most.min(all.len())]);
        }
    }
}
