//! A model folder: what its small files say, read with bounds.
//!
//! The files are those that sentence-transformers and its exporters write. Two must be there; each of the others may be missing.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::error::{ModelError, said};

/// The network.
pub const MODEL: &str = "model.onnx";
/// The tokenizer.
pub const TOKENIZER: &str = "tokenizer.json";
/// What the network was built from; holds the number of positions that it knows.
pub const CONFIG: &str = "config.json";
/// Holds the longest input that sentence-transformers uses.
pub const SENTENCES: &str = "sentence_bert_config.json";
/// The steps after the network.
pub const MODULES: &str = "modules.json";

/// No input is longer than this many tokens, whatever the files say: the work grows with the square of the length.
pub const LONGEST: usize = 2048;

/// Where no file says how long an input may be.
const USUAL: usize = 512;

/// A protocol buffer cannot be larger.
const LARGEST_MODEL: u64 = 2 << 30;
const LARGEST_TOKENIZER: u64 = 128 << 20;
const LARGEST_CONFIG: u64 = 4 << 20;

/// An opened folder.
pub(crate) struct Folder {
    path: PathBuf,
    /// Its last name, which is the model's name in messages and records.
    pub(crate) name: String,
}

/// Both files that must be there.
pub(crate) struct Files {
    pub(crate) model: Vec<u8>,
    pub(crate) tokenizer: Vec<u8>,
    /// The first half of a SHA-256 over both.
    pub(crate) digest: String,
}

impl Folder {
    pub(crate) fn open(path: &Path) -> Result<Self, ModelError> {
        if !path.is_dir() {
            let mend = format!("name a folder that holds {MODEL} and {TOKENIZER}");
            return Err(ModelError::at(path, "is not a folder", mend));
        }
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = whole.file_name().map_or_else(|| "model".to_owned(), |name| said(&name.to_string_lossy()));
        Ok(Self { path: path.to_owned(), name })
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The two files without which there is no model.
    pub(crate) fn files(&self) -> Result<Files, ModelError> {
        let needed = |name: &str, largest| {
            let mend = format!("a model folder holds {MODEL} and {TOKENIZER}; exporters to ONNX write both");
            self.read(name, largest)?.ok_or_else(|| ModelError::at(&self.file(name), "is missing", mend))
        };
        let (model, tokenizer) = (needed(MODEL, LARGEST_MODEL)?, needed(TOKENIZER, LARGEST_TOKENIZER)?);
        let mut both = Sha256::new();
        for bytes in [&model, &tokenizer] {
            both.update((bytes.len() as u64).to_le_bytes());
            both.update(bytes);
        }
        let digest = both.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Files { model, tokenizer, digest })
    }

    /// A file's JSON, `None` where there is no such file.
    pub(crate) fn json(&self, name: &str) -> Result<Option<Value>, ModelError> {
        let Some(bytes) = self.read(name, LARGEST_CONFIG)? else { return Ok(None) };
        let value = serde_json::from_slice(&bytes);
        value.map(Some).map_err(|e| ModelError::at(&self.file(name), format!("is not JSON: {}", said(&e)), REFETCH))
    }

    fn read(&self, name: &str, largest: u64) -> Result<Option<Vec<u8>>, ModelError> {
        let path = self.file(name);
        let failed = |e: std::io::Error| ModelError::at(&path, format!("cannot be read: {e}"), "check that the file may be read");
        // A pipe would never end, and one without a writer would not even open.
        match path.metadata() {
            Ok(metadata) if !metadata.is_file() => return Err(ModelError::at(&path, "is not a file", REFETCH)),
            Ok(_) => {}
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(failed(e)),
        }
        let mut bytes = Vec::new();
        File::open(&path).and_then(|file| file.take(largest + 1).read_to_end(&mut bytes)).map_err(failed)?;
        if bytes.len() as u64 > largest {
            let problem = format!("is larger than {} MiB, the most that is read of such a file", largest >> 20);
            return Err(ModelError::at(&path, problem, "use a smaller model, for example one quantised to 8 bits"));
        }
        Ok(Some(bytes))
    }
}

/// The mend of a file that is not what it should be.
pub(crate) const REFETCH: &str = "fetch or export the model again";

/// What `tokenizer.json` says about cutting; the rest of it is the tokenizer's own.
#[derive(Deserialize)]
struct Cutting {
    max_length: usize,
}

/// How many tokens an input may have: what sentence-transformers would use, else what the tokenizer's file says, and never more than the
/// network has positions for, nor than [`LONGEST`].
pub(crate) fn longest(folder: &Folder, truncation: Option<&RawValue>) -> Result<usize, ModelError> {
    let sentences = folder.json(SENTENCES)?.unwrap_or_default();
    if sentences["do_lower_case"] == Value::Bool(true) {
        let problem = "asks for texts to be lower-cased first, which is left to the tokenizer here";
        return Err(ModelError::at(
            &folder.file(SENTENCES),
            problem,
            "use a model whose tokenizer lower-cases, or set `do_lower_case` to false",
        ));
    }
    let said = match length(&sentences["max_seq_length"]) {
        Some(length) => Some(length),
        // `null` stands for a tokenizer that never cuts.
        None => truncation.and_then(|raw| serde_json::from_str::<Cutting>(raw.get()).ok()).map(|cutting| cutting.max_length),
    };
    let config = folder.json(CONFIG)?.unwrap_or_default();
    // These count their positions from 2.
    let first = match config["model_type"].as_str() {
        Some("roberta" | "xlm-roberta" | "camembert" | "mpnet") => 2,
        _ => 0,
    };
    let positions = length(&config["max_position_embeddings"]).map(|positions| positions.saturating_sub(first));
    let length = said.or(positions).unwrap_or(USUAL).min(positions.unwrap_or(LONGEST)).min(LONGEST);
    if length == 0 {
        let problem = "the files of this model allow inputs of no token at all";
        return Err(ModelError::at(&folder.path, problem, format!("set `max_seq_length` in {SENTENCES}")));
    }
    Ok(length)
}

fn length(value: &Value) -> Option<usize> {
    value.as_u64().map(|n| usize::try_from(n).unwrap_or(usize::MAX))
}
