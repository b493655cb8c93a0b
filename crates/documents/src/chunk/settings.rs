//! How documents are cut, as a setting that a manifest can hold.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use evidence::text::printable;

/// What a length counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Unicode code points.
    Characters,
    /// Tokens of the tokenizer of this name (one of [`tokens::NAMES`]), counted in the whole document.
    Tokens(&'static str),
}

/// How documents are cut.
///
/// Its text form (`Display`, read back by `FromStr`) is canonical: equal settings have equal text, and the number after the name
/// rises when the same setting comes to cut differently. `windows/1 unit=characters size=1000 overlap=200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chunking {
    /// Pieces of one length, whatever the text.
    Windows(Windows),
    /// Whole sentences, as many as fit.
    Sentences(Sentences),
    /// Sections below headings; long ones in paragraphs, long paragraphs in sentences.
    Headings(Headings),
}

/// Fixed windows: `size` long, each `size - overlap` after the one before; the last may be shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    unit: Unit,
    size: NonZeroUsize,
    overlap: usize,
}

/// Sentences, as many as fit into `max`; each chunk repeats the last `overlap` sentences of the one before, where they fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentences {
    unit: Unit,
    max: NonZeroUsize,
    overlap: usize,
}

/// Sections of at most `max`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headings {
    unit: Unit,
    max: NonZeroUsize,
}

/// A setting that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkingError {
    /// Chunks of length 0.
    ZeroSize,
    /// Windows that would never get ahead.
    OverlapTooLarge {
        /// The overlap asked for.
        overlap: usize,
        /// The size asked for.
        size: usize,
    },
    /// There is no such tokenizer.
    Tokenizer(tokens::Unknown),
    /// A text that is no setting.
    Unreadable(String),
}

impl fmt::Display for ChunkingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroSize => f.write_str("chunks of size 0 hold nothing; give a size of at least 1"),
            Self::OverlapTooLarge { overlap, size } => {
                write!(
                    f,
                    "an overlap of {overlap} with a size of {size} never gets ahead; the overlap must be smaller than the size"
                )
            }
            Self::Tokenizer(unknown) => unknown.fmt(f),
            Self::Unreadable(text) => write!(
                f,
                "'{}' is no chunking; expected e.g. 'windows/1 unit=characters size=1000 overlap=200', \
                 'sentences/1 unit=tokens:o200k_base max=256 overlap=1' or 'headings/1 unit=characters max=2000'",
                printable(text, 120)
            ),
        }
    }
}

impl std::error::Error for ChunkingError {}

impl Unit {
    /// Tokens of a tokenizer by its name.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn tokens(name: &str) -> Result<Self, ChunkingError> {
        let known = tokens::NAMES.into_iter().find(|n| *n == name);
        known.map(Self::Tokens).ok_or_else(|| ChunkingError::Tokenizer(tokens::Unknown { name: name.to_owned() }))
    }
}

impl Chunking {
    /// Fixed windows of `size`, overlapping by `overlap`, both counted in `unit`.
    ///
    /// # Errors
    /// A size of 0; an overlap that is not smaller than the size.
    pub fn windows(unit: Unit, size: usize, overlap: usize) -> Result<Self, ChunkingError> {
        let length = NonZeroUsize::new(size).ok_or(ChunkingError::ZeroSize)?;
        if overlap >= size {
            return Err(ChunkingError::OverlapTooLarge { overlap, size });
        }
        Ok(Self::Windows(Windows { unit, size: length, overlap }))
    }

    /// Whole sentences up to `max`, counted in `unit`; `overlap` counts sentences and may be any number, since a chunk always has
    /// a sentence that the one before has not.
    ///
    /// # Errors
    /// A maximum of 0.
    pub fn sentences(unit: Unit, max: usize, overlap: usize) -> Result<Self, ChunkingError> {
        Ok(Self::Sentences(Sentences { unit, max: NonZeroUsize::new(max).ok_or(ChunkingError::ZeroSize)?, overlap }))
    }

    /// Sections of at most `max`, counted in `unit`.
    ///
    /// # Errors
    /// A maximum of 0.
    pub fn headings(unit: Unit, max: usize) -> Result<Self, ChunkingError> {
        Ok(Self::Headings(Headings { unit, max: NonZeroUsize::new(max).ok_or(ChunkingError::ZeroSize)? }))
    }

    /// What its lengths count.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Windows(s) => s.unit,
            Self::Sentences(s) => s.unit,
            Self::Headings(s) => s.unit,
        }
    }
}

