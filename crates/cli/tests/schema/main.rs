//! `fourcell schema`: the schemas say of a file what its reader says.

#[path = "../command/mod.rs"]
mod command;

mod agreements;
mod documents;
mod printed;
mod readers;
mod written;

use std::collections::BTreeMap;

use serde_json::Value;

/// The schema that the command prints, as JSON.
fn schema(name: &str) -> Value {
    let ran = command::fourcell(&command::root(), &format!("schema {name}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::meta::validate(schema).unwrap_or_else(|e| panic!("{e}"));
    jsonschema::draft202012::new(schema).unwrap_or_else(|e| panic!("{e}"))
}

/// What a validator says against a value; nothing where it is valid.
fn faults(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|e| format!("{} {e}", e.instance_path())).collect()
}

/// TOML as JSON.
fn from_toml(text: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap()
}

/// JSON as TOML, which has no null.
fn to_toml(value: &Value) -> Option<String> {
    let Value::Object(fields) = value else { return None };
    let lines: Option<Vec<String>> =
        fields.iter().map(|(key, value)| Some(format!("{} = {}\n", Value::from(key.as_str()), inline(value)?))).collect();
    Some(lines?.concat())
}

fn inline(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Array(list) => format!("[{}]", list.iter().map(inline).collect::<Option<Vec<_>>>()?.join(", ")),
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.iter().collect();
            let parts: Option<Vec<String>> = fields
                .into_iter()
                .map(|(key, value)| Some(format!("{} = {}", Value::from(key.as_str()), inline(value)?)))
                .collect();
            format!("{{{}}}", parts?.join(", "))
        }
        other => other.to_string(),
    })
}
