//! `[systems.NAME.admin]`: how the documents of a system over HTTP are changed, for `fourcell lifecycle`.
//!
//! Without a table for an action each step is posted as it stands in a script. With such tables an interface that was there before is
//! used: a method, a path and a body each, with the parts of the document in them.

use serde_json::Value;

use crate::error::InputError;
use crate::reach::{Header, headers};
use crate::suggest;
use crate::systems::reply_map::pointer;
use crate::toml_text::Table;

/// How documents are changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Admin {
    /// The address that paths are below.
    pub url: String,
    /// The headers of each call; `None` for those of the system, where that is the same server.
    pub headers: Option<Vec<Header>>,
    /// The calls by action; with none, each step is posted to the address.
    pub calls: Vec<(&'static str, Call)>,
    /// Where a reply says what the index calls itself, as a JSON Pointer.
    pub index_revision: String,
    /// Where a reply says whether the change has yet to be indexed: true or false.
    pub pending: String,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The method, one of [`METHODS`].
    pub method: &'static str,
    /// The path below the address; parts in braces are put in.
    pub path: String,
    /// The body; parts in braces are put into its strings.
    pub body: Option<Value>,
}

/// Actions that a call may be stated for.
pub(crate) const ACTIONS: [&str; 9] = ["add", "update", "delete", "expire", "supersede", "move", "day", "delay", "index"];

/// Methods.
pub const METHODS: [&str; 5] = ["POST", "PUT", "PATCH", "DELETE", "GET"];

/// What may stand in braces: parts of the document, and of the step.
pub const PARTS: [&str; 15] = [
    "id",
    "rev",
    "title",
    "text",
    "tenant",
    "acl",
    "status",
    "effective_from",
    "expires_at",
    "superseded_by",
    "moved_from",
    "document",
    "from",
    "day",
    "seconds",
];

/// The keys of the table.
pub(crate) const KEYS: [&str; 13] = [
    "url",
    "headers",
    "index_revision",
    "pending",
    "add",
    "update",
    "delete",
    "expire",
    "supersede",
    "move",
    "day",
    "delay",
    "index",
];

/// The keys of a call.
pub(crate) const CALL_KEYS: [&str; 3] = ["method", "path", "body"];

/// Without calls of these nothing could be put in or taken out.
pub(crate) const NEEDED: [&str; 2] = ["add", "delete"];

/// Reads the table.
pub(super) fn read(mut table: Table<'_>) -> Result<Admin, InputError> {
    table.only(&KEYS)?;
    let url = table.string("url")?;
    let url = url.ok_or_else(|| {
        table.fault("url", "the admin table has no 'url'").mend("write it like url = \"http://localhost:8000\"")
    })?;
    let headers = table.holds("headers").then(|| headers(&table.table("headers")?)).transpose()?;
    let (index_revision, pending) =
        (pointer(&table, "index_revision", "/index_revision".into())?, pointer(&table, "pending", "/pending".into())?);
    let mut calls = Vec::new();
    for action in ACTIONS {
        if table.holds(action) {
            calls.push((action, call(&mut table.table(action)?)?));
        }
    }
    let missing = NEEDED.iter().find(|needed| calls.iter().all(|(action, _)| action != *needed));
    if let Some(missing) = missing.filter(|_| !calls.is_empty()) {
        let fault = table.fault("url", format!("there is no call to {missing} a document"));
        return Err(fault.mend(format!(
            "state {missing} = {{ method = \"…\", path = \"/documents/{{id}}\" }}; without any call each step is posted to the url"
        )));
    }
    Ok(Admin { url, headers, calls, index_revision, pending })
}

fn call(table: &mut Table<'_>) -> Result<Call, InputError> {
    table.only(&CALL_KEYS)?;
    let stated = table.choice("method", &METHODS)?;
    let method = METHODS.into_iter().find(|method| stated.as_deref() == Some(method)).unwrap_or(METHODS[0]);
    let path = table.text("path")?.unwrap_or_default();
    known(&path).map_err(|part| unknown(table, "path", part))?;
    let body = if table.holds("body") { Some(table.table("body")?) } else { None };
    let body = body.map(|body| {
        let fields = body.canonical().into_iter();
        // Canonical forms are JSON.
        Value::Object(fields.map(|(key, text)| (key, serde_json::from_str(&text).unwrap_or_default())).collect())
    });
    if let Some(body) = &body {
        strings(body, &mut |text| known(text)).map_err(|part| unknown(table, "body", part))?;
    }
    Ok(Call { method, path, body })
}

