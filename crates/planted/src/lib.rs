//! Faults planted on purpose, to measure whether the error ledger names them.
//!
//! A small world ([`world`]) has documents, and questions that a good system answers rightly. Each fault is planted ([`plant`]) by an honest
//! change of the corpus, the labels or the system, as it happens to people; what it is called is written down before the system is asked.
//! Then the system ([`pipeline`]) is asked, its answers are judged from question, answer and context alone ([`judge`]), and a run
//! directory is written ([`project`]). [`confusion`] compares what was planted with what the ledger says.
//!
//! Nothing here knows how causes are decided: neither this crate nor anything it is built of depends on `diagnosis`, and a test keeps
//! that. Else the ledger would be measured against itself.

pub mod cause;
pub mod confusion;
pub mod judge;
pub mod pipeline;
pub mod plant;
pub mod project;
pub mod random;
pub mod reading;
pub mod slips;
pub mod stripped;
pub mod variant;
pub mod world;

pub use cause::Cause;
pub use variant::{Plant, Variant};
