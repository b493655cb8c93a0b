//! What is wrong with an input: where, what was expected, and what to do next.

use std::fmt;
use std::sync::Arc;

use evidence::text::printable;

/// Why an input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The input is not what it should be: exit code 2.
    BadInput,
    /// The input is sound, but holds nothing that could be evaluated: exit code 4.
    NothingToEvaluate,
}

/// An input that was refused. Boxed inside, so that results stay small.
#[derive(Clone, Debug, PartialEq)]
pub struct InputError(Box<Details>);

#[derive(Clone, Debug, PartialEq)]
struct Details {
    refusal: Refusal,
    file: Option<Arc<str>>,
    line: Option<u64>,
    column: Option<u64>,
    byte: Option<u64>,
    problem: String,
    mend: Option<String>,
}

impl InputError {
    /// A fault of an input; `problem` says what is wrong and what was expected, in one sentence without a full stop.
    pub fn new(problem: impl Into<String>) -> Self {
        Self(Box::new(Details {
            refusal: Refusal::BadInput,
            file: None,
            line: None,
            column: None,
            byte: None,
            problem: problem.into(),
            mend: None,
        }))
    }

    /// A sound input with nothing in it to evaluate.
    pub fn nothing_to_evaluate(problem: impl Into<String>) -> Self {
        let mut error = Self::new(problem);
        error.0.refusal = Refusal::NothingToEvaluate;
        error
    }

    /// Names the file; the first name given stays.
    pub fn in_file(mut self, file: impl Into<Arc<str>>) -> Self {
        self.0.file.get_or_insert_with(|| file.into());
        self
    }

    /// Names the line, counted from 1.
    pub fn at_line(mut self, line: u64) -> Self {
        self.0.line = Some(line);
        self
    }

    /// Names the column, in characters, counted from 1.
    pub fn at_column(mut self, column: u64) -> Self {
        self.0.column = Some(column);
        self
    }

    /// Names the byte offset in the file, counted from 0.
    pub fn at_byte(mut self, byte: u64) -> Self {
        self.0.byte = Some(byte);
        self
    }

    /// Says what to do next.
    pub fn mend(mut self, mend: impl Into<String>) -> Self {
        self.0.mend = Some(mend.into());
        self
    }

    /// Why it was refused.
    pub fn refusal(&self) -> Refusal {
        self.0.refusal
    }

    /// The file, where known.
    pub fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The line, counted from 1, where known.
    pub fn line(&self) -> Option<u64> {
        self.0.line
    }

    /// The column, counted from 1, where known.
    pub fn column(&self) -> Option<u64> {
        self.0.column
    }

    /// The byte offset, counted from 0, where known.
    pub fn byte(&self) -> Option<u64> {
        self.0.byte
    }

    /// What is wrong.
    pub fn problem(&self) -> &str {
        &self.0.problem
    }

    /// What to do next, where it is known.
    pub fn advice(&self) -> Option<&str> {
        self.0.mend.as_deref()
    }
}

/// `file:line:column: problem`, then the mend on a line of its own. Safe to print: the parts that come from files are escaped.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = &self.0;
        if let Some(file) = &details.file {
            write!(f, "{}", printable(file, 1000))?;
            if let Some(line) = details.line {
                write!(f, ":{line}")?;
                if let Some(column) = details.column {
                    write!(f, ":{column}")?;
                }
            }
            f.write_str(": ")?;
        }
        f.write_str(&printable(&details.problem, 2000))?;
        if let Some(byte) = details.byte {
            write!(f, " (byte {byte})")?;
        }
        if let Some(mend) = &details.mend {
            write!(f, "\n  {}", printable(mend, 2000))?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

/// `text` between quotation marks, escaped and cut, for use inside a problem.
pub fn quoted(text: &str) -> String {
    format!("'{}'", printable(text, 60))
}
