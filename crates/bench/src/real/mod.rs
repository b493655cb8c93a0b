//! Real runs: the built-in system on questions that other people wrote, and the ledger's causes beside those that a reader gave.
//!
//! The questions and texts are no part of this repository. They are made into projects ([`sets`]), the system is asked and the ledger
//! read by the program itself ([`ask()`]), and what was read by hand is a table with a sentence for each failure ([`verdicts`]).

pub mod ask;
pub mod sets;
pub mod verdicts;

pub use ask::{Found, ask, picked};
pub use sets::{RUNS, make};
pub use verdicts::{Read, read, tally};
