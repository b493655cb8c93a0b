//! Rows of ragas: a question, what was retrieved for it, and the answer, one JSON object a line. The names of older versions are read
//! too.
//!
//! Rows often pass through tables that turn lists into strings. Such a string has letters, not passages, so it is refused by row and
//! field in place of being taken apart.

use crate::error::InputError;
use crate::json::{Kind, Object, Value};
use crate::native::id::id;
use crate::native::read::{Note, Notes, Read, read_objects};
use crate::source::Source;
use crate::suggest;

/// One row. What it does not hold is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The question's id: `id` or `question_id`.
    pub id: Option<String>,
    /// The question: `user_input`, or `question`.
    pub query: Option<String>,
    /// The passages that were sent: `retrieved_contexts`, or `contexts`.
    pub contexts: Option<Vec<String>>,
    /// Their ids: `retrieved_context_ids`.
    pub context_ids: Option<Vec<String>>,
    /// The answer: `response`, or `answer`.
    pub response: Option<String>,
    /// Reference answers: `reference`, `ground_truth` or `ground_truths`.
    pub references: Option<Vec<String>>,
    /// The passages that a right answer rests on.
    pub reference_contexts: Option<Vec<String>>,
    /// Their ids.
    pub reference_context_ids: Option<Vec<String>>,
}

/// Every field that is read; the first ten are none of a record.
pub(crate) const FIELDS: [&str; 14] = [
    "user_input",
    "retrieved_contexts",
    "retrieved_context_ids",
    "response",
    "reference",
    "reference_contexts",
    "reference_context_ids",
    "contexts",
    "ground_truth",
    "ground_truths",
    "question",
    "answer",
    "id",
    "question_id",
];

/// Reads rows. Fields that are not known are passed over, such as the scores of an evaluation.
pub fn read_ragas(source: &Source) -> Result<Read<Row>, InputError> {
    read_objects(source, row)?.not_empty(source, || InputError::nothing_to_evaluate("holds no row"))
}

fn row(object: &Object<'_>, notes: &mut Notes) -> Result<Row, InputError> {
    for (key, _) in object.fields().filter(|(key, _)| !FIELDS.contains(&key.as_ref())) {
        if let Some(near) = suggest::nearest(&key, FIELDS) {
            notes.add(Note::Other(format!("field '{key}' is unknown and not read; is '{near}' meant?")));
        }
    }
    let query = one_of(object, ["user_input", "question"])?;
    if let Some(list) = query.filter(|value| value.kind() == Kind::List) {
        let fault = list.fault(format!("{} is a conversation, a list of messages, which cannot be read yet", list.name()));
        return Err(fault.mend("write rows of one question each"));
    }
    let row = Row {
        id: one_of(object, ["id", "question_id"])?.map(|v| Ok(id(v, "id", notes)?.into_owned())).transpose()?,
        query: text(query)?,
        contexts: one_of(object, ["retrieved_contexts", "contexts"])?.map(passages).transpose()?,
        context_ids: object.get("retrieved_context_ids").map(|v| ids(v, notes)).transpose()?,
        response: text(one_of(object, ["response", "answer"])?)?,
        references: references(object)?,
        reference_contexts: object.get("reference_contexts").map(passages).transpose()?,
        reference_context_ids: object.get("reference_context_ids").map(|v| ids(v, notes)).transpose()?,
    };
    let whole = object.whole();
    if row.id.is_none() && row.query.is_none() {
        return Err(whole
            .fault("the row does not say of which question it is")
            .mend("it needs 'user_input', 'question' or 'id'"));
    }
    if let (Some(texts), Some(ids)) = (&row.contexts, &row.context_ids)
        && texts.len() != ids.len()
    {
        let problem = format!("the row has {} retrieved contexts and {} ids of them", texts.len(), ids.len());
        return Err(whole.fault(problem).mend("each context needs its id, in the same order"));
    }
    Ok(row)
}

/// The value of a field under one of its names; two of them that differ are two answers to one question.
pub(crate) fn one_of<'a>(object: &Object<'a>, names: [&str; 2]) -> Result<Option<Value<'a>>, InputError> {
    match names.map(|name| object.get(name)) {
        [Some(one), Some(other)] if one.literal() != other.literal() => {
            Err(other.fault(format!("{} and {} are one thing under two names, and they differ", names[0], other.name())))
        }
        [one, other] => Ok(one.or(other)),
    }
}

