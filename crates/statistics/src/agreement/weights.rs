//! How far apart two categories are.

/// How much a disagreement counts, from the places of the two categories on the declared scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Any two different categories are as bad as any other two.
    None,
    /// |i − j|: two grades apart is twice as bad as one.
    Linear,
    /// (i − j)²: two grades apart is four times as bad as one.
    Quadratic,
    /// d(d+1)/2 with d = |i − j|: the number of pairs of categories from the one to the other
    /// (Gwet's ordinal weights).
    Ordinal,
}

impl Weights {
    /// The disagreement of places `i` and `j`, a whole number: 0 where they are the same.
    ///
    /// Whole numbers keep coefficients of small tables exact; all coefficients are ratios, in which
    /// the unit of the disagreement cancels.
    pub fn disagreement(self, i: usize, j: usize) -> f64 {
        let distance = i.abs_diff(j) as f64;
        match self {
            Self::None => f64::from(u8::from(i != j)),
            Self::Linear => distance,
            Self::Quadratic => distance * distance,
            Self::Ordinal => 0.5 * distance * (distance + 1.0),
        }
    }

    /// One minus the disagreement as a share of the worst of `categories`: 1 for the same, 0 for the ends.
    pub fn agreement(self, i: usize, j: usize, categories: usize) -> f64 {
        let worst = self.disagreement(0, categories.saturating_sub(1));
        if worst > 0.0 { 1.0 - self.disagreement(i, j) / worst } else { 1.0 }
    }
}
