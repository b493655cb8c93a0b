//! The JSON that every command prints: what it is, what it was made from, the result, the warnings.

use serde_json::{Value, json};

/// One input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// As named on the command line or in the project.
    pub path: String,
    /// `sha256:` and hex; `None` where it cannot be read twice.
    pub sha256: Option<String>,
}

/// Pretty-printed JSON with a line feed at its end.
pub fn envelope(schema: &str, command: &str, inputs: &[Input], result: Value, warnings: &[String]) -> Vec<u8> {
    let inputs: Vec<Value> = inputs.iter().map(|i| json!({ "path": i.path, "sha256": i.sha256 })).collect();
    let whole = json!({
        "schema": schema,
        "command": command,
        "inputs": inputs,
        "result": result,
        "warnings": warnings,
    });
    let mut bytes = serde_json::to_vec_pretty(&whole).expect("values are plain JSON");
    bytes.push(b'\n');
    bytes
}
