//! What must be mended? The first place where more than one half, or more than one run, is seen at once.

pub mod abstention;
pub mod captured;
pub mod causes;
pub mod cells;
pub mod citation_invariants;
pub mod compare;
pub mod experiment;
pub mod gate;
pub mod invariants;
pub mod leaf;
pub mod ledger;
pub mod modes;
pub mod probe;
pub mod terms;

pub use captured::Captured;
pub use causes::{CAUSES, Cause};
pub use compare::{Comparison, compare};
pub use ledger::{Entry, diagnose};
