//! Passages: the pieces that a retriever ranks.

use crate::range::SourceRange;

/// A passage (chunk) of a document revision.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Its id; changes when chunking changes.
    pub id: String,
    /// The document it was cut from, where captured.
    pub doc: Option<String>,
    /// That document's revision, where captured.
    pub rev: Option<String>,
    /// Where in the document it stands, where captured.
    pub range: Option<SourceRange>,
    /// Its text, where captured.
    pub text: Option<String>,
}
