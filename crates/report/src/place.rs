//! Where questions stand, for formats that point into files.

use std::collections::HashMap;

/// The questions file with the line of each question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// The file, from the root of the repository, with `/` between folders; absolute where it lies outside.
    pub file: String,
    /// Lines by the question's id, from 1.
    pub lines: HashMap<String, u64>,
}

impl Places {
    /// The line of a question; `None` where nobody knows.
    pub fn line(&self, question: &str) -> Option<u64> {
        self.lines.get(question).copied()
    }

    /// Whether the file lies below the root.
    pub fn is_relative(&self) -> bool {
        !self.file.starts_with('/')
    }

    /// The file as a URI reference: relative to the root, or with the scheme `file`. Every byte that RFC 3986 does not leave as it is is
    /// percent-encoded, `:` too, so that no folder is taken for a scheme.
    pub fn uri(&self) -> String {
        let mut uri = if self.is_relative() { String::new() } else { "file://".to_owned() };
        for byte in self.file.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
                other => uri += &format!("%{other:02X}"),
            }
        }
        uri
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_uri_from_the_root() {
        let uri = |file: &str| Places { file: file.into(), ..Places::default() }.uri();
        assert_eq!(uri("sets/questions.jsonl"), "sets/questions.jsonl");
        assert_eq!(uri("a b/é:#?%.jsonl"), "a%20b/%C3%A9%3A%23%3F%25.jsonl");
        assert_eq!(uri("/srv/questions.jsonl"), "file:///srv/questions.jsonl");
    }
}
