//! Experiments: what was changed between systems, whether a difference can be laid to it, and which of several is best.

pub mod changes;
pub mod column;
pub mod table;

pub use changes::{Attribution, Change, Changes, MadeWith, Part, Value};
pub use column::Numbers;
pub use table::{Column, Family, Standing};
