//! Good values, each changed in one place in many ways: what the schema refuses the reader refuses, and what only the reader refuses
//! is one of a few things that JSON Schema has no words for.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::documents::good;
use crate::{faults, readers, schema, validator};

/// What a reader checks and a schema cannot: the reader's words, and why.
const BEYOND: [(&str, &str); 24] = [
    ("holds nothing: its start must be less than its end", "two numbers are compared"),
    ("has its end before its start", "two numbers are compared"),
    ("two whole numbers [start, end], the end after the start,", "two numbers are compared"),
    ("a span within the answer's", "a number is compared with the length of a text"),
    ("found number 1000000000.0", "to JSON Schema 1.0 is a whole number"),
    ("a whole number, found float", "to JSON Schema 1.0 is a whole number"),
    ("stands twice in one question", "a fact stands once in a question"),
    ("stands twice in", "an id stands once in a list"),
    ("an id that stands once in the list", "an id stands once in a list"),
    ("unknown field", "a field that is a known one but for a slip, or that belongs to another format"),
    ("needs a corpus that is a file", "files are looked for"),
    ("is not there", "files are looked for"),
    ("which was asked,", "a reply is to what was asked"),
    ("expected a list of passages at /context", "only with a context of its own may a system leave it out of its reply"),
    ("since the status is 'answered'", "a status is compared with whether there is an answer"),
    ("no endpoint is called", "a name is looked up elsewhere in the file"),
    ("no judge is called", "a name is looked up elsewhere in the file"),
    ("is none of the outcomes", "two lists are compared"),
    ("is renamed and left out", "two keys are compared"),
    ("two fields would be called", "values are compared"),
    ("needs vectors, but no embedding is stated", "one key asks for another"),
    ("needs a generator, but none is stated", "one key asks for another"),
    ("which is no part of a document or of a step", "what stands in braces is looked up"),
    ("holds an empty name", "a string of names with commas between them is split"),
];

/// What is put in place of each value.
fn strange() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(4),
        json!(0.5),
        json!(1e9),
        json!(5_000_000_000_u64),
        json!(""),
        json!(" \u{85}"),
        json!("\u{feff}"),
        json!("x"),
        json!("a,,b"),
        json!("error"),
        json!("~"),
        json!("correct"),
        json!("answered"),
        json!("{x}"),
        json!([]),
        json!([null]),
        json!(["x"]),
        json!([0, 4]),
        json!([4, 0]),
        json!([0, 1, 2]),
        json!([[]]),
        json!([{}]),
        json!({}),
        json!({"id": null}),
        json!({"id": "x"}),
        json!({"x": "y"}),
        json!({"doc": "d"}),
        json!({"all": []}),
        json!({"all": [], "any": []}),
        json!({"passage": "p", "doc": null}),
        json!({"passage": "p", "doc": "d"}),
        json!({"doc": "d", "quote": "x"}),
        json!({"doc": "d", "range": [0, 1]}),
        json!({"type": "http"}),
    ]
}

/// Every value that differs from `value` in one place.
fn changed(value: &Value, top: bool) -> Vec<Value> {
    let mut all = if top { Vec::new() } else { strange() };
    match value {
        Value::Object(fields) => {
            let with = |key: &str, new: Value| {
                let mut fields = fields.clone();
                fields.insert(key.to_owned(), new);
                Value::Object(fields)
            };
            for (key, old) in fields {
                let mut without = fields.clone();
                without.remove(key);
                all.push(Value::Object(without.clone()));
                // A slip of the pen.
                without.insert(format!("{key}s"), old.clone());
                all.push(Value::Object(without));
                all.extend(changed(old, false).into_iter().map(|new| with(key, new)));
            }
            all.extend([json!("x"), json!(1), json!(null)].map(|new| with("never_heard_of", new)));
        }
        Value::Array(list) => {
            for (place, old) in list.iter().enumerate() {
                all.extend(changed(old, false).into_iter().map(|new| {
                    let mut list = list.clone();
                    list[place] = new;
                    Value::Array(list)
                }));
                all.push(Value::Array([&list[..], std::slice::from_ref(old)].concat()));
            }
        }
        _ => {}
    }
    all
}

/// Keys that may be added where they do not stand: each format's own at its top.
fn added(name: &str, value: &Value) -> Vec<Value> {
    let top = schema(name)["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let missing = top.into_iter().filter(|key| value.get(key).is_none());
    missing
        .flat_map(|key| {
            strange()
                .into_iter()
                .map(move |new| {
                    let mut value = value.clone();
                    value[&key] = new;
                    value
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn what_a_schema_refuses_its_reader_refuses_and_the_other_way_but_for_what_is_listed() {
    let (mut tried, mut wrong, mut met) = (0, Vec::new(), BTreeSet::new());
    let mut last = (String::new(), None);
    for (name, value) in good() {
        if last.0 != name {
            last = (name.to_owned(), Some(validator(&schema(name))));
        }
        let validator = last.1.as_ref().unwrap();
        assert_eq!(faults(validator, &value), [""; 0], "{name}: {value}");
        assert_eq!(readers::read(name, &value), Some(Ok(())), "{name}: {value}");
        for other in changed(&value, true).into_iter().chain(added(name, &value)) {
            let Some(said) = readers::read(name, &other) else { continue };
            tried += 1;
            match (validator.is_valid(&other), said) {
                (true, Ok(())) | (false, Err(_)) => {}
                (false, Ok(())) => {
                    wrong.push(format!("{name}: only the schema refuses {other}: {:?}", faults(validator, &other)))
                }
                (true, Err(problem)) => match BEYOND.iter().position(|(words, _)| problem.contains(words)) {
                    Some(place) => drop(met.insert(place)),
                    None => wrong.push(format!("{name}: only the reader refuses {other}: {problem}")),
                },
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(400)].join("\n"));
    let unmet: Vec<&str> =
        BEYOND.iter().enumerate().filter(|(place, _)| !met.contains(place)).map(|(_, (words, _))| *words).collect();
    assert_eq!(unmet, [""; 0], "no value met these");
}
