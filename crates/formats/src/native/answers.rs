//! The answer half of `records.jsonl`: what a system said, with what it was given.
//!
//! Whoever scores retrieval alone never reads an answer, so that a fault in one is no fault of the lists; whoever reads answers is told
//! of it here.

use std::collections::HashMap;

use evidence::Passage;
use generation::{Answer, Citation, Status};
use retrieval::record::{Ending, Item, Mode};

use crate::error::{InputError, quoted};
use crate::json::{Kind, Object, Value};
use crate::native::id::id;
use crate::native::judgements::span;
use crate::native::read::{Notes, Read, Seen, read_objects};
use crate::native::records::{ending, items, mode, repeat};
use crate::source::Source;

/// The answer of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedAnswer {
    /// The question's id.
    pub question: String,
    /// The mode.
    pub mode: Mode,
    /// The repeat.
    pub repeat: u32,
    /// What was said.
    pub answer: Answer,
}

/// Reads the answers of a run, one for each record. A record with an answer and without a status is `answered`, as a reply is. Of a call
/// that failed nothing else is read.
pub fn read_answers(source: &Source) -> Result<Read<RecordedAnswer>, InputError> {
    let mut seen = Seen::new();
    let read = read_objects(source, |object, notes| {
        let recorded = RecordedAnswer {
            question: id(object.need("question")?, "question", notes)?.into_owned(),
            mode: mode(object)?,
            repeat: repeat(object)?,
            answer: answer(object, notes)?,
        };
        let key = (recorded.question.clone(), recorded.mode, recorded.repeat);
        let what = || format!("{} in this mode and repeat", quoted(&recorded.question));
        seen.once(key, notes.line, object.need("question")?, what)?;
        Ok(recorded)
    })?;
    read.not_empty(source, || InputError::nothing_to_evaluate("holds no record"))
}

fn answer(object: &Object<'_>, notes: &mut Notes) -> Result<Answer, InputError> {
    let ending = match ending(object)? {
        Ending::Failed(error) => return Ok(Answer { error: Some(error), ..Answer::default() }),
        other => other,
    };
    let text = object.string("answer")?;
    let citations = object.get("citations").map(|list| citations(list, text.as_deref(), notes)).transpose()?;
    let context = object.get("context").map(|list| items(list, notes)).transpose()?;
    let stated = object.string("status")?.and_then(|name| Status::ALL.into_iter().find(|(known, _)| *known == name));
    let status = match (stated, ending) {
        (Some((_, status)), _) => Some(status),
        (None, Ending::NoEvidence) => Some(Status::NoEvidence),
        // A status that says of retrieval alone, `retrieved`, says nothing of an answer.
        (None, _) => (object.get("status").is_none() && says_something(text.as_deref())).then_some(Status::Answered),
    };
    Ok(Answer { text, status, citations, context: context.map(|items| items.into_iter().map(passage).collect()), error: None })
}

