//! JSON Schemas (2020-12) of the native files, made from the keys, choices and bounds that the readers use.
//!
//! A schema refuses nothing that its reader accepts. The other way it falls short where JSON Schema has no words: an id that stands
//! twice, a range whose end is before its start, a path to no file. `crates/cli/tests/schema` lists those, and tries both ways.
//!
//! A new key: add it to the reader's list of keys, and describe it here. [`form::Keys`] fails in tests where one of the two is missing.

mod custody;
mod document;
mod evidence;
pub mod form;
mod gate;
mod judgement;
mod judges;
mod label;
mod ledger;
mod lifecycle;
mod manifest;
mod passage;
mod project;
mod question;
pub mod record;
mod run_files;
mod systems;

#[cfg(test)]
pub(crate) mod asked;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use form::Form;

/// The schema of one format.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// The format's name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Makes the schema; `json` gives it with its head.
    pub form: fn() -> Form,
}

/// What the readers of this crate read.
pub const NATIVE: [Schema; 13] = [
    Schema { name: "project", about: "a project: fourcell.toml", form: project::form },
    Schema { name: "question", about: "a question: a line of questions.jsonl", form: question::form },
    Schema { name: "label", about: "a graded label: a line of labels.jsonl", form: label::form },
    Schema { name: "document", about: "a document's revision: a line of corpus.jsonl", form: document::form },
    Schema { name: "passage", about: "a passage: a line of passages.jsonl", form: passage::form },
    Schema { name: "record", about: "what a system did: a line of a run's records.jsonl", form: record::form },
    Schema { name: "judgement", about: "a verdict: a line of a run's judgements.jsonl", form: judgement::form },
    Schema { name: "ledger", about: "a failure: a line of ledger.jsonl, of a run or of the project", form: ledger::form },
    Schema { name: "manifest", about: "the settings of a run: manifest.toml", form: manifest::form },
    Schema { name: "lifecycle", about: "a step of a lifecycle script: a line of lifecycle.jsonl", form: lifecycle::form },
    Schema { name: "custody", about: "what happened to the final set: a line of custody.jsonl", form: custody::form },
    Schema { name: "timing", about: "how long a call took: a line of a run's timings.jsonl", form: run_files::timing },
    Schema { name: "baseline", about: "a run that was accepted: a line of baseline.jsonl", form: run_files::baseline },
];

impl Schema {
    /// The schema as JSON.
    pub fn json(&self) -> Value {
        let mut whole = (self.form)().json();
        whole["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        whole["title"] = json!(format!("Fourcell: {}", self.about));
        whole
    }

    /// The schema as a file: indented, with a line feed at its end.
    pub fn text(&self) -> String {
        format!("{:#}\n", self.json())
    }
}
