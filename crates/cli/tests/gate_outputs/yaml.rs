//! As much of YAML as the files for services use, read strictly: what this cannot read another reader might read otherwise.

use serde_json::{Map, Value};

/// Reads a document.
pub fn read(text: &str) -> Value {
    let mut reader = Reader { lines: text.lines().map(str::to_owned).collect(), at: 0 };
    let value = reader.value(0);
    assert!(reader.next().is_none(), "left over: {:?}", reader.next());
    value
}

struct Reader {
    lines: Vec<String>,
    at: usize,
}

impl Reader {
    /// The next line that says something: its indent and its text.
    fn next(&mut self) -> Option<(usize, String)> {
        loop {
            let line = self.lines.get(self.at)?;
            let text = line.trim_start();
            assert!(!line.contains('\t'), "a tab: {line}");
            if !text.is_empty() && !text.starts_with('#') {
                return Some((line.len() - text.len(), text.trim_end().to_owned()));
            }
            self.at += 1;
        }
    }

    fn value(&mut self, indent: usize) -> Value {
        match self.next() {
            Some((at, text)) if at == indent && text.starts_with("- ") => self.list(indent),
            Some((at, _)) if at == indent => self.table(indent),
            other => panic!("expected a value at {indent}: {other:?}"),
        }
    }

    fn list(&mut self, indent: usize) -> Value {
        let mut items = Vec::new();
        while let Some((at, text)) = self.next().filter(|(at, text)| *at == indent && text.starts_with("- ")) {
            let item = &text[2..];
            if key(item).is_some() {
                // The item is a table, whose first key stands behind the dash.
                self.lines[self.at] = format!("{}{item}", " ".repeat(at + 2));
                items.push(self.table(indent + 2));
            } else {
                self.at += 1;
                items.push(scalar(item));
            }
        }
        Value::Array(items)
    }

    fn table(&mut self, indent: usize) -> Value {
        let mut fields = Map::new();
        while let Some((_, text)) = self.next().filter(|(at, text)| *at == indent && !text.starts_with("- ")) {
            let (name, rest) = key(&text).unwrap_or_else(|| panic!("no key: {text}"));
            self.at += 1;
            let value = match rest {
                "|" => self.block(indent),
                "" => {
                    let (at, _) = self.next().unwrap_or_else(|| panic!("nothing below {name}"));
                    assert!(at > indent, "nothing below {name}");
                    self.value(at)
                }
                rest => scalar(rest),
            };
            assert!(fields.insert(name.to_owned(), value).is_none(), "{name} stands twice");
        }
        Value::Object(fields)
    }

    /// Lines that are deeper, as they are.
    fn block(&mut self, indent: usize) -> Value {
        let (deep, _) = self.next().unwrap();
        assert!(deep > indent);
        let mut text = String::new();
        while let Some(line) =
            self.lines.get(self.at).filter(|line| line.trim().is_empty() || line.starts_with(&" ".repeat(deep)))
        {
            text += line.get(deep..).unwrap_or_default();
            text.push('\n');
            self.at += 1;
        }
        Value::String(format!("{}\n", text.trim_end()))
    }
}

/// Key and the rest of a line; `None` where it has none.
fn key(text: &str) -> Option<(&str, &str)> {
    if text.starts_with(['"', '[', '{']) {
        return None;
    }
    match text.split_once(": ") {
        Some((name, rest)) => Some((name, rest.trim())),
        None => text.strip_suffix(':').map(|name| (name, "")),
    }
}

fn scalar(text: &str) -> Value {
    if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return Value::Array(inside.split(',').map(|item| scalar(item.trim())).collect());
    }
    if let Some(inside) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        assert!(!inside.contains(['"', '\\']), "escapes are not read: {text}");
        return Value::String(inside.to_owned());
    }
    assert!(
        !text.contains(": ")
            && !text.contains(" #")
            && !text.starts_with(['&', '*', '!', '|', '>', '\'', '%', '@', '`', '{', '"']),
        "quote {text}"
    );
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => text.parse::<u64>().map_or_else(|_| Value::String(text.to_owned()), Value::from),
    }
}

#[test]
fn what_the_files_use_is_read() {
    let text = "# a\na: 1\nb:\n  - c: d e\n    f: |\n      x\n        y\n\n      z\n  - \"g: h\"\n  - i\nj: [k, 2]\nl: true\n";
    let expected = serde_json::json!({"a": 1, "b": [{"c": "d e", "f": "x\n  y\n\nz\n"}, "g: h", "i"], "j": ["k", 2], "l": true});
    assert_eq!(read(text), expected);
}
