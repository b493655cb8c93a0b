//! A server of models as a system calls it: errors on one line, and no further call where all would fail alike.

use std::sync::OnceLock;

use endpoints::{CallError, Client};

/// A server, and what was said when a call failed as all others would.
pub struct Served<'a> {
    client: &'a Client,
    stopped: OnceLock<String>,
}

impl<'a> Served<'a> {
    /// Over a client; nothing is sent.
    pub fn new(client: &'a Client) -> Self {
        Self { client, stopped: OnceLock::new() }
    }

    /// Makes a call, unless an earlier one was refused in a way that holds for all.
    pub fn call<T>(&self, make: impl FnOnce(&Client) -> Result<T, CallError>) -> Result<T, String> {
        if let Some(said) = self.stopped.get() {
            return Err(said.clone());
        }
        make(self.client).map_err(|error| {
            let said = on_one_line(&error);
            if error.stops_the_run() { self.stopped.get_or_init(|| said).clone() } else { said }
        })
    }
}

/// Records hold an error on one line.
pub fn on_one_line(error: &CallError) -> String {
    error.to_string().replace("\n  ", "; ")
}
