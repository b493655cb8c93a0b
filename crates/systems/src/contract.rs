//! What a system of others is sent, and what it may send back: the same over HTTP and as a command.

use evidence::text::printable;
use formats::systems::{Contract, ReplyMap};
use retrieval::record::{Item, Mode};
use serde_json::{Value, json};

use crate::asked::{Answer, Ask, Done, Status};
use crate::reply::{Entries, Fields, citations, ids, text};
use crate::written;

/// No longer reply is read, in bytes.
pub const LONGEST_REPLY: u64 = 32 << 20;

/// So many characters of a reply are shown where it breaks the contract.
const SHOWN: usize = 200;

/// Why a reply is not taken. Its parts may repeat what the system sent: whoever has secrets hides them before it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was expected, where, and what stands there.
    pub problem: String,
    /// What to do next.
    pub mend: String,
}

impl Fault {
    /// Something else than `expected` stands at a JSON Pointer.
    pub(crate) fn at(pointer: &str, expected: &str, found: &str) -> Self {
        let place = if pointer.is_empty() { "the reply".to_owned() } else { format!("{} of the reply", printable(pointer, 100)) };
        let mend = "docs/formats.md has the form of a reply; one of another form is mapped in [systems.NAME.map]".to_owned();
        Self { problem: format!("expected {expected} at {place}, found {found}"), mend }
    }
}

/// What is sent with a question; `given` is the context where the system is not to retrieve its own.
pub fn request(ask: &Ask<'_>, contract: &Contract, given: Option<&[Item]>) -> Value {
    let question = ask.question;
    let principal = question.principal.as_ref().map(|p| json!({"tenant": p.tenant, "groups": p.groups}));
    let history: Vec<Value> = question.history.iter().map(|m| json!({"role": m.role, "content": m.content})).collect();
    let mut request = json!({
        "question": {"id": question.id, "query": question.query, "principal": principal, "history": history},
        "mode": written::mode_name(ask.mode),
        "k": contract.k,
        "budget_tokens": contract.budget_tokens,
    });
    if let Some(items) = given {
        request["context"] = json!(written::items(items));
    }
    request
}

/// The first characters of a reply, as they may be shown.
pub fn head(reply: &[u8]) -> String {
    // Bytes enough for so many characters of any kind.
    let shown = printable(String::from_utf8_lossy(&reply[..reply.len().min(4 * SHOWN)]).trim(), SHOWN);
    // Escapes take room too.
    shown.chars().take(SHOWN + 1).collect()
}

/// Reads a reply: a record or its minimum, or what the map says where to find.
pub fn read(reply: &Value, ask: &Ask<'_>, contract: &Contract, given: Option<&[Item]>) -> Result<Done, Fault> {
    let usual = ReplyMap::default();
    let map = contract.map.as_ref().unwrap_or(&usual);
    // What an endpoint of another form calls 'status' or 'tokens' is something else.
    let nothing = Value::Null;
    let fields = Fields(if contract.map.is_some() { &nothing } else { object(reply)? });
    fields.is_of(ask)?;
    if let Some(said) = fields.error()? {
        let mend = "look into its log; fourcell run --resume asks again what failed".to_owned();
        return Err(Fault { problem: format!("the system says: {}", printable(&said, 1000)), mend });
    }
    let (stages, steps) = (fields.stages()?, fields.steps()?);
    let entries = Entries { root: reply, map };
    let context = entries.list(&map.context)?;
    let lists = !stages.is_empty() || steps.iter().any(|step| !step.stages.is_empty());
    if context.is_none() && given.is_none() && !lists {
        return Err(Fault::at(&map.context, "a list of passages", "nothing"));
    }
    if let (Some(given), Some(context)) = (given, &context) {
        only_given(given, context, ask.mode, &map.context)?;
    }
    let answer = match text(reply, &map.answer)? {
        Some(text) => {
            let citations = citations(reply, map, text.chars().count())?;
            Some(Answer { text, citations })
        }
        None => None,
    };
    let usual = if answer.is_some() { Status::Answered } else { Status::Retrieved };
    let status = fields.status()?.unwrap_or(usual);
    if answer.is_none() && status == Status::Answered {
        return Err(Fault::at(&map.answer, "the answer, since the status is 'answered',", "nothing"));
    }
    Ok(Done {
        query_sent: text(fields.0, "/query_sent")?,
        // An empty one names no revision; a record with it could not be read.
        index_revision: text(fields.0, "/index_revision")?.filter(|revision| !revision.trim().is_empty()),
        stages,
        steps,
        context,
        dropped: ids(fields.0, "/dropped")?,
        tokens: fields.tokens()?,
        answer,
        cut: None,
        status,
    })
}

fn object(reply: &Value) -> Result<&Value, Fault> {
    match reply {
        Value::Object(_) => Ok(reply),
        other => Err(Fault::at("", "an object", &crate::reply::kind(other))),
    }
}

/// A system that retrieves in spite of being given its context would be measured in one mode under the name of another.
fn only_given(given: &[Item], context: &[Item], mode: Mode, pointer: &str) -> Result<(), Fault> {
    let Some(other) = context.iter().find(|item| given.iter().all(|g| g.id != item.id)) else { return Ok(()) };
    let fault = Fault::at(pointer, "no passage but those that were sent", &format!("'{}'", printable(&other.id, 60)));
    let mode = written::mode_name(mode);
    Err(Fault {
        mend: format!("in mode {mode} a system answers from the 'context' of the request; one that cannot is run in mode normal"),
        ..fault
    })
}

#[cfg(test)]
#[path = "contract_tests.rs"]
mod tests;
