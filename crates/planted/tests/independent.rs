//! The suite may not know how causes are decided: neither `diagnosis` nor what is built of it is among what this crate is built of.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The packages that a package is built of, directly or not, without what only tests need.
fn built_of(metadata: &Value, package: &str) -> BTreeSet<String> {
    let packages = metadata["packages"].as_array().unwrap();
    let name = |id: &str| packages.iter().find(|p| p["id"] == id).unwrap()["name"].as_str().unwrap().to_owned();
    let nodes: BTreeMap<&str, &Value> =
        metadata["resolve"]["nodes"].as_array().unwrap().iter().map(|node| (node["id"].as_str().unwrap(), node)).collect();
    let start = nodes.keys().find(|id| name(id) == package).unwrap();
    let (mut open, mut seen) = (vec![*start], BTreeSet::new());
    while let Some(id) = open.pop() {
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let is_built = dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"] != "dev");
            let id = dependency["pkg"].as_str().unwrap();
            if is_built && seen.insert(id) {
                open.push(id);
            }
        }
    }
    seen.into_iter().map(name).collect()
}

#[test]
fn nothing_here_is_built_of_diagnosis() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--offline", "--locked", "--manifest-path"]);
    let output = cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mine = built_of(&metadata, "fourcell-planted");
    // What the walk finds elsewhere it would find here.
    assert!(built_of(&metadata, "fourcell-cli").contains("fourcell-diagnosis"));
    assert!(mine.contains("fourcell-systems") && mine.contains("fourcell-evidence"), "{mine:?}");
    for forbidden in ["fourcell-diagnosis", "fourcell", "fourcell-report", "fourcell-cli"] {
        assert!(!mine.contains(forbidden), "fourcell-planted is built of {forbidden}");
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
                assert!(!code.into_iter().any(|line| line.contains("diagnosis")), "{}", path.display());
            }
        }
    }
}
