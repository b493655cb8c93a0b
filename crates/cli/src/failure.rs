//! Why a command could not do its work, with the mend and the exit code.

use std::fmt;

use fourcell::evidence::text::printable;
use fourcell::formats::{InputError, Refusal};

use crate::exit_codes::Exit;

/// An error as the user sees it: what is wrong, what to do, how the program ends.
#[derive(Debug)]
pub struct Failure {
    message: String,
    exit: Exit,
}

impl Failure {
    /// Usage, or an input that is not what it should be.
    pub fn bad_input(problem: impl fmt::Display) -> Self {
        Self { message: problem.to_string(), exit: Exit::BadInput }
    }

    /// Sound inputs with nothing to evaluate.
    pub fn nothing(problem: impl fmt::Display) -> Self {
        Self { message: problem.to_string(), exit: Exit::NothingEvaluated }
    }

    /// Calls failed, and what was made so far is kept.
    pub fn incomplete(problem: impl fmt::Display) -> Self {
        Self { message: problem.to_string(), exit: Exit::Incomplete }
    }

    /// Says first what it is a failure of.
    pub fn before(mut self, of: &str) -> Self {
        self.message.insert_str(0, of);
        self
    }

    /// Adds what to do next, on a line of its own.
    pub fn mend(mut self, mend: impl fmt::Display) -> Self {
        self.message = format!("{}\n  {mend}", self.message);
        self
    }

    /// Ends as incomplete where calls failed: that is why there is nothing.
    pub fn or_incomplete(mut self, incomplete: bool) -> Self {
        if incomplete {
            self.exit = Exit::first([self.exit, Exit::Incomplete]);
        }
        self
    }

    /// Says incidents first, where there are any, and ends as they do: nothing buys them back, least of all that there is no score.
    pub fn or_incidents(mut self, incidents: &str) -> Self {
        if !incidents.is_empty() {
            self.exit = Exit::first([self.exit, Exit::Fault]);
            self.message = format!("{}\n  {}", incidents.trim_end(), self.message);
        }
        self
    }

    /// What is wrong, and what to do about it where that is said.
    pub fn parts(&self) -> (&str, Option<&str>) {
        self.message.split_once("\n  ").map_or((&self.message, None), |(problem, mend)| (problem, Some(mend)))
    }

    /// How the program ends.
    pub fn exit(&self) -> Exit {
        self.exit
    }
}

/// Safe to print: each line is escaped.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.message.lines().map(|line| printable(line, 4000)).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        let exit = match error.refusal() {
            Refusal::BadInput => Exit::BadInput,
            Refusal::NothingToEvaluate => Exit::NothingEvaluated,
        };
        Self { message: error.to_string(), exit }
    }
}
