//! Where data sets of others lie: beside the workspace, and no part of it. Every crate whose tests read some includes this file.
#![allow(dead_code, missing_docs)] // each test file uses a part

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

/// Where the sets are, whether or not they are there.
pub fn data() -> PathBuf {
    let shared = match std::env::var_os("FOURCELL_SHARED") {
        Some(named) => PathBuf::from(named),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    shared.join("data")
}

/// The folder of a set; `None` where no data are at hand, which is said on standard error and in the file `FOURCELL_SKIPPED`.
///
/// # Panics
/// When data are at hand but not this set: then nothing may be skipped.
pub fn folder(set: &str, what: &str) -> Option<PathBuf> {
    let data = data();
    if !data.is_dir() {
        skipped(&format!("SKIPPED: {set}: {what}\n"));
        return None;
    }
    let folder = data.join(set);
    assert!(folder.is_dir(), "{set} is missing from the data");
    Some(folder)
}

/// Past the harness, which keeps what a passing test prints to itself, and on a line of its own, whatever the harness is writing.
pub fn skipped(line: &str) {
    std::io::stderr().write_all(format!("\n{line}").as_bytes()).unwrap();
    if let Some(file) = std::env::var_os("FOURCELL_SKIPPED") {
        let mut file = OpenOptions::new().create(true).append(true).open(file).unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
}
