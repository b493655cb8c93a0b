//! What must never be shown: the value of a header, and the same value where a server's words repeat it.

use std::fmt;

/// Instead of what is secret.
const HIDDEN: &str = "***";

/// So many characters of a secret in a row are hidden even where the rest is missing: servers quote keys in part.
const SHORTEST_PART: usize = 8;

/// A value that is used but never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself. For the header, and for nothing that is written.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

/// `text` with every secret, as it stands or as JSON escapes it, and every longer part of one, replaced by `***`.
pub fn redacted(text: &str, secrets: &[Secret]) -> String {
    let needles = needles(secrets);
    let text: Vec<char> = text.chars().collect();
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match needles.iter().filter_map(|needle| hit(&text[at..], needle)).max() {
            Some(length) => {
                shown.push_str(HIDDEN);
                at += length;
            }
            None => {
                shown.push(text[at]);
                at += 1;
            }
        }
    }
    shown
}

/// The forms in which a secret may turn up.
fn needles(secrets: &[Secret]) -> Vec<Vec<char>> {
    let mut forms: Vec<String> = Vec::new();
    for secret in secrets.iter().filter(|s| !s.0.is_empty()) {
        let escaped = serde_json::Value::from(secret.0.as_str()).to_string();
        let escaped = escaped[1..escaped.len() - 1].to_owned();
        forms.push(escaped.replace('/', "\\/"));
        forms.push(escaped);
        forms.push(secret.0.clone());
    }
    forms.sort();
    forms.dedup();
    forms.iter().map(|form| form.chars().collect()).collect()
}

/// How many characters at the start of `text` belong to the needle: all of it, or any long enough part.
fn hit(text: &[char], needle: &[char]) -> Option<usize> {
    if text.starts_with(needle) {
        return Some(needle.len());
    }
    let common = |start: usize| text.iter().zip(&needle[start..]).take_while(|(a, b)| a == b).count();
    (0..needle.len().saturating_sub(SHORTEST_PART - 1)).map(common).max().filter(|length| *length >= SHORTEST_PART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_never_shown() {
        let secret = Secret::new("sk-1234567890");
        assert_eq!(format!("{secret} {secret:?} {:?}", Some(&secret)), "*** *** Some(***)");
        assert_eq!(secret.reveal(), "sk-1234567890");
    }

    #[test]
    fn is_hidden_in_the_words_of_others() {
        let secrets = [Secret::new("sk-ab/c\"d4567890"), Secret::new("pw")];
        let hide = |text: &str| redacted(text, &secrets);
        assert_eq!(hide("got sk-ab/c\"d4567890!"), "got ***!");
        assert_eq!(hide(r#"{"got":"sk-ab\/c\"d4567890"}"#), r#"{"got":"***"}"#);
        assert_eq!(hide("key sk-ab/c\"d45…"), "key ***…");
        assert_eq!(hide("ends in d4567890"), "ends in ***");
        assert_eq!(hide("pwpw, 4567890, naïve"), "******, 4567890, naïve");
        assert_eq!(redacted("nothing", &[Secret::new("")]), "nothing");
    }
}
