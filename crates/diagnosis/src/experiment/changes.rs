//! What differs between two systems as their manifests tell it, and whether a difference in results can be laid to it.
//!
//! What counts is a key of `[settings]`. A setting that is a table is one setting, however many keys inside it differ: who wrote the
//! manifest said by that what belongs together, and re-chunking is one change although size and overlap move. What is shown is the path
//! inside. A setting that only one side tells counts as differing: nobody can rule out that it does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Anything but a table, as compact JSON with sorted keys: two are equal where their texts are.
    Plain(String),
    /// A table.
    Table(BTreeMap<String, Value>),
}

/// What a system was made with, as far as its manifest tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeWith {
    /// The settings that decide its results, by key.
    pub settings: BTreeMap<String, Value>,
    /// How much may be sent (passages, tokens), by name.
    pub budget: BTreeMap<String, String>,
    /// What is recorded beside them and decides nothing by itself: day, index revision, tool, seed; by key, as compact JSON.
    pub beside: BTreeMap<String, String>,
}

/// A setting that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key of the setting.
    pub setting: String,
    /// Where inside it, and how; at least one.
    pub parts: Vec<Part>,
}

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The keys that lead to it, with dots between; for what is no table the setting's own key.
    pub path: String,
    /// What it was; `None` where that side does not tell it.
    pub from: Option<String>,
    /// What it is; `None` where that side does not tell it.
    pub to: Option<String>,
}

/// What a difference in results can be laid to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribution {
    /// No setting differs: what differs in the results is chance, or something that no manifest tells.
    Same,
    /// One setting differs.
    Attributable(Change),
    /// Several differ, in byte order of their keys.
    NotAttributable(Vec<Change>),
    /// It is not known, and why.
    Unknown(String),
}

impl Attribution {
    /// The settings that differ, in byte order of their keys.
    pub fn changes(&self) -> &[Change] {
        match self {
            Self::Same | Self::Unknown(_) => &[],
            Self::Attributable(one) => std::slice::from_ref(one),
            Self::NotAttributable(several) => several,
        }
    }

    /// Its name: `same`, `attributable`, `not-attributable`, `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Attributable(_) => "attributable",
            Self::NotAttributable(_) => "not-attributable",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// Every value that [`Attribution::name`] has.
pub const ATTRIBUTIONS: [&str; 4] = ["same", "attributable", "not-attributable", "unknown"];

/// What differs from one system to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// What the settings say.
    pub attribution: Attribution,
    /// What is recorded beside them and differs.
    pub beside: Vec<Part>,
}

/// The settings that state by themselves how much may be sent.
const STATE_THE_BUDGET: [&str; 2] = ["packing", "top_k"];

impl Changes {
    /// What differs from one system to another, each by its name; `None` for one without a manifest.
    pub fn between(from: (&str, Option<&MadeWith>), to: (&str, Option<&MadeWith>)) -> Self {
        let unknown = |why: String| Self { attribution: Attribution::Unknown(why), beside: Vec::new() };
        let (before, after) = match (from.1, to.1) {
            (Some(before), Some(after)) => (before, after),
            (None, None) => return unknown(format!("neither {} nor {} has a manifest", from.0, to.0)),
            (None, _) => return unknown(format!("{} has no manifest", from.0)),
            (_, None) => return unknown(format!("{} has no manifest", to.0)),
        };
        let told = beside(before, after);
        // Where one tells nothing of its settings, that none differs would be an empty claim.
        for (name, made) in [(from.0, before), (to.0, after)] {
            if made.settings.is_empty() {
                let attribution = Attribution::Unknown(format!("the manifest of {name} names no setting"));
                return Self { attribution, beside: told };
            }
        }
        let mut changes = settings(before, after);
        if !changes.iter().any(|change| STATE_THE_BUDGET.contains(&change.setting.as_str())) {
            let parts = texts(&before.budget, &after.budget, "budget.");
            if !parts.is_empty() {
                let place = changes.partition_point(|change| change.setting.as_str() < "budget");
                changes.insert(place, Change { setting: "budget".to_owned(), parts });
            }
        }
        let attribution = match changes.len() {
            0 => Attribution::Same,
            1 => Attribution::Attributable(changes.remove(0)),
            _ => Attribution::NotAttributable(changes),
        };
        Self { attribution, beside: told }
    }
}

