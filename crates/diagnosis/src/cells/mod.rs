//! The four cells: was the evidence there, and was the answer right?
//!
//! "There" is said in more than one way, and the way moves questions between cells, so a row knows all of them; what is counted is
//! always counted under one. A failed call is in no cell.

mod audit;
mod chances;
mod count;
mod moves;
mod open;
mod row;
mod tally;
mod unanswerable;

pub use audit::{Suspect, Trace, Why, audit};
pub use chances::{Chances, Factor, HALF_OF_THE_LOSS, WhatIf, chances, what_ifs};
pub use count::Cells;
pub use moves::{Move, moves};
pub use open::{Open, open};
pub use row::{Cell, Fault, Outcome, Present, Row};
pub use tally::{Tally, Wrong, tally};
pub use unanswerable::{Stand, Unanswerable, unanswerable};

#[cfg(test)]
mod fixture;
