//! Where evidence stands: a passage, a document, or a range of a document's text.

use crate::range::SourceRange;

/// A leaf of an evidence tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Locator {
    /// A passage by its id. Ids change when chunking changes.
    Passage(String),
    /// A whole document, met by any passage of it; any revision where `rev` is absent.
    Document {
        /// The document's id.
        doc: String,
        /// The revision, where only that one will do.
        rev: Option<String>,
    },
    /// A range of a document revision's text: what survives re-chunking.
    Range {
        /// The document's id.
        doc: String,
        /// The revision whose text the offsets count in.
        rev: Option<String>,
        /// Offsets in code points.
        range: SourceRange,
        /// The text that the range covers; by it the range is found again after an edit.
        quote: Option<String>,
    },
}

impl Locator {
    /// The document's id, where the locator names one.
    pub fn doc(&self) -> Option<&str> {
        match self {
            Self::Passage(_) => None,
            Self::Document { doc, .. } | Self::Range { doc, .. } => Some(doc),
        }
    }

    /// The document revision, where the locator names one.
    pub fn rev(&self) -> Option<&str> {
        match self {
            Self::Passage(_) => None,
            Self::Document { rev, .. } | Self::Range { rev, .. } => rev.as_deref(),
        }
    }
}

impl std::fmt::Display for Locator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let revision = |rev: &Option<String>| rev.as_ref().map(|r| format!("@{r}")).unwrap_or_default();
        match self {
            Self::Passage(id) => f.write_str(id),
            Self::Document { doc, rev } => write!(f, "{doc}{}", revision(rev)),
            Self::Range { doc, rev, range, .. } => write!(f, "{doc}{} {range}", revision(rev)),
        }
    }
}
