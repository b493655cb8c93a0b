//! Data sets of others. They lie beside the workspace and are no part of it; where they are absent, a test says so and stops.
#![allow(dead_code, missing_docs)] // each test file uses its own part

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of a set; `None` where no data are at hand, which is said on standard error and in the file `FOURCELL_SKIPPED`.
///
/// # Panics
/// When data are at hand but not this set: then nothing may be skipped.
pub fn folder(set: &str, what: &str) -> Option<PathBuf> {
    let shared = match std::env::var_os("FOURCELL_SHARED") {
        Some(named) => PathBuf::from(named),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let data = shared.join("data");
    if !data.is_dir() {
        skipped(&format!("SKIPPED: {set}: {what}\n"));
        return None;
    }
    let folder = data.join(set);
    assert!(folder.is_dir(), "{set} is missing from the data");
    Some(folder)
}

/// Past the harness, which keeps what a passing test prints to itself, and on a line of its own, whatever the harness is writing.
fn skipped(line: &str) {
    std::io::stderr().write_all(format!("\n{line}").as_bytes()).unwrap();
    if let Some(file) = std::env::var_os("FOURCELL_SKIPPED") {
        let mut file = OpenOptions::new().create(true).append(true).open(file).unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
}

pub fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// A table with tabs between its columns and their names on the first line.
pub struct Table {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn read(file: &Path) -> Self {
        let text = text(file);
        let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
        let names = lines.next().unwrap();
        let rows: Vec<_> = lines.collect();
        assert!(!rows.is_empty() && rows.iter().all(|row| row.len() == names.len()), "{}", file.display());
        Self { names, rows }
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn column(&self, name: &str) -> Vec<&str> {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("no column {name}"));
        self.rows.iter().map(|row| row[at].as_str()).collect()
    }

    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.column(name).into_iter().map(|cell| cell.parse().unwrap_or_else(|e| panic!("{name}: {cell}: {e}"))).collect()
    }
}

/// As published tables have it.
pub fn four(value: f64) -> String {
    format!("{value:.4}")
}
