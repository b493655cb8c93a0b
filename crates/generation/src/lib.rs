//! Was the evidence used? Answers with the context that they were given, what a judge is asked about them and what it says, and measures
//! over verdicts.
//!
//! Nothing here asks anybody: a judge is asked by `judging`, and this crate sees only what was said ([`Judgement`]). This crate cannot
//! name a ranking: whether the evidence arrived is the other half's question.

pub mod answer;
pub mod ask;
pub mod calibration;
pub mod citations;
pub mod judged;
pub mod judgement;
pub mod measures;
pub mod right;
pub mod sentences;
pub mod verdict;

pub use answer::{Answer, Citation, Status};
pub use ask::{Ask, Kind, Target};
pub use judged::{Case, Judged};
pub use judgement::{By, Claim, Fault, Judgement, Outcome};
pub use measures::{Definition, MEASURES, Measure};
pub use verdict::Verdict;

/// Scores of answers.
pub type Scores = statistics::scores::Scores<Measure>;
