//! The JSON that every command prints: what it is, what it was made from, the result, the warnings.

use fourcell::evidence::text::commands;
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
    let mut text = serde_json::to_string_pretty(&whole).expect("values are plain JSON");
    text.push('\n');
    harmless(&text).into_bytes()
}

/// The same JSON, where nothing in a string can command the terminal that it may be printed on. JSON leaves ASCII controls out of
/// strings by itself; the others stand nowhere but in strings.
pub(crate) fn harmless(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        if commands(character) && character != '\n' {
            let mut units = [0; 2];
            character.encode_utf16(&mut units).iter().for_each(|unit| shown += &format!("\\u{unit:04x}"));
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_commands_no_terminal_and_says_the_same() {
        let awkward = "\u{1b}[2J \u{7f} \u{9b} \u{202e}é🙂\n";
        let bytes = envelope("s", "c", &[], json!({ awkward: awkward }), &[]);
        let text = std::str::from_utf8(&bytes).unwrap();
        assert!(!text.chars().any(|c| commands(c) && c != '\n'), "{text}");
        let read: Value = serde_json::from_str(text).unwrap();
        assert_eq!(read["result"][awkward], awkward);
    }
}
