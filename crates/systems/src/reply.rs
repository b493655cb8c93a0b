//! The parts of a reply of a system of others, each checked. Replies are hostile: whatever they hold, reading them ends in a
//! value or in a fault that names the place.

use std::collections::HashSet;

use evidence::SourceRange;
use evidence::text::printable;
use formats::suggest;
use formats::systems::ReplyMap;
use retrieval::record::{Item, Stage};
use retrieval::steps::MOST_STEPS;
use serde_json::Value;

use crate::asked::{Ask, Citation, Status, Step, TOKENS};
use crate::contract::Fault;
use crate::written::mode_name;

/// What a value is, for messages.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(truth) => format!("{truth}"),
        Value::Number(number) => format!("number {number}"),
        Value::String(text) if text.trim().is_empty() => "an empty string".into(),
        Value::String(text) => format!("string '{}'", printable(text, 60)),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// What stands at a pointer; null is nothing.
fn stands<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    #[cfg(test)]
    crate::schema::tests::hear(pointer);
    value.pointer(pointer).filter(|found| !found.is_null())
}

/// A string that may be absent.
pub fn text(value: &Value, pointer: &str) -> Result<Option<String>, Fault> {
    text_within(value, "", pointer)
}

/// A string that may be absent, of a value that stands at `within`.
fn text_within(value: &Value, within: &str, pointer: &str) -> Result<Option<String>, Fault> {
    match stands(value, pointer) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(Fault::at(&format!("{within}{pointer}"), "a string", &kind(other))),
    }
}

/// An id: a string, or a whole number, which is taken as its digits.
fn id(value: &Value, pointer: &str) -> Result<String, Fault> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Ok(text.clone()),
        Value::Number(number) if number.is_u64() || number.is_i64() => Ok(number.to_string()),
        other => Err(Fault::at(pointer, "an id", &kind(other))),
    }
}

fn optional_id(value: &Value, within: &str, pointer: &str) -> Result<Option<String>, Fault> {
    stands(value, pointer).map(|found| id(found, &format!("{within}{pointer}"))).transpose()
}

/// A list of ids that may be absent.
pub fn ids(value: &Value, pointer: &str) -> Result<Vec<String>, Fault> {
    let Some(list) = list(value, pointer)? else { return Ok(Vec::new()) };
    list.iter().enumerate().map(|(n, entry)| id(entry, &format!("{pointer}/{n}"))).collect()
}

fn list<'v>(value: &'v Value, pointer: &str) -> Result<Option<&'v [Value]>, Fault> {
    match stands(value, pointer) {
        None => Ok(None),
        Some(Value::Array(list)) => Ok(Some(list)),
        Some(other) => Err(Fault::at(pointer, "a list", &kind(other))),
    }
}

fn count(value: &Value, pointer: &str) -> Result<u64, Fault> {
    value.as_u64().ok_or_else(|| Fault::at(pointer, "a whole number from 0", &kind(value)))
}

/// A half-open pair of places.
fn pair(value: &Value, pointer: &str) -> Result<(usize, usize), Fault> {
    let place = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
    let read = match value.as_array().map(Vec::as_slice) {
        Some([start, end]) => place(start).zip(place(end)).filter(|(start, end)| start < end),
        _ => None,
    };
    let shown = || if value.is_array() { printable(&value.to_string(), 60) } else { kind(value) };
    read.ok_or_else(|| Fault::at(pointer, "two whole numbers [start, end], the end after the start,", &shown()))
}

/// Lists of passages in a reply.
pub struct Entries<'a> {
    /// The whole reply.
    pub root: &'a Value,
    /// Where things stand inside an entry.
    pub map: &'a ReplyMap,
}