fn settings(before: &MadeWith, after: &MadeWith) -> Vec<Change> {
    let keys: BTreeSet<&String> = before.settings.keys().chain(after.settings.keys()).collect();
    let change = |key: &String| {
        let mut parts = Vec::new();
        compare(&key_text(key), before.settings.get(key), after.settings.get(key), &mut parts);
        (!parts.is_empty()).then(|| Change { setting: key.clone(), parts })
    };
    keys.into_iter().filter_map(change).collect()
}

/// Two tables are compared key by key, at whatever depth; anything else as a whole.
fn compare(path: &str, from: Option<&Value>, to: Option<&Value>, parts: &mut Vec<Part>) {
    match (from, to) {
        (Some(Value::Table(from)), Some(Value::Table(to))) => {
            let keys: BTreeSet<&String> = from.keys().chain(to.keys()).collect();
            for key in keys {
                compare(&format!("{path}.{}", key_text(key)), from.get(key), to.get(key), parts);
            }
        }
        (from, to) if from == to => {}
        (from, to) => {
            let text = |value: Option<&Value>| value.map(ToString::to_string);
            parts.push(Part { path: path.to_owned(), from: text(from), to: text(to) });
        }
    }
}

fn beside(before: &MadeWith, after: &MadeWith) -> Vec<Part> {
    texts(&before.beside, &after.beside, "")
}

fn texts(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>, prefix: &str) -> Vec<Part> {
    let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let differ = keys.into_iter().filter(|key| before.get(*key) != after.get(*key));
    let part = |key: &String| Part {
        path: format!("{prefix}{}", key_text(key)),
        from: before.get(key).cloned(),
        to: after.get(key).cloned(),
    };
    differ.map(part).collect()
}

/// A key as TOML writes it: in quotes where a dot or blank in it would lead elsewhere.
fn key_text(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if bare { key.to_owned() } else { format!("{key:?}") }
}

