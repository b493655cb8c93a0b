//! Reads and writes every file format: native, TREC, BEIR. Fast readers live here; what the words mean lives in `evidence`.

pub mod atomic;
pub mod beir;
pub mod custody;
pub mod endpoints;
pub mod error;
#[doc(hidden)]
pub mod fuzz_entry;
pub mod gate;
mod json;
mod json_tape;
pub mod judges;
pub mod lines;
pub mod matrix;
pub mod native;
mod numbers;
pub mod others;
pub mod project;
pub mod ragas;
pub mod reach;
pub mod schema;
pub mod scores;
pub mod source;
pub mod suggest;
pub mod systems;
mod toml_text;
pub mod trec;
mod zstd;

pub use error::{InputError, Refusal};
pub use source::Source;