/// Whether there are words.
pub(crate) fn says_something(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

fn passage(item: Item) -> Passage {
    Passage { id: item.id, doc: item.doc, rev: item.rev, range: item.range, text: item.text }
}

/// The citations: ids, or objects with the id under `passage` or `id` and perhaps a span.
fn citations(list: Value<'_>, answer: Option<&str>, notes: &mut Notes) -> Result<Vec<Citation>, InputError> {
    let length = answer.map(|text| text.chars().count());
    let mut citations = Vec::new();
    for value in list.list()? {
        citations.push(match value.kind() {
            Kind::Object => cited(&value.object()?, length, notes)?,
            _ => Citation { passage: id(value, "citations", notes)?.into_owned(), span: None },
        });
    }
    Ok(citations)
}

fn cited(object: &Object<'_>, length: Option<usize>, notes: &mut Notes) -> Result<Citation, InputError> {
    let named = object.get("passage").or_else(|| object.get("id"));
    let passage = id(named.map_or_else(|| object.need("passage"), Ok)?, "passage", notes)?.into_owned();
    let Some(value) = object.get("span") else { return Ok(Citation { passage, span: None }) };
    let (start, end) = span(value)?;
    let problem = match length {
        Some(length) if end <= length => return Ok(Citation { passage, span: Some((start, end)) }),
        Some(length) => format!("{} ends at {end}, and the answer has {length} code points", value.name()),
        None => format!("{} is a part of an answer, and the record has none", value.name()),
    };
    Err(value.fault(problem).mend("spans are half-open and count code points of 'answer', not bytes"))
}

/// Gives the passages of answers what they do not say themselves, from the passages of the run. What neither knows stays `None`.
pub fn complete(answers: &mut [RecordedAnswer], passages: &[Passage]) {
    let known: HashMap<&str, &Passage> = passages.iter().map(|passage| (passage.id.as_str(), passage)).collect();
    for passage in answers.iter_mut().filter_map(|recorded| recorded.answer.context.as_mut()).flatten() {
        let Some(known) = known.get(passage.id.as_str()) else { continue };
        passage.text = passage.text.take().or_else(|| known.text.clone());
        // A place is one thing: a document of the one with a range of the other might be nowhere.
        if passage.doc.is_none() && passage.rev.is_none() && passage.range.is_none() {
            (passage.doc, passage.rev, passage.range) = (known.doc.clone(), known.rev.clone(), known.range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<RecordedAnswer>, InputError> {
        read_answers(&Source::memory("records.jsonl", text.as_bytes())).map(|read| read.items)
    }

    fn with(more: &str) -> Result<Answer, InputError> {
        read(&format!("{{\"question\":\"q\"{more}}}")).map(|mut all| all.remove(0).answer)
    }

    fn passage(id: &str, text: Option<&str>) -> Passage {
        Passage { id: id.into(), doc: None, rev: None, range: None, text: text.map(str::to_owned) }
    }

    #[test]
    fn the_answer_half_is_read() {
        let line = concat!(
            r#"{"question":"q","mode":"oracle","repeat":2,"status":"conflict-stated","answer":"Éa b.","#,
            r#""citations":[{"passage":"p","span":[0,5]},"x",{"id":7}],"context":[{"id":"p","text":"t","doc":"d"},"x"],"error":null}"#
        );
        let cite = |passage: &str, span| Citation { passage: passage.into(), span };
        let answer = Answer {
            text: Some("Éa b.".into()),
            status: Some(Status::ConflictStated),
            citations: Some(vec![cite("p", Some((0, 5))), cite("x", None), cite("7", None)]),
            context: Some(vec![Passage { doc: Some("d".into()), ..passage("p", Some("t")) }, passage("x", None)]),
            error: None,
        };
        let all = read(line).unwrap();
        assert_eq!(all, [RecordedAnswer { question: "q".into(), mode: Mode::Oracle, repeat: 2, answer }]);
    }

    #[test]
    fn what_was_not_captured_is_none_and_a_failure_is_no_answer() {
        assert_eq!(with("").unwrap(), Answer::default());
        assert_eq!(with(r#","answer":null,"context":null,"citations":null"#).unwrap(), Answer::default());
        let empty = with(r#","context":[],"citations":[]"#).unwrap();
        assert_eq!((empty.context, empty.citations), (Some(vec![]), Some(vec![])));
        let failed = with(r#","error":"429","answer":7,"citations":"cut","context":[null]"#).unwrap();
        assert_eq!(failed, Answer { error: Some("429".into()), ..Answer::default() });
        assert_eq!(with(r#","status":"error""#).unwrap().error.as_deref(), Some("no error text was recorded"));
    }

    #[test]
    fn a_status_is_taken_as_said_and_an_answer_without_one_was_answered() {
        let status = |more: &str| with(more).unwrap().status;
        for (name, expected) in Status::ALL {
            assert_eq!(status(&format!(r#","status":"{name}","answer":"a""#)), Some(expected));
        }
        assert_eq!(status(r#","answer":"a""#), Some(Status::Answered));
        assert_eq!(status(r#","answer":" ""#), None);
        assert_eq!(status(r#","status":"retrieved","answer":"a""#), None);
        assert_eq!(status(r#","status":"retrieved""#), None);
    }

    #[test]
    fn faults_of_the_answer_half_are_told_with_their_place() {
        for (more, said) in [
            (r#","answer":["a"]"#, "field 'answer' must be a string, found list"),
            (
                r#","answer":"éa","citations":[{"passage":"p","span":[0,3]}]"#,
                "field 'citations[0].span' ends at 3, and the answer has 2 code points",
            ),
            (
                r#","answer":"éa","citations":["p",{"passage":"p","span":[2,1]}]"#,
                "field 'citations[1].span' [2, 1) has its end before its start",
            ),
            (
                r#","citations":[{"passage":"p","span":[0,1]}]"#,
                "field 'citations[0].span' is a part of an answer, and the record has none",
            ),
            (r#","citations":[{}]"#, "field 'citations[0].passage' is missing"),
            (r#","citations":[null]"#, "field 'citations[0]' must be an id (a string), found null"),
            (r#","citations":"[1]""#, "field 'citations' must be a list, found string"),
            (r#","context":["a","a"]"#, "'a' stands twice in field 'context'"),
        ] {
            let error = read(&format!("{{\"question\":\"z\"}}\n{{\"question\":\"q\"{more}}}")).unwrap_err();
            assert_eq!((error.problem(), error.line()), (said, Some(2)), "{more}");
            assert!(error.column().is_some_and(|column| column > 15), "{more}: {error}");
        }
        let error = read("{\"question\":\"q\"}\n{\"question\":\"q\",\"repeat\":0}").unwrap_err();
        assert_eq!(error.to_string(), "records.jsonl:2:13: 'q' in this mode and repeat already stands on line 1");
    }

    #[test]
    fn answers_are_completed_from_the_passages_of_the_run() {
        let mut all = read(r#"{"question":"q","context":["a",{"id":"b","text":"own","doc":"e"},"c"]}"#).unwrap();
        let range = evidence::SourceRange::new(0, 3);
        let known = |id: &str| Passage { doc: Some("d".into()), range, ..passage(id, Some("run")) };
        complete(&mut all, &[known("a"), known("b")]);
        let context = all[0].answer.context.as_deref().unwrap();
        assert_eq!(context[0], known("a"));
        assert_eq!(context[1], Passage { doc: Some("e".into()), ..passage("b", Some("own")) });
        assert_eq!(context[2], passage("c", None));
    }
}
