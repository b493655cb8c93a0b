//! The scores of one run under measures of retrieval.

pub use statistics::scores::NOT_SCORED;

use crate::name::Measure;

/// A table of questions by measures.
pub type Scores = statistics::scores::Scores<Measure>;
