//! What of a ranking fits a budget.

pub use retrieval::Limits as Budget;

/// What happens at the first passage that does not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Nothing after it is taken either.
    #[default]
    Stop,
    /// It is left out, and what fits after it is taken.
    Skip,
}

impl Policy {
    /// Every policy with its name.
    pub const ALL: [(&'static str, Self); 2] = [("stop", Self::Stop), ("skip", Self::Skip)];
}

/// Places of a ranking, taken and dropped, each rising.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// What is sent.
    pub taken: Vec<usize>,
    /// What is not.
    pub dropped: Vec<usize>,
    /// Tokens of what is sent.
    pub tokens: u64,
}

/// Packs the passages of a ranking of this length, in rank order, into the budget. `tokens` counts one of them, and is asked only where
/// the count decides or is sent.
pub fn pack(length: usize, mut tokens: impl FnMut(usize) -> u64, budget: Budget, policy: Policy) -> Packed {
    let mut packed = Packed::default();
    let mut full = false;
    for place in 0..length {
        full |= budget.passages.is_some_and(|limit| packed.taken.len() >= limit.get() as usize);
        let count = if full { 0 } else { tokens(place) };
        let sum = packed.tokens.saturating_add(count);
        if !full && budget.tokens.is_none_or(|limit| sum <= u64::from(limit.get())) {
            packed.taken.push(place);
            packed.tokens = sum;
        } else {
            full |= policy == Policy::Stop;
            packed.dropped.push(place);
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;

    fn budget(passages: u32, tokens: u32) -> Budget {
        Budget { passages: NonZeroU32::new(passages), tokens: NonZeroU32::new(tokens) }
    }

    fn of(tokens: &[u64], budget: Budget, policy: Policy) -> Packed {
        pack(tokens.len(), |place| tokens[place], budget, policy)
    }

    #[test]
    fn the_policy_says_what_follows_a_passage_that_does_not_fit() {
        let stop = of(&[40, 70, 20, 5], budget(0, 100), Policy::Stop);
        assert_eq!((stop.taken, stop.dropped, stop.tokens), (vec![0], vec![1, 2, 3], 40));
        let skip = of(&[40, 70, 20, 5], budget(0, 100), Policy::Skip);
        assert_eq!((skip.taken, skip.dropped, skip.tokens), (vec![0, 2, 3], vec![1], 65));
    }

    #[test]
    fn a_budget_that_is_met_exactly_is_kept() {
        assert_eq!(of(&[60, 40, 1], budget(0, 100), Policy::Stop).taken, [0, 1]);
        assert_eq!(of(&[1, 1, 1], budget(2, 100), Policy::Skip).taken, [0, 1]);
        assert_eq!(of(&[1, 1, 1], budget(0, 0), Policy::Stop).dropped, [0usize; 0]);
        assert_eq!(of(&[], budget(2, 2), Policy::Stop), Packed::default());
    }

    #[test]
    fn only_what_may_be_sent_is_counted() {
        let mut asked = Vec::new();
        let mut count = |place| {
            asked.push(place);
            10
        };
        pack(50, &mut count, budget(3, 100), Policy::Skip);
        assert_eq!(asked, [0, 1, 2]);
    }
}
