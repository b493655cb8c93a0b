//! Into which ranges a document is cut.
//!
//! Every chunk is a range of its document, in code points; chunks stand in the order of their starts, none lies wholly inside its
//! predecessor, and together they hold every letter and digit of the document. Time grows with the text (and with what is
//! repeated by overlap), never with its square.

mod headings;
mod pack;
mod sentences;
pub mod settings;
mod span;
mod windows;

use evidence::SourceRange;
use evidence::text::Text;
use tokens::{Tokenizer, Unknown};

pub use settings::{Chunking, ChunkingError, Unit};

use crate::parse::Structure;
use span::{Ruler, Span};

/// A piece of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Where it stands, in code points of the document's text.
    pub range: SourceRange,
    /// The headings it stands under, outermost first, joined by ` > `; only with [`Chunking::Headings`].
    pub heading: Option<String>,
}

/// Cuts documents by one setting. May be shared by threads.
pub struct Chunker {
    chunking: Chunking,
    tokenizer: Option<Tokenizer>,
}

impl Chunker {
    /// Makes ready; where the setting counts tokens a vocabulary is unpacked, which takes some tenths of a second.
    ///
    /// # Errors
    /// There is no tokenizer of the name in the setting.
    pub fn new(chunking: Chunking) -> Result<Self, Unknown> {
        let tokenizer = match chunking.unit() {
            Unit::Characters => None,
            Unit::Tokens(name) => Some(Tokenizer::named(name)?),
        };
        Ok(Self { chunking, tokenizer })
    }

    /// The setting.
    pub fn chunking(&self) -> &Chunking {
        &self.chunking
    }

    /// The chunks of a text, in its order; none where it has no visible character (with windows of characters: no character).
    ///
    /// `structure` is what its parser saw; only [`Chunking::Headings`] looks at it.
    pub fn chunks(&self, text: &Text, structure: &Structure) -> Vec<Chunk> {
        let ruler = match &self.tokenizer {
            None => Ruler::Characters,
            Some(tokenizer) => Ruler::Tokens(tokenizer.ends(text.as_str())),
        };
        let bare =
            |spans: Vec<Span>| spans.into_iter().filter_map(|s| Some(Chunk { range: s.range()?, heading: None })).collect();
        match &self.chunking {
            Chunking::Windows(setting) => windows::cut(text, &ruler, setting.size(), setting.overlap())
                .into_iter()
                .map(|range| Chunk { range, heading: None })
                .collect(),
            Chunking::Sentences(setting) => bare(sentences::cut(text, &ruler, setting.max(), setting.overlap())),
            Chunking::Headings(setting) => headings::cut(text, structure, &ruler, setting.max()),
        }
    }
}
