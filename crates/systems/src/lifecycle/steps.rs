//! A step as it is told to a system of others: as it stands in a script, or as the calls that its interface knows.

use endpoints::Method;
use evidence::Document;
use evidence::lifecycle::{Action, Place, State, Successor};
use formats::systems::Admin;
use formats::systems::admin::{Call, Piece, pieces};
use serde_json::{Map, Value, json};

/// How an expiry or a supersession is done that an interface has no call for.
pub const BY_DELETE: &str = "by delete";

/// A call that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// How.
    pub method: Method,
    /// Where, below the address.
    pub path: String,
    /// With what.
    pub body: Option<Value>,
}

/// The step as a script has it.
pub fn json(action: &Action) -> Value {
    let mut step = json!({"do": action.name()});
    let mut put = |key: &str, value: Value| step[key] = value;
    match action {
        Action::Add(new) | Action::Update(new) => put("document", document(new)),
        Action::Delete(doc) => put("doc", json!(doc)),
        Action::Expire { doc, at } => {
            put("doc", json!(doc));
            if let Some(at) = at {
                put("at", json!(at));
            }
        }
        Action::Supersede { doc, by } => {
            put("doc", json!(doc));
            match by {
                Successor::There(by) => put("by", json!(by)),
                Successor::New(new) => put("document", document(new)),
            }
        }
        Action::Move { doc, to } => {
            put("doc", json!(doc));
            match to {
                Place::Id(to) => put("to", json!(to)),
                Place::From(from) => put("from", json!(from)),
            }
        }
        Action::Day(day) => put("day", json!(day)),
        Action::Delay(Some(seconds)) => put("seconds", json!(seconds)),
        Action::Delay(None) | Action::Index | Action::Look => {}
    }
    step
}

/// A document as a line of a corpus has it.
pub fn document(document: &Document) -> Value {
    let mut fields = Map::new();
    for part in
        ["id", "rev", "title", "text", "tenant", "acl", "status", "effective_from", "expires_at", "superseded_by", "moved_from"]
    {
        let value = of_document(document, part);
        if !value.is_null() {
            fields.insert(part.to_owned(), value);
        }
    }
    Value::Object(fields)
}

fn of_document(of: &Document, part: &str) -> Value {
    match part {
        "id" => json!(of.id),
        // A document without revisions has none to tell.
        "rev" => json!((!of.rev.is_empty()).then_some(&of.rev)),
        "title" => json!(of.title),
        "text" => json!(of.text.as_str()),
        "tenant" => json!(of.tenant),
        "acl" => json!(of.acl),
        "status" => json!(of.status.name()),
        "effective_from" => json!(of.effective_from),
        "expires_at" => json!(of.expires_at),
        "superseded_by" => json!(of.superseded_by),
        "moved_from" => json!(of.moved_from),
        "document" => document(of),
        _ => Value::Null,
    }
}

/// The calls that do a step, and how, where another action's call is used.
pub type Calls = (Vec<Request>, Option<String>);

/// What is put into a call.
struct Parts<'a> {
    document: Option<&'a Document>,
    from: Option<&'a str>,
    day: Option<&'a str>,
    seconds: Option<u32>,
}

