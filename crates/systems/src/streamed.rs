//! One reply from the pieces of a stream: a system that writes its answer as it comes.

use std::time::Duration;

use endpoints::Event;
use serde_json::{Map, Value};

use crate::contract::Fault;

/// The whole reply, and when its answer's first words came.
///
/// Each event is an object. The text at `answer` (a JSON Pointer) is a piece of the answer and joins those before it; of every other field
/// the last one counts. An event `[DONE]` ends the stream.
pub fn whole(events: &[Event], answer: &str) -> Result<(Value, Option<Duration>), Fault> {
    let (mut fields, mut text, mut first) = (Map::new(), None::<String>, None);
    // The part of the reply that the answer's place is in: a last event may have it without the answer.
    let mut around: Option<(String, Value)> = None;
    for (place, event) in events.iter().enumerate().take_while(|(_, event)| event.data.trim() != "[DONE]") {
        let at = format!("/{place}");
        let piece: Value = serde_json::from_str(&event.data).map_err(|e| fault(&at, &format!("{e}")))?;
        let Value::Object(piece_fields) = &piece else { return Err(fault(&at, "another value")) };
        if let Some(words) = piece.pointer(answer).and_then(Value::as_str) {
            if !words.is_empty() {
                first.get_or_insert(event.at);
            }
            text.get_or_insert_default().push_str(words);
            around = top(answer).and_then(|key| Some((key.clone(), piece_fields.get(&key)?.clone())));
        }
        fields.extend(piece_fields.clone());
    }
    if fields.is_empty() {
        return Err(fault("", "nothing"));
    }
    let mut reply = Value::Object(fields);
    if let (Some(text), Some((key, value))) = (text, around) {
        reply[key] = value;
        if let Some(place) = reply.pointer_mut(answer) {
            *place = text.into();
        }
    }
    Ok((reply, first))
}

/// The first key of a pointer.
fn top(pointer: &str) -> Option<String> {
    let key = pointer.strip_prefix('/')?.split('/').next()?;
    Some(key.replace("~1", "/").replace("~0", "~"))
}

fn fault(at: &str, found: &str) -> Fault {
    Fault {
        problem: format!("each event of the stream was expected to be a JSON object, found {found} at event {at}"),
        mend: "docs/formats.md has the form of a stream; a system that does not stream replies with one JSON object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn events(data: &[&str]) -> Vec<Event> {
        let event = |(n, data): (usize, &&str)| Event { data: (*data).to_owned(), at: Duration::from_millis(n as u64) };
        data.iter().enumerate().map(event).collect()
    }

    #[test]
    fn pieces_of_an_answer_join_and_of_the_rest_the_last_counts() {
        let data = [
            r#"{"context":["p1"],"status":"retrieved"}"#,
            r#"{"answer":""}"#,
            r#"{"answer":"20 "}"#,
            r#"{"answer":"euros","status":"answered"}"#,
            "[DONE]",
            "x",
        ];
        let (reply, first) = whole(&events(&data), "/answer").unwrap();
        assert_eq!(reply, json!({"context": ["p1"], "status": "answered", "answer": "20 euros"}));
        assert_eq!(first, Some(Duration::from_millis(2)));
    }

    #[test]
    fn an_answer_may_stand_deep() {
        let data = [
            r#"{"choices":[{"delta":{"content":"a"}}]}"#,
            r#"{"choices":[{"delta":{"content":"b"}}]}"#,
            r#"{"choices":[],"sources":[{"id":"p"}]}"#,
        ];
        let (reply, _) = whole(&events(&data), "/choices/0/delta/content").unwrap();
        assert_eq!(reply, json!({"choices": [{"delta": {"content": "ab"}}], "sources": [{"id": "p"}]}));
        let (reply, first) = whole(&events(&[r#"{"a/b":"x"}"#]), "/a~1b").unwrap();
        assert_eq!((reply, first), (json!({"a/b": "x"}), Some(Duration::ZERO)));
    }

    #[test]
    fn what_is_no_stream_of_objects_is_refused_with_its_event() {
        for (data, said) in [(&[][..], "nothing"), (&["{}", "[1]"], "event /1"), (&["{\"a\":"], "event /0")] {
            let problem = whole(&events(data), "/answer").unwrap_err().problem;
            assert!(problem.contains(said), "{problem}");
        }
    }
}
