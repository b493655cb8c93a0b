//! `records.jsonl`: what a system recorded, one question in one mode and repeat a line.

use std::collections::HashSet;

use evidence::text::printable;
use retrieval::record::{Ending, Item, Mode, Record, Stage};
use retrieval::steps::{MOST_STEPS, Step, stages_of};

use crate::error::{InputError, quoted};
use crate::json::{Kind, Object, Value};
use crate::native::id::{id, optional_id, revision};
use crate::native::read::{Note, Notes, Read, Seen, read_objects};
use crate::source::Source;
use crate::suggest;

/// The fields of a record that are read here.
pub(crate) const FIELDS: [&str; 12] = [
    "question",
    "mode",
    "repeat",
    "status",
    "error",
    "stages",
    "context",
    "steps",
    "index_revision",
    "query_sent",
    "dropped",
    "tokens",
];

/// Fields that are written and that this reader passes over; nothing is refused for what stands there.
pub(crate) const PASSED_OVER: [&str; 3] = ["answer", "citations", "cut"];

/// The fields of an entry of a list.
pub(crate) const ITEM_FIELDS: [&str; 8] = ["id", "score", "doc", "rev", "range", "tenant", "tokens", "text"];

/// What a record's status says of its retrieval.
#[derive(Clone, Copy)]
pub(crate) enum Status {
    Retrieved,
    NoEvidence,
    Error,
}

pub(crate) const STATUS: [(&str, Status); 7] = [
    ("retrieved", Status::Retrieved),
    ("answered", Status::Retrieved),
    ("declined", Status::Retrieved),
    ("partial", Status::Retrieved),
    ("conflict-stated", Status::Retrieved),
    ("no-evidence", Status::NoEvidence),
    ("error", Status::Error),
];

/// Reads the records of a run. Fields that are not known are passed over: systems add their own.
pub fn read_records(source: &Source) -> Result<Read<Record>, InputError> {
    let mut seen = Seen::new();
    let read = read_objects(source, |object, notes| {
        let record = record(object, notes)?;
        let key = (record.question.clone(), record.mode, record.repeat);
        seen.once(key, notes.line, object.need("question")?, || format!("{} in this mode and repeat", quoted(&record.question)))?;
        Ok(record)
    })?;
    read.not_empty(source, || InputError::nothing_to_evaluate("holds no record"))
}

fn record(object: &Object<'_>, notes: &mut Notes) -> Result<Record, InputError> {
    let ending = ending(object)?;
    // Nothing may be read from the lists of a call that failed, so whatever state they are in is no fault.
    let failed = matches!(ending, Ending::Failed(_));
    let (stages, steps) = if failed { (Vec::new(), Vec::new()) } else { (stages(object, notes)?, steps(object, notes)?) };
    Ok(Record {
        question: id(object.need("question")?, "question", notes)?.into_owned(),
        mode: mode(object)?,
        repeat: repeat(object)?,
        stages: stages_of(stages, &steps),
        steps,
        ending,
        index_revision: optional_id(object.get("index_revision"), "index_revision", notes)?,
        query_sent: if failed { None } else { object.string("query_sent")? },
        dropped: if failed { None } else { dropped(object, notes)? },
        context_tokens: context_tokens(object)?,
    })
}

/// How many tokens the context has, where the record says so. Counts by other names are for other readers.
fn context_tokens(object: &Object<'_>) -> Result<Option<u64>, InputError> {
    let counts = object.get("tokens").filter(|tokens| tokens.kind() == Kind::Object);
    counts.and_then(|counts| Some(counts.object().ok()?.get("context")?.count())).transpose()
}

/// Ids of passages that did not fit the budget.
fn dropped(object: &Object<'_>, notes: &mut Notes) -> Result<Option<Vec<String>>, InputError> {
    let Some(list) = object.get("dropped") else { return Ok(None) };
    let mut ids = Vec::new();
    for value in list.list()? {
        ids.push(id(value, "dropped", notes)?.into_owned());
    }
    Ok(Some(ids))
}

