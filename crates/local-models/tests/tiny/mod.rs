//! Model folders for tests, from the tiny files that `make.py` makes.

#![allow(dead_code, reason = "each test program uses some of it")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

/// A folder named `tiny`, inside a temporary one.
pub struct Tiny {
    _outer: TempDir,
    pub path: PathBuf,
}

/// A file of those that `make.py` makes.
pub fn made(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny").join(name)
}

/// A folder with the network of that file name, and the tokenizer.
pub fn with(model: &str) -> Tiny {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join("tiny");
    fs::create_dir(&path).unwrap();
    fs::copy(made(model), path.join("model.onnx")).unwrap();
    fs::copy(made("tokenizer.json"), path.join("tokenizer.json")).unwrap();
    Tiny { _outer: outer, path }
}

impl Tiny {
    /// Writes a file of the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Changes the tokenizer.
    pub fn tokenizer(&self, change: impl FnOnce(&mut Value)) -> &Self {
        let path = self.path.join("tokenizer.json");
        let mut value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut value);
        fs::write(path, value.to_string()).unwrap();
        self
    }
}

pub fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).unwrap()
}

/// What numpy computed: texts with values.
pub fn expected(part: &str) -> Vec<(String, Value)> {
    let all: Value = serde_json::from_slice(&fs::read(made("expected.json")).unwrap()).unwrap();
    all[part].as_object().unwrap().iter().map(|(text, value)| (text.clone(), value.clone())).collect()
}
