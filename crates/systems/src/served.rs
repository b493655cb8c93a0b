//! Servers as systems call them: from what is stated to a client, errors on one line, and no further call where all would fail alike.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::sync::OnceLock;

use endpoints::{CallError, Client, ErrorKind, Header, Patience, Settings, chat};
use formats::reach::Reach;

/// How a stated server is reached; files are looked up in `directory`.
pub fn settings(reach: &Reach, directory: &Path) -> Settings {
    let header = |h: &formats::reach::Header| Header { name: h.name.clone(), variable: h.variable.clone(), scheme: None };
    Settings {
        headers: reach.headers.iter().map(header).collect(),
        ca_file: reach.ca_file.as_ref().map(|file| directory.join(file)),
        timeout: reach.timeout,
        patience: Patience { retries: reach.retries, ..Patience::default() },
        concurrency: NonZeroUsize::new(reach.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        requests_per_minute: reach.rate.and_then(NonZeroU32::new),
        ..Settings::new(reach.url.clone())
    }
}

/// What was said when a call failed as all others would: one refusal of a key is enough, the others would only hammer the server.
#[derive(Debug, Default)]
pub struct Stop(OnceLock<CallError>);

impl Stop {
    /// Makes a call, unless an earlier one was refused in a way that holds for all.
    pub fn call<T>(&self, make: impl FnOnce() -> Result<T, CallError>) -> Result<T, String> {
        self.attempt(make).map_err(|error| on_one_line(&error))
    }

    /// The same, with the error as it is.
    pub fn attempt<T>(&self, make: impl FnOnce() -> Result<T, CallError>) -> Result<T, CallError> {
        if let Some(said) = self.0.get() {
            return Err(said.clone());
        }
        make().map_err(|error| {
            // A spent budget refuses each call by itself, and what is kept costs nothing.
            if error.stops_the_run() && error.kind() != ErrorKind::BudgetSpent {
                self.0.get_or_init(|| error).clone()
            } else {
                error
            }
        })
    }
}

/// A server of models.
pub struct Served<'a> {
    client: &'a Client,
    stop: Stop,
}

impl<'a> Served<'a> {
    /// Over a client; nothing is sent.
    pub fn new(client: &'a Client) -> Self {
        Self { client, stop: Stop::default() }
    }

    /// Makes a call, unless an earlier one was refused in a way that holds for all.
    pub fn call<T>(&self, make: impl FnOnce(&Client) -> Result<T, CallError>) -> Result<T, String> {
        self.stop.call(|| make(self.client))
    }

    /// The same, with the error as it is.
    pub fn attempt<T>(&self, make: impl FnOnce(&Client) -> Result<T, CallError>) -> Result<T, CallError> {
        self.stop.attempt(|| make(self.client))
    }

    /// An answer that is none to what was asked is not kept.
    pub fn forget(&self, answer: &chat::Answer) {
        chat::forget(self.client, answer);
    }
}

/// Records hold an error on one line.
pub fn on_one_line(error: &CallError) -> String {
    error.to_string().replace("\n  ", "; ")
}