/// The mode; `normal` where absent.
pub(crate) fn mode(object: &Object<'_>) -> Result<Mode, InputError> {
    Ok(object.choice("mode", &Mode::ALL)?.unwrap_or_default())
}

/// The repeat; 0 where absent.
pub(crate) fn repeat(object: &Object<'_>) -> Result<u32, InputError> {
    object.get("repeat").map_or(Ok(0), |v| u32::try_from(v.count()?).map_err(|_| v.wants("a number of at most 32 bits")))
}

/// The text of an error, which may be an object: what a server sent, say.
pub(crate) fn error_text(object: &Object<'_>) -> Result<Option<String>, InputError> {
    let Some(error) = object.get("error") else { return Ok(None) };
    match error.kind() {
        Kind::String => Ok(Some(error.string()?.into_owned())),
        Kind::Object => Ok(Some(printable(error.literal(), 1000))),
        _ => Err(error.wants("null or the text of an error")),
    }
}

pub(crate) fn ending(object: &Object<'_>) -> Result<Ending, InputError> {
    let status = object.choice("status", &STATUS)?.unwrap_or(Status::Retrieved);
    let text = error_text(object)?;
    Ok(match (status, text) {
        (_, Some(text)) if !text.trim().is_empty() => Ending::Failed(text),
        (Status::Error, _) | (_, Some(_)) => Ending::Failed("no error text was recorded".into()),
        (Status::NoEvidence, None) => Ending::NoEvidence,
        (Status::Retrieved, None) => Ending::Retrieved,
    })
}

/// The lists that were captured, in the order of the pipeline.
fn stages(object: &Object<'_>, notes: &mut Notes) -> Result<Vec<(Stage, Vec<Item>)>, InputError> {
    let mut stages = listed(object, notes)?;
    if let Some(context) = object.get("context") {
        stages.push((Stage::Context, items(context, notes)?));
    }
    Ok(stages)
}

/// The lists under 'stages'.
fn listed(object: &Object<'_>, notes: &mut Notes) -> Result<Vec<(Stage, Vec<Item>)>, InputError> {
    let listed = object.get("stages").map(Value::object).transpose()?;
    let known = |name: &str| Stage::ALL.iter().any(|&(n, stage)| n == name && stage != Stage::Context);
    for (name, _) in listed.iter().flat_map(Object::fields).filter(|(name, _)| !known(name)) {
        let name = name.as_ref();
        // A stage under a name of its own would be missing without a word.
        let mend = match name {
            "context" => "; it stands beside 'stages', not in it".to_owned(),
            _ => {
                let stages = Stage::ALL.iter().map(|(n, _)| *n).filter(|n| known(n));
                suggest::nearest(name, stages).map(|near| format!("; is '{near}' meant?")).unwrap_or_default()
            }
        };
        notes.add(Note::Other(format!("stage {} is unknown and not read{mend}", quoted(name))));
    }
    let mut stages = Vec::new();
    for (name, stage) in Stage::ALL.into_iter().filter(|(_, stage)| *stage != Stage::Context) {
        if let Some(list) = listed.as_ref().and_then(|s| s.get(name)) {
            stages.push((stage, items(list, notes)?));
        }
    }
    Ok(stages)
}

/// The fields of a retrieval call.
pub(crate) const STEP_FIELDS: [&str; 5] = ["by", "query_sent", "index_revision", "stages", "context"];

/// The retrieval calls, where there were several.
fn steps(object: &Object<'_>, notes: &mut Notes) -> Result<Vec<Step>, InputError> {
    let Some(list) = object.get("steps") else { return Ok(Vec::new()) };
    let mut steps = Vec::new();
    for value in list.list()? {
        if steps.len() == MOST_STEPS {
            return Err(list.fault(format!("{} holds more than {MOST_STEPS} retrieval calls", list.name())));
        }
        steps.push(step(&value.object()?, notes)?);
    }
    Ok(steps)
}

