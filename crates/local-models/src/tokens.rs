//! From texts to the numbers that a network reads: one input a text, marked, cut, never padded.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use serde_json::value::RawValue;
use tokenizers::Tokenizer;
use tokenizers::normalizers::Precompiled;

use crate::error::{ModelError, said};
use crate::folder::REFETCH;
use crate::template::{Piece, Template, marks};

/// One input of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The tokens.
    pub(crate) ids: Vec<i32>,
    /// To which text of a pair each belongs.
    pub(crate) kinds: Vec<i32>,
    /// Whether something of the text did not find room.
    pub(crate) cut: bool,
}

/// `tokenizer.json`, taken apart.
pub(crate) struct TokenizerFile {
    parts: BTreeMap<String, Box<RawValue>>,
}

impl TokenizerFile {
    pub(crate) fn parse(file: &Path, bytes: &[u8]) -> Result<Self, ModelError> {
        let parts = serde_json::from_slice(bytes);
        let parts = parts.map_err(|e| ModelError::at(file, format!("is not a JSON object: {}", said(&e)), REFETCH))?;
        Ok(Self { parts })
    }

    /// What it says about cutting, where it says something.
    pub(crate) fn truncation(&self) -> Option<&RawValue> {
        self.parts.get("truncation").map(|raw| &**raw)
    }
}

/// Reads texts.
pub(crate) struct Reader {
    tokenizer: Tokenizer,
    template: Template,
    /// Whether what is too long loses its beginning and not its end.
    from_left: bool,
    /// Tokens of an input, marks included.
    longest: usize,
}

impl Reader {
    /// `pairs`: whether pairs will be read, so that there must be room for them.
    pub(crate) fn open(file: &Path, mut parts: TokenizerFile, longest: usize, pairs: bool) -> Result<Self, ModelError> {
        let wrong = |problem: String| ModelError::at(file, problem, REFETCH);
        let value = |raw: Option<Box<RawValue>>| -> Value {
            raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
        };
        // The library would cut, pad and mark by itself, and trusts the file where it does.
        let from_left = value(parts.parts.remove("truncation"))["direction"] == "Left";
        let template = Template::read(&value(parts.parts.remove("post_processor"))).map_err(wrong)?;
        parts.parts.remove("padding");
        parts.parts.remove("decoder");
        if let Some(raw) = parts.parts.get("normalizer") {
            sound(&serde_json::from_str(raw.get()).unwrap_or_default()).map_err(wrong)?;
        }
        let bytes = serde_json::to_vec(&parts.parts).map_err(|e| wrong(said(&e)))?;
        let tokenizer = Tokenizer::from_bytes(&bytes).map_err(|e| {
            let problem = format!("is not a tokenizer of the tokenizers library: {}", said(&e));
            ModelError::at(file, problem, "a tokenizer.json of version 1.0 is expected; save the model's fast tokenizer again")
        })?;
        let marks = marks(if pairs { &template.pair } else { &template.single });
        if longest <= marks + usize::from(pairs) {
            let problem = format!("puts {marks} marks around a text, and an input may have no more than {longest} tokens");
            return Err(ModelError::at(file, problem, "allow longer inputs"));
        }
        Ok(Self { tokenizer, template, from_left, longest })
    }

    /// Tokens of an input, marks included.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// One text.
    pub(crate) fn single(&self, text: &str) -> Result<Input, ModelError> {
        let ids = self.ids(text)?;
        let room = self.longest - marks(&self.template.single);
        let kept = self.kept(&ids, room);
        assemble(&self.template.single, kept, &[], kept.len() < ids.len())
    }

    /// A pair of texts. The longer one is cut first.
    pub(crate) fn pair(&self, first: &[u32], second: &str) -> Result<Input, ModelError> {
        let second = &self.ids(second)?[..];
        let room = self.longest - marks(&self.template.pair);
        let (one, two) = shares(first.len(), second.len(), room);
        let cut = one < first.len() || two < second.len();
        assemble(&self.template.pair, self.kept(first, one), self.kept(second, two), cut)
    }

    /// A text's tokens without marks; at least one.
    pub(crate) fn ids(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let encoded = self.tokenizer.encode_fast(text, false).map_err(|e| {
            let problem = format!("the tokenizer cannot read it: {}", said(&e));
            ModelError::new(problem, "use another model, or leave this text out")
        })?;
        if encoded.get_ids().is_empty() {
            let problem = "the tokenizer finds no token in it, so it has no meaning to compute";
            return Err(ModelError::new(problem, "leave empty texts out"));
        }
        Ok(encoded.get_ids().to_vec())
    }

    fn kept<'a>(&self, ids: &'a [u32], room: usize) -> &'a [u32] {
        let kept = ids.len().min(room);
        if self.from_left { &ids[ids.len() - kept..] } else { &ids[..kept] }
    }
}

/// Looks for tables of characters that cannot be read: the library ends the process at one.
fn sound(normalizer: &Value) -> Result<(), String> {
    if normalizer["type"] == "Precompiled" {
        let read = serde_json::from_str::<Precompiled>(&normalizer.to_string());
        read.map_err(|e| format!("its table of characters cannot be read: {}", said(&e)))?;
    }
    normalizer["normalizers"].as_array().into_iter().flatten().try_for_each(sound)
}

/// How many tokens each of two texts keeps of the room, cutting the longer one until both are equally long.
fn shares(first: usize, second: usize, room: usize) -> (usize, usize) {
    if first.saturating_add(second) <= room {
        return (first, second);
    }
    let half = room / 2;
    if first <= second {
        let first = first.min(half);
        (first, room - first)
    } else {
        let second = second.min(half);
        (room - second, second)
    }
}

fn assemble(pieces: &[Piece], first: &[u32], second: &[u32], cut: bool) -> Result<Input, ModelError> {
    let mut input = Input { ids: Vec::new(), kinds: Vec::new(), cut };
    for piece in pieces {
        let (ids, kind) = match piece {
            Piece::First(kind) => (first, kind),
            Piece::Second(kind) => (second, kind),
            Piece::Mark { id, kind } => (std::slice::from_ref(id), kind),
        };
        for id in ids {
            let id = i32::try_from(*id)
                .map_err(|_| ModelError::new(format!("the tokenizer gives the number {id}, which no network knows"), REFETCH))?;
            input.ids.push(id);
            input.kinds.push(*kind);
        }
    }
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_text_is_cut_first() {
        assert_eq!(shares(3, 4, 7), (3, 4));
        assert_eq!(shares(3, 9, 8), (3, 5));
        assert_eq!(shares(9, 3, 8), (5, 3));
        assert_eq!(shares(9, 9, 7), (3, 4));
        assert_eq!(shares(usize::MAX, usize::MAX, 2), (1, 1));
    }
}
