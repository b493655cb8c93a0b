//! Values in, bytes out: each format in a file of its own. Nothing here reads a file, and no format computes a number.

pub mod compare;
pub mod envelope;
pub mod number;
pub mod score;
mod table;

pub use compare::CompareReport;
pub use score::ScoreReport;
