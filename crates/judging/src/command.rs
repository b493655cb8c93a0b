//! A command of the project's own as a judge: a JSON line in, a JSON line out, and no verdict but one of the closed set.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use evidence::text::printable;
use formats::systems::Each;
use generation::{Ask, By};
use serde_json::{Map, Value};
use systems::process::{Process, Silence};

use crate::quote::Lookup;
use crate::reply::{Expected, about, clipped};
use crate::sort::Sort;
use crate::{Given, Judge, object, schema};

/// No longer reply is read, in bytes.
pub const LONGEST_REPLY: u64 = 4 << 20;

/// How long a process that has closed its output has to end.
const ENDING: Duration = Duration::from_millis(500);

/// How a command is started.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The program and its arguments; never empty. No shell reads them.
    pub command: Vec<String>,
    /// What a process answers.
    pub each: Each,
    /// How long one question may take.
    pub timeout: Duration,
}

/// A judge that is started as a command; shared by threads, each of which has a process of its own while it waits.
pub struct Command<'a> {
    settings: Settings,
    directory: &'a Path,
    /// Processes that wait for a question: as many as were asked at a time.
    idle: Mutex<Vec<Waiting>>,
    lookup: Lookup,
}

/// A process that has answered, and waits for the next question.
struct Waiting {
    process: Process,
    /// The id of the question that it answered.
    answered: String,
}

/// Why there is no reply that can be read.
struct NoReply {
    kind: &'static str,
    problem: String,
    raw: Option<String>,
}

impl NoReply {
    fn new(kind: &'static str, problem: impl Into<String>) -> Self {
        Self { kind, problem: problem.into(), raw: None }
    }

    fn of(line: &[u8], problem: impl Into<String>) -> Self {
        Self { raw: Some(clipped(String::from_utf8_lossy(line).trim())), ..Self::new("unparsed", problem) }
    }
}

impl<'a> Command<'a> {
    /// Prepares for questions; nothing is started before the first. Processes run in `directory`.
    pub fn new(settings: Settings, directory: &'a Path) -> Self {
        Self { settings, directory, idle: Mutex::default(), lookup: Lookup::default() }
    }

