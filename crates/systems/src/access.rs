//! When what an asker may not open, and what is not in force, is taken out of a ranking.

/// When filters are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Before ranking: what is forbidden takes no place.
    #[default]
    Before,
    /// After the first ranks were taken: what is forbidden leaves a gap. A fault that products have, here to be found.
    After,
    /// Never: a fault, here to be found.
    Never,
}

impl When {
    /// Every choice with its name.
    pub const ALL: [(&'static str, Self); 3] = [("before", Self::Before), ("after", Self::After), ("never", Self::Never)];
}
