//! What a parser saw of a text's make-up: headings, and blocks that are better not cut.

use std::ops::Range;

use evidence::SourceRange;
use serde::{Deserialize, Serialize};

use crate::positions::Positions;

/// A text's make-up, where its format shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Structure {
    /// The format does not show it, as in plain text. Not the same as a text without headings.
    #[default]
    NotCaptured,
    /// Only where each page is, as in a PDF; `None` for a page without text.
    Pages(Vec<Option<SourceRange>>),
    /// What was found.
    Captured {
        /// Headings in the order of the text.
        headings: Vec<Heading>,
        /// Blocks in the order of the text; they do not overlap.
        blocks: Vec<Block>,
    },
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6; 1 is the highest.
    pub level: u8,
    /// Its words, without the marks around them, in code points of the text.
    pub range: SourceRange,
}

/// A run of lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its lines, without the last line end, in code points of the text.
    pub range: SourceRange,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// `key: value` lines between `---` at the start of a Markdown file.
    FrontMatter,
    /// Code between fences, or preformatted text.
    Code,
    /// A table, one row a line.
    Table,
}

impl Structure {
    /// The headings; none where nothing was captured.
    pub fn headings(&self) -> &[Heading] {
        match self {
            Self::NotCaptured | Self::Pages(_) => &[],
            Self::Captured { headings, .. } => headings,
        }
    }

    /// The blocks; none where nothing was captured.
    pub fn blocks(&self) -> &[Block] {
        match self {
            Self::NotCaptured | Self::Pages(_) => &[],
            Self::Captured { blocks, .. } => blocks,
        }
    }

    /// The pages; none where the format has none.
    pub fn pages(&self) -> &[Option<SourceRange>] {
        match self {
            Self::Pages(pages) => pages,
            Self::NotCaptured | Self::Captured { .. } => &[],
        }
    }

    /// From ranges in bytes, as parsers find them. Empty headings are left out.
    pub(crate) fn from_bytes(text: &str, headings: &[(u8, Range<usize>)], blocks: &[(BlockKind, Range<usize>)]) -> Self {
        let mut positions = Positions::new(text);
        let headings = headings
            .iter()
            .filter_map(|(level, bytes)| Some(Heading { level: *level, range: positions.range(bytes.clone())? }))
            .collect();
        let mut positions = Positions::new(text);
        let blocks = blocks
            .iter()
            .filter_map(|(kind, bytes)| Some(Block { kind: *kind, range: positions.range(bytes.clone())? }))
            .collect();
        Self::Captured { headings, blocks }
    }
}