impl Entries<'_> {
    /// The list at a pointer; `None` where nothing stands there. A null is a list that was meant and is not there.
    pub fn list(&self, pointer: &str) -> Result<Option<Vec<Item>>, Fault> {
        if let Some(Value::Null) = self.root.pointer(pointer) {
            return Err(Fault::at(pointer, "a list (empty where nothing was sent)", "null"));
        }
        let Some(list) = list(self.root, pointer)? else { return Ok(None) };
        let items: Vec<Item> =
            list.iter().enumerate().map(|(n, entry)| self.item(entry, &format!("{pointer}/{n}"))).collect::<Result<_, _>>()?;
        let mut seen = HashSet::with_capacity(items.len());
        match items.iter().position(|item| !seen.insert(item.id.as_str())) {
            None => Ok(Some(items)),
            // A passage paid twice is how a recall above 1 comes about.
            Some(n) => {
                let found = format!("'{}' once more", printable(&items[n].id, 60));
                Err(Fault::at(&format!("{pointer}/{n}"), "an id that stands once in the list", &found))
            }
        }
    }

    fn item(&self, entry: &Value, at: &str) -> Result<Item, Fault> {
        let map = self.map;
        if !entry.is_object() && !entry.is_array() {
            return Ok(Item { id: id(entry, at)?, ..Item::default() });
        }
        let within = |pointer: &str| format!("{at}{pointer}");
        let id = match stands(entry, &map.id) {
            Some(found) => id(found, &within(&map.id))?,
            None => return Err(Fault::at(&within(&map.id), "the passage's id", "nothing")),
        };
        let score = match stands(entry, &map.score) {
            None => None,
            Some(found) => match found.as_f64().filter(|score| score.is_finite()) {
                Some(score) => Some(score),
                None => return Err(Fault::at(&within(&map.score), "a finite number", &kind(found))),
            },
        };
        let range = stands(entry, "/range").map(|found| pair(found, &within("/range"))).transpose()?;
        Ok(Item {
            id,
            score,
            doc: optional_id(entry, at, &map.doc)?,
            rev: optional_id(entry, at, "/rev")?,
            range: range.and_then(|(start, end)| SourceRange::new(start, end)),
            tenant: optional_id(entry, at, "/tenant")?,
            tokens: stands(entry, "/tokens").map(|found| count(found, &within("/tokens"))).transpose()?,
            text: text_within(entry, at, &map.text)?,
        })
    }
}

/// What an answer of so many code points cites.
pub fn citations(root: &Value, map: &ReplyMap, length: usize) -> Result<Vec<Citation>, Fault> {
    let pointer = &map.citations;
    let Some(list) = list(root, pointer)? else { return Ok(Vec::new()) };
    let citation = |(n, entry): (usize, &Value)| {
        let at = format!("{pointer}/{n}");
        if !entry.is_object() {
            return Ok(Citation { passage: id(entry, &at)?, span: None });
        }
        let named = stands(entry, "/passage").or_else(|| stands(entry, &map.id));
        let passage = named.ok_or_else(|| Fault::at(&format!("{at}/passage"), "the id of the cited passage", "nothing"))?;
        let span_at = format!("{at}/span");
        let span = stands(entry, "/span").map(|found| pair(found, &span_at)).transpose()?;
        match span {
            Some((_, end)) if end > length => {
                let expected = format!("a span within the answer's {length} code points");
                Err(Fault::at(&span_at, &expected, &format!("an end of {end}")))
            }
            span => Ok(Citation { passage: id(passage, &format!("{at}/passage"))?, span }),
        }
    };
    list.iter().enumerate().map(citation).collect()
}

/// The fields of a record that no map names.
pub struct Fields<'a>(pub &'a Value);

impl<'a> Fields<'a> {
    /// Refuses a reply to another question or in another mode, where it says which.
    pub fn is_of(&self, ask: &Ask<'_>) -> Result<(), Fault> {
        let expected = [("/question", ask.question.id.as_str()), ("/mode", mode_name(ask.mode))];
        for (pointer, asked) in expected {
            let Some(found) = stands(self.0, pointer) else { continue };
            let said = if pointer == "/question" { self.question().unwrap_or(found) } else { found };
            if said.as_str() != Some(asked) {
                return Err(Fault::at(pointer, &format!("'{}', which was asked,", printable(asked, 60)), &kind(said)));
            }
        }
        Ok(())
    }

