//! Processes of one command, asked by lines: as many wait as were asked at a time, and one that is out of step is ended.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use evidence::text::printable;
use formats::systems::Each;

use crate::contract::head;
use crate::process::{Process, Silence};

/// How long a process that has closed its output has to end.
const ENDING: Duration = Duration::from_millis(500);

/// How processes are started and what they may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Starting {
    /// The program and its arguments; never empty. No shell reads them.
    pub command: Vec<String>,
    /// What a process answers.
    pub each: Each,
    /// How long one question may take.
    pub timeout: Duration,
}

/// Processes of one command, shared by threads.
pub struct Processes<'a> {
    starting: Starting,
    directory: &'a Path,
    longest: u64,
    idle: Mutex<Vec<Waiting>>,
}

/// A process that has answered, and waits for the next question.
struct Waiting {
    process: Process,
    /// The id of the question that it answered.
    answered: String,
}

/// What a line is.
pub enum Line<T, E> {
    /// The reply to the question.
    Reply(T),
    /// A reply to another question, with its id and why it is no reply to this one.
    Of(String, E),
    /// No reply.
    Broken(E),
}

/// What became of a process that gave no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// It cannot be started.
    Setup,
    /// Time was up.
    TimedOut,
    /// The reply was longer than allowed.
    TooLong,
    /// It ended before it answered, or failed at its end.
    Ended,
    /// It said more than one line.
    Several,
}

/// Why a process gave no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What became of it.
    pub kind: TroubleKind,
    /// The line that it said, where that was the trouble.
    pub line: Option<Vec<u8>>,
    told: String,
}

/// What happened, what it said, and what to do about it.
impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told)
    }
}

impl Trouble {
    fn new(kind: TroubleKind, problem: &str, mend: &str) -> Self {
        Self { kind, line: None, told: format!("{problem}; {mend}") }
    }

    fn said(kind: TroubleKind, problem: &str, process: &Process, mend: &str) -> Self {
        let said = process.said();
        let said = if said.is_empty() { "nothing on standard error".to_owned() } else { format!("standard error ends: {said}") };
        Self::new(kind, &format!("{problem}; {said}"), mend)
    }
}

impl<'a> Processes<'a> {
    /// Prepares for questions; nothing is started before the first. Processes run in `directory`; replies of more than `longest` bytes are
    /// not read.
    pub fn new(starting: Starting, directory: &'a Path, longest: u64) -> Self {
        Self { starting, directory, longest, idle: Mutex::default() }
    }

    /// Sends a line, and gives the reply to the question of this id with the line that it came as. `read` says what a line is.
    pub fn ask<T, E: From<Trouble>>(
        &self,
        id: &str,
        line: Vec<u8>,
        read: impl Fn(&[u8]) -> Line<T, E>,
    ) -> Result<(T, Vec<u8>), E> {
        let until = Instant::now() + self.starting.timeout;
        let (mut process, answered) = self.process()?;
        process.send(line);
        if self.starting.each == Each::Question {
            return self.only_one(&mut process, until, &read);
        }
        let reply = self.one_of_many(&mut process, answered.as_deref(), until, &read)?;
        self.idle().push(Waiting { process, answered: id.to_owned() });
        Ok(reply)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that waits, with the id of what it answered before, or a new one.
    fn process(&self) -> Result<(Process, Option<String>), Trouble> {
        // None waits where each answers one question.
        loop {
            let Some(waiting) = self.idle().pop() else { break };
            // One that has ended, or says what nobody asked, is no longer in step.
            if waiting.process.is_ready() {
                return Ok((waiting.process, Some(waiting.answered)));
            }
        }
        let command = &self.starting.command;
        Process::start(command, self.directory, self.longest).map(|process| (process, None)).map_err(|error| {
            let program = printable(command.first().map(String::as_str).unwrap_or_default(), 100);
            let mend = "check 'command' and the PATH, or that the file may be executed";
            Trouble::new(TroubleKind::Setup, &format!("'{program}' cannot be started: {error}"), mend)
        })
    }

    /// The reply of a process that goes on. Where it is out of step it is ended, and the next question has a new one.
    fn one_of_many<T, E: From<Trouble>>(
        &self,
        process: &mut Process,
        answered: Option<&str>,
        until: Instant,
        read: &impl Fn(&[u8]) -> Line<T, E>,
    ) -> Result<(T, Vec<u8>), E> {
        let mut late: Option<E> = None;
        loop {
            let line = match process.line(until) {
                Ok(line) => line,
                Err(silence) => {
                    let silent = self.silent(silence, process);
                    // Nothing better came, so what was taken for a line too many was meant as the reply.
                    return Err(late.unwrap_or_else(|| silent.into()));
                }
            };
            match read(&line) {
                Line::Reply(reply) => return Ok((reply, line)),
                // A line too many for the question before, which came late, is not the reply to this one.
                Line::Of(of, why) if Some(of.as_str()) == answered => late = Some(why),
                Line::Of(_, why) | Line::Broken(why) => {
                    process.kill();
                    return Err(why);
                }
            }
        }
    }

    /// The reply of a process that answers one question and ends.
    fn only_one<T, E: From<Trouble>>(
        &self,
        process: &mut Process,
        until: Instant,
        read: &impl Fn(&[u8]) -> Line<T, E>,
    ) -> Result<(T, Vec<u8>), E> {
        process.close();
        let line = process.line(until).map_err(|silence| self.silent(silence, process))?;
        match process.line(until) {
            Err(Silence::Ended) => {}
            Err(silence) => return Err(self.silent(silence, process).into()),
            Ok(_) => {
                process.kill();
                let problem = format!("expected one line as the reply, found several; the reply begins: {}", head(&line));
                let mend = "standard output is for the reply: print what else there is to standard error";
                return Err(Trouble { line: Some(line), ..Trouble::new(TroubleKind::Several, &problem, mend) }.into());
            }
        }
        match process.ended(until.min(Instant::now() + ENDING)) {
            Some(status) if !status.success() => {
                let problem = format!("the command answered, but failed ({status})");
                Err(Trouble::said(TroubleKind::Ended, &problem, process, "look into what it does at its end").into())
            }
            _ => match read(&line) {
                Line::Reply(reply) => Ok((reply, line)),
                Line::Of(_, why) | Line::Broken(why) => Err(why),
            },
        }
    }

    fn silent(&self, silence: Silence, process: &mut Process) -> Trouble {
        match silence {
            Silence::TimedOut => {
                process.kill();
                let problem = format!("no whole reply within {:?}, so the process was ended", self.starting.timeout);
                let mend = "allow more with 'timeout', or see why it takes so long";
                Trouble::said(TroubleKind::TimedOut, &problem, process, mend)
            }
            Silence::TooLong => {
                process.kill();
                let problem = format!("the reply is longer than {} bytes", self.longest);
                Trouble::said(TroubleKind::TooLong, &problem, process, "send less")
            }
            Silence::Ended => {
                let how = process.ended(Instant::now() + ENDING);
                process.kill();
                let how = how.map_or_else(|| "its output is closed".to_owned(), |status| status.to_string());
                let problem = format!("the command ended before it answered ({how})");
                Trouble::said(TroubleKind::Ended, &problem, process, "run it by hand with one request line")
            }
        }
    }
}

/// All are told to end before the first is waited for.
impl Drop for Processes<'_> {
    fn drop(&mut self) {
        let mut idle = self.idle();
        idle.iter_mut().for_each(|waiting| waiting.process.close());
        idle.clear();
    }
}
