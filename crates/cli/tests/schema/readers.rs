//! Each format's reader, over one value of the format.

use fourcell::evidence::Question;
use fourcell::formats::native::{
    read_baselines, read_corpus, read_custody, read_judgements, read_labels, read_ledger, read_lifecycle, read_manifest,
    read_passages, read_questions, read_records, read_timings,
};
use fourcell::formats::project::read_project;
use fourcell::formats::systems::Contract;
use fourcell::formats::{InputError, Source};
use fourcell::retrieval::record::Mode;
use serde_json::Value;
use systems::asked::{Ask, Called};

/// What the reader says against a value; `None` where the value cannot be written in the file's language.
pub fn read(name: &str, value: &Value) -> Option<Result<(), String>> {
    let line = Source::memory("file", value.to_string().into_bytes());
    let told = |read: Result<(), InputError>| read.map_err(|e| e.problem().to_owned());
    Some(match name {
        "question" => told(read_questions(&line).map(drop)),
        "label" => told(read_labels(&line).map(drop)),
        "document" => told(read_corpus(&line).map(drop)),
        "passage" => told(read_passages(&line).map(drop)),
        "record" => told(read_records(&line).map(drop)),
        "custody" => told(read_custody(&line).map(drop)),
        "timing" => told(read_timings(&line).map(drop)),
        "baseline" => told(read_baselines(&line).map(drop)),
        "lifecycle" => told(read_lifecycle(&line).map(drop)),
        "judgement" => told(read_judgements(&line).map(drop)),
        "ledger" => told(read_ledger(&line).map(drop)),
        "manifest" => told(read_manifest(&Source::memory("file", crate::to_toml(value)?.into_bytes())).map(drop)),
        "project" => {
            let folder = crate::command::folder(&[("fourcell.toml", &crate::to_toml(value)?), ("c.jsonl", "")]);
            told(read_project(folder.path()).map(drop))
        }
        "reply" => reply(value),
        other => panic!("no reader for {other}"),
    })
}

/// A reply to the question `q` in mode normal. One that says that it failed was understood; of one that is taken the record is read.
fn reply(value: &Value) -> Result<(), String> {
    let ask = Ask { question: &question(), mode: Mode::Normal, repeat: 0 };
    match systems::contract::read(value, &ask, &Contract::default(), None) {
        Err(fault) if fault.problem.starts_with("the system says: ") => Ok(()),
        Err(fault) => Err(fault.problem),
        Ok(done) => {
            let record = systems::written::record(&ask, &Called { done: Ok(done), times: Vec::new() });
            let read = read_records(&Source::memory("records.jsonl", record.clone().into_bytes()));
            assert!(read.is_ok(), "the reply {value} makes a record that cannot be read: {record}: {read:?}");
            Ok(())
        }
    }
}

/// The question that is asked.
pub fn question() -> Question {
    let line =
        r#"{"id":"q","query":"Why?","principal":{"tenant":"t","groups":["g"]},"history":[{"role":"user","content":"So?"}]}"#;
    read_questions(&Source::memory("file", line.as_bytes())).unwrap().items.remove(0)
}
