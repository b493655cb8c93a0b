//! Did the evidence arrive? Rankings, budgets, measures over labelled evidence. This crate cannot name an answer.
//!
//! A measure is a pure function of one question ([`measures`]); what it sees of the question is a [`view::View`].

pub mod arrival;
pub mod bounds;
pub mod budget;
pub mod case;
pub mod curve;
pub mod grading;
pub mod invariants;
pub mod judged;
pub mod lifecycle;
pub mod measures;
pub mod name;
pub mod no_answer;
pub mod record;
pub mod scores;
pub mod steps;
pub mod summary;
pub mod view;

pub use budget::{Budget, Limits};
pub use judged::{Judged, Placed};
pub use measures::{Definition, MEASURES};
pub use name::Measure;
pub use scores::Scores;
