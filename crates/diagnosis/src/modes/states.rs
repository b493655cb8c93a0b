//! The four states of normal and oracle, each with what to do about it.

use std::collections::BTreeMap;

use statistics::Score;

use super::{Asked, hit};

/// How one question fares with the retrieved context and with the labelled evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Right with both.
    Both,
    /// Right with the labelled evidence only.
    OnlyOracle,
    /// Wrong with both.
    Neither,
    /// Right with the retrieved context only.
    OnlyNormal,
}

impl State {
    /// Every state with its name in files.
    pub const ALL: [(&'static str, Self); 4] =
        [("both", Self::Both), ("only-oracle", Self::OnlyOracle), ("neither", Self::Neither), ("only-normal", Self::OnlyNormal)];

    /// The state of these two.
    pub fn of(normal: bool, oracle: bool) -> Self {
        match (normal, oracle) {
            (true, true) => Self::Both,
            (false, true) => Self::OnlyOracle,
            (false, false) => Self::Neither,
            (true, false) => Self::OnlyNormal,
        }
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// What it says.
    pub fn about(self) -> &'static str {
        match self {
            Self::Both => "right with both: works",
            Self::OnlyOracle => "right with the labelled evidence only: retrieval is the bottleneck",
            Self::Neither => "wrong with both: generation is",
            Self::OnlyNormal => "right with the retrieved context only: the labels are suspect",
        }
    }

    /// What to do about it.
    pub fn action(self) -> &'static str {
        match self {
            Self::Both => "keep it so",
            Self::OnlyOracle => "mend retrieval",
            Self::Neither => "mend the generator or its prompt; no retriever helps it",
            Self::OnlyNormal => "audit the evidence labels, or ask again: it may be chance",
        }
    }
}

/// Questions by state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States {
    /// Questions of each state that has one, in the order of the questions.
    pub questions: BTreeMap<State, Vec<String>>,
    /// Questions that failed in one of the two modes.
    pub failed: usize,
    /// Questions that could not be scored in one of them, by reason.
    pub undefined: BTreeMap<&'static str, usize>,
}

impl States {
    /// How many are in a state.
    pub fn count(&self, state: State) -> usize {
        self.questions.get(&state).map_or(0, Vec::len)
    }
}

/// The state of every question that the run has in both modes.
pub fn states(asked: &[Asked]) -> States {
    let mut states = States::default();
    for one in asked {
        let Some(oracle) = one.oracle else { continue };
        match (one.normal, oracle) {
            (Score::Failed, _) | (_, Score::Failed) => states.failed += 1,
            (Score::Undefined(reason), _) | (_, Score::Undefined(reason)) => {
                *states.undefined.entry(reason.0).or_default() += 1;
            }
            _ => {
                if let (Some(normal), Some(oracle)) = (hit(one.normal), hit(oracle)) {
                    states.questions.entry(State::of(normal, oracle)).or_default().push(one.question.clone());
                }
            }
        }
    }
    states
}
