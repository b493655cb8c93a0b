//! Rows of ragas as answers.

use crate::error::InputError;
use crate::native::Read;
use crate::native::read::Warning;
use crate::others::{Answered, TWICE, answered, passage, places, rows, told_apart};
use crate::ragas::{self, Row};
use crate::source::Source;

/// Reads rows of ragas as answers. Of several reference answers the first is taken, and told.
pub fn read_ragas(source: &Source) -> Result<Read<Answered>, InputError> {
    let Read { items, lines, blank, mut warnings } = ragas::read_ragas(source)?;
    let (mut several, mut twice) = (Tally::default(), Tally::default());
    let mut all = Vec::with_capacity(items.len());
    for ((row, line), number) in items.into_iter().zip(&lines).zip(1..) {
        if row.query.is_none() {
            // A set of questions has ids and reference answers, too; nobody judges an answer to nothing.
            return Err(InputError::new("the row does not say what was asked")
                .at_line(*line)
                .in_file(source.name().clone())
                .mend("an answer without a run needs its question: 'user_input', or 'question'"));
        }
        several.add(row.references.as_ref().is_some_and(|references| references.len() > 1), *line);
        let mut answered = of_row(row, number);
        let context = answered.answer.context.as_deref_mut();
        twice.add(context.is_some_and(told_apart), *line);
        all.push(answered);
    }
    let texts = ["several reference answers stand in a row; the first is taken", TWICE];
    warnings.extend([several, twice].into_iter().zip(texts).filter_map(|(tally, text)| tally.warning(source, text)));
    rows::each_once(Read { items: all, lines, blank, warnings }, source)
}

fn of_row(row: Row, number: u64) -> Answered {
    let context = match (row.contexts, row.context_ids) {
        (Some(texts), Some(ids)) => Some(ids.into_iter().zip(texts).map(|(id, text)| passage(id, Some(text))).collect()),
        (Some(texts), None) => Some(places(texts)),
        (None, ids) => ids.map(|ids| ids.into_iter().map(|id| passage(id, None)).collect()),
    };
    let id = row.id.unwrap_or_else(|| format!("row-{number}"));
    let reference = row.references.and_then(|references| references.into_iter().next());
    answered(id, row.query.unwrap_or_default(), reference, row.response, context)
}

/// How often something odd was met, and where first.
#[derive(Default)]
struct Tally {
    count: u64,
    first: Option<u64>,
}

impl Tally {
    fn add(&mut self, met: bool, line: u64) {
        if met {
            self.count += 1;
            self.first.get_or_insert(line);
        }
    }

    fn warning(self, source: &Source, text: &str) -> Option<Warning> {
        let line = Some(self.first?);
        let times = if self.count > 1 { format!(" ({} times)", self.count) } else { String::new() };
        Some(Warning { file: source.name().clone(), line, text: format!("{text}{times}") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use generation::Status;

    #[test]
    fn a_row_must_say_what_was_asked() {
        let text = "{\"question\":\"Why?\",\"answer\":\"So.\"}\n{\"id\":\"q\",\"query\":\"Fee?\",\"answer\":\"20 euros\"}";
        let error = read_ragas(&Source::memory("questions.jsonl", text.as_bytes())).unwrap_err();
        assert_eq!((error.line(), error.problem()), (Some(2), "the row does not say what was asked"));
    }

    #[test]
    fn rows_become_answers() {
        let text = concat!(
            r#"{"user_input":"Why?","retrieved_contexts":["x","y"],"retrieved_context_ids":["a","a"],"response":"So.","reference":"So!","id":"q"}"#,
            "\n\n",
            r#"{"question":"How?","contexts":[],"ground_truths":["One","Two"]}"#,
            "\n",
            r#"{"question":"When?","contexts":["x"],"answer":""}"#,
        );
        let read = read_ragas(&Source::memory("rows.jsonl", text.as_bytes())).unwrap();
        let [first, second, third] = &read.items[..] else { panic!("{read:?}") };
        assert_eq!(
            (first.id.as_str(), first.question.query.as_str(), first.question.answer.as_deref()),
            ("q", "Why?", Some("So!"))
        );
        let context = vec![passage("a".into(), Some("x".into())), passage("a (2)".into(), Some("y".into()))];
        assert_eq!((first.answer.context.as_ref(), first.answer.status), (Some(&context), Some(Status::Answered)));
        assert!(first.question.answerable && first.question.id == "q" && first.judgements.is_empty());
        assert_eq!(
            (second.id.as_str(), second.answer.text.as_deref(), second.answer.context.as_deref()),
            ("row-2", None, Some(&[][..]))
        );
        assert_eq!(second.question.answer.as_deref(), Some("One"));
        assert_eq!((third.answer.text.as_deref(), third.answer.status), (Some(""), None));
        assert_eq!(third.answer.context.as_ref().unwrap()[0].id, "context-1");
        let told: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "rows.jsonl:3: several reference answers stand in a row; the first is taken".to_owned(),
                format!("rows.jsonl:1: {TWICE}")
            ]
        );
    }

    #[test]
    fn an_id_stands_once() {
        let text = "{\"id\":\"row-2\",\"question\":\"a\"}\n{\"question\":\"b\"}";
        let error = read_ragas(&Source::memory("m", text.as_bytes())).unwrap_err();
        assert_eq!(error.to_string(), "m:2: 'row-2' already stands on line 1");
    }
}
