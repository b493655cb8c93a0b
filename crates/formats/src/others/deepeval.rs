//! Test cases of DeepEval: a JSON list, or JSON Lines, with names in `snake_case` or in `camelCase`.

use crate::error::InputError;
use crate::json::{Kind, Object, Value};
use crate::native::Read;
use crate::native::id::id;
use crate::native::read::{Note, Notes, read_objects};
use crate::others::rows::{begins_with_list, each_once, read_document};
use crate::others::{Answered, answered, not_blank, places};
use crate::ragas::one_of;
use crate::source::Source;
use crate::suggest;

/// The fields that are read, under both of their names.
const FIELDS: [[&str; 2]; 6] = [
    ["input", "input"],
    ["actual_output", "actualOutput"],
    ["expected_output", "expectedOutput"],
    ["retrieval_context", "retrievalContext"],
    ["context", "context"],
    ["id", "id"],
];

/// Reads test cases. `context`, the ideal one, must be sound and is not used; fields that are not known are passed over.
pub fn read_deepeval(source: &Source) -> Result<Read<Answered>, InputError> {
    let mut number = 0;
    let item = |object: &Object<'_>, notes: &mut Notes| {
        number += 1;
        case(object, number, notes)
    };
    let read = if begins_with_list(source)? { read_document(source, itself, item)? } else { read_objects(source, item)? };
    each_once(read, source)
}

fn itself(list: Value<'_>) -> Result<Value<'_>, InputError> {
    Ok(list)
}

fn case(object: &Object<'_>, number: u64, notes: &mut Notes) -> Result<Answered, InputError> {
    let known = || FIELDS.into_iter().flatten();
    for (key, _) in object.fields().filter(|(key, _)| !known().any(|name| name == key)) {
        if let Some(near) = suggest::nearest(&key, known()) {
            notes.add(Note::Other(format!("field '{key}' is unknown and not read; is '{near}' meant?")));
        }
    }
    let [input, output, expected, retrieved, ideal, own] = FIELDS.map(|names| one_of(object, names));
    let Some(input) = input? else {
        let at = object.need("input");
        return Err(at.err().unwrap_or_else(|| InputError::new("field 'input' is missing")));
    };
    let text = |value: Option<Value<'_>>| value.map(|value| Ok::<_, InputError>(value.string()?.into_owned())).transpose();
    ideal?.map(passages).transpose()?;
    let id = own?.map(|value| Ok::<_, InputError>(id(value, "id", notes)?.into_owned())).transpose()?;
    let context = retrieved?.map(passages).transpose()?;
    let id = id.unwrap_or_else(|| format!("row-{number}"));
    Ok(answered(id, input.string()?.into_owned(), text(expected?)?, text(output?)?, context.map(places)))
}

/// A list of texts, never a text that is taken apart.
fn passages(list: Value<'_>) -> Result<Vec<String>, InputError> {
    let text = |value: Value<'_>| {
        if value.kind() == Kind::List {
            return Err(value.wants("a string").mend("the list has one level too many: [\"a\", \"b\"] is wanted"));
        }
        not_blank(value)
    };
    list.list()?.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use generation::Status;

    fn read(text: &str) -> Result<Read<Answered>, InputError> {
        read_deepeval(&Source::memory("cases.json", text.as_bytes()))
    }

    #[test]
    fn a_list_and_lines_in_both_spellings_are_one() {
        let snake =
            r#"{"input":"Why?","actual_output":"So.","expected_output":"So!","retrieval_context":["x","x"],"context":["i"]}"#;
        let camel = r#"{"input":"Why?","actualOutput":"So.","expectedOutput":"So!","retrievalContext":["x","x"],"name":null}"#;
        let lines = read(&format!("{snake}\n{camel}\n")).unwrap();
        let list = read(&format!("\u{feff}\n[\n {snake},\n\n {camel}\n]\n")).unwrap();
        assert_eq!(lines.items, list.items);
        assert_eq!((&lines.lines[..], &list.lines[..]), (&[1, 2][..], &[3, 5][..]));
        let [first, second] = &list.items[..] else { panic!("{list:?}") };
        assert_eq!((&first.answer, first.id.as_str(), second.id.as_str()), (&second.answer, "row-1", "row-2"));
        assert_eq!(first.answer.context.as_ref().unwrap()[1].id, "context-2");
        assert_eq!((first.question.answer.as_deref(), first.answer.status), (Some("So!"), Some(Status::Answered)));
        assert!(list.warnings.is_empty());
    }

    #[test]
    fn null_is_not_captured_and_an_empty_list_is() {
        let read = read(r#"[{"input":"a","retrieval_context":null},{"input":"b","retrieval_context":[],"id":"q"}]"#).unwrap();
        assert_eq!((read.items[0].answer.context.as_deref(), read.items[1].answer.context.as_deref()), (None, Some(&[][..])));
        assert_eq!((read.items[0].answer.text.as_deref(), read.items[1].id.as_str()), (None, "q"));
    }

    #[test]
    fn faults_name_row_field_line_and_column() {
        let both = |row: &str, path: &str, said: &str| {
            let error = read(&format!("[{{\"input\":\"z\"}},\n {row}]")).unwrap_err();
            assert_eq!((error.problem(), error.line()), (format!("field '[1].{path}' {said}").as_str(), Some(2)), "{row}");
            assert!(error.column().is_some_and(|column| column > 1), "{error}");
            let error = read(&format!("{{\"input\":\"z\"}}\n{row}")).unwrap_err();
            assert_eq!((error.problem(), error.line()), (format!("field '{path}' {said}").as_str(), Some(2)), "{row}");
        };
        both(r#"{"input":"a","retrieval_context":["x"," "]}"#, "retrieval_context[1]", "is blank");
        both(r#"{"input":"a","retrieval_context":["x",null]}"#, "retrieval_context[1]", "must be a string, found null");
        both(r#"{"actual_output":"a"}"#, "input", "is missing");
        both(r#"{"input":null}"#, "input", "is null; a value is needed");
        both(r#"{"input":"a","actual_output":["b"]}"#, "actual_output", "must be a string, found list");
        let two = read(r#"{"input":"a","actual_output":"b","actualOutput":"c"}"#).unwrap_err();
        assert_eq!(two.problem(), "actual_output and field 'actualOutput' are one thing under two names, and they differ");
        let near = read(r#"{"input":"a","retrieval_contexts":["x"]}"#).unwrap();
        assert_eq!(near.warnings[0].text, "field 'retrieval_contexts' is unknown and not read; is 'retrieval_context' meant?");
        assert_eq!(read("[]").unwrap_err().problem(), "holds no row");
        assert_eq!(read("").unwrap_err().problem(), "holds no row");
        assert_eq!(read("[1]").unwrap_err().problem(), "field '[0]' must be an object, found number 1");
        assert_eq!(read("[{}\n").unwrap_err().line(), Some(2));
    }
}
