//! Counts tokens with vocabularies that the program carries, so that a budget in tokens needs no network.

use evidence::suggest::nearest;
use tiktoken_rs::CoreBPE;

mod pieces;

use pieces::Pieces;

/// The tokenizer that counts where a project names none.
pub const DEFAULT: &str = "o200k_base";

/// The tokenizers at hand.
pub const NAMES: [&str; 5] = ["o200k_base", "cl100k_base", "p50k_base", "r50k_base", "p50k_edit"];

/// A tokenizer by its name.
pub struct Tokenizer {
    name: &'static str,
    vocabulary: CoreBPE,
}

/// There is no such tokenizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name asked for.
    pub name: String,
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = evidence::text::printable(&self.name, 60);
        write!(f, "no tokenizer is called '{name}'; known are {}", NAMES.join(", "))?;
        match nearest(&self.name, NAMES) {
            Some(near) => write!(f, "; did you mean '{near}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unknown {}

impl Tokenizer {
    /// Unpacks a vocabulary; takes some tenths of a second.
    pub fn named(name: &str) -> Result<Self, Unknown> {
        let unknown = || Unknown { name: name.to_owned() };
        let known = NAMES.into_iter().find(|n| *n == name).ok_or_else(unknown)?;
        let vocabulary = match known {
            "o200k_base" => tiktoken_rs::o200k_base(),
            "cl100k_base" => tiktoken_rs::cl100k_base(),
            "p50k_base" => tiktoken_rs::p50k_base(),
            "p50k_edit" => tiktoken_rs::p50k_edit(),
            _ => tiktoken_rs::r50k_base(),
        };
        Ok(Self { name: known, vocabulary: vocabulary.map_err(|_| unknown())? })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The number of tokens of a text. Words that look like control tokens are text.
    pub fn count(&self, text: &str) -> u64 {
        Pieces::of(text).map(|piece| self.vocabulary.encode_ordinary(piece).len() as u64).sum()
    }

    /// Where each token ends, in bytes of the text, rising; the last is the text's length. A token may end inside a character.
    pub fn ends(&self, text: &str) -> Vec<usize> {
        let mut ends = Vec::with_capacity(text.len() / 4);
        let mut end = 0;
        for piece in Pieces::of(text) {
            for token in self.vocabulary.encode_ordinary(piece) {
                // Every token of an encoding is in the vocabulary that made it.
                end += self.vocabulary.decode_bytes(&[token]).map_or(0, |bytes| bytes.len());
                ends.push(end);
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_without_a_network() {
        let tokenizer = Tokenizer::named(DEFAULT).unwrap();
        assert_eq!(tokenizer.count(""), 0);
        assert_eq!(tokenizer.count("hello world"), 2);
        assert!(tokenizer.count("<|endoftext|>") > 1);
        let upper = "A".repeat(3_000_000);
        assert!(tokenizer.count(&upper) > 1000);
        assert!(Tokenizer::named("o200kbase").err().unwrap().to_string().contains("did you mean 'o200k_base'"));
    }
    #[test]
    fn ends_cover_the_text_and_agree_with_counts() {
        for name in NAMES {
            let tokenizer = Tokenizer::named(name).unwrap();
            for text in ["", "a", "Größe 今日は🙂🙂 don't\r\n  end  ", &"one two 3 🙂 ".repeat(20_000)] {
                let ends = tokenizer.ends(text);
                assert_eq!(ends.last().copied().unwrap_or(0), text.len());
                assert!(ends.is_sorted());
                assert_eq!(ends.len() as u64, tokenizer.count(text));
                assert_eq!(ends.len(), tokenizer.vocabulary.encode_ordinary(text).len(), "{name}: pieces change no token");
            }
        }
    }
}
