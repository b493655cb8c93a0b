//! Literate cases: Markdown that is specification, documentation and test at once.
//!
//! A case is a section (`## …`) with fenced blocks; a block before the first section holds for every case that has none of that name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// One case.
#[derive(Debug)]
pub struct Case {
    pub file: String,
    pub title: String,
    pub blocks: BTreeMap<String, String>,
}

/// The files of a folder below `conformance`, but for what tells about them.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "md") && path.file_name().unwrap() != "README.md");
    files.sort();
    files
}

/// The cases of a file.
pub fn cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap();
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let (mut given, mut cases): (BTreeMap<String, String>, Vec<Case>) = (BTreeMap::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            cases.push(Case { file: file.clone(), title: title.to_owned(), blocks: given.clone() });
        } else if let Some(info) = line.strip_prefix("```") {
            let name = info.split_once(' ').map(|(_, name)| name.trim().to_owned());
            let name = name.unwrap_or_else(|| panic!("{file}: a block without a name: {line}"));
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let blocks = cases.last_mut().map_or(&mut given, |case| &mut case.blocks);
            blocks.insert(name, block.join("\n"));
        }
    }
    cases
}

/// What is wrong with some cases, checked by as many threads as there are processors.
pub fn wrong(cases: &[Case], check: fn(&Case) -> Vec<String>) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let parts = cases.chunks(cases.len().div_ceil(threads));
        let running: Vec<_> = parts.map(|part| scope.spawn(move || part.iter().flat_map(check).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

impl Case {
    /// Where it stands.
    pub fn name(&self) -> String {
        format!("{}: {}", self.file, self.title)
    }

    /// The text of a block; empty where there is none.
    pub fn text(&self, block: &str) -> &str {
        self.blocks.get(block).map(String::as_str).unwrap_or_default()
    }

    /// The JSON values of a block.
    pub fn values(&self, block: &str) -> Vec<Value> {
        let read = serde_json::Deserializer::from_str(self.text(block)).into_iter::<Value>();
        read.map(|value| value.unwrap_or_else(|e| panic!("{}: {block}: {e}", self.name()))).collect()
    }
}
