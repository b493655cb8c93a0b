//! Normal, oracle, no-context: the same questions and generator with the retrieved context, with the labelled evidence, with none.
//! What only the evidence mends is the retriever's loss; what not even that mends is the generator's; what needs no context at all says
//! nothing about retrieval.

mod attribution;
mod context;
mod difference;
mod states;

pub use attribution::{Attribution, Part, attribution};
pub use context::{ContextGain, MARGIN, Worth, context_gain};
pub use difference::{Difference, Paired};
pub use states::{State, States, states};

use statistics::Score;

/// One answerable question in its modes: 1 where the answer was right, 0 where it was wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Its id.
    pub question: String,
    /// Whether the evidence was in the retrieved context.
    pub present: Score,
    /// With the retrieved context.
    pub normal: Score,
    /// With the labelled evidence as context; `None` where the run lacks the mode.
    pub oracle: Option<Score>,
    /// Without any context; `None` where the run lacks the mode.
    pub no_context: Option<Score>,
}

/// Whether it was right, where that is known.
fn hit(score: Score) -> Option<bool> {
    match score {
        Score::Value(value) => Some(value >= 1.0),
        Score::Undefined(_) | Score::Failed => None,
    }
}

#[cfg(test)]
mod tests;