fn text(value: Option<Value<'_>>) -> Result<Option<String>, InputError> {
    value.map(|value| Ok(value.string()?.into_owned())).transpose()
}

fn references(object: &Object<'_>) -> Result<Option<Vec<String>>, InputError> {
    match (one_of(object, ["reference", "ground_truth"])?, object.get("ground_truths")) {
        (Some(one), _) => Ok(Some(vec![one.string()?.into_owned()])),
        (None, Some(list)) => list.list()?.map(|value| Ok(value.string()?.into_owned())).collect::<Result<_, _>>().map(Some),
        (None, None) => Ok(None),
    }
}

/// A passage without a text is a fault of the recording; it is neither a passage nor the absence of one.
fn passages(list: Value<'_>) -> Result<Vec<String>, InputError> {
    let passage = |value: Value<'_>| {
        let text = value.string()?;
        match text.trim().is_empty() {
            true => Err(value.fault(format!("{} is blank", value.name())).mend("leave out what is not a passage")),
            false => Ok(text.into_owned()),
        }
    };
    list.list()?.map(passage).collect()
}

fn ids(list: Value<'_>, notes: &mut Notes) -> Result<Vec<String>, InputError> {
    list.list()?.map(|value| Ok(id(value, "retrieved_context_ids", notes)?.into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Read<Row>, InputError> {
        read_ragas(&Source::memory("rows.jsonl", text.as_bytes()))
    }

    #[test]
    fn names_of_now_and_of_before_are_read() {
        let strings = |list: &[&str]| Some(list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
        let now = r#"{"user_input":"Why?","retrieved_contexts":["x","y"],"retrieved_context_ids":["a",7],"response":"So.","reference":"So!",
            "reference_contexts":["x"],"reference_context_ids":["a"],"faithfulness":0.5,"question_id":"q"}"#;
        let expected = Row {
            id: Some("q".into()),
            query: Some("Why?".into()),
            contexts: strings(&["x", "y"]),
            context_ids: strings(&["a", "7"]),
            response: Some("So.".into()),
            references: strings(&["So!"]),
            reference_contexts: strings(&["x"]),
            reference_context_ids: strings(&["a"]),
        };
        assert_eq!(read(&now.replace('\n', "")).unwrap().items, [expected]);
        let before = read(r#"{"question":"Why?","contexts":[],"answer":"So.","ground_truths":["So!","So"]}"#).unwrap();
        let row = &before.items[0];
        assert_eq!(
            (row.contexts.as_deref(), row.references.as_ref().map(Vec::len), row.id.as_ref()),
            (Some(&[][..]), Some(2), None)
        );
        assert!(before.warnings.is_empty());
        let near = read(r#"{"question":"Why?","context":["x"],"own":1}"#).unwrap();
        assert_eq!(near.warnings.len(), 1);
        assert_eq!(near.warnings[0].text, "field 'context' is unknown and not read; is 'contexts' meant?");
    }

    /// A list that arrives as a string is never split into characters.
    #[test]
    fn faults_name_row_and_field() {
        for (row, said) in [
            (
                r#"{"user_input":"a","retrieved_contexts":"['x', 'y']"}"#,
                "field 'retrieved_contexts' must be a list, found string",
            ),
            (
                r#"{"user_input":"a","retrieved_context_ids":"[\"a\"]"}"#,
                "field 'retrieved_context_ids' must be a list, found string",
            ),
            (
                r#"{"user_input":"a","retrieved_contexts":["x",null]}"#,
                "field 'retrieved_contexts[1]' must be a string, found null",
            ),
            (r#"{"user_input":"a","contexts":["x"," "]}"#, "field 'contexts[1]' is blank"),
            (
                r#"{"user_input":"a","contexts":["x"],"retrieved_context_ids":[]}"#,
                "the row has 1 retrieved contexts and 0 ids of them",
            ),
            (
                r#"{"user_input":"a","question":"b"}"#,
                "user_input and field 'question' are one thing under two names, and they differ",
            ),
            (r#"{"response":"a"}"#, "the row does not say of which question it is"),
            (
                r#"{"user_input":[{"type":"human","content":"a"}]}"#,
                "field 'user_input' is a conversation, a list of messages, which cannot be read yet",
            ),
            (r#"{"user_input":"a","answer":["b"]}"#, "field 'answer' must be a string, found list"),
        ] {
            let error = read(&format!("{{\"user_input\":\"z\"}}\n{row}")).unwrap_err();
            assert_eq!((error.problem(), error.line()), (said, Some(2)), "{row}");
        }
    }
}
