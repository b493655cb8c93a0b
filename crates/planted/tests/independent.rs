//! The suite may not know how causes are decided: it does not depend on `diagnosis` or on what decides by it, and its code names neither.

use std::path::Path;

/// The names under `[dependencies]`.
fn dependencies() -> Vec<String> {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let section = manifest.split("\n[dependencies]").nth(1).unwrap();
    let section = section.split("\n[").next().unwrap();
    section.lines().filter_map(|line| line.split(['=', '.']).next()).map(|name| name.trim().to_owned()).collect()
}

#[test]
fn nothing_here_is_built_of_diagnosis() {
    let mine = dependencies();
    assert!(["systems", "evidence"].iter().all(|known| mine.iter().any(|name| name == known)), "{mine:?}");
    for forbidden in ["diagnosis", "fourcell", "report", "fourcell-diagnosis"] {
        assert!(!mine.iter().any(|name| name == forbidden), "planted depends on {forbidden}");
    }
}

/// Nor does its code speak of it: a copy of the rules would be the same.
#[test]
fn only_the_head_of_the_library_speaks_of_diagnosis() {
    let mut open = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let code = std::fs::read_to_string(&path).unwrap();
                let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                let speaks =
                    |line: &str| line.contains("diagnosis") || line.contains("native::ledger") || line.contains("read_ledger");
                assert!(!code.into_iter().any(speaks), "{}", path.display());
            }
        }
    }
}
