//! A system of others over HTTP: each question is a POST of JSON.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::sync::OnceLock;

use endpoints::{CallError, Client, ErrorKind, Header, Patience, Settings};
use formats::Source;
use formats::systems::{Http, LONGEST_MANIFEST, Told, read_settings};
use serde_json::Value;

use crate::asked::{Ask, Called, Done, System};
use crate::contract::{self, LONGEST_REPLY};
use crate::given::Given;

/// A system that answers over HTTP.
pub struct HttpSystem<'a> {
    client: Client,
    stated: &'a Http,
    given: Given<'a>,
    /// What was said when a call failed as all others would.
    stopped: OnceLock<String>,
}

impl<'a> HttpSystem<'a> {
    /// Prepares for calls; nothing is sent. The values of its headers are taken from the environment now, and files are looked up in
    /// `directory`.
    pub fn new(stated: &'a Http, directory: &Path, given: Given<'a>) -> Result<Self, CallError> {
        let settings = Settings {
            headers: headers(stated),
            ca_file: stated.ca_file.as_ref().map(|file| directory.join(file)),
            timeout: stated.timeout,
            patience: Patience { retries: stated.retries, ..Patience::default() },
            concurrency: NonZeroUsize::new(stated.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
            requests_per_minute: stated.rate.and_then(NonZeroU32::new),
            max_reply_bytes: LONGEST_REPLY,
            ..Settings::new(stated.url.clone())
        };
        Ok(Self { client: Client::new(settings)?, stated, given, stopped: OnceLock::new() })
    }

    fn call(&self, ask: &Ask<'_>, called: &mut Vec<(&'static str, std::time::Duration)>) -> Result<Done, String> {
        // One refusal of a key is enough: the others would only hammer the server.
        if let Some(said) = self.stopped.get() {
            return Err(said.clone());
        }
        let given = self.given.context(ask)?;
        let contract = &self.stated.contract;
        let reply = self.client.post_json("", &contract::request(ask, contract, given.as_deref())).map_err(|error| {
            let said = on_one_line(&error);
            if error.stops_the_run() { self.stopped.get_or_init(|| said).clone() } else { said }
        })?;
        let value: Value = self.client.read(&reply, "JSON that is not nested too deep").map_err(|e| on_one_line(&e))?;
        let done = contract::read(&value, ask, contract, given.as_deref())
            .map_err(|fault| on_one_line(&self.client.fault(ErrorKind::Contract, &reply, &fault.problem, &fault.mend)))?;
        called.push(("call", reply.latency));
        Ok(done)
    }
}

fn headers(stated: &Http) -> Vec<Header> {
    let header = |h: &formats::systems::Header| Header { name: h.name.clone(), variable: h.variable.clone(), scheme: None };
    stated.headers.iter().map(header).collect()
}

/// Asks a system for its own settings, once. With them come names that are no settings. The error says why there are none.
pub fn settings_of(stated: &Http, url: &str, directory: &Path) -> Result<(Told, Vec<String>), String> {
    // A key is sent to nobody but the system itself.
    let headers = if server(url) == server(&stated.url) { headers(stated) } else { Vec::new() };
    let settings = Settings {
        headers,
        ca_file: stated.ca_file.as_ref().map(|file| directory.join(file)),
        timeout: stated.timeout,
        patience: Patience { retries: 0, ..Patience::default() },
        max_reply_bytes: LONGEST_MANIFEST,
        ..Settings::new(url)
    };
    let reply = Client::new(settings).and_then(|client| client.get("")).map_err(|error| on_one_line(&error))?;
    let shown = url.split('?').next().unwrap_or_default();
    read_settings(&Source::memory(shown, reply.body)).map_err(|error| error.to_string().replace("\n  ", "; "))
}

/// Scheme, host and port of an address.
fn server(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.trim().split_once("://")?;
    Some((scheme, rest.split(['/', '?']).next().unwrap_or_default()))
}

/// Records hold an error on one line.
fn on_one_line(error: &CallError) -> String {
    error.to_string().replace("\n  ", "; ")
}

impl System for HttpSystem<'_> {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let mut times = Vec::new();
        let done = self.call(ask, &mut times);
        Called { done, times }
    }
}
