//! What a gate writes, and where it is used: every format of one gate, hostile names, final questions; the action, the hook and the snippets
//! of docs/ci.md, as far as they can be run without the services that they are for.

#[path = "../command/mod.rs"]
mod command;

mod files;
mod final_questions;
mod hostile;
mod places;
mod services;
mod yaml;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A copy of the example, in a folder that git keeps.
fn handbook() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&command::root().join("examples/handbook"), &folder.path().join("evaluation"));
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => std::fs::copy(entry.path(), target).map(|_| ()).unwrap(),
        }
    }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path.as_ref()).unwrap_or_else(|e| panic!("{}: {e}", path.as_ref().display()))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// What python makes of a text on its standard input.
fn python(program: &str, file: &Path) -> String {
    let output = Command::new("python3").args(["-B", "-c", program]).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The checks of a gate's JSON.
fn checks(gate: &Value) -> Vec<Value> {
    let layers = gate["result"]["layers"].as_array().unwrap().iter();
    layers.flat_map(|layer| layer["checks"].as_array().unwrap().clone()).collect()
}

/// How many checks of a gate's JSON came to this.
fn count(gate: &Value, outcome: &str) -> usize {
    checks(gate).iter().filter(|check| check["outcome"] == outcome).count()
}