    /// The object of a reply, without its id, and the line that it came as.
    fn call(&self, id: &str, line: Vec<u8>) -> Result<(Map<String, Value>, Vec<u8>), NoReply> {
        let until = Instant::now() + self.settings.timeout;
        let (mut process, answered) = self.process()?;
        process.send(line);
        let reply = match self.settings.each {
            Each::LongLived => self.one_of_many(&mut process, answered.as_deref(), id, until)?,
            Each::Question => self.only_one(&mut process, id, until)?,
        };
        if self.settings.each == Each::LongLived {
            self.idle().push(Waiting { process, answered: id.to_owned() });
        }
        Ok(reply)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that waits, with the id of what it answered before, or a new one.
    fn process(&self) -> Result<(Process, Option<String>), NoReply> {
        loop {
            let Some(waiting) = self.idle().pop() else { break };
            // One that has ended, or says what nobody asked, is no longer in step.
            if waiting.process.is_ready() {
                return Ok((waiting.process, Some(waiting.answered)));
            }
        }
        let command = &self.settings.command;
        Process::start(command, self.directory, LONGEST_REPLY).map(|process| (process, None)).map_err(|error| {
            let program = printable(command.first().map(String::as_str).unwrap_or_default(), 100);
            let mend = "check 'command' and the PATH, or that the file may be executed";
            NoReply::new("setup", format!("'{program}' cannot be started: {error}; {mend}"))
        })
    }

    /// The reply of a process that goes on. One that is out of step is ended, and the next question has a new one.
    fn one_of_many(
        &self,
        process: &mut Process,
        answered: Option<&str>,
        id: &str,
        until: Instant,
    ) -> Result<(Map<String, Value>, Vec<u8>), NoReply> {
        let mut late = None;
        loop {
            let line = match process.line(until) {
                Ok(line) => line,
                // Nothing better came, so what was taken for a line too many was meant as the reply.
                Err(silence) => {
                    let silent = self.silent(silence, process);
                    return Err(late.unwrap_or(silent));
                }
            };
            match reply_to(id, &line) {
                Ok(reply) => return Ok((reply, line)),
                // A line too many for the question before, which came late, is not the reply to this one.
                Err((no_reply, Some(of))) if Some(of.as_str()) == answered => late = Some(no_reply),
                Err((no_reply, _)) => {
                    process.kill();
                    return Err(no_reply);
                }
            }
        }
    }

    /// The reply of a process that answers one question and ends.
    fn only_one(&self, process: &mut Process, id: &str, until: Instant) -> Result<(Map<String, Value>, Vec<u8>), NoReply> {
        process.close();
        let line = process.line(until).map_err(|silence| self.silent(silence, process))?;
        match process.line(until) {
            Err(Silence::Ended) => {}
            Err(silence) => return Err(self.silent(silence, process)),
            Ok(_) => {
                process.kill();
                return Err(NoReply::of(
                    &line,
                    "expected one line as the reply, found several: print what else there is to standard error",
                ));
            }
        }
        match process.ended(until.min(Instant::now() + ENDING)) {
            Some(status) if !status.success() => {
                Err(NoReply::new("ended", with_said(format!("the command answered, but failed ({status})"), process)))
            }
            _ => reply_to(id, &line).map(|reply| (reply, line.clone())).map_err(|(no_reply, _)| no_reply),
        }
    }

    fn silent(&self, silence: Silence, process: &mut Process) -> NoReply {
        match silence {
            Silence::TimedOut => {
                process.kill();
                let problem = format!("no whole reply within {:?}, so the process was ended", self.settings.timeout);
                NoReply::new("timed_out", with_said(problem, process))
            }
            Silence::TooLong => {
                process.kill();
                NoReply::new("too_large", format!("the reply is longer than {LONGEST_REPLY} bytes"))
            }
            Silence::Ended => {
                let how = process.ended(Instant::now() + ENDING);
                process.kill();
                let how = how.map_or_else(|| "its output is closed".to_owned(), |status| status.to_string());
                NoReply::new("ended", with_said(format!("the command ended before it answered ({how})"), process))
            }
        }
    }
}

/// Reads a line as the reply to a question; otherwise why it is none, and which question it is of, where it says so.
fn reply_to(id: &str, line: &[u8]) -> Result<Map<String, Value>, (NoReply, Option<String>)> {
    let text = std::str::from_utf8(line).map_err(|_| (NoReply::of(line, "the reply is not UTF-8"), None))?;
    let mut reply = object::parse(text).map_err(|problem| {
        let mend = "standard output is for replies: print what else there is to standard error";
        (NoReply::of(line, format!("expected one JSON object a line ({problem}); {mend}")), None)
    })?;
    match reply.remove("id") {
        Some(Value::String(of)) if of == id => {
            // What is not there and what is null are the same.
            reply.retain(|_, value| !value.is_null());
            Ok(reply)
        }
        Some(Value::String(of)) => {
            let problem = format!("expected the reply to question '{id}', found one to '{}'", printable(&of, 80));
            Err((NoReply::of(line, problem), Some(of)))
        }
        _ => Err((NoReply::of(line, format!("expected the id of the question, '{id}', under 'id'")), None)),
    }
}

fn with_said(problem: String, process: &Process) -> String {
    let said = process.said();
    let said = if said.is_empty() { "nothing on standard error".to_owned() } else { format!("standard error ends: {said}") };
    format!("{problem}; {said}")
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
        let given = match self.call(&id, line) {
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

/// All are told to end before the first is waited for.
impl Drop for Command<'_> {
    fn drop(&mut self) {
        let mut idle = self.idle();
        idle.iter_mut().for_each(|waiting| waiting.process.close());
        idle.clear();
    }
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
