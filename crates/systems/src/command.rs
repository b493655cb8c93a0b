//! A system of others as a command: a JSON line in, a JSON line out.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use formats::systems::{Command, Each};
use serde_json::Value;

use crate::asked::{Ask, Called, Done, System};
use crate::contract::{self, Fault, LONGEST_REPLY, head};
use crate::given::Given;
use crate::process::{Process, Silence};
use crate::reply::Fields;

pub use crate::process::find;

/// How long a process that has closed its output has to end.
const ENDING: Duration = Duration::from_millis(500);

/// A system that is started as a command.
pub struct CommandSystem<'a> {
    stated: &'a Command,
    directory: &'a Path,
    given: Given<'a>,
    /// Processes that wait for a question: as many as were asked at a time.
    idle: Mutex<Vec<Waiting>>,
}

/// A process that has answered, and waits for the next question.
struct Waiting {
    process: Process,
    /// The id of the question that it answered.
    answered: String,
}

impl<'a> CommandSystem<'a> {
    /// Prepares for questions; nothing is started before the first. Processes run in `directory`.
    pub fn new(stated: &'a Command, directory: &'a Path, given: Given<'a>) -> Self {
        Self { stated, directory, given, idle: Mutex::default() }
    }

    fn call(&self, ask: &Ask<'_>, times: &mut Vec<(&'static str, Duration)>) -> Result<Done, String> {
        let given = self.given.context(ask)?;
        let contract = &self.stated.contract;
        let mut line = contract::request(ask, contract, given.as_deref()).to_string().into_bytes();
        line.push(b'\n');
        let started = Instant::now();
        let until = started + self.stated.timeout;
        let (mut process, answered) = self.process()?;
        process.send(line);
        let (value, reply) = match self.stated.each {
            Each::LongLived => self.one_of_many(&mut process, answered.as_deref(), ask, until)?,
            Each::Question => self.only_one(&mut process, until)?,
        };
        let took = started.elapsed();
        let done = contract::read(&value, ask, contract, given.as_deref()).map_err(|fault| told(&fault, &reply));
        if self.stated.each == Each::LongLived {
            // A reply that breaks the contract was a reply to this question all the same: the process can go on.
            self.idle().push(Waiting { process, answered: ask.question.id.clone() });
        }
        let done = done?;
        times.push(("call", took));
        Ok(done)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that waits, with the question that it answered before, or a new one.
    fn process(&self) -> Result<(Process, Option<String>), String> {
        // None waits where each answers one question.
        loop {
            let Some(waiting) = self.idle().pop() else { break };
            // One that has ended, or says what nobody asked, is no longer in step.
            if waiting.process.is_ready() {
                return Ok((waiting.process, Some(waiting.answered)));
            }
        }
        let command = &self.stated.command;
        Process::start(command, self.directory, LONGEST_REPLY).map(|process| (process, None)).map_err(|error| {
            let program = command.first().map(String::as_str).unwrap_or_default();
            format!("'{program}' cannot be started: {error}; check 'command' and the PATH, or that the file may be executed")
        })
    }

    /// The reply of a process that goes on. Where it is out of step it is ended, and the next question has a new one.
    fn one_of_many(
        &self,
        process: &mut Process,
        answered: Option<&str>,
        ask: &Ask<'_>,
        until: Instant,
    ) -> Result<(Value, Vec<u8>), String> {
        let mut late: Option<String> = None;
        loop {
            let line = process.line(until).map_err(|silence| {
                let silent = self.silent(silence, process);
                // Nothing better came, so what was taken for a line too many was meant as the reply.
                late.take().unwrap_or(silent)
            })?;
            let is_late = |value: &Value| {
                let of = Fields(value).question().and_then(Value::as_str);
                of.is_some_and(|of| Some(of) == answered && of != ask.question.id)
            };
            let fault = match parsed(&line) {
                Err(fault) => fault,
                Ok(value) => match Fields(&value).names(ask) {
                    Ok(()) => return Ok((value, line)),
                    // A line too many for the question before, which came late, is not the reply to this one.
                    Err(fault) if is_late(&value) => {
                        late = Some(told(&fault, &line));
                        continue;
                    }
                    Err(fault) => fault,
                },
            };
            process.kill();
            return Err(told(&fault, &line));
        }
    }

    /// The reply of a process that answers one question and ends.
    fn only_one(&self, process: &mut Process, until: Instant) -> Result<(Value, Vec<u8>), String> {
        process.close();
        let line = process.line(until).map_err(|silence| self.silent(silence, process))?;
        match process.line(until) {
            Err(Silence::Ended) => {}
            Err(silence) => return Err(self.silent(silence, process)),
            Ok(_) => {
                process.kill();
                let mend = "standard output is for the reply: print what else there is to standard error".to_owned();
                return Err(told(&Fault { problem: "expected one line as the reply, found several".into(), mend }, &line));
            }
        }
        match process.ended(until.min(Instant::now() + ENDING)) {
            Some(status) if !status.success() => Err(with_said(
                format!("the command answered, but failed ({status})"),
                process,
                "look into what it does at its end",
            )),
            _ => parsed(&line).map(|value| (value, line.clone())).map_err(|fault| told(&fault, &line)),
        }
    }

    fn silent(&self, silence: Silence, process: &mut Process) -> String {
        match silence {
            Silence::TimedOut => {
                process.kill();
                let problem = format!("no whole reply within {:?}, so the process was ended", self.stated.timeout);
                with_said(problem, process, "allow more with 'timeout', or see why it takes so long")
            }
            Silence::TooLong => {
                process.kill();
                with_said(format!("the reply is longer than {LONGEST_REPLY} bytes"), process, "send fewer or shorter passages")
            }
            Silence::Ended => {
                let how = process.ended(Instant::now() + ENDING);
                process.kill();
                let how = how.map_or_else(|| "its output is closed".to_owned(), |status| status.to_string());
                with_said(
                    format!("the command ended before it answered ({how})"),
                    process,
                    "run it by hand with one request line",
                )
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

fn with_said(problem: String, process: &Process, mend: &str) -> String {
    let said = process.said();
    let said = if said.is_empty() { "nothing on standard error".to_owned() } else { format!("standard error ends: {said}") };
    format!("{problem}; {said}; {mend}")
}

impl System for CommandSystem<'_> {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let mut times = Vec::new();
        let done = self.call(ask, &mut times);
        Called { done, times }
    }
}

/// All are told to end before the first is waited for.
impl Drop for CommandSystem<'_> {
    fn drop(&mut self) {
        let mut idle = self.idle();
        idle.iter_mut().for_each(|waiting| waiting.process.close());
        idle.clear();
    }
}
