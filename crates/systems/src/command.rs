//! A system of others as a command: a JSON line in, a JSON line out.

use std::path::Path;
use std::time::{Duration, Instant};

use formats::systems::Command;
use serde_json::Value;

use crate::asked::{Ask, Called, Done, System};
use crate::contract::{self, Fault, LONGEST_REPLY, head};
use crate::given::Given;
use crate::processes::{Line, Processes, Starting, Trouble};
use crate::reply::Fields;

pub use crate::process::find;

/// A system that is started as a command.
pub struct CommandSystem<'a> {
    stated: &'a Command,
    given: Given<'a>,
    processes: Processes<'a>,
}

/// Why a question has no answer, in words.
struct Why(String);

impl From<Trouble> for Why {
    fn from(trouble: Trouble) -> Self {
        Self(trouble.to_string())
    }
}

impl<'a> CommandSystem<'a> {
    /// Prepares for questions; nothing is started before the first. Processes run in `directory`.
    pub fn new(stated: &'a Command, directory: &'a Path, given: Given<'a>) -> Self {
        let starting = Starting { command: stated.command.clone(), each: stated.each, timeout: stated.timeout };
        Self { stated, given, processes: Processes::new(starting, directory, LONGEST_REPLY) }
    }

    fn call(&self, ask: &Ask<'_>, times: &mut Vec<(&'static str, Duration)>) -> Result<Done, String> {
        let given = self.given.context(ask)?;
        let contract = &self.stated.contract;
        let mut line = contract::request(ask, contract, given.as_deref()).to_string().into_bytes();
        line.push(b'\n');
        let started = Instant::now();
        let reply = self.processes.ask(&ask.question.id, line, |line| reply_to(ask, line));
        let (value, reply) = reply.map_err(|Why(why)| why)?;
        let took = started.elapsed();
        // A reply that breaks the contract was a reply to this question all the same: the process goes on.
        let done = contract::read(&value, ask, contract, given.as_deref()).map_err(|fault| told(&fault, &reply))?;
        times.push(("call", took));
        Ok(done)
    }
}

/// Reads a line as the reply to a question.
fn reply_to(ask: &Ask<'_>, line: &[u8]) -> Line<Value, Why> {
    let value = match parsed(line) {
        Ok(value) => value,
        Err(fault) => return Line::Broken(Why(told(&fault, line))),
    };
    match Fields(&value).names(ask) {
        Ok(()) => Line::Reply(value),
        Err(fault) => {
            let why = Why(told(&fault, line));
            match Fields(&value).question().and_then(Value::as_str).filter(|of| *of != ask.question.id) {
                Some(of) => Line::Of(of.to_owned(), why),
                None => Line::Broken(why),
            }
        }
    }
}

/// A reply as JSON.
fn parsed(line: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(line).map_err(|error| Fault {
        problem: format!("expected a line of JSON as the reply, found something else ({error})"),
        mend: "standard output is for replies: print what else there is to standard error; NaN and Infinity are no JSON".into(),
    })
}

fn told(fault: &Fault, reply: &[u8]) -> String {
    format!("{}; the reply begins: {}; {}", fault.problem, head(reply), fault.mend)
}

impl System for CommandSystem<'_> {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let mut times = Vec::new();
        let done = self.call(ask, &mut times);
        Called { done, times }
    }
}
