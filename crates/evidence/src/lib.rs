//! What is true: the corpus, its documents and passages; the questions, the evidence each needs, and the labels people gave.
//!
//! Pure: no files, no network, no clock, no environment. Readers live in `formats`; measures live in `retrieval`.

pub mod anchoring;
pub mod cover;
pub mod custody;
pub mod document;
pub mod fact;
pub mod fingerprint;
pub mod label;
pub mod lifecycle;
pub mod lint;
pub mod locator;
pub mod passage;
pub mod question;
pub mod range;
pub mod shell;
pub mod snapshot;
pub mod suggest;
pub mod text;
pub mod tree;

pub use document::{Corpus, Document, Status};
pub use fact::{Fact, FactKind};
pub use label::{Label, LabelStatus, LabelTarget};
pub use locator::Locator;
pub use passage::Passage;
pub use question::{Expect, Message, Origin, Principal, Question, Split};
pub use range::{RangeSet, SourceRange};
pub use tree::Evidence;
