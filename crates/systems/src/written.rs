//! A call as the lines of a run directory: what was done in `records.jsonl`, how long it took in `timings.jsonl`.

use std::collections::BTreeMap;

use retrieval::record::{Item, Mode, Stage};
use serde::Serialize;

use crate::asked::{Ask, Called, Done, Step};

#[derive(Serialize)]
struct WrittenRecord<'a> {
    question: &'a str,
    mode: &'a str,
    repeat: u32,
    status: &'a str,
    #[serde(flatten)]
    retrieval: WrittenRetrieval<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<WrittenStep<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Vec<WrittenItem<'a>>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    dropped: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    citations: Option<Vec<WrittenCitation<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tokens: BTreeMap<&'a str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Lists by the name of their stage.
type WrittenStages<'a> = Vec<(&'a str, Vec<WrittenItem<'a>>)>;

/// One retrieval call of several.
#[derive(Serialize)]
struct WrittenStep<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(flatten)]
    retrieval: WrittenRetrieval<'a>,
}

/// What a record and each of its retrieval calls tell alike.
#[derive(Default, Serialize)]
struct WrittenRetrieval<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    query_sent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index_revision: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "in_order")]
    stages: WrittenStages<'a>,
}

/// An entry of a list as it is written.
#[derive(Serialize)]
pub(crate) struct WrittenItem<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct WrittenCitation<'a> {
    passage: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<(usize, usize)>,
}

/// An object whose keys stand in the order of the pipeline.
fn in_order<S: serde::Serializer>(stages: &[(&str, Vec<WrittenItem<'_>>)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(stages.iter().map(|(stage, items)| (stage, items)))
}

/// A list as it is written.
pub(crate) fn items(items: &[Item]) -> Vec<WrittenItem<'_>> {
    items.iter().map(written).collect()
}

fn written(item: &Item) -> WrittenItem<'_> {
    WrittenItem {
        id: &item.id,
        score: item.score,
        doc: item.doc.as_deref(),
        rev: item.rev.as_deref(),
        range: item.range.map(|range| (range.start(), range.end())),
        tenant: item.tenant.as_deref(),
        tokens: item.tokens,
        text: item.text.as_deref(),
    }
}

/// The name of a mode in files.
pub fn mode_name(mode: Mode) -> &'static str {
    Mode::ALL[mode as usize].0
}

/// The record of a call, one line of JSON without its end. The same call gives the same bytes: times stand elsewhere.
pub fn record(ask: &Ask<'_>, called: &Called) -> String {
    let (question, mode, repeat) = (ask.question.id.as_str(), mode_name(ask.mode), ask.repeat);
    let written = match &called.done {
        Ok(done) => of_done(question, mode, repeat, done),
        Err(error) => WrittenRecord {
            question,
            mode,
            repeat,
            status: "error",
            retrieval: WrittenRetrieval::default(),
            steps: Vec::new(),
            context: None,
            dropped: &[],
            answer: None,
            citations: None,
            cut: None,
            tokens: BTreeMap::new(),
            error: Some(error),
        },
    };
    serde_json::to_string(&written).expect("strings and finite numbers can be written")
}

fn of_done<'a>(question: &'a str, mode: &'a str, repeat: u32, done: &'a Done) -> WrittenRecord<'a> {
    let citation = |c: &'a crate::asked::Citation| WrittenCitation { passage: &c.passage, span: c.span };
    WrittenRecord {
        question,
        mode,
        repeat,
        status: done.status.name(),
        retrieval: retrieval(&done.query_sent, &done.index_revision, &done.stages),
        steps: done.steps.iter().map(step).collect(),
        context: done.context.as_deref().map(items),
        dropped: &done.dropped,
        answer: done.answer.as_ref().map(|a| a.text.as_str()),
        citations: done.answer.as_ref().map(|a| a.citations.iter().map(citation).collect()),
        cut: done.cut.as_deref(),
        tokens: done.tokens.iter().copied().collect(),
        error: None,
    }
}

fn retrieval<'a>(
    query_sent: &'a Option<String>,
    index_revision: &'a Option<String>,
    stages: &'a [(Stage, Vec<Item>)],
) -> WrittenRetrieval<'a> {
    WrittenRetrieval {
        query_sent: query_sent.as_deref(),
        index_revision: index_revision.as_deref(),
        stages: stages.iter().map(|(stage, list)| (stage.name(), items(list))).collect(),
    }
}

fn step(step: &Step) -> WrittenStep<'_> {
    WrittenStep { by: step.by.as_deref(), retrieval: retrieval(&step.query_sent, &step.index_revision, &step.stages) }
}

/// How long a call took, one line of JSON without its end: milliseconds of each stage and of all. A call whose time says nothing of the
/// system, since it failed, has none.
pub fn timing(ask: &Ask<'_>, called: &Called) -> String {
    let milliseconds = |time: &std::time::Duration| time.as_secs_f64() * 1e3;
    let mut stages = serde_json::Map::new();
    for (stage, time) in &called.times {
        stages.insert((*stage).to_owned(), milliseconds(time).into());
    }
    if !called.times.is_empty() {
        // The first token comes within the generation.
        let parts = called.times.iter().filter(|(stage, _)| *stage != "first_token");
        stages.insert("total".to_owned(), milliseconds(&parts.map(|(_, time)| *time).sum()).into());
    }
    let line = serde_json::json!({
        "question": ask.question.id, "mode": mode_name(ask.mode), "repeat": ask.repeat, "ms": stages,
    });
    line.to_string()
}
