//! A system of others over HTTP: each question is a POST of JSON.

use std::path::Path;

use endpoints::{CallError, Client, ErrorKind, Patience, Settings};
use formats::Source;
use formats::systems::{Http, LONGEST_MANIFEST, ReplyMap, Told, read_settings};
use serde_json::Value;

use crate::asked::{Ask, Called, Done, System};
use crate::contract::{self, Fault, LONGEST_REPLY};
use crate::given::Given;
use crate::served::{self, Stop, on_one_line};
use crate::streamed;

/// A system that answers over HTTP.
pub struct HttpSystem<'a> {
    client: Client,
    stated: &'a Http,
    given: Given<'a>,
    stop: Stop,
}

impl<'a> HttpSystem<'a> {
    /// Prepares for calls; nothing is sent. The values of its headers are taken from the environment now, and files are looked up in
    /// `directory`.
    pub fn new(stated: &'a Http, directory: &Path, given: Given<'a>) -> Result<Self, CallError> {
        let settings = Settings { max_reply_bytes: LONGEST_REPLY, ..served::settings(&stated.reach, directory) };
        Ok(Self { client: Client::new(settings)?, stated, given, stop: Stop::default() })
    }

    fn call(&self, ask: &Ask<'_>, called: &mut Vec<(&'static str, std::time::Duration)>) -> Result<Done, String> {
        let given = self.given.context(ask)?;
        let contract = &self.stated.contract;
        let request = contract::request(ask, contract, given.as_deref());
        let (reply, events) = self.stop.call(|| self.client.post_streamed("", &request))?;
        let broken = |fault: Fault| on_one_line(&self.client.fault(ErrorKind::Contract, &reply, &fault.problem, &fault.mend));
        let (value, first): (Value, _) = match events {
            Some(events) => {
                let usual = ReplyMap::default();
                streamed::whole(&events, &contract.map.as_ref().unwrap_or(&usual).answer).map_err(broken)?
            }
            None => (self.client.read(&reply, "JSON that is not nested too deep").map_err(|e| on_one_line(&e))?, None),
        };
        let done = contract::read(&value, ask, contract, given.as_deref()).map_err(broken)?;
        called.extend(first.map(|first| ("first_token", first)));
        called.push(("call", reply.latency));
        Ok(done)
    }
}

/// Asks a system for its own settings, once. With them come names that are no settings. The error says why there are none.
pub fn settings_of(stated: &Http, url: &str, directory: &Path) -> Result<(Told, Vec<String>), String> {
    // A key is sent to nobody but the system itself.
    let own = served::settings(&stated.reach, directory);
    let headers = if server(url) == server(&stated.reach.url) { own.headers.clone() } else { Vec::new() };
    let settings = Settings {
        base_url: url.to_owned(),
        headers,
        patience: Patience { retries: 0, ..Patience::default() },
        max_reply_bytes: LONGEST_MANIFEST,
        ..own
    };
    let client = Client::new(settings).map_err(|error| on_one_line(&error))?;
    let reply = client.get("").map_err(|error| on_one_line(&error))?;
    let shown = url.split('?').next().unwrap_or_default();
    // The error quotes what was read, and a server may repeat what it was sent.
    let read = read_settings(&Source::memory(shown, reply.body));
    let (told, unknown) = read.map_err(|error| client.hide(&error.to_string().replace("\n  ", "; ")))?;
    let hidden = |text: &String| client.hide(text);
    Ok((told.iter().map(|(name, value)| (*name, hidden(value))).collect(), unknown.iter().map(hidden).collect()))
}

/// Scheme, host and port of an address.
pub(crate) fn server(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.trim().split_once("://")?;
    Some((scheme, rest.split(['/', '?']).next().unwrap_or_default()))
}

impl System for HttpSystem<'_> {
    fn ask(&self, ask: &Ask<'_>) -> Called {
        let mut times = Vec::new();
        let done = self.call(ask, &mut times);
        Called { done, times }
    }
}
