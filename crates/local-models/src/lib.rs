//! Models that run here: a folder with `model.onnx` and `tokenizer.json` in, vectors of texts or scores of passages out.
//!
//! - [`LocalEmbedder`] computes one vector a text, [`LocalReranker`] one score for a query and a passage.
//! - Neither needs a network connection, a shared library or a GPU. Nothing is ever downloaded.
//! - The same folder on the same kind of processor gives the same bytes, whatever stands in a batch and however many threads there are.
//!   Another kind of processor adds in another order: its last bits may differ.
//! - An input is cut at what `sentence_bert_config.json` says, else at what `tokenizer.json` says, never beyond the positions in
//!   `config.json` nor beyond [`LONGEST`]. How often texts were cut is told.
//! - Nothing is put before a text: models that want `query: ` or the like get it from the caller.
//!
//! What a folder says is checked before it is believed. A network is nevertheless a program that the runtime executes: it cannot read
//! files or write anything, but how much memory and time it takes, it decides itself. Use models from sources that you trust.

mod embedder;
mod error;
mod folder;
mod network;
mod pooling;
mod reranker;
mod side_by_side;
mod template;
mod tokens;

pub use embedder::{Embedded, LocalEmbedder};
pub use error::ModelError;
pub use folder::LONGEST;
pub use reranker::{LocalReranker, Reranked};
