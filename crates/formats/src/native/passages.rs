//! `passages.jsonl`: what a retriever ranks, one passage a line.

use evidence::Passage;

use crate::error::{InputError, quoted};
use crate::json::Object;
use crate::native::id::{id, optional_id, revision};
use crate::native::read::{Notes, Read, Seen, read_objects};
use crate::source::Source;

/// The fields of a passage.
pub(crate) const FIELDS: [&str; 6] = ["id", "doc", "rev", "start", "end", "text"];

/// Reads passages. Their offsets are checked against the document's text where both are at hand, not here.
pub fn read_passages(source: &Source) -> Result<Read<Passage>, InputError> {
    let mut seen = Seen::new();
    let read = read_objects(source, |object, notes| {
        let passage = passage(object, notes)?;
        seen.once(passage.id.clone(), notes.line, object.need("id")?, || quoted(&passage.id))?;
        Ok(passage)
    })?;
    read.not_empty(source, || InputError::new("holds no passage"))
}

fn passage(object: &Object<'_>, notes: &mut Notes) -> Result<Passage, InputError> {
    if let Some(range) = object.get("range") {
        return Err(range.fault("unknown field 'range'").mend("a passage gives its range as 'start' and 'end'"));
    }
    notes.unknown_keys(object, &FIELDS)?;
    let range = match (object.get("start"), object.get("end")) {
        (None, None) => None,
        (Some(start), Some(end)) => Some(start.range_of(start, end)?),
        (Some(one), None) | (None, Some(one)) => {
            return Err(one.fault(format!("{} stands alone; give both 'start' and 'end', or neither", one.name())));
        }
    };
    Ok(Passage {
        id: id(object.need("id")?, "id", notes)?.into_owned(),
        doc: optional_id(object.get("doc"), "doc", notes)?,
        rev: revision(object.get("rev"), notes)?,
        range,
        text: object.string("text")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;
    use evidence::SourceRange;

    fn read(text: &str) -> Result<Read<Passage>, InputError> {
        read_passages(&Source::memory("passages.jsonl", text.as_bytes()))
    }

    fn problem(text: &str) -> String {
        read(text).unwrap_err().problem().to_owned()
    }

    #[test]
    fn fields_are_read_and_may_be_absent() {
        let read =
            read("{\"id\":\"p\",\"doc\":\"d\",\"rev\":3,\"start\":4,\"end\":9,\"text\":\"héllo\"}\n{\"id\":\"r\"}").unwrap();
        let range = SourceRange::new(4, 9);
        let text = Some("héllo".to_owned());
        assert_eq!(read.items[0], Passage { id: "p".into(), doc: Some("d".into()), rev: Some("3".into()), range, text });
        assert_eq!(read.items[1], Passage { id: "r".into(), doc: None, rev: None, range: None, text: None });
        assert_eq!(read.warnings[0].text, "field 'rev' holds a number; its literal text is taken as the id");
    }

    #[test]
    fn offsets_come_in_pairs_and_in_order() {
        assert_eq!(problem(r#"{"id":"p","start":4}"#), "field 'start' stands alone; give both 'start' and 'end', or neither");
        assert_eq!(problem(r#"{"id":"p","end":4}"#), "field 'end' stands alone; give both 'start' and 'end', or neither");
        assert!(problem(r#"{"id":"p","start":4,"end":4}"#).contains("[4, 4) holds nothing"));
        assert_eq!(problem(r#"{"id":"p","start":"4","end":5}"#), "field 'start' must be a whole number, found string");
        assert_eq!(
            read(r#"{"id":"p","range":[1,2]}"#).unwrap_err().advice(),
            Some("a passage gives its range as 'start' and 'end'")
        );
    }

    #[test]
    fn ids_stand_once_and_unknown_fields_are_told() {
        assert_eq!(problem("{\"id\":\"p\"}\n{\"id\":\"p\"}"), "'p' already stands on line 1");
        assert_eq!(problem(r#"{"id":"p","txt":"a"}"#), "unknown field 'txt'");
        let read = read("{\"id\":\"p\",\"url\":\"a\"}\n{\"id\":\"q\",\"url\":\"a\"}").unwrap();
        assert_eq!(read.warnings[0].text, "field 'url' is unknown and not read (2 times, first on lines 1, 2)");
        assert_eq!(super::read_passages(&Source::memory("p", &b""[..])).unwrap_err().refusal(), Refusal::BadInput);
    }
}