/// The calls that do a step, given the state after it, and how, where another action's call is used. `None` where the interface has no
/// call for it, and none is needed: a delay that is not asked for does not come.
pub fn requests(admin: &Admin, action: &Action, state: &State) -> Result<Option<Calls>, String> {
    let call = |name: &str| admin.calls.iter().find(|(action, _)| *action == name).map(|(_, call)| call);
    let need = |name: &str| call(name).ok_or_else(|| format!("[systems.NAME.admin] states no call to {name} a document"));
    let newest = |id: &str| state.current().iter().filter(|d| d.id == id).max_by_key(|d| d.is_in_force(state.day()));
    // What is gone is known by what was there last.
    let gone = |id: &str| state.known().filter(|d| d.id == id).last();
    let with = |document: Option<&Document>, call: &Call| {
        made(call, &Parts { document, from: None, day: Some(state.day()), seconds: None })
    };
    let add = |document: &Document| Ok::<_, String>(with(Some(document), need("add")?));
    let put = |document: &Document| match call("update") {
        Some(call) => Ok((with(Some(document), call), None)),
        None => add(document).map(|request| (request, Some("by add".to_owned()))),
    };
    let delete = |id: &str| Ok::<_, String>(with(gone(id), need("delete")?));
    let done = match action {
        Action::Add(document) => (vec![add(document)?], None),
        Action::Update(document) => {
            let (request, how) = put(document)?;
            (vec![request], how)
        }
        Action::Delete(doc) => (vec![delete(doc)?], None),
        Action::Expire { doc, at } => match call("expire") {
            Some(call) => {
                let day = at.as_deref().unwrap_or(state.day());
                (vec![made(call, &Parts { document: newest(doc), from: None, day: Some(day), seconds: None })], None)
            }
            None => (vec![delete(doc)?], Some(BY_DELETE.to_owned())),
        },
        Action::Supersede { doc, by } => {
            let mut requests = Vec::new();
            if let Successor::New(new) = by {
                requests.push(add(new)?);
            }
            match call("supersede") {
                Some(call) => requests.push(with(gone(doc), call)),
                None => requests.push(delete(doc)?),
            }
            (requests, call("supersede").is_none().then(|| BY_DELETE.to_owned()))
        }
        Action::Move { doc, to } => {
            let (id, from) = match to {
                Place::Id(to) => (to, doc),
                Place::From(from) => (doc, from),
            };
            match (call("move"), newest(id)) {
                (_, None) => return Err(format!("there is no document '{id}'")),
                (Some(call), document) => {
                    (vec![made(call, &Parts { document, from: Some(from), day: Some(state.day()), seconds: None })], None)
                }
                (None, Some(document)) if id == doc => {
                    let (request, _) = put(document)?;
                    (vec![request], Some("by update".to_owned()))
                }
                (None, Some(document)) => (vec![add(document)?, delete(doc)?], Some("by add and delete".to_owned())),
            }
        }
        Action::Day(_) | Action::Delay(_) | Action::Index => {
            let Some(call) = call(action.name()) else { return Ok(None) };
            let seconds = if let Action::Delay(seconds) = action { *seconds } else { None };
            (vec![made(call, &Parts { document: None, from: None, day: Some(state.day()), seconds })], None)
        }
        Action::Look => return Ok(None),
    };
    Ok(Some(done))
}

fn made(call: &Call, parts: &Parts<'_>) -> Request {
    let method = Method::ALL.iter().find(|(name, _)| *name == call.method).map_or(Method::Post, |(_, method)| *method);
    let path = pieces(&call.path).into_iter().map(|piece| match piece {
        Piece::Plain(text) => text.to_owned(),
        Piece::Part(part) => escaped(&plain(&parts.of(part))),
    });
    Request { method, path: path.collect(), body: call.body.as_ref().map(|body| filled(body, parts)) }
}

impl Parts<'_> {
    fn of(&self, part: &str) -> Value {
        match part {
            "from" => json!(self.from),
            "day" => json!(self.day),
            "seconds" => json!(self.seconds),
            _ => self.document.map_or(Value::Null, |document| of_document(document, part)),
        }
    }
}

/// A template with its parts. A string that is nothing but a part becomes the part, list or object or null as it may be.
fn filled(template: &Value, parts: &Parts<'_>) -> Value {
    match template {
        Value::String(text) => match pieces(text).as_slice() {
            [Piece::Part(part)] => parts.of(part),
            several => several
                .iter()
                .map(|piece| match piece {
                    Piece::Plain(text) => (*text).to_owned(),
                    Piece::Part(part) => plain(&parts.of(part)),
                })
                .collect::<String>()
                .into(),
        },
        Value::Array(list) => list.iter().map(|value| filled(value, parts)).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), filled(value, parts))).collect(),
        other => other.clone(),
    }
}

/// A part inside a text.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A text as a piece of a path: an id may hold slashes and question marks.
fn escaped(text: &str) -> String {
    let mut path = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            path.push(char::from(byte));
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
    }
    path
}
