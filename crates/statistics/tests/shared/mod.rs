//! Data sets of others. They lie beside the workspace and are no part of it; where they are absent, a test says so and stops.
#![allow(dead_code, missing_docs)] // each test file uses its own part

mod sets;

use std::path::Path;

pub use sets::folder;

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
