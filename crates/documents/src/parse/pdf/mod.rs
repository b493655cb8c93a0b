//! PDF: the text of its pages, and no more of its make-up than where each page begins.
//!
//! A PDF says where to draw which glyph; words, lines and their order are told from the places (`lines`). What a heading, a table
//! or a column is it does not say, and nothing here guesses. Fonts and the file's syntax are read by `hayro`, which forbids unsafe
//! code in all but a few lines and is written not to panic; how much it unpacks it does not bound. So [`read`] is meant for a
//! process of its own, with limits that the system keeps: whoever reads a folder names such a [`Reader`], or PDF is refused.

mod content;
mod fonts;
mod lines;
mod matrix;
mod words;

use std::sync::Arc;

use formats::InputError;

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use serde::{Deserialize, Serialize};

use super::{Parsed, Structure};
use crate::positions::Positions;

/// Name and version, with those of what it reads by: another version of these may give another text.
pub const PARSER: &str = "pdf/1 (hayro-syntax 0.9.0, hayro-font 0.5.0, hayro-cmap 0.1.1)";

/// Between two pages that hold text.
pub const PAGE_BREAK: &str = "\n\n";

/// Pages that are read; a file with more is refused.
pub const MOST_PAGES: usize = 50_000;

/// The longest text of a file, in bytes.
pub const LONGEST_TEXT: usize = 32 << 20;

/// What a PDF holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages {
    /// The title that the file states.
    pub title: Option<String>,
    /// The text of each page, in order; empty where a page holds none.
    pub pages: Vec<String>,
}

/// Why a PDF is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// It is no PDF, or a broken one.
    Broken,
    /// It opens with a password only.
    Password,
    /// It is encrypted in a way that is not known.
    Encryption,
    /// No page has text.
    NoText,
    /// It has text, but its fonts do not say which characters most of it is.
    NoCharacters,
    /// It has more pages, text or drawing than is read.
    TooMuch,
}

/// Reads a PDF, outside this process where the files are not trusted.
pub type Reader = fn(&[u8]) -> Result<Pages, InputError>;

/// Whether the bytes are a PDF's, whatever the file is called.
pub fn begins_like_pdf(input: &[u8]) -> bool {
    input.starts_with(b"%PDF-")
}

/// Reads a PDF in this process. A hostile file may take much memory and time: see [`Reader`].
///
/// # Errors
/// See [`Fault`].
pub fn read(input: Vec<u8>) -> Result<Pages, Fault> {
    let pdf = Pdf::new(Arc::new(input)).map_err(|e| match e {
        LoadPdfError::Invalid => Fault::Broken,
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Fault::Password,
        LoadPdfError::Decryption(_) => Fault::Encryption,
    })?;
    let pages = content::pages(&pdf)?;
    let mut visible = 0usize;
    let mut unnamed = 0usize;
    for c in pages.iter().flat_map(|p| p.chars()).filter(|c| !c.is_whitespace()) {
        visible += 1;
        unnamed += usize::from(c == char::REPLACEMENT_CHARACTER);
    }
    if visible == 0 {
        return Err(Fault::NoText);
    }
    if unnamed * 2 > visible {
        return Err(Fault::NoCharacters);
    }
    let title = pdf.metadata().title.as_deref().map(words::decode).map(|t| t.trim().to_owned());
    // What writers put there when nobody gave one.
    let title = title.filter(|t| !t.is_empty() && !["untitled", "(anonymous)"].contains(&t.to_ascii_lowercase().as_str()));
    Ok(Pages { title, pages })
}

/// The pages as one text, with the range of each.
pub(super) fn join(read: Pages) -> Result<Parsed, InputError> {
    let mut text = String::with_capacity(read.pages.iter().map(|p| p.len() + PAGE_BREAK.len()).sum());
    let mut bytes = Vec::with_capacity(read.pages.len());
    for page in &read.pages {
        if !page.is_empty() && !text.is_empty() {
            text.push_str(PAGE_BREAK);
        }
        let start = text.len();
        text.push_str(page);
        bytes.push(start..text.len());
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut positions = Positions::new(&text);
    let pages = bytes.into_iter().map(|range| positions.range(range)).collect();
    Ok(Parsed { structure: Structure::Pages(pages), text, title: read.title, parser: PARSER, front: None })
}

impl From<Fault> for InputError {
    fn from(fault: Fault) -> Self {
        let (problem, mend) = match fault {
            Fault::Broken => {
                ("is no PDF that can be read: it is broken, or something else", "open it in a viewer and save it anew")
            }
            Fault::Password => {
                ("is a PDF that opens with a password only", "save a copy without a password, or take it out of the folder")
            }
            Fault::Encryption => {
                ("is a PDF with an encryption that is not known", "save a copy without encryption, or take it out of the folder")
            }
            Fault::NoText => ("holds no text: it is a scan, or pictures only", "run OCR over it first, which adds the text"),
            Fault::NoCharacters => (
                "has text, but its fonts do not say which characters most of it is",
                "run OCR over it first, or make the PDF anew from its source",
            ),
            Fault::TooMuch => {
                ("has more pages, text or drawing than is read from one PDF", "split it into files of one subject each")
            }
        };
        Self::new(problem).mend(mend)
    }
}

/// The refusal where nobody reads PDFs.
pub(super) fn refusal() -> InputError {
    InputError::new("is a PDF, and no reader of PDFs is at hand").mend("convert it to text")
}
