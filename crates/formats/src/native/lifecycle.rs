//! `lifecycle.jsonl`: what is done to a corpus, a step a line, and what must and must not be retrievable after each.

use evidence::Document;
use evidence::lifecycle::{Action, Expectation, Place, Step, Successor, Wanted};
use evidence::lint::is_day;

use crate::error::{InputError, quoted};
use crate::json::{Object, Value};
use crate::native::corpus::{TextFiles, document};
use crate::native::id::{id, optional_id, revision};
use crate::native::questions::principal;
use crate::native::read::{Notes, Read, read_objects};
use crate::source::Source;

/// The fields of a step.
pub(crate) const FIELDS: [&str; 10] = ["do", "document", "doc", "at", "by", "to", "from", "day", "seconds", "expect"];

/// What each action needs, and what it may have besides, in the order of [`Action::NAMES`]; `expect` each may have.
pub(crate) const SHAPES: [Shape; 10] = [
    Shape { all: &["document"], one: &[], may: &[] },
    Shape { all: &["document"], one: &[], may: &[] },
    Shape { all: &["doc"], one: &[], may: &[] },
    Shape { all: &["doc"], one: &[], may: &["at"] },
    Shape { all: &["doc"], one: &["by", "document"], may: &[] },
    Shape { all: &["doc"], one: &["to", "from"], may: &[] },
    Shape { all: &["day"], one: &[], may: &[] },
    Shape { all: &[], one: &[], may: &["seconds"] },
    Shape { all: &[], one: &[], may: &[] },
    Shape { all: &[], one: &[], may: &[] },
];

/// The fields of an expectation, and of what is wanted.
pub(crate) const EXPECT_FIELDS: [&str; 4] = ["ask", "principal", "must", "must_not"];
pub(crate) const WANTED_FIELDS: [&str; 3] = ["doc", "rev", "quote"];

/// The longest delay, in seconds.
pub(crate) const LONGEST_DELAY: u32 = 3600;

/// The fields of an action.
pub(crate) struct Shape {
    /// These must be there.
    pub all: &'static [&'static str],
    /// One of these must be there.
    pub one: &'static [&'static str],
    /// These may be there.
    pub may: &'static [&'static str],
}

/// Reads a script. Whether its steps can be done one after the other is known when they are: see [`evidence::lifecycle::State`].
pub fn read_lifecycle(source: &Source) -> Result<Read<Step>, InputError> {
    let mut files = TextFiles::beside(source);
    let read = read_objects(source, |object, notes| step(object, &mut files, notes))?;
    read.not_empty(source, || InputError::nothing_to_evaluate("holds no step"))
}

