use crate::undefined::{NOT_FINITE, NOTHING_EVALUATED, UNEQUAL_LENGTHS, Undefined};

/// How the questions fell out for two systems, hit or miss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// a: both hit.
    pub both: usize,
    /// b: only A, the candidate, hit.
    pub only_a: usize,
    /// c: only B, the baseline, hit.
    pub only_b: usize,
    /// d: neither hit.
    pub neither: usize,
}

impl Table {
    /// Counts hits of A and B given in the same order of questions. Undefined for unequal lengths.
    pub fn from_hits(a: &[bool], b: &[bool]) -> Result<Self, Undefined> {
        if a.len() != b.len() {
            return Err(UNEQUAL_LENGTHS);
        }
        let mut table = Self::default();
        for pair in a.iter().zip(b) {
            match pair {
                (true, true) => table.both += 1,
                (true, false) => table.only_a += 1,
                (false, true) => table.only_b += 1,
                (false, false) => table.neither += 1,
            }
        }
        Ok(table)
    }

    /// n, the number of questions.
    pub fn n(self) -> usize {
        self.both.saturating_add(self.only_a).saturating_add(self.only_b).saturating_add(self.neither)
    }

    /// b + c, the questions on which the two differ.
    pub fn discordant(self) -> usize {
        self.only_a.saturating_add(self.only_b)
    }

    /// (b − c)/n, A's hit rate minus B's. Undefined for n = 0.
    pub fn difference(self) -> Result<f64, Undefined> {
        if self.n() == 0 {
            return Err(NOTHING_EVALUATED);
        }
        Ok((self.only_a as f64 - self.only_b as f64) / self.n() as f64)
    }

    /// The same table with A and B exchanged.
    pub fn mirrored(self) -> Self {
        Self { only_a: self.only_b, only_b: self.only_a, ..self }
    }
}

/// A − B, question by question. Undefined for unequal lengths and values that are not finite.
pub fn differences(a: &[f64], b: &[f64]) -> Result<Vec<f64>, Undefined> {
    if a.len() != b.len() {
        return Err(UNEQUAL_LENGTHS);
    }
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    if differences.iter().all(|d| d.is_finite()) { Ok(differences) } else { Err(NOT_FINITE) }
}
