//! The one rule for ids, whatever the file: opaque text, byte for byte.

use std::borrow::Cow;

use crate::error::InputError;
use crate::json::{Kind, Value};
use crate::native::read::{Note, Notes};

/// An id. A number counts as its literal text, `1e5` as "1e5", with a warning for each field, named `field` in it, since the other
/// file may have written the string; anything else is refused, and so is an id without a visible character.
pub(crate) fn id<'a>(value: Value<'a>, field: &'static str, notes: &mut Notes) -> Result<Cow<'a, str>, InputError> {
    let id = match value.kind() {
        Kind::String => value.string()?,
        Kind::Number => {
            notes.add(Note::NumberAsId(field));
            Cow::Borrowed(value.literal())
        }
        _ => return Err(value.wants("an id (a string)")),
    };
    if id.trim().is_empty() {
        return Err(value.fault(format!("{} is an empty id", value.name())));
    }
    Ok(id)
}

/// An id that may be absent.
pub(crate) fn optional_id(
    value: Option<Value<'_>>,
    field: &'static str,
    notes: &mut Notes,
) -> Result<Option<String>, InputError> {
    value.map(|v| Ok(id(v, field, notes)?.into_owned())).transpose()
}

/// A revision that may be absent: an id, but the empty one is that of documents without revisions.
pub(crate) fn revision(value: Option<Value<'_>>, notes: &mut Notes) -> Result<Option<String>, InputError> {
    match value {
        Some(v) if v.literal() == "\"\"" => Ok(Some(String::new())),
        other => optional_id(other, "rev", notes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn read(text: &str) -> (Result<String, String>, usize) {
        let line = format!("{{\"id\":{text}}}");
        let tape = Tape::parse(&line, Vec::new()).unwrap();
        let object = tape.object().unwrap();
        let (_, value) = object.fields().next().unwrap();
        let mut notes = Notes::default();
        let id = id(value, "id", &mut notes).map(Cow::into_owned).map_err(|e| e.problem().to_owned());
        (id, notes.into_warnings(&"f".into()).len())
    }

    /// Case B07: ids are not numbers and not comments.
    #[test]
    fn ids_are_opaque_and_numbers_keep_their_literal_text() {
        for (text, id) in [("\"0001\"", "0001"), ("\"1e5\"", "1e5"), ("\"a#3\"", "a#3"), ("\" a \"", " a "), (r#""\u0061""#, "a")]
        {
            assert_eq!(read(text), (Ok(id.into()), 0));
        }
        for text in ["7", "1e5", "-0", "1.0", "12345678901234567890123"] {
            assert_eq!(read(text), (Ok(text.into()), 1));
        }
    }

    #[test]
    fn nothing_else_is_an_id() {
        assert_eq!(read("null").0.unwrap_err(), "field 'id' must be an id (a string), found null");
        assert_eq!(read("true").0.unwrap_err(), "field 'id' must be an id (a string), found boolean true");
        assert_eq!(read("[\"a\"]").0.unwrap_err(), "field 'id' must be an id (a string), found list");
        assert_eq!(read("\"\"").0.unwrap_err(), "field 'id' is an empty id");
        assert_eq!(read("\" \\t\"").0.unwrap_err(), "field 'id' is an empty id");
    }
}
