//! What a check, a layer or the whole gate comes to.

use statistics::verdict;

/// What a check, a layer or the whole gate comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was agreed holds.
    Pass,
    /// Nothing that is measured changed, question by question: passes as unchanged.
    Unchanged,
    /// Nothing was agreed that could be asked.
    NotAsked,
    /// The evidence does not decide.
    Inconclusive {
        /// How many questions more would decide; `None` where that cannot be told.
        more: Option<usize>,
    },
    /// Something was agreed, and nothing was recorded that could decide it: never a pass, whatever is made of inconclusive ones.
    NotEvaluated,
    /// What was agreed does not hold.
    Fail,
}

impl Outcome {
    /// Every kind with its name in files, the better first.
    pub const NAMES: [&'static str; 6] = ["pass", "unchanged", "not-asked", "inconclusive", "not-evaluated", "fail"];

    /// The name in files.
    pub fn name(self) -> &'static str {
        let place = match self {
            Self::Pass => 0,
            Self::Unchanged => 1,
            Self::NotAsked => 2,
            Self::Inconclusive { .. } => 3,
            Self::NotEvaluated => 4,
            Self::Fail => 5,
        };
        Self::NAMES[place]
    }

    /// The same as people read it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unchanged => "pass (unchanged)",
            Self::NotAsked => "not asked",
            Self::NotEvaluated => "not evaluated",
            other => other.name(),
        }
    }

    /// How bad it is, to find the worst of several.
    fn rank(self) -> u8 {
        match self {
            Self::NotAsked => 0,
            Self::Unchanged => 1,
            Self::Pass => 2,
            Self::Inconclusive { .. } => 3,
            Self::NotEvaluated => 4,
            Self::Fail => 5,
        }
    }

    /// What several come to together: all must hold, so the worst of them. Nothing at all is not asked; of several inconclusive ones the
    /// largest number of questions decides.
    pub fn all(each: impl IntoIterator<Item = Self>) -> Self {
        each.into_iter().fold(Self::NotAsked, |one, other| match (one, other) {
            (Self::Inconclusive { more: a }, Self::Inconclusive { more: b }) => {
                Self::Inconclusive { more: a.zip(b).map(|(a, b)| a.max(b)) }
            }
            (one, other) if other.rank() > one.rank() => other,
            (one, _) => one,
        })
    }
}

impl From<verdict::Outcome> for Outcome {
    fn from(outcome: verdict::Outcome) -> Self {
        match outcome {
            verdict::Outcome::Pass => Self::Pass,
            verdict::Outcome::Unchanged => Self::Unchanged,
            verdict::Outcome::Fail => Self::Fail,
            verdict::Outcome::Inconclusive { more } => Self::Inconclusive { more },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Fail, Inconclusive, NotAsked, NotEvaluated, Pass, Unchanged};
    use super::*;

    #[test]
    fn the_worst_of_several_counts() {
        let open = Inconclusive { more: Some(3) };
        assert_eq!(Outcome::all([]), NotAsked);
        assert_eq!(Outcome::all([NotAsked, Pass]), Pass);
        assert_eq!(Outcome::all([Unchanged, NotAsked]), Unchanged);
        assert_eq!(Outcome::all([Pass, Unchanged]), Pass);
        assert_eq!(Outcome::all([Pass, open, Inconclusive { more: Some(9) }]), Inconclusive { more: Some(9) });
        assert_eq!(Outcome::all([open, Inconclusive { more: None }]), Inconclusive { more: None });
        assert_eq!(Outcome::all([open, NotEvaluated, Pass]), NotEvaluated);
        assert_eq!(Outcome::all([NotEvaluated, Fail, open]), Fail);
    }

    #[test]
    fn every_outcome_has_its_own_name() {
        let all = [Pass, Unchanged, NotAsked, Inconclusive { more: None }, NotEvaluated, Fail];
        assert_eq!(all.map(Outcome::name), Outcome::NAMES);
    }
}