fn step(object: &Object<'_>, files: &mut TextFiles, notes: &mut Notes) -> Result<Step, InputError> {
    // What is done and what is asserted is passed over nowhere.
    object.only(&FIELDS)?;
    let places: [(&'static str, usize); 10] = std::array::from_fn(|place| (Action::NAMES[place], place));
    let place = object.need("do")?.choice(&places)?;
    let (name, shape) = (Action::NAMES[place], &SHAPES[place]);
    for key in &FIELDS[1..9] {
        let fits = [shape.all, shape.one, shape.may].iter().any(|keys| keys.contains(key));
        if let Some(value) = object.get(key).filter(|_| !fits) {
            return Err(value.fault(format!("field '{key}' does not belong to \"do\":\"{name}\"")));
        }
    }
    let one: Vec<Value<'_>> = shape.one.iter().filter_map(|key| object.get(key)).collect();
    if !shape.one.is_empty() && one.len() != 1 {
        let names = shape.one.iter().map(|key| format!("'{key}'")).collect::<Vec<_>>().join(" and ");
        return Err(object.whole().fault(format!("\"do\":\"{name}\" needs one of {names}, found {}", one.len())));
    }
    let mut text = |key: &'static str| Ok::<_, InputError>(id(object.need(key)?, key, notes)?.into_owned());
    let action = match name {
        "delete" => Action::Delete(text("doc")?),
        "expire" => Action::Expire { doc: text("doc")?, at: object.get("at").map(day).transpose()? },
        "supersede" if object.get("by").is_some() => Action::Supersede { doc: text("doc")?, by: Successor::There(text("by")?) },
        "supersede" => {
            let doc = text("doc")?;
            Action::Supersede { doc, by: Successor::New(Box::new(inner(object, files, notes)?)) }
        }
        "move" => {
            let to = if object.get("to").is_some() { Place::Id(text("to")?) } else { Place::From(text("from")?) };
            Action::Move { doc: text("doc")?, to }
        }
        "day" => Action::Day(day(object.need("day")?)?),
        "delay" => Action::Delay(object.get("seconds").map(seconds).transpose()?),
        "index" => Action::Index,
        "look" => Action::Look,
        "update" => Action::Update(inner(object, files, notes)?),
        _ => Action::Add(inner(object, files, notes)?),
    };
    let expect = object.get("expect").map(Value::list).transpose()?;
    let expect = expect.into_iter().flatten().map(|value| expectation(value, notes)).collect::<Result<_, _>>()?;
    Ok(Step { action, expect })
}

fn inner(object: &Object<'_>, files: &mut TextFiles, notes: &mut Notes) -> Result<Document, InputError> {
    document(&object.need("document")?.object()?, files, notes)
}

fn day(value: Value<'_>) -> Result<String, InputError> {
    let day = value.string()?;
    if !is_day(&day) {
        return Err(value
            .fault(format!("{} is {}, which is no day", value.name(), quoted(&day)))
            .mend("write it as in 2026-11-30"));
    }
    Ok(day.into_owned())
}

fn seconds(value: Value<'_>) -> Result<u32, InputError> {
    let seconds = value.count()?;
    u32::try_from(seconds)
        .ok()
        .filter(|seconds| (1..=LONGEST_DELAY).contains(seconds))
        .ok_or_else(|| value.fault(format!("{} must be from 1 to {LONGEST_DELAY}", value.name())))
}

fn expectation(value: Value<'_>, notes: &mut Notes) -> Result<Expectation, InputError> {
    let object = value.object()?;
    object.only(&EXPECT_FIELDS)?;
    let ask = object.need("ask")?;
    let query = ask.string()?;
    if query.trim().is_empty() {
        return Err(ask.fault(format!("{} is empty; a question needs its words", ask.name())));
    }
    let mut list = |key: &str| -> Result<Vec<Wanted>, InputError> {
        let list = object.get(key).map(Value::list).transpose()?;
        list.into_iter().flatten().map(|value| wanted(value, notes)).collect()
    };
    let (must, must_not) = (list("must")?, list("must_not")?);
    let principal = object.get("principal").map(|v| principal(v, notes)).transpose()?;
    Ok(Expectation { query: query.into_owned(), principal, must, must_not })
}

fn wanted(value: Value<'_>, notes: &mut Notes) -> Result<Wanted, InputError> {
    let object = value.object()?;
    object.only(&WANTED_FIELDS)?;
    let quote = object.get("quote");
    let wanted = Wanted {
        doc: optional_id(object.get("doc"), "doc", notes)?,
        rev: revision(object.get("rev"), notes)?,
        quote: quote.map(|v| Ok::<_, InputError>(v.string()?.into_owned())).transpose()?,
    };
    if let Some(value) = quote.filter(|_| wanted.quote.as_ref().is_some_and(|quote| quote.trim().is_empty())) {
        return Err(value.fault(format!("{} is empty; it would stand in every passage", value.name())));
    }
    match &wanted {
        Wanted { doc: None, rev: Some(_), .. } => Err(value.fault(format!("{} names a 'rev' without its 'doc'", value.name()))),
        Wanted { doc: None, quote: None, .. } => Err(value
            .fault(format!("{} names nothing", value.name()))
            .mend(r#"write {"doc":"fees","rev":"2"} or {"quote":"20 euros"}"#)),
        _ => Ok(wanted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Read<Step>, InputError> {
        read_lifecycle(&Source::memory("lifecycle.jsonl", text.as_bytes()))
    }

    fn problem(text: &str) -> String {
        read(text).unwrap_err().problem().to_owned()
    }

    #[test]
    fn every_action_is_read() {
        let text = r#"{"do":"add","document":{"id":"a","rev":"1","text":"t","tenant":"x"},"expect":[{"ask":"Why?","principal":{"tenant":"x","groups":["g"]},"must":[{"doc":"a","rev":"1","quote":"t"}],"must_not":[{"quote":"u"}]},{"ask":"So?"}]}
{"do":"update","document":{"id":"a","rev":"2","text":"u"}}
{"do":"delete","doc":"a"}
{"do":"expire","doc":"a","at":"2026-12-01"}
{"do":"expire","doc":"a"}
{"do":"supersede","doc":"a","by":"b"}
{"do":"supersede","doc":"a","document":{"id":"c","text":"t"}}
{"do":"move","doc":"a","to":"b"}
{"do":"move","doc":"a","from":"p"}
{"do":"day","day":"2026-12-01"}
{"do":"delay"}
{"do":"delay","seconds":2}
{"do":"index"}
{"do":"look"}"#;
        let read = read(text).unwrap();
        let words: Vec<String> = read.items.iter().map(|step| step.action.words()).collect();
        let expected = [
            "add a@1",
            "update a@2",
            "delete a",
            "expire a on 2026-12-01",
            "expire a",
            "supersede a by b",
            "supersede a by c",
            "move a to b",
            "move a from p",
            "day 2026-12-01",
            "delay",
            "delay 2 s",
            "index",
            "look",
        ];
        assert_eq!(words, expected);
        let first = &read.items[0].expect;
        assert_eq!((first.len(), first[0].query.as_str(), first[0].must[0].words().as_str()), (2, "Why?", "a@1 \"t\""));
        assert_eq!(first[0].principal.as_ref().unwrap().groups, ["g"]);
        assert_eq!(first[0].must_not[0], Wanted { quote: Some("u".into()), ..Wanted::default() });
    }

    #[test]
    fn what_is_no_step_is_refused_with_its_place() {
        let error = read("{\"do\":\"look\"}\n{\"do\":\"delete\",\"doc\":\"a\",\"by\":\"b\"}").unwrap_err();
        assert_eq!(error.to_string(), "lifecycle.jsonl:2:31: field 'by' does not belong to \"do\":\"delete\"");
        for (text, said) in [
            (r#"{"do":"ad","document":{}}"#, "field 'do' is 'ad', which is no known value"),
            (r#"{"document":{}}"#, "field 'do' is missing"),
            (r#"{"do":"add"}"#, "field 'document' is missing"),
            (r#"{"do":"add","document":{"id":"a"}}"#, "a document needs its 'text', or the 'path' of a file that holds it"),
            (r#"{"do":"move","doc":"a"}"#, "\"do\":\"move\" needs one of 'to' and 'from', found 0"),
            (
                r#"{"do":"supersede","doc":"a","by":"b","document":{"id":"c","text":""}}"#,
                "\"do\":\"supersede\" needs one of 'by' and 'document', found 2",
            ),
            (r#"{"do":"day","day":"2026-02-30"}"#, "field 'day' is '2026-02-30', which is no day"),
            (r#"{"do":"delay","seconds":0}"#, "field 'seconds' must be from 1 to 3600"),
            (r#"{"do":"look","expect":[{"ask":" "}]}"#, "field 'expect[0].ask' is empty; a question needs its words"),
            (r#"{"do":"look","expect":[{"ask":"a","must":[{}]}]}"#, "field 'expect[0].must[0]' names nothing"),
            (
                r#"{"do":"look","expect":[{"ask":"a","must":[{"rev":"1","quote":"x"}]}]}"#,
                "field 'expect[0].must[0]' names a 'rev' without its 'doc'",
            ),
            (
                r#"{"do":"look","expect":[{"ask":"a","must_not":[{"quote":""}]}]}"#,
                "field 'expect[0].must_not[0].quote' is empty; it would stand in every passage",
            ),
            (r#"{"do":"look","expects":[]}"#, "unknown field 'expects' (list)"),
            ("", "holds no step"),
        ] {
            assert_eq!(problem(text), said, "{text}");
        }
    }
}
