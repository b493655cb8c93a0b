//! Why a call failed: what was expected, what the server said, and what to do next.

use std::fmt;

use evidence::text::printable;

use crate::budget::{BILLIONTHS, Exhausted};

/// So many characters of a server's words are kept.
pub const SAID: usize = 200;

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The call cannot be made as it is set up; nothing was sent.
    Setup,
    /// The server could not be reached, or hung up before it replied.
    Connect,
    /// No whole reply came in time.
    TimedOut,
    /// The server refused the request: a status from 400 to 499 that waiting does not mend.
    Refused4xx,
    /// The server failed: a status from 500.
    Server5xx,
    /// The server asks for fewer requests (429), and went on to.
    RateLimited,
    /// The reply ended before its end.
    Truncated,
    /// The reply is larger than the limit.
    TooLarge,
    /// A web page came instead of JSON.
    Html,
    /// The reply is not JSON.
    NotJson,
    /// The reply is JSON, but not what the interface promises.
    Contract,
    /// The model said nothing.
    EmptyContent,
    /// The run's budget is spent; nothing was sent.
    BudgetSpent,
}

impl ErrorKind {
    /// A name for records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Connect => "connect",
            Self::TimedOut => "timed_out",
            Self::Refused4xx => "refused",
            Self::Server5xx => "server_error",
            Self::RateLimited => "rate_limited",
            Self::Truncated => "truncated",
            Self::TooLarge => "too_large",
            Self::Html => "html",
            Self::NotJson => "not_json",
            Self::Contract => "contract",
            Self::EmptyContent => "empty_content",
            Self::BudgetSpent => "budget_spent",
        }
    }
}

/// A call that failed. Boxed inside, so that results stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: ErrorKind,
    status: Option<u16>,
    attempts: u32,
    problem: String,
    said: Option<String>,
    /// All words that were kept, in small letters, to be searched.
    words: String,
    mend: String,
}

impl CallError {
    /// A failure: `problem` says what is wrong and what was expected in one sentence without a full stop, `mend` what to do next.
    pub fn new(kind: ErrorKind, problem: impl Into<String>, mend: impl Into<String>) -> Self {
        let details = Details {
            kind,
            status: None,
            attempts: 0,
            problem: problem.into(),
            said: None,
            words: String::new(),
            mend: mend.into(),
        };
        Self(Box::new(details))
    }

    /// Adds the status of the reply.
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// Adds how many requests were sent.
    pub fn after(mut self, attempts: u32) -> Self {
        self.0.attempts = attempts;
        self
    }

    /// Adds the server's words, from which secrets must be gone already; cut and made printable here.
    pub fn saying(mut self, words: &str) -> Self {
        let words = words.trim();
        self.0.said = (!words.is_empty()).then(|| clipped(words));
        self.0.words = words.to_lowercase();
        self
    }

    /// What kind of failure it was.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The status of the last reply, where there was one.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// How many requests were sent.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// What is wrong.
    pub fn problem(&self) -> &str {
        &self.0.problem
    }

    /// The first words of the server's reply, where there were any: printable, without secrets, at most [`SAID`] characters.
    pub fn said(&self) -> Option<&str> {
        self.0.said.as_deref()
    }

    /// Whether the server's words hold a word, in whatever case; more of them are searched than [`said`](Self::said) shows.
    pub fn mentions(&self, word: &str) -> bool {
        self.0.words.contains(&word.to_lowercase())
    }

    /// What to do next.
    pub fn mend(&self) -> &str {
        &self.0.mend
    }

    /// Whether every other call of the run would fail alike, so that the run had better stop now.
    pub fn stops_the_run(&self) -> bool {
        match self.0.kind {
            ErrorKind::Setup | ErrorKind::BudgetSpent => true,
            ErrorKind::Refused4xx => matches!(self.0.status, Some(401 | 403 | 404)),
            _ => false,
        }
    }
}

/// The first characters of `words` in at most [`SAID`] printable characters, those that escapes take included.
fn clipped(words: &str) -> String {
    let shown = printable(words, SAID);
    match shown.char_indices().nth(SAID) {
        Some(_) => shown.chars().take(SAID - 1).chain(['…']).collect(),
        None => shown,
    }
}

impl From<Exhausted> for CallError {
    fn from(Exhausted { what, limit }: Exhausted) -> Self {
        let limit = if what == "money" { (limit as f64 / BILLIONTHS).to_string() } else { limit.to_string() };
        Self::new(
            ErrorKind::BudgetSpent,
            format!("the budget of {limit} {what} is spent, so nothing more is sent"),
            "what was answered so far is kept: allow more and resume the run, or evaluate fewer questions",
        )
    }
}

/// The problem, how often it was tried, the server's words, then the mend on a line of its own. Safe to print.
impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = &self.0;
        f.write_str(&printable(&details.problem, 2000))?;
        if details.attempts > 1 {
            write!(f, " (after {} attempts)", details.attempts)?;
        }
        if let Some(said) = &details.said {
            write!(f, "; the server said: {said}")?;
        }
        write!(f, "\n  {}", printable(&details.mend, 2000))
    }
}

impl std::error::Error for CallError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_was_tried_what_was_said_and_what_to_do() {
        let error = CallError::new(ErrorKind::Refused4xx, "POST http://h/v1 was refused with status 401", "check the key");
        let error = error.with_status(401).after(2).saying(" no\x1b[2J \n");
        assert_eq!(
            error.to_string(),
            "POST http://h/v1 was refused with status 401 (after 2 attempts); the server said: no\\u{1b}[2J\n  check the key"
        );
        assert!(error.stops_the_run());
        assert!(!error.with_status(422).stops_the_run());
        assert!(CallError::from(Exhausted { what: "calls", limit: 3 }).stops_the_run());
    }

    #[test]
    fn words_of_others_are_cut_with_their_escapes() {
        let error = CallError::new(ErrorKind::NotJson, "p", "m").saying(&"\u{7}".repeat(500));
        assert_eq!(error.said().unwrap().chars().count(), SAID);
        assert_eq!(CallError::new(ErrorKind::NotJson, "p", "m").saying(" \n").said(), None);
    }
}
