//! Why a local model cannot be used: where, what was expected, and what to do next.

use std::fmt;
use std::path::Path;

use evidence::text::printable;

/// So many characters of what a library says are kept.
const SAID: usize = 300;

/// A model that cannot be opened, or a text for which it gives nothing. Boxed inside, so that results stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    problem: String,
    mend: String,
    text: Option<usize>,
}

impl ModelError {
    /// A failure: `problem` says where, what is wrong and what was expected in one sentence without a full stop, `mend` what to do next.
    pub fn new(problem: impl Into<String>, mend: impl Into<String>) -> Self {
        Self(Box::new(Details { problem: problem.into(), mend: mend.into(), text: None }))
    }

    /// A failure that one file of the folder is the cause of.
    pub(crate) fn at(file: &Path, problem: impl fmt::Display, mend: impl Into<String>) -> Self {
        Self::new(format!("{}: {problem}", file.display()), mend)
    }

    /// Adds which of the texts it was, from 0.
    pub(crate) fn of_text(mut self, index: usize) -> Self {
        self.0.text = Some(index);
        self
    }

    /// What is wrong.
    pub fn problem(&self) -> &str {
        &self.0.problem
    }

    /// What to do next.
    pub fn mend(&self) -> &str {
        &self.0.mend
    }

    /// Which of the texts is the cause, from 0, where it is one of them: the others may be well.
    pub fn text(&self) -> Option<usize> {
        self.0.text
    }
}

/// What a library says, as one short line that is safe to print.
pub(crate) fn said(words: &dyn fmt::Display) -> String {
    printable(words.to_string().trim(), SAID)
}

/// The problem, then the mend on a line of its own. Safe to print.
impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(index) = self.0.text {
            write!(f, "text {}: ", index + 1)?;
        }
        write!(f, "{}\n  {}", printable(&self.0.problem, 2000), printable(&self.0.mend, 2000))
    }
}

impl std::error::Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_which_text_what_is_wrong_and_what_to_do() {
        let error = ModelError::new("it holds\x1b[2J nothing", "leave it out").of_text(2);
        assert_eq!(error.to_string(), "text 3: it holds\\u{1b}[2J nothing\n  leave it out");
        assert_eq!((error.problem(), error.mend(), error.text()), ("it holds\x1b[2J nothing", "leave it out", Some(2)));
    }
}
