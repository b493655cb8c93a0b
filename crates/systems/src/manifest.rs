//! The manifest of a run: the settings that decide its result, each with its own hash, and what else is to be known of it.

use std::fmt::Write;

use evidence::snapshot::content_hash;
pub use formats::systems::SETTINGS;
use retrieval::Limits;

/// What a manifest says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The system's name.
    pub system: String,
    /// Settings of [`SETTINGS`], each with its value; what a system does not have is "none", what it does not tell is left out.
    pub settings: Vec<(&'static str, String)>,
    /// Inputs with their hashes.
    pub inputs: Vec<(String, String)>,
    /// What is recorded beside the settings: index revision, day, tokenizer, seed.
    pub beside: Vec<(&'static str, String)>,
    /// How much may be sent, where it is known.
    pub limits: Limits,
    /// When it started and finished, and what else no hash includes.
    pub when: Vec<(&'static str, String)>,
}

impl Manifest {
    /// The hash over all settings: what decides a result.
    pub fn hash(&self) -> String {
        let all: Vec<String> = self.settings.iter().map(|(name, value)| format!("{name}={value:?}\n")).collect();
        content_hash(all.concat().as_bytes())
    }

    /// The file.
    pub fn toml(&self) -> String {
        let mut text = format!("version = 1\nsystem = {}\n", quoted(&self.system));
        for (name, value) in &self.beside {
            let _ = writeln!(text, "{name} = {}", quoted(value));
        }
        table(&mut text, "settings", &mut self.settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let limits = [("passages", self.limits.passages), ("tokens", self.limits.tokens)];
        if limits.iter().any(|(_, limit)| limit.is_some()) {
            text.push_str("\n[budget]\n");
            for (name, limit) in limits {
                limit.into_iter().for_each(|limit| {
                    let _ = writeln!(text, "{name} = {limit}");
                });
            }
        }
        table(
            &mut text,
            "hashes",
            &mut self.settings.iter().map(|(name, value)| ((*name).to_owned(), content_hash(value.as_bytes()))),
        );
        table(&mut text, "inputs", &mut self.inputs.iter().map(|(name, hash)| (quoted(name), hash.clone())));
        table(&mut text, "when", &mut self.when.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        text
    }
}

fn table(text: &mut String, name: &str, rows: &mut dyn Iterator<Item = (String, String)>) {
    let _ = writeln!(text, "\n[{name}]");
    for (key, value) in rows {
        let _ = writeln!(text, "{key} = {}", quoted(&value));
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::Source;
    use formats::native::read_manifest;
    use std::num::NonZeroU32;

    #[test]
    fn what_is_written_is_read_whatever_it_holds() {
        let manifest = Manifest {
            system: "a \"b\" \\ \u{1}\nc".into(),
            settings: vec![("corpus", "sha256:0".into()), ("packing", "6 passages".into())],
            inputs: vec![("questions.jsonl".into(), "sha256:1".into())],
            beside: vec![("day", "2026-11-30".into())],
            limits: Limits { passages: NonZeroU32::new(6), tokens: None },
            when: vec![("started", "2026-11-30T00:00:00Z".into())],
        };
        let read = read_manifest(&Source::memory("manifest.toml", manifest.toml().into_bytes())).unwrap();
        assert_eq!((&read.system, read.limits), (&Some(manifest.system.clone()), manifest.limits));
        assert_eq!(read.settings, [("corpus".into(), "\"sha256:0\"".into()), ("packing".into(), "\"6 passages\"".into())]);
        let other =
            Manifest { settings: vec![("corpus", "sha256:0".into()), ("packing", "5 passages".into())], ..manifest.clone() };
        assert_ne!(manifest.hash(), other.hash());
        assert_eq!(manifest.hash(), Manifest { when: Vec::new(), ..manifest.clone() }.hash());
    }
}