impl Windows {
    /// The length of a window.
    pub fn size(&self) -> NonZeroUsize {
        self.size
    }

    /// What a window shares with the one before; smaller than the size.
    pub fn overlap(&self) -> usize {
        self.overlap
    }
}

impl Sentences {
    /// The greatest length of a chunk.
    pub fn max(&self) -> NonZeroUsize {
        self.max
    }

    /// How many sentences a chunk repeats.
    pub fn overlap(&self) -> usize {
        self.overlap
    }
}

impl Headings {
    /// The greatest length of a chunk.
    pub fn max(&self) -> NonZeroUsize {
        self.max
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Characters => f.write_str("characters"),
            Self::Tokens(name) => write!(f, "tokens:{name}"),
        }
    }
}

impl fmt::Display for Chunking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Windows(s) => write!(f, "windows/1 unit={} size={} overlap={}", s.unit, s.size, s.overlap),
            Self::Sentences(s) => write!(f, "sentences/1 unit={} max={} overlap={}", s.unit, s.max, s.overlap),
            Self::Headings(s) => write!(f, "headings/1 unit={} max={}", s.unit, s.max),
        }
    }
}

impl FromStr for Chunking {
    type Err = ChunkingError;

    fn from_str(text: &str) -> Result<Self, ChunkingError> {
        let unreadable = || ChunkingError::Unreadable(text.to_owned());
        let words: Vec<&str> = text.split(' ').collect();
        let value = |index: usize, key: &str| {
            words.get(index).and_then(|w| w.strip_prefix(key)).and_then(|w| w.strip_prefix('=')).ok_or_else(unreadable)
        };
        let number = |index: usize, key: &str| value(index, key)?.parse::<usize>().map_err(|_| unreadable());
        let unit = match value(1, "unit")? {
            "characters" => Unit::Characters,
            other => Unit::tokens(other.strip_prefix("tokens:").ok_or_else(unreadable)?)?,
        };
        let read = match words[0] {
            "windows/1" => Self::windows(unit, number(2, "size")?, number(3, "overlap")?),
            "sentences/1" => Self::sentences(unit, number(2, "max")?, number(3, "overlap")?),
            "headings/1" => Self::headings(unit, number(2, "max")?),
            _ => Err(unreadable()),
        }?;
        // One setting has one text: `size=0100` and words behind the end are refused.
        if read.to_string() == text { Ok(read) } else { Err(unreadable()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_settings_cannot_be_built() {
        let overlap = |overlap, size| Err(ChunkingError::OverlapTooLarge { overlap, size });
        assert_eq!(Chunking::windows(Unit::Characters, 0, 0), Err(ChunkingError::ZeroSize));
        assert_eq!(Chunking::windows(Unit::Characters, 5, 5), overlap(5, 5));
        assert_eq!(Chunking::windows(Unit::Characters, 5, 9), overlap(9, 5));
        assert_eq!(Chunking::sentences(Unit::Characters, 0, 1), Err(ChunkingError::ZeroSize));
        assert_eq!(Chunking::headings(Unit::Characters, 0), Err(ChunkingError::ZeroSize));
        assert!(Unit::tokens("o200kbase").unwrap_err().to_string().contains("did you mean 'o200k_base'"));
    }

    #[test]
    fn the_text_form_is_canonical() {
        let tokens = Unit::tokens("cl100k_base").unwrap();
        for (setting, text) in [
            (Chunking::windows(Unit::Characters, 1000, 200), "windows/1 unit=characters size=1000 overlap=200"),
            (Chunking::sentences(tokens, 256, 1), "sentences/1 unit=tokens:cl100k_base max=256 overlap=1"),
            (Chunking::headings(tokens, 9), "headings/1 unit=tokens:cl100k_base max=9"),
        ] {
            assert_eq!(setting.as_ref().unwrap().to_string(), text);
            assert_eq!(text.parse(), setting);
        }
        for text in [
            "",
            "windows/1",
            "windows/2 unit=characters size=5 overlap=1",
            "headings/1 unit=characters max=05",
            "x unit=characters",
        ] {
            assert_eq!(text.parse::<Chunking>(), Err(ChunkingError::Unreadable(text.to_owned())));
        }
        assert_eq!("windows/1 unit=characters size=0 overlap=0".parse::<Chunking>(), Err(ChunkingError::ZeroSize));
    }
}
