//! Files are named from the root of the repository, wherever the program stands.

use std::path::Path;
use std::process::Command;

use super::{handbook, json};

/// The address of the questions in SARIF, and its root, where the program stands in `folder` and the workspace is said.
fn address(folder: &Path, project: &str, workspace: Option<&Path>) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
    command.current_dir(folder).env_remove("GITHUB_WORKSPACE").args([
        "ledger",
        "candidate",
        "--format",
        "sarif",
        "--project",
        project,
    ]);
    command.arg("--no-write");
    if let Some(workspace) = workspace {
        command.env("GITHUB_WORKSPACE", workspace);
    }
    let sarif = json(&String::from_utf8(command.output().unwrap().stdout).unwrap());
    let artifact = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    (artifact["uri"].as_str().unwrap().to_owned(), artifact.get("uriBaseId").is_some())
}

#[test]
fn the_root_is_the_workspace_else_what_git_keeps_else_here() {
    let folder = handbook();
    let (root, at) = (folder.path(), folder.path().join("evaluation"));
    let told = |uri: &str| (uri.to_owned(), true);
    assert_eq!(address(root, "evaluation", None), told("evaluation/questions.jsonl"));
    assert_eq!(address(&at, ".", None), told("evaluation/questions.jsonl"));
    assert_eq!(address(&at.join("runs"), "../", None), told("evaluation/questions.jsonl"));
    assert_eq!(address(root, "evaluation", Some(&at)), told("questions.jsonl"));
    assert_eq!(address(root, "evaluation", Some(&at.join("runs"))), told("evaluation/questions.jsonl"), "another workspace");
    std::fs::remove_dir(root.join(".git")).unwrap();
    assert_eq!(address(&at, ".", None), told("questions.jsonl"));
    let (uri, below) = address(&at.join("runs"), "..", None);
    assert!(uri.starts_with("file:///") && uri.ends_with("/evaluation/questions.jsonl") && !below, "{uri}");
}

#[test]
fn odd_names_of_folders_are_percent_encoded() {
    let folder = handbook();
    std::fs::rename(folder.path().join("evaluation"), folder.path().join("a b:ü%#")).unwrap();
    assert_eq!(address(folder.path(), "a b:ü%#", None).0, "a%20b%3A%C3%BC%25%23/questions.jsonl");
}