fn step(object: &Object<'_>, notes: &mut Notes) -> Result<Step, InputError> {
    if let Some(context) = object.get("context") {
        let name = context.name();
        notes.add(Note::Other(format!("{name} is not read: what reached the generator is the record's own 'context'")));
    }
    Ok(Step {
        by: object.string("by")?,
        query_sent: object.string("query_sent")?,
        index_revision: optional_id(object.get("index_revision"), "index_revision", notes)?,
        stages: listed(object, notes)?,
    })
}

pub(crate) fn items(list: Value<'_>, notes: &mut Notes) -> Result<Vec<Item>, InputError> {
    let mut items = Vec::new();
    for value in list.list()? {
        items.push(item(value, notes)?);
    }
    let mut ids = HashSet::with_capacity(items.len());
    match items.iter().position(|item| !ids.insert(item.id.as_str())) {
        // A passage paid twice is how other tools come to a recall above 1.
        Some(at) => {
            Err(list.list()?.nth(at).unwrap_or(list).fault(format!("{} stands twice in {}", quoted(&items[at].id), list.name())))
        }
        None => Ok(items),
    }
}

fn item(value: Value<'_>, notes: &mut Notes) -> Result<Item, InputError> {
    match value.kind() {
        Kind::String | Kind::Number => {
            Ok(Item { id: id(value, "id", notes).map_err(capture_fault)?.into_owned(), ..Item::default() })
        }
        Kind::Object => {
            let object = value.object()?;
            Ok(Item {
                id: object.need("id").and_then(|v| id(v, "id", notes)).map_err(capture_fault)?.into_owned(),
                score: object.get("score").map(Value::finite).transpose()?,
                doc: optional_id(object.get("doc"), "doc", notes)?,
                rev: revision(object.get("rev"), notes)?,
                range: object.get("range").map(Value::range).transpose()?,
                tenant: optional_id(object.get("tenant"), "tenant", notes)?,
                tokens: object.get("tokens").map(Value::count).transpose()?,
                text: object.string("text")?,
            })
        }
        _ => Err(capture_fault(value.wants("a passage id or an object"))),
    }
}

