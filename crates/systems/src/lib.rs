//! Systems under test: the built-in reference system, and what puts a question set to any system.
//!
//! The built-in system is a baseline that anyone can check: exact BM25, filters before ranking, whole passages packed into a budget,
//! and an answerer without a model that picks sentences and cites them.
//!
//! Systems of others are asked over [`http`] or as a [`command`], both by the same [`contract`]; what one has answered before is taken
//! from a file that was [`recorded`].

pub mod access;
pub mod analysis;
pub mod asked;
pub mod bm25;
pub mod built_in;
pub mod command;
pub mod contract;
pub mod dense;
pub mod driver;
pub mod embedding;
pub mod extractive;
pub mod fence;
pub mod fusion;
pub mod given;
pub mod http;
pub mod index;
pub mod journal;
pub mod lifecycle;
pub mod manifest;
pub mod oracle;
pub mod packing;
pub mod process;
pub mod processes;
pub mod prompt;
pub mod prompted;
pub mod recorded;
mod reply;
pub mod reranking;
mod retrieving;
pub mod rewriting;
pub mod schema;
pub mod served;
pub mod streamed;
mod times;
pub mod written;
