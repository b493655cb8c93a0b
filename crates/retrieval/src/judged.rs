//! A ranking reduced to what measures over grades need.

/// One judged passage of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its rank, from 1.
    pub rank: u32,
    /// Its grade; negative means pooled but unjudged.
    pub grade: i32,
}

/// A ranking of one question with its judgements: unjudged passages are only counted, judged ones stand with rank and grade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged<'a> {
    /// How many passages were ranked.
    pub retrieved: u32,
    /// The judged ones among them, by rising rank.
    pub placed: &'a [Placed],
    /// The grade of every judged passage of the question, retrieved or not, falling. None negative.
    pub grades: &'a [i32],
    /// Whether `grades` holds every passage known to be relevant. It does not where evidence is labelled by range and the passages
    /// that hold it are known only as far as they came back; then what divides by all relevant passages has no value.
    pub all_known: bool,
}

impl Judged<'_> {
    /// How many passages are known to have at least grade `rel`. A threshold below 0 is the same as 0: unjudged is never relevant.
    pub fn relevant(&self, rel: i32) -> usize {
        self.grades.partition_point(|&g| g >= rel)
    }

    /// How many passages are known to be judged below `rel`.
    pub fn nonrelevant(&self, rel: i32) -> usize {
        self.grades.len() - self.relevant(rel)
    }

    /// The ranks of retrieved passages with at least grade `rel`, rising.
    pub fn relevant_ranks(&self, rel: i32) -> impl Iterator<Item = u32> {
        self.placed.iter().filter(move |p| p.grade >= 0 && p.grade >= rel).map(|p| p.rank)
    }

    /// How many of the ranked passages nobody has judged; those pooled but unjudged (a negative grade) are among them.
    pub fn unjudged(&self) -> usize {
        self.retrieved as usize - self.placed.iter().filter(|p| p.grade >= 0).count()
    }

    /// The first `cut` passages only.
    pub fn cut(&self, cut: usize) -> Self {
        let cut = u32::try_from(cut).unwrap_or(u32::MAX);
        if cut >= self.retrieved {
            return *self;
        }
        let retrieved = self.retrieved.min(cut);
        Self { retrieved, placed: &self.placed[..self.placed.partition_point(|p| p.rank <= cut)], ..*self }
    }
}

/// The same ranking without its unjudged passages: judged ones close up.
pub fn condensed(judged: &Judged<'_>) -> Vec<Placed> {
    judged.placed.iter().filter(|p| p.grade >= 0).zip(1..).map(|(p, rank)| Placed { rank, grade: p.grade }).collect()
}
