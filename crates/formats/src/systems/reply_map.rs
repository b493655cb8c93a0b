//! `[systems.NAME.map]`: where things stand in the replies of an endpoint that was there before, as JSON Pointers.

use crate::error::InputError;
use crate::toml_text::Table;

/// Where things stand in a reply, as JSON Pointers (RFC 6901).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyMap {
    /// The list that was sent to the generator.
    pub context: String,
    /// The answer.
    pub answer: String,
    /// What the answer cites.
    pub citations: String,
    /// The id, inside an entry of the context.
    pub id: String,
    /// The text, inside an entry.
    pub text: String,
    /// The score, inside an entry.
    pub score: String,
    /// The document, inside an entry.
    pub doc: String,
}

/// The form of a record.
impl Default for ReplyMap {
    fn default() -> Self {
        Self {
            context: "/context".into(),
            answer: "/answer".into(),
            citations: "/citations".into(),
            id: "/id".into(),
            text: "/text".into(),
            score: "/score".into(),
            doc: "/doc".into(),
        }
    }
}

/// The keys of the table.
pub(crate) const KEYS: [&str; 7] = ["context", "answer", "citations", "id", "text", "score", "doc"];

/// Reads the table; what it does not say stands where a record has it.
pub(super) fn read(table: &Table<'_>) -> Result<ReplyMap, InputError> {
    table.only(&KEYS)?;
    let pointer = |key: &str, usual: String| pointer(table, key, usual);
    let usual = ReplyMap::default();
    Ok(ReplyMap {
        context: pointer("context", usual.context)?,
        answer: pointer("answer", usual.answer)?,
        citations: pointer("citations", usual.citations)?,
        id: pointer("id", usual.id)?,
        text: pointer("text", usual.text)?,
        score: pointer("score", usual.score)?,
        doc: pointer("doc", usual.doc)?,
    })
}

/// A JSON Pointer that may be absent.
pub(super) fn pointer(table: &Table<'_>, key: &str, usual: String) -> Result<String, InputError> {
    let Some(pointer) = table.text(key)? else { return Ok(usual) };
    match is_pointer(&pointer) {
        true => Ok(pointer),
        false => Err(table
            .fault(key, format!("'{key}' must be a JSON Pointer: empty for the whole, or names that each follow a '/'"))
            .mend("write it like /result/documents, or /choices/0/message/content; '/' in a name is ~1 and '~' is ~0")),
    }
}

fn is_pointer(text: &str) -> bool {
    let escaped = text.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
    escaped && (text.is_empty() || text.starts_with('/'))
}
