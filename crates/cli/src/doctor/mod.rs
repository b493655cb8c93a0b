//! What will work and what will not: each part of a project is looked at by the functions that `run` uses, and nothing is changed.

pub mod asking;
pub mod budget;
pub mod files;
pub mod judges;
pub mod programs;
pub mod servers;
pub mod systems;

use endpoints::CallError;
use report::doctor::{Group, Line, State};

use crate::failure::Failure;

/// What was found so far.
#[derive(Debug, Default)]
pub struct Findings {
    /// The checks, in the order in which they were made.
    lines: Vec<Line>,
}

impl Findings {
    /// The checks, group by group.
    pub fn in_order(mut self) -> Vec<Line> {
        self.lines.sort_by_key(|line| line.group);
        self.lines
    }

    /// What works.
    fn ok(&mut self, group: Group, subject: &str, told: impl Into<String>) {
        self.add(group, State::Ok, subject, told, "");
    }

    /// One check.
    fn add(&mut self, group: Group, state: State, subject: &str, told: impl Into<String>, mend: impl Into<String>) {
        self.lines.push(Line { group, state, subject: subject.to_owned(), told: told.into(), mend: mend.into() });
    }

    /// What `run` would refuse.
    fn refused(&mut self, group: Group, subject: &str, failure: &Failure) {
        let (told, mend) = failure.parts();
        self.add(group, State::Fault, subject, told, mend.unwrap_or_default());
    }

    /// A call that failed, with the server's words where there are some.
    fn failed(&mut self, group: Group, state: State, subject: &str, error: &CallError) {
        let said = error.said().map(|said| format!("; the server said: {said}")).unwrap_or_default();
        self.add(group, state, subject, format!("{}{said}", error.problem()), error.mend());
    }
}

/// A fault where something is used, a warning where it is only stated.
fn as_bad_as(used: bool) -> State {
    if used { State::Fault } else { State::Warning }
}

/// So many milliseconds.
fn milliseconds(time: std::time::Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}