fn unknown(table: &Table<'_>, key: &str, part: String) -> InputError {
    let fault = table.fault(key, format!("'{key}' has {{{part}}} in it, which is no part of a document or of a step"));
    fault.mend(suggest::advice(&part, PARTS))
}

fn strings(value: &Value, hear: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    match value {
        Value::String(text) => hear(text),
        Value::Array(list) => list.iter().try_for_each(|value| strings(value, hear)),
        Value::Object(fields) => fields.values().try_for_each(|value| strings(value, hear)),
        _ => Ok(()),
    }
}

fn known(text: &str) -> Result<(), String> {
    pieces(text).into_iter().try_for_each(|piece| match piece {
        Piece::Part(part) if !PARTS.contains(&part) => Err(part.to_owned()),
        _ => Ok(()),
    })
}

/// A piece of a text with parts in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// As it stands.
    Plain(&'t str),
    /// What stands between braces.
    Part(&'t str),
}

/// The pieces of a text. Braces around anything but small letters and `_` are no part.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(open) = rest[from..].find('{').map(|at| from + at) {
        let name = rest[open + 1..].split('}').next().unwrap_or_default();
        let is_part = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if is_part && rest[open + 1 + name.len()..].starts_with('}') {
            if open > 0 {
                pieces.push(Piece::Plain(&rest[..open]));
            }
            pieces.push(Piece::Part(name));
            rest = &rest[open + name.len() + 2..];
            from = 0;
        } else {
            from = open + 1;
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Plain(rest));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::toml_text::TomlText;

    fn read(toml: &str) -> Result<Admin, String> {
        let text = TomlText::read(&Source::memory("fourcell.toml", toml.as_bytes())).unwrap();
        super::read(text.table().unwrap()).map_err(|e| e.to_string())
    }

    #[test]
    fn parts_stand_in_braces_and_other_braces_are_braces() {
        use Piece::{Part, Plain};
        assert_eq!(pieces("/d/{id}/x{rev}"), [Plain("/d/"), Part("id"), Plain("/x"), Part("rev")]);
        assert_eq!(pieces("{document}"), [Part("document")]);
        for plain in ["", "{", "}", "{}", "{Id}", "{a b}", "{id", "a{{}}"] {
            assert_eq!(pieces(plain), if plain.is_empty() { vec![] } else { vec![Plain(plain)] }, "{plain}");
        }
        assert_eq!(pieces("{{id}}"), [Plain("{"), Part("id"), Plain("}")]);
    }

    #[test]
    fn every_key_is_read() {
        let admin = read(
            "url = 'http://h'\nindex_revision = '/v'\npending = ''\nheaders = {X = 'KEY'}\n\
             add = {method = 'PUT', path = '/d/{id}', body = {t = '{text}', n = [1, '{acl}']}}\ndelete = {method = 'DELETE', path = '/d/{id}'}",
        )
        .unwrap();
        assert_eq!((admin.url.as_str(), admin.index_revision.as_str(), admin.pending.as_str()), ("http://h", "/v", ""));
        assert_eq!(admin.headers.unwrap()[0].variable, "KEY");
        let [("add", add), ("delete", delete)] = &admin.calls[..] else { panic!() };
        assert_eq!((add.method, add.path.as_str()), ("PUT", "/d/{id}"));
        assert_eq!(add.body, Some(serde_json::json!({"t": "{text}", "n": [1, "{acl}"]})));
        assert_eq!((delete.method, &delete.body), ("DELETE", &None));
        let bare = read("url = 'http://h'").unwrap();
        assert!(bare.calls.is_empty() && bare.headers.is_none() && bare.pending == "/pending");
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_place() {
        for (toml, said) in [
            ("", "has no 'url'"),
            ("url = 'u'\nadd = {path = '/x'}", "there is no call to delete a document"),
            ("url = 'u'\nadd = {path = '/{ide}'}", "'path' has {ide} in it"),
            ("url = 'u'\nadd = {body = {a = [{b = '{tex}'}]}}", "'body' has {tex} in it"),
            ("url = 'u'\nadd = {method = 'put'}", "which is no known value"),
            ("url = 'u'\nremove = {}", "unknown key 'remove'"),
            ("url = 'u'\npending = 'x'", "must be a JSON Pointer"),
            ("url = 'u'\nheaders = {A = 'Bearer x'}", "must name an environment variable"),
        ] {
            assert!(read(toml).unwrap_err().contains(said), "{toml}: {:?}", read(toml));
        }
    }
}
