//! Counts tokens with vocabularies that the program carries, so that a budget in tokens needs no network.

use evidence::suggest::nearest;
use tiktoken_rs::CoreBPE;

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
        self.vocabulary.encode_ordinary(text).len() as u64
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
        assert!(Tokenizer::named("o200kbase").err().unwrap().to_string().contains("did you mean 'o200k_base'"));
    }
}
