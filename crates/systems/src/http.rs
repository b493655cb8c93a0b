//! A system of others over HTTP: each question is a POST of JSON.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::OnceLock;

use endpoints::{CallError, Client, ErrorKind, Header, Patience, Settings};
use formats::systems::Http;
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
    /// Prepares for calls; nothing is sent. The values of its headers are taken from the environment now.
    pub fn new(stated: &'a Http, given: Given<'a>) -> Result<Self, CallError> {
        let header = |h: &formats::systems::Header| Header { name: h.name.clone(), variable: h.variable.clone(), scheme: None };
        let settings = Settings {
            headers: stated.headers.iter().map(header).collect(),
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
