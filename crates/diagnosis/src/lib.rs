//! What must be mended? The first place where more than one half, or more than one run, is seen at once.

pub mod abstention;
pub mod cells;
pub mod citation_invariants;
pub mod compare;
pub mod invariants;

pub use compare::{Comparison, compare};
