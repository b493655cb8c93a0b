//! The house rules that a compiler does not keep: who may depend on what, and what pure code may name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Pure crates, each with the only dependencies it may have.
const PURE: &[(&str, &[&str])] = &[
    ("statistics", &[]),
    ("evidence", &["sha2"]),
    ("retrieval", &["evidence", "statistics"]),
    ("generation", &["evidence", "statistics", "unicode-segmentation"]),
    ("diagnosis", &["evidence", "generation", "retrieval", "statistics"]),
];

/// What pure code may not name. Threads too: they live where files do.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::time",
    "std::thread",
    "std::io",
    "SystemTime",
    "Instant",
    "println!",
    "eprintln!",
    "std::os",
];

/// The order of knowledge: a crate depends only on crates before it.
const ORDER: &[&str] = &[
    "statistics",
    "evidence",
    "retrieval",
    "generation",
    "diagnosis",
    "tokens",
    "formats",
    "documents",
    "cache",
    "endpoints",
    "local-models",
    "systems",
    "judging",
    "planted",
    "fourcell",
    "report",
    "cli",
    "bench",
];

const LONGEST_FILE: usize = 500;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names under `[dependencies]` of a crate's manifest.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    let section = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split(['=', '.']).next()).map(|n| n.trim().to_owned());
    names.filter(|n| !n.is_empty() && !n.starts_with('#')).collect()
}

/// The sources below a folder but for tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "tests") {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A file's code without its unit tests, its comments and its doc comments.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn pure_crates_depend_on_pure_crates_and_few_libraries() {
    for (name, allowed) in PURE {
        let mut found = dependencies(name);
        found.retain(|d| !allowed.contains(&d.as_str()));
        assert!(found.is_empty(), "{name} may not depend on {found:?}");
    }
}

#[test]
fn pure_code_names_no_file_network_clock_environment_or_thread() {
    for (name, _) in PURE {
        let files = sources(&crates().join(name).join("src"));
        assert!(!files.is_empty(), "{name}");
        for file in files {
            let code = code(&file);
            for word in IMPURE {
                assert!(!code.contains(word), "{} names {word}", file.display());
            }
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    let place: BTreeMap<&str, usize> = ORDER.iter().enumerate().map(|(place, name)| (*name, place)).collect();
    let mut folders: Vec<String> =
        std::fs::read_dir(crates()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    folders.sort();
    for name in folders {
        let mine = *place.get(name.as_str()).unwrap_or_else(|| panic!("crate {name} has no place in the order of knowledge"));
        for dependency in dependencies(&name) {
            if let Some(theirs) = place.get(dependency.as_str()) {
                assert!(*theirs < mine, "{name} may not know {dependency}");
            }
        }
    }
}

#[test]
fn retrieval_cannot_name_an_answer() {
    for file in sources(&crates().join("retrieval/src")) {
        let code = code(&file);
        for word in ["answer: ", "struct Answer", "citations", "Judgement"] {
            assert!(!code.contains(word), "{} names {word}", file.display());
        }
    }
}

/// The two halves never see each other, so that neither is scored with an eye on the other.
#[test]
fn retrieval_and_generation_do_not_know_each_other() {
    assert!(!dependencies("generation").contains(&"retrieval".to_owned()));
    assert!(!dependencies("retrieval").contains(&"generation".to_owned()));
}

#[test]
fn files_are_small_and_named_for_what_they_answer() {
    for name in ORDER {
        for file in sources(&crates().join(name)) {
            let stem = file.file_stem().unwrap().to_str().unwrap();
            assert!(!["core", "common", "utils", "util", "base", "types", "helpers"].contains(&stem), "{}", file.display());
            let lines = std::fs::read_to_string(&file).unwrap().lines().count();
            assert!(lines <= LONGEST_FILE, "{} has {lines} lines", file.display());
        }
    }
}