/// A list entry that is nothing is a fault of the recording; it is neither a passage nor the absence of one.
fn capture_fault(error: InputError) -> InputError {
    error.mend("the capture is at fault: record each passage with its id, and leave out what is not one")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;
    use evidence::SourceRange;

    fn read(text: &str) -> Result<Read<Record>, InputError> {
        read_records(&Source::memory("records.jsonl", text.as_bytes()))
    }

    fn with(more: &str) -> Result<Record, InputError> {
        read(&format!(r#"{{"question":"q"{more}}}"#)).map(|mut r| r.items.remove(0))
    }

    fn problem(more: &str) -> String {
        with(more).unwrap_err().problem().to_owned()
    }

    #[test]
    fn every_field_is_read() {
        let record = with(
            r#","mode":"oracle","repeat":2,"index_revision":"2026-10-03T08:00Z","status":"answered","own":[{}],"error":null,"query_sent":"x?","dropped":["c",7],
            "stages":{"packed":["a"],"candidates":[{"id":"a","score":12.1},"b",7]},
            "context":[{"id":"a","doc":"d","rev":"3","range":[1,9],"tenant":"t","tokens":96,"text":"x","more":1}]"#
                .replace('\n', "")
                .as_str(),
        )
        .unwrap();
        assert_eq!((record.question.as_str(), record.mode, record.repeat), ("q", Mode::Oracle, 2));
        assert_eq!((record.index_revision.as_deref(), &record.ending), (Some("2026-10-03T08:00Z"), &Ending::Retrieved));
        assert_eq!(
            (record.query_sent.as_deref(), record.dropped.as_deref()),
            (Some("x?"), Some(&["c".to_owned(), "7".to_owned()][..]))
        );
        let stages: Vec<_> = record.stages.iter().map(|(s, items)| (s.name(), items.len())).collect();
        assert_eq!(stages, [("candidates", 3), ("packed", 1), ("context", 1)]);
        assert_eq!(record.stage(Stage::Candidates).unwrap()[0].score, Some(12.1));
        assert_eq!(record.stage(Stage::Candidates).unwrap()[2].id, "7");
        let context = Item {
            id: "a".into(),
            score: None,
            doc: Some("d".into()),
            rev: Some("3".into()),
            range: SourceRange::new(1, 9),
            tenant: Some("t".into()),
            tokens: Some(96),
            text: Some("x".into()),
        };
        assert_eq!(record.stage(Stage::Context).unwrap(), [context]);
    }

    #[test]
    fn absent_null_and_empty_lists_differ() {
        let record = with("").unwrap();
        assert_eq!((record.mode, record.repeat, record.stages.len()), (Mode::Normal, 0, 0));
        assert!(with(r#","stages":{"candidates":null},"context":null"#).unwrap().stages.is_empty());
        assert_eq!(with(r#","context":[]"#).unwrap().stage(Stage::Context), Some(&[][..]));
    }

    #[test]
    fn a_failed_call_is_failed_whatever_its_lists_are() {
        let failed = |text: &str| Ending::Failed(text.into());
        assert_eq!(with(r#","error":"429""#).unwrap().ending, failed("429"));
        assert_eq!(with(r#","status":"error""#).unwrap().ending, failed("no error text was recorded"));
        assert_eq!(with(r#","error":"""#).unwrap().ending, failed("no error text was recorded"));
        assert_eq!(with(r#","status":"answered","error":{"code":500}"#).unwrap().ending, failed(r#"{"code":500}"#));
        let record = with(r#","error":"cut","context":[null]"#).unwrap();
        assert!(record.stages.is_empty());
        assert_eq!(problem(r#","error":false"#), "field 'error' must be null or the text of an error, found boolean false");
    }

    #[test]
    fn statuses_are_known_or_refused() {
        for status in ["retrieved", "answered", "declined", "partial", "conflict-stated"] {
            assert_eq!(with(&format!(r#","status":"{status}""#)).unwrap().ending, Ending::Retrieved);
        }
        assert_eq!(with(r#","status":"no-evidence""#).unwrap().ending, Ending::NoEvidence);
        let error = with(r#","status":"answerd""#).unwrap_err();
        assert_eq!(error.problem(), "field 'status' is 'answerd', which is no known value");
        assert_eq!(error.advice(), Some("did you mean 'answered'?"));
    }

    /// Case B15: a blank or null passage is a fault of the capture, not a retrieved passage.
    #[test]
    fn entries_without_an_id_are_capture_faults() {
        for entry in ["null", "\"\"", "\"  \"", "{}", r#"{"id":null}"#, r#"{"id":""}"#, "[\"a\"]", "true"] {
            let error = with(&format!(r#","context":["a",{entry}]"#)).unwrap_err();
            assert!(error.advice().unwrap().starts_with("the capture is at fault"), "{entry}: {error}");
            assert!(error.problem().contains("context[1]"), "{entry}: {error}");
        }
        assert_eq!(problem(r#","context":"['a']""#), "field 'context' must be a list, found string");
        assert_eq!(problem(r#","stages":["a"]"#), "field 'stages' must be an object, found list");
    }

    /// Case B10: duplicates would be paid twice.
    #[test]
    fn an_id_stands_once_in_a_list() {
        assert_eq!(problem(r#","stages":{"fused":["a","b",{"id":"a"}]}"#), "'a' stands twice in field 'stages.fused'");
        assert!(with(r#","stages":{"fused":["a"],"packed":["a"]},"context":["a"]"#).is_ok());
    }

    #[test]
    fn scores_are_finite() {
        assert_eq!(
            problem(r#","context":[{"id":"a","score":1e999}]"#),
            "field 'context[0].score' must be a finite number, found number 1e999"
        );
        assert_eq!(
            problem(r#","context":[{"id":"a","score":"1"}]"#),
            "field 'context[0].score' must be a finite number, found string"
        );
        assert!(with(r#","context":[{"id":"a","score":-1e-320}]"#).is_ok());
    }

    #[test]
    fn a_question_stands_once_in_a_mode_and_repeat() {
        let text = r#"{"question":"q"}
{"question":"q","mode":"oracle"}
{"question":"q","repeat":1}
{"question":"q","mode":"normal","repeat":0}"#;
        let error = read(text).unwrap_err();
        assert_eq!(error.to_string(), "records.jsonl:4:13: 'q' in this mode and repeat already stands on line 1");
        assert_eq!(
            problem(r#","repeat":4294967296"#),
            "field 'repeat' must be a number of at most 32 bits, found number 4294967296"
        );
        assert_eq!(problem(r#","mode":"no_context""#), "field 'mode' is 'no_context', which is no known value");
    }

    #[test]
    fn several_retrieval_calls_are_read_and_their_lists_joined() {
        let record = with(concat!(
            r#","context":["b"],"steps":[{"by":"bm25","query_sent":"q1","index_revision":7,"stages":{"candidates":["a","b"]}},"#,
            r#"{"by":"dense","stages":{"candidates":[{"id":"c","score":0.1},"a"],"reranked":["c"]}}]"#
        ))
        .unwrap();
        let ids = |stage| record.stage(stage).unwrap().iter().map(|i| i.id.as_str()).collect::<Vec<_>>();
        assert_eq!(
            (ids(Stage::Candidates), ids(Stage::Reranked), ids(Stage::Context)),
            (vec!["a", "c", "b"], vec!["c"], vec!["b"])
        );
        let [first, second] = &record.steps[..] else { panic!("two steps: {:?}", record.steps) };
        assert_eq!(
            (first.by.as_deref(), first.query_sent.as_deref(), first.index_revision.as_deref()),
            (Some("bm25"), Some("q1"), Some("7"))
        );
        assert_eq!((second.stages.len(), second.stages[0].1[0].score), (2, Some(0.1)));
        let own = with(r#","stages":{"candidates":["x"]},"steps":[{"stages":{"candidates":["a"]}}]"#).unwrap();
        assert_eq!(own.stage(Stage::Candidates).unwrap()[0].id, "x");
        assert!(with(r#","steps":[]"#).unwrap().steps.is_empty());
        assert!(with(r#","steps":["cut"],"error":"429""#).unwrap().steps.is_empty());
    }

    #[test]
    fn a_step_at_fault_is_named() {
        assert_eq!(problem(r#","steps":[{},"a"]"#), "field 'steps[1]' must be an object, found string");
        assert_eq!(problem(r#","steps":[{"stages":{"fused":["a","a"]}}]"#), "'a' stands twice in field 'steps[0].stages.fused'");
        let many = format!(r#","steps":[{}{{}}]"#, "{},".repeat(MOST_STEPS));
        assert_eq!(problem(&many), "field 'steps' holds more than 1000 retrieval calls");
        let read = read(r#"{"question":"q","steps":[{"context":[],"stages":{"rerank":[]}}]}"#).unwrap();
        let texts: Vec<_> = read.warnings.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "field 'steps[0].context' is not read: what reached the generator is the record's own 'context'",
                "stage 'rerank' is unknown and not read; is 'reranked' meant?"
            ]
        );
    }

    #[test]
    fn odd_stages_are_told() {
        let read = read(r#"{"question":"q","stages":{"rerank":[],"context":[],"own":[]}}"#).unwrap();
        let texts: Vec<_> = read.warnings.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "stage 'rerank' is unknown and not read; is 'reranked' meant?",
                "stage 'context' is unknown and not read; it stands beside 'stages', not in it",
                "stage 'own' is unknown and not read",
            ]
        );
    }

    #[test]
    fn an_empty_run_holds_nothing_to_evaluate() {
        assert_eq!(read("\n").unwrap_err().refusal(), Refusal::NothingToEvaluate);
    }
}
