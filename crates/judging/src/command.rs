//! A command of the project's own as a judge: a JSON line in, a JSON line out, and no verdict but one of the closed set.

use std::path::Path;

use evidence::text::printable;
use generation::{Ask, By};
use serde_json::{Map, Value};
use systems::processes::{Line, Processes, Starting, Trouble, TroubleKind};

use crate::quote::Lookup;
use crate::reply::{Expected, about, clipped};
use crate::sort::Sort;
use crate::{Given, Judge, object, schema};

/// No longer reply is read, in bytes.
pub const LONGEST_REPLY: u64 = 4 << 20;

/// How a command is started.
pub type Settings = Starting;

/// A judge that is started as a command; shared by threads, each of which has a process of its own while it waits.
pub struct Command<'a> {
    processes: Processes<'a>,
    lookup: Lookup,
}

/// Why there is no reply that can be read.
struct NoReply {
    kind: &'static str,
    problem: String,
    raw: Option<String>,
}

impl NoReply {
    fn of(line: &[u8], problem: impl Into<String>) -> Self {
        let raw = clipped(String::from_utf8_lossy(line).trim());
        Self { kind: "unparsed", problem: problem.into(), raw: Some(raw) }
    }
}

impl From<Trouble> for NoReply {
    fn from(trouble: Trouble) -> Self {
        let kind = match trouble.kind {
            TroubleKind::Setup => "setup",
            TroubleKind::TimedOut => "timed_out",
            TroubleKind::TooLong => "too_large",
            TroubleKind::Ended => "ended",
            TroubleKind::Several => "unparsed",
        };
        let raw = trouble.line.as_deref().map(|line| clipped(String::from_utf8_lossy(line).trim()));
        Self { kind, problem: trouble.to_string(), raw }
    }
}

impl<'a> Command<'a> {
    /// Prepares for questions; nothing is started before the first. Processes run in `directory`.
    pub fn new(settings: Settings, directory: &'a Path) -> Self {
        Self { processes: Processes::new(settings, directory, LONGEST_REPLY), lookup: Lookup::default() }
    }
}

/// Reads a line as the reply to a question: its object without its id.
fn reply_to(id: &str, line: &[u8]) -> Line<Map<String, Value>, NoReply> {
    let Ok(text) = std::str::from_utf8(line) else { return Line::Broken(NoReply::of(line, "the reply is not UTF-8")) };
    let mut reply = match object::parse(text) {
        Ok(reply) => reply,
        Err(problem) => {
            let mend = "standard output is for replies: print what else there is to standard error";
            return Line::Broken(NoReply::of(line, format!("expected one JSON object a line ({problem}); {mend}")));
        }
    };
    match reply.remove("id") {
        Some(Value::String(of)) if of == id => {
            // What is not there and what is null are the same.
            reply.retain(|_, value| !value.is_null());
            Line::Reply(reply)
        }
        Some(Value::String(of)) => {
            let problem = format!("expected the reply to question '{id}', found one to '{}'", printable(&of, 80));
            Line::Of(of, NoReply::of(line, problem))
        }
        _ => Line::Broken(NoReply::of(line, format!("expected the id of the question, '{id}', under 'id'"))),
    }
}

impl Judge for Command<'_> {
    fn by(&self) -> By {
        By::Command
    }

    fn can(&self, ask: &Ask<'_>) -> bool {
        Sort::of(ask).is_some_and(|sort| sort.is_complete(ask))
    }

    fn judge(&self, ask: &Ask<'_>, repeat: u32) -> Given {
        let Some(sort) = Sort::of(ask).filter(|sort| sort.is_complete(ask)) else {
            return Given::failed("not-asked", "the question lacks what this judge must know to answer it", None);
        };
        let question = schema::ask(sort, ask, repeat);
        let id = question["id"].as_str().unwrap_or_default().to_owned();
        let mut line = question.to_string().into_bytes();
        line.push(b'\n');
        let given = match self.processes.ask(&id, line, |line| reply_to(&id, line)) {
            Err(NoReply { kind, problem, raw }) => Given::failed(kind, problem, raw),
            Ok((reply, line)) => match reply.get("error") {
                Some(said) => {
                    let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
                    Given::failed("command", format!("the command says: {}", printable(&said, 1000)), None)
                }
                None => Expected::of(sort, ask, false).read(ask, &reply, &self.lookup).unwrap_or_else(|unread| {
                    let problem = format!("the reply of the command is no verdict: {}", unread.problem);
                    Given::failed(unread.kind, problem, Some(clipped(String::from_utf8_lossy(&line).trim())))
                }),
            },
        };
        about(ask, given)
    }
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
