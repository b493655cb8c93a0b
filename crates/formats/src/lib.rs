//! Reads and writes every file format: native, TREC, BEIR. Fast readers live here; what the words mean lives in `evidence`.

pub mod error;
pub mod lines;
pub mod source;

pub use error::{InputError, Refusal};
pub use source::Source;
