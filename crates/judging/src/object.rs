//! Exactly one JSON object in which no key stands twice: whoever says two things under one key has said neither.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads a text that is one object and nothing else.
pub fn parse(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str::<Unique>(text) {
        Ok(Unique(Value::Object(object))) => Ok(object),
        Ok(Unique(_)) => Err("it is JSON, but no object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A value whose objects have each key once, at whatever depth.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unique(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let Unique(value) = map.next_value()?;
            if object.contains_key(&key) {
                let shown = evidence::text::printable(&key, 40);
                return Err(A::Error::custom(format!("the key '{shown}' stands there twice")));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_and_no_key_twice() {
        assert_eq!(parse(r#" {"a":[1,-2,2.5,null,true,"x",{"b":{}}]} "#).unwrap()["a"].as_array().unwrap().len(), 7);
        for (text, said) in [
            (r#"{"a":1,"\u0061":2}"#, "'a' stands there twice"),
            (r#"{"x":[{"a":1,"a":1}]}"#, "'a' stands there twice"),
            (r#"{"a":1}{"a":1}"#, "trailing"),
            (r#"[{"a":1}]"#, "no object"),
            ("7", "no object"),
            ("NaN", "expected"),
            ("", "EOF"),
            (&format!("{{\"a\":{}{}}}", "[".repeat(5000), "]".repeat(5000)), "recursion"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(said), "{text:.40}: {error}");
        }
    }
}
