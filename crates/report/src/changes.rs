//! What differs between two systems, in words and as JSON.

use fourcell::diagnosis::experiment::{Attribution, Change, Changes, Part};
use fourcell::formats::schema::form::{Form, choice, list, object, text};
use serde_json::{Value, json};

use crate::number::count;

/// A value is shown so long, in characters; JSON has all of it.
const LONGEST: usize = 90;
/// Of what both values begin with, so much is left.
const KEPT: usize = 12;
/// So much of a hash tells it from others.
const HASH: usize = 12;

/// What the settings of the two say about cause, in a sentence.
pub fn sentence(changes: &Changes) -> String {
    match &changes.attribution {
        Attribution::Same => {
            "the manifests name the same settings: a difference is chance, or something that they do not tell".to_owned()
        }
        Attribution::Attributable(one) => {
            format!("one setting differs: {}: the difference is attributable to it", parts(one).join("; "))
        }
        Attribution::NotAttributable(several) => {
            format!("NOT ATTRIBUTABLE: {} differ: {}", count(several.len(), "setting"), names(several))
        }
        Attribution::Unknown(why) => format!("not known whether a difference is attributable: {why}"),
    }
}

/// In a few words, for a cell: the settings that differ, and what that means.
pub fn brief(changes: &Changes) -> String {
    match &changes.attribution {
        Attribution::Same => "none".to_owned(),
        Attribution::Attributable(one) => one.setting.clone(),
        Attribution::NotAttributable(several) => format!("{} (not attributable)", names(several)),
        Attribution::Unknown(why) => format!("not known: {why}"),
    }
}

/// Where several settings differ: each with both values.
pub fn details(changes: &Changes) -> Vec<String> {
    match &changes.attribution {
        Attribution::NotAttributable(several) => several.iter().flat_map(parts).collect(),
        _ => Vec::new(),
    }
}

/// What is recorded beside the settings and differs; nothing where nothing does.
pub fn beside(changes: &Changes) -> Option<String> {
    let parts: Vec<String> = changes.beside.iter().map(part).collect();
    (!parts.is_empty()).then(|| format!("recorded beside the settings, and differs: {}", parts.join("; ")))
}

fn names(changes: &[Change]) -> String {
    changes.iter().map(|change| change.setting.as_str()).collect::<Vec<_>>().join(", ")
}

/// Each place of a setting that differs, with both values.
pub fn parts(change: &Change) -> Vec<String> {
    change.parts.iter().map(part).collect()
}

fn part(part: &Part) -> String {
    let (from, to) = side_by_side(part.from.as_deref(), part.to.as_deref());
    format!("{} {from} → {to}", part.path)
}

/// Both values, cut to where they differ.
fn side_by_side(from: Option<&str>, to: Option<&str>) -> (String, String) {
    let shared = match (from, to) {
        (Some(from), Some(to)) => from.chars().zip(to.chars()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    let shown = |value: Option<&str>| value.map_or_else(|| "not told".to_owned(), |value| cut(value, shared));
    (shown(from), shown(to))
}

/// A value that is too long to be shown whole: from its beginning, or from the word before `shared` characters where that lies far in.
fn cut(value: &str, shared: usize) -> String {
    if let Some(hash) = value.strip_prefix("\"sha256:").filter(|hash| hash.len() > HASH && hash.is_ascii()) {
        return format!("sha256:{}…", &hash[..HASH]);
    }
    let letters: Vec<char> = value.chars().collect();
    if letters.len() <= LONGEST {
        return value.to_owned();
    }
    let before = shared.saturating_sub(KEPT).min(letters.len());
    let word = letters[..before].iter().rposition(|c| c.is_whitespace()).map_or(before, |blank| blank + 1);
    let from = if shared > LONGEST / 2 { word } else { 0 };
    let to = (from + LONGEST).min(letters.len());
    let kept: String = letters[from..to].iter().collect();
    format!("{}{kept}{}", if from > 0 { "…" } else { "" }, if to < letters.len() { "…" } else { "" })
}

/// All of it.
pub fn json(changes: &Changes) -> Value {
    let parts = |parts: &[Part]| -> Vec<Value> {
        parts.iter().map(|part| json!({ "path": part.path, "from": part.from, "to": part.to })).collect()
    };
    let settings = changes.attribution.changes().iter();
    let settings: Vec<Value> =
        settings.map(|change| json!({ "setting": change.setting, "parts": parts(&change.parts) })).collect();
    json!({
        "attribution": changes.attribution.name(),
        "sentence": sentence(changes),
        "settings": settings,
        "beside": parts(&changes.beside),
    })
}

/// The schema of [`json`].
pub(crate) fn form() -> Form {
    let parts = || {
        let part = object(&["path", "from", "to"])
            .need("path", text())
            .need("from", text().or_null().about("as compact JSON; null where that side does not tell it"))
            .need("to", text().or_null());
        list(part.form())
    };
    let setting = object(&["setting", "parts"]).need("setting", text()).need("parts", parts()).form();
    object(&["attribution", "sentence", "settings", "beside"])
        .need("attribution", choice(fourcell::diagnosis::experiment::changes::ATTRIBUTIONS))
        .need("sentence", text())
        .need("settings", list(setting).about("settings that differ, each with the places in it where it does"))
        .need("beside", parts().about("what is recorded beside the settings and differs; it does not count"))
        .form()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_cut_where_they_differ() {
        let long = |end: &str| format!("\"{}{end}\"", "the same words over and over, ".repeat(9));
        let (from, to) = side_by_side(Some(&long("and 400 letters")), Some(&long("and 800 letters")));
        assert_eq!((from.as_str(), to.as_str()), ("…and over, and 400 letters\"", "…and over, and 800 letters\""));
        let early = |n: u32| format!("{n} {}", "words ".repeat(40));
        assert!(side_by_side(Some(&early(1)), Some(&early(2))).1.starts_with("2 words"));
        let hash = |digit: &str| format!("\"sha256:{}\"", digit.repeat(64));
        assert_eq!(
            side_by_side(Some(&hash("a")), Some(&hash("b"))),
            ("sha256:aaaaaaaaaaaa…".into(), "sha256:bbbbbbbbbbbb…".into())
        );
        assert_eq!(side_by_side(Some("400"), None), ("400".to_owned(), "not told".to_owned()));
        let (one, _) = side_by_side(Some(&"é".repeat(100)), Some("e"));
        assert_eq!(one, format!("{}…", "é".repeat(LONGEST)));
    }
}