/// Compact, keys in byte order.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => f.write_str(text),
            Self::Table(fields) => {
                f.write_str("{")?;
                for (place, (key, value)) in fields.iter().enumerate() {
                    let comma = if place > 0 { ", " } else { "" };
                    write!(f, "{comma}{} = {value}", key_text(key))?;
                }
                f.write_str("}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Value {
        Value::Plain(text.to_owned())
    }

    fn table(fields: &[(&str, Value)]) -> Value {
        Value::Table(fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    }

    fn made(settings: &[(&str, Value)]) -> MadeWith {
        let Value::Table(settings) = table(settings) else { unreachable!() };
        MadeWith { settings, ..MadeWith::default() }
    }

    fn between(from: &MadeWith, to: &MadeWith) -> Changes {
        Changes::between(("a", Some(from)), ("b", Some(to)))
    }

    fn part(path: &str, from: Option<&str>, to: Option<&str>) -> Part {
        Part { path: path.to_owned(), from: from.map(str::to_owned), to: to.map(str::to_owned) }
    }

    #[test]
    fn one_change_is_attributable_and_two_are_not() {
        let base = made(&[("chunking", plain("\"400\"")), ("prompt", plain("\"v1\"")), ("top_k", plain("6"))]);
        let one = made(&[("chunking", plain("\"800\"")), ("prompt", plain("\"v1\"")), ("top_k", plain("6"))]);
        let two = made(&[("chunking", plain("\"800\"")), ("prompt", plain("\"v1\"")), ("top_k", plain("8"))]);
        assert_eq!(between(&base, &base).attribution, Attribution::Same);
        let chunking = Change { setting: "chunking".into(), parts: vec![part("chunking", Some("\"400\""), Some("\"800\""))] };
        assert_eq!(between(&base, &one).attribution, Attribution::Attributable(chunking.clone()));
        let top_k = Change { setting: "top_k".into(), parts: vec![part("top_k", Some("6"), Some("8"))] };
        assert_eq!(between(&base, &two).attribution, Attribution::NotAttributable(vec![chunking, top_k]));
    }

    #[test]
    fn a_table_is_one_setting_and_shows_what_moved_inside() {
        let chunks = |size: &str, overlap: &str, unit: Value| {
            made(&[("chunks", table(&[("size", plain(size)), ("overlap", plain(overlap)), ("unit", unit)]))])
        };
        let letters = table(&[("of", plain("\"letters\"")), ("a b", plain("1"))]);
        let words = table(&[("of", plain("\"words\"")), ("a b", plain("2"))]);
        let changes = between(&chunks("400", "0", letters.clone()), &chunks("800", "0", words));
        let Attribution::Attributable(change) = changes.attribution else { panic!("{changes:?}") };
        assert_eq!(
            change.parts,
            [
                part("chunks.size", Some("400"), Some("800")),
                part("chunks.unit.\"a b\"", Some("1"), Some("2")),
                part("chunks.unit.of", Some("\"letters\""), Some("\"words\"")),
            ]
        );
        // A table against no table differs as a whole.
        let changes = between(&chunks("400", "0", letters), &chunks("400", "0", plain("\"letters\"")));
        let shown = "{\"a b\" = 1, of = \"letters\"}";
        assert_eq!(changes.attribution.changes()[0].parts, [part("chunks.unit", Some(shown), Some("\"letters\""))]);
    }

    #[test]
    fn what_one_side_does_not_tell_may_differ() {
        let (told, silent) = (made(&[("prompt", plain("1")), ("sampling", plain("0"))]), made(&[("prompt", plain("1"))]));
        assert_eq!(between(&silent, &told).attribution.changes()[0].parts, [part("sampling", None, Some("0"))]);
        assert_eq!(between(&told, &silent).attribution.changes()[0].parts, [part("sampling", Some("0"), None)]);
    }

    #[test]
    fn a_budget_counts_unless_a_setting_states_it() {
        let with = |settings: &[(&str, Value)], passages: &str| MadeWith {
            budget: BTreeMap::from([("passages".to_owned(), passages.to_owned())]),
            ..made(settings)
        };
        let (six, eight) = (plain("\"6\""), plain("\"8\""));
        let changes = between(&with(&[("packing", six.clone())], "6"), &with(&[("packing", eight)], "8"));
        assert_eq!(changes.attribution.name(), "attributable");
        let changes = between(
            &with(&[("packing", six.clone()), ("a", plain("1"))], "6"),
            &with(&[("packing", six), ("a", plain("2"))], "8"),
        );
        let named: Vec<&str> = changes.attribution.changes().iter().map(|c| c.setting.as_str()).collect();
        assert_eq!(named, ["a", "budget"]);
    }

    #[test]
    fn what_is_recorded_beside_is_told_and_does_not_count() {
        let dated = |day: &str| MadeWith {
            beside: BTreeMap::from([("day".to_owned(), day.to_owned())]),
            ..made(&[("prompt", plain("1"))])
        };
        let changes = between(&dated("\"2026-11-29\""), &dated("\"2026-11-30\""));
        assert_eq!(changes.attribution, Attribution::Same);
        assert_eq!(changes.beside, [part("day", Some("\"2026-11-29\""), Some("\"2026-11-30\""))]);
    }

    #[test]
    fn without_a_manifest_or_a_setting_nothing_is_claimed() {
        let some = made(&[("prompt", plain("1"))]);
        let why = |from: Option<&MadeWith>, to: Option<&MadeWith>| match Changes::between(("a", from), ("b", to)).attribution {
            Attribution::Unknown(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(why(None, Some(&some)), "a has no manifest");
        assert_eq!(why(Some(&some), None), "b has no manifest");
        assert_eq!(why(None, None), "neither a nor b has a manifest");
        assert_eq!(why(Some(&made(&[])), Some(&made(&[]))), "the manifest of a names no setting");
    }

    #[test]
    fn every_name_is_listed() {
        let change = Change { setting: String::new(), parts: vec![] };
        let all = [
            Attribution::Same,
            Attribution::Attributable(change),
            Attribution::NotAttributable(vec![]),
            Attribution::Unknown(String::new()),
        ];
        assert_eq!(all.map(|a| a.name()), ATTRIBUTIONS);
    }
}