    /// The question that it says it is of. It may stand there as it was sent.
    pub fn question(&self) -> Option<&'a Value> {
        stands(self.0, "/question").map(|found| found.get("id").unwrap_or(found))
    }

    /// Refuses a reply that does not say to which question it is.
    pub fn names(&self, ask: &Ask<'_>) -> Result<(), Fault> {
        match stands(self.0, "/question") {
            Some(_) => self.is_of(ask),
            None => {
                let expected = format!("the id of the question, '{}',", printable(&ask.question.id, 60));
                Err(Fault::at("/question", &expected, "nothing"))
            }
        }
    }

    /// What the system says of its own failure.
    pub fn error(&self) -> Result<Option<String>, Fault> {
        let said = match stands(self.0, "/error") {
            None => None,
            Some(Value::String(text)) if text.trim().is_empty() => Some("an error without words".to_owned()),
            Some(Value::String(text)) => Some(text.clone()),
            Some(object @ Value::Object(_)) => Some(object.to_string()),
            Some(other) => return Err(Fault::at("/error", "null or the text of an error", &kind(other))),
        };
        let failed = stands(self.0, "/status").and_then(Value::as_str) == Some("error");
        Ok(said.or_else(|| failed.then(|| "an error without words".to_owned())))
    }

    /// The status, where it is told.
    pub fn status(&self) -> Result<Option<Status>, Fault> {
        let Some(said) = text(self.0, "/status")? else { return Ok(None) };
        match Status::ALL.iter().find(|(name, _)| *name == said) {
            Some((_, status)) => Ok(Some(*status)),
            None => {
                let names = Status::ALL.map(|(name, _)| name);
                let expected = format!("a status ({})", suggest::advice(&said, names));
                Err(Fault::at("/status", &expected, &format!("'{}'", printable(&said, 60))))
            }
        }
    }

    /// The lists by stage, in the order of the pipeline.
    pub fn stages(&self) -> Result<Vec<(Stage, Vec<Item>)>, Fault> {
        self.stages_at("/stages")
    }

    /// The retrieval calls, where there were several.
    pub fn steps(&self) -> Result<Vec<Step>, Fault> {
        let listed = list(self.0, "/steps")?.unwrap_or_default();
        if listed.len() > MOST_STEPS {
            return Err(Fault::at("/steps", &format!("at most {MOST_STEPS} steps"), &format!("{} of them", listed.len())));
        }
        listed.iter().enumerate().map(|(n, step)| self.step(step, &format!("/steps/{n}"))).collect()
    }

    fn step(&self, step: &Value, at: &str) -> Result<Step, Fault> {
        if !step.is_object() {
            return Err(Fault::at(at, "a retrieval call as an object", &kind(step)));
        }
        Ok(Step {
            by: text_within(step, at, "/by")?,
            query_sent: text_within(step, at, "/query_sent")?,
            index_revision: text_within(step, at, "/index_revision")?.filter(|revision| !revision.trim().is_empty()),
            stages: self.stages_at(&format!("{at}/stages"))?,
        })
    }

    fn stages_at(&self, at: &str) -> Result<Vec<(Stage, Vec<Item>)>, Fault> {
        let stated = match stands(self.0, at) {
            None => return Ok(Vec::new()),
            Some(Value::Object(stages)) => stages,
            Some(other) => return Err(Fault::at(at, "an object of lists by stage", &kind(other))),
        };
        let names = Stage::ALL.iter().filter(|(_, stage)| *stage != Stage::Context).map(|(name, _)| *name);
        if let Some(unknown) = stated.keys().find(|name| !names.clone().any(|known| known == name.as_str())) {
            let expected = format!("no stage but {}", names.collect::<Vec<_>>().join(", "));
            return Err(Fault::at(at, &expected, &format!("'{}'", printable(unknown, 60))));
        }
        let map = ReplyMap::default();
        let entries = Entries { root: self.0, map: &map };
        let mut stages = Vec::new();
        for (name, stage) in Stage::ALL.into_iter().filter(|(_, stage)| *stage != Stage::Context) {
            // A null stage was not captured.
            if stated.get(name).is_some_and(|list| !list.is_null()) {
                stages.extend(entries.list(&format!("{at}/{name}"))?.map(|list| (stage, list)));
            }
        }
        Ok(stages)
    }

    /// The tokens that were counted.
    pub fn tokens(&self) -> Result<Vec<(&'static str, u64)>, Fault> {
        match stands(self.0, "/tokens") {
            None | Some(Value::Object(_)) => {}
            Some(other) => return Err(Fault::at("/tokens", "an object of counts", &kind(other))),
        }
        let mut tokens = Vec::new();
        for name in TOKENS {
            let pointer = format!("/tokens/{name}");
            if let Some(found) = stands(self.0, &pointer) {
                tokens.push((name, count(found, &pointer)?));
            }
        }
        Ok(tokens)
    }
}
