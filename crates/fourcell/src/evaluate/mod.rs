//! From files that were read to the scores of a run.

mod answers;
mod cells;
mod invariants;
mod ledger;
mod native;
mod overlap;
mod recorded;
mod score_table;
mod sent;
mod trec;

pub use answers::{AnswerRow, AnswersEvaluated, AnswersTold, Presence, score_answers};
pub use cells::{asked, cell_row, stand};
pub use invariants::{InvariantTerms, InvariantsChecked, check_invariants};
pub use ledger::{AnswerOf, LedgerTerms, Ledgered, Undiagnosed, diagnose_run};
pub use native::{CountTokens, NativeTerms, records_of_lists, score_native};
pub use recorded::{common_measures, from_recorded, label_versions};
pub use score_table::{NO_ROW, from_score_table};
pub use sent::{Sent, evidence_sent};
pub use trec::{TrecTerms, score_trec};

use retrieval::Scores;
use retrieval::no_answer::NoAnswer;

/// One run, scored.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The run's name.
    pub name: String,
    /// A value for each question and measure.
    pub scores: Scores,
    /// Recall at rising depths, for the recall curve.
    pub depths: Option<Depths>,
    /// What happened to unanswerable questions; `None` where the format knows of none.
    pub no_answer: Option<NoAnswer>,
    /// What was noticed on the way.
    pub told: Told,
    /// What decides each question's score, as a fingerprint, in the order of the questions; empty where it is not known.
    pub labels: Vec<String>,
}

/// Recall at rising depths.
#[derive(Clone, Debug)]
pub struct Depths {
    /// The measure's name without its cut.
    pub measure: &'static str,
    /// A column for each depth of [`retrieval::curve::DEPTHS`].
    pub scores: Scores,
    /// The length of the longest list.
    pub longest: u32,
}

/// What was noticed while a run was scored. Ids are in byte order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// Questions whose call failed, with the error as recorded.
    pub failed: Vec<(String, String)>,
    /// Questions that the run has no record of.
    pub missing: Vec<String>,
    /// Questions for which the retriever returned nothing: they score 0.
    pub empty: Vec<String>,
    /// Queries of the run that are not judged: how many, and some of them.
    pub unjudged: (usize, Vec<String>),
    /// Rankings whose rank column, or whose scores, tell another order than the one that counts.
    pub order_disagreements: usize,
    /// Questions whose evidence cannot be found in the corpus any more, by range or by quote: they are not scored.
    pub stale: Vec<String>,
    /// Ranges whose offsets do not hold, but whose quote stands in the document just once: scored there.
    pub reanchored: usize,
    /// Passages of the run whose range does not slice their text out of the document: how many, and some of them.
    pub misplaced_passages: (usize, Vec<String>),
    /// Records of questions that the set does not hold: how many, and some of the ids.
    pub unknown_questions: (usize, Vec<String>),
    /// Records of other modes and repeats, which were not scored.
    pub other_records: usize,
    /// Targets on which raters differ and nobody has decided; they count as unjudged.
    pub disputed_labels: usize,
    /// Final questions that were left sealed.
    pub sealed: usize,
    /// Unanswerable questions, which no relevance measure scores.
    pub unanswerable: usize,
    /// Questions with alternatives in their evidence, where R@k under-reports.
    pub with_alternatives: usize,
    /// The run's tag.
    pub tag: Option<String>,
}
