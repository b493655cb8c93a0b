//! The client: sends JSON, waits its turn, repeats what may pass, and says what went wrong with the rest.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cache::Cache;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ureq::tls::{Certificate, PemItem, parse_pem};

use crate::budget::Budget;
use crate::clock::{Clock, ComputerClock};
use crate::error::{CallError, ErrorKind};
use crate::events::{Event, Events};
use crate::limit::{Gate, Pace};
use crate::method::Method;
use crate::retry::seed;
use crate::secret::{Secret, redacted};
use crate::settings::{Base, Settings, with_extra};
use crate::usage::Usage;
use crate::verdict::{Failed, Verdict, Wanted};
use crate::wire::Wire;

/// So many bytes of a reply are looked at for its first words.
const HEAD: usize = 4096;

/// The longest file of certificates, in bytes.
const LONGEST_CA_FILE: u64 = 4 << 20;

/// What is shorter in a query is no key, and hiding it would hide words.
const SHORTEST_HIDDEN: usize = 12;

/// Words before a credential that are no secret.
const SCHEMES: [&str; 6] = ["Bearer", "Basic", "Token", "ApiKey", "Api-Key", "Key"];

/// A reply of status 200 to 299 whose body is whole JSON (or a whole stream of events, or whatever else, where that was asked for).
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The body as it came.
    pub body: Vec<u8>,
    /// From sending the last attempt to the last byte of its reply; waiting for a turn is not in it.
    pub latency: Duration,
    /// How many requests were sent; none where the reply was kept from an earlier call.
    pub attempts: u32,
    /// What was sent, the extra fields too; null where nothing was.
    pub sent: Value,
    /// Whether the body is a stream of events.
    pub events: bool,
    /// Under which key it is kept, where there is a cache.
    pub(crate) key: Option<String>,
}

impl Reply {
    /// Whether it was kept from an earlier call: nothing was sent, and its latency is that of the call that was.
    pub fn was_kept(&self) -> bool {
        self.attempts == 0
    }
}

/// What is kept of a reply besides its body.
#[derive(Deserialize, Serialize)]
struct Kept {
    status: u16,
    events: bool,
    /// In microseconds.
    latency: u64,
}

/// What an observer of a streamed reply hears.
pub(crate) enum Heard<'a> {
    /// An attempt begins: what was heard before does not count.
    Start,
    /// Bytes came, so long after sending.
    Bytes(&'a [u8], Duration),
}

/// What is particular to a call.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sending<'a> {
    /// Further fields of the body.
    pub extra: Option<&'a Map<String, Value>>,
    /// Which repeat of the same call it is: each is kept apart.
    pub repeat: u32,
    /// What decides the reply besides what is sent: each is kept apart. Empty where there is nothing.
    pub version: &'a str,
}

/// A client of one server; shared by threads.
pub struct Client {
    settings: Settings,
    base: Base,
    wire: Arc<Wire>,
    secrets: Vec<Secret>,
    gate: Arc<Gate>,
    pace: Arc<Pace>,
    clock: Arc<dyn Clock>,
    budget: Option<Arc<Budget>>,
    cache: Option<Arc<Cache>>,
    fingerprint: String,
}

/// Headers are not shown, nor is a query of the address.
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("base", &self.base.shown("")).finish_non_exhaustive()
    }
}

impl Client {
    /// A client; the values of its headers are taken from the environment now.
    pub fn new(settings: Settings) -> Result<Self, CallError> {
        Self::with_variables(settings, |name| std::env::var(name).ok())
    }

    /// A client whose headers take their values from elsewhere than the environment.
    pub fn with_variables(settings: Settings, variable: impl Fn(&str) -> Option<String>) -> Result<Self, CallError> {
        let base = Base::parse(&settings.base_url)?;
        let mut secrets = Vec::new();
        let mut values = Vec::new();
        for header in &settings.headers {
            let setup = |what: &str| {
                CallError::new(
                    ErrorKind::Setup,
                    format!(
                        "the header {} takes its value from the environment variable {}, which {what}",
                        header.name, header.variable
                    ),
                    format!("set it, e.g. `export {}=…`, or name another variable in the settings", header.variable),
                )
            };
            let value = variable(&header.variable).ok_or_else(|| setup("is not set"))?;
            let value = value.trim();
            if value.is_empty() {
                return Err(setup("is empty"));
            }
            values.push(Secret::new(match &header.scheme {
                Some(scheme) => format!("{scheme} {value}"),
                None => value.to_owned(),
            }));
            // A value may carry its scheme itself; the scheme alone is no secret.
            let scheme = |word: &str| SCHEMES.iter().any(|scheme| word.eq_ignore_ascii_case(scheme));
            let credential = value.split_once(' ').filter(|(first, _)| scheme(first));
            secrets.push(Secret::new(credential.map_or(value, |(_, rest)| rest.trim())));
        }
        let trusted = settings.ca_file.as_deref().map(certificates).transpose()?;
        // A query may hold a key, which servers repeat with the address.
        let values_of_query = base.query().split('&').filter_map(|part| part.split_once('=')).map(|(_, value)| value);
        secrets.extend(values_of_query.chain([base.query()]).filter(|text| text.len() >= SHORTEST_HIDDEN).map(Secret::new));
        let wire = Wire::new(&settings, &base, &values, trusted).map_err(|place| {
            let header = &settings.headers[place];
            CallError::new(
                ErrorKind::Setup,
                format!("the header {} cannot be sent: its name or value holds a character that no header may", header.name),
                format!("look for a line break or a letter beyond ASCII in the environment variable {}", header.variable),
            )
        })?;
        let fingerprint = cache::key("server", &[&base.of(""), &Value::Object(settings.extra.clone()).to_string()]);
        Ok(Self {
            fingerprint,
            base,
            wire: Arc::new(wire),
            secrets,
            gate: Arc::new(Gate::new(settings.concurrency)),
            pace: Arc::new(Pace::per_minute(settings.requests_per_minute)),
            clock: Arc::new(ComputerClock::new()),
            budget: None,
            cache: None,
            settings,
        })
    }

    /// Tells the time and waits by another clock.
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Spends from a budget, which other clients may share.
    pub fn with_budget(mut self, budget: Arc<Budget>) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Another client of the same server, which may have a cache of its own. Both wait for the same turns: how many calls are in flight,
    /// and how many start in a minute, is a limit of the server.
    pub fn alike(&self) -> Self {
        Self {
            settings: self.settings.clone(),
            base: self.base.clone(),
            wire: self.wire.clone(),
            secrets: self.secrets.clone(),
            gate: self.gate.clone(),
            pace: self.pace.clone(),
            clock: self.clock.clone(),
            budget: self.budget.clone(),
            cache: None,
            fingerprint: self.fingerprint.clone(),
        }
    }

    /// Asks nothing twice: good replies are kept, by all that was sent besides headers, and by the number of the repeat.
    pub fn with_cache(mut self, cache: Arc<Cache>) -> Self {
        self.cache = Some(cache);
        self
    }

    /// How the server is reached.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Posts JSON to a path below the base address (`""` is the address itself) and takes JSON back.
    pub fn post_json(&self, path: &str, body: &Value) -> Result<Reply, CallError> {
        self.exchange(path, body.clone(), &Sending::default(), None)
    }

    /// Posts JSON and takes JSON back, or a stream of events, as the server likes; with the events, where it was one.
    pub fn post_streamed(&self, path: &str, body: &Value) -> Result<(Reply, Option<Vec<Event>>), CallError> {
        let mut events = Events::default();
        let mut observer = |heard: Heard<'_>| match heard {
            Heard::Start => events = Events::default(),
            Heard::Bytes(bytes, at) => events.hear(bytes, at),
        };
        let reply = self.exchange(path, body.clone(), &Sending::default(), Some(&mut observer))?;
        let events = reply.events.then(|| events.finish());
        Ok((reply, events))
    }

    /// Keeps a reply that was found good, where there is a cache. One that cannot be kept is only asked for again.
    pub(crate) fn keep(&self, reply: &Reply) {
        let (Some(cache), Some(key)) = (&self.cache, &reply.key) else { return };
        if reply.was_kept() {
            return;
        }
        // A server may repeat what it was sent, and no secret is kept.
        let body = String::from_utf8_lossy(&reply.body);
        if redacted(&body, &self.secrets) != body {
            return;
        }
        let latency = u64::try_from(reply.latency.as_micros()).unwrap_or(u64::MAX);
        let Ok(mut value) = serde_json::to_vec(&Kept { status: reply.status, events: reply.events, latency }) else { return };
        value.push(b'\n');
        value.extend_from_slice(&reply.body);
        let _ = cache.put(&[(key.clone(), value)]);
    }

    /// Takes a reply out again that turned out to be no answer to what was asked.
    pub(crate) fn forget(&self, key: Option<&String>) {
        if let (Some(cache), Some(key)) = (&self.cache, key) {
            let _ = cache.remove(key);
        }
    }

    /// The reply that was kept of the same call; it takes what would have been sent.
    fn kept(&self, key: &str, sent: &mut Value) -> Option<Reply> {
        let mut value = self.cache.as_ref()?.get(key).ok()??;
        let end = value.iter().position(|&b| b == b'\n')?;
        let kept: Kept = serde_json::from_slice(&value[..end]).ok()?;
        Some(Reply {
            status: kept.status,
            body: value.split_off(end + 1),
            latency: Duration::from_micros(kept.latency),
            attempts: 0,
            sent: sent.take(),
            events: kept.events,
            key: Some(key.to_owned()),
        })
    }

    /// What of the settings decides what a server of models says, as a hash: its whole address, and the fields that every body gets.
    /// A query of the address may hold a key; of a hash over all of it nothing can be read.
    pub fn fingerprint(&self) -> String {
        self.fingerprint.clone()
    }

    /// Keeps that something was found out about this server, so that it need not be found out again; `about` says what.
    pub fn note(&self, about: &[&str]) {
        if let Some(cache) = &self.cache {
            let _ = cache.put(&[(self.noted_as(about), Vec::new())]);
        }
    }

    /// Whether that was found out before.
    pub fn has_noted(&self, about: &[&str]) -> bool {
        self.cache.as_ref().is_some_and(|cache| cache.holds(&self.noted_as(about)).unwrap_or(false))
    }

    fn noted_as(&self, about: &[&str]) -> String {
        let parts: Vec<&str> = std::iter::once(self.fingerprint.as_str()).chain(about.iter().copied()).collect();
        cache::key("note", &parts)
    }

    /// A text of the server without the values of this client's headers: servers repeat what they are sent.
    pub fn hide(&self, text: &str) -> String {
        redacted(text, &self.secrets)
    }

    /// Gets what is at a path below the base address: any text, but no web page.
    pub fn get(&self, path: &str) -> Result<Reply, CallError> {
        self.attempts(Method::Get, path, None, Wanted::Text, None)
    }

    /// Sends something by any method to a path below the base address; the reply may be any text or nothing, but no web page.
    pub fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Reply, CallError> {
        self.attempts(method, path, body.cloned(), Wanted::Text, None)
    }

    /// Reads a reply as what its interface promises; `expected` says what that is.
    pub fn read<T: DeserializeOwned>(&self, reply: &Reply, expected: &str) -> Result<T, CallError> {
        serde_json::from_slice(&reply.body).map_err(|error| {
            // It was paid for all the same.
            self.count(None, reply);
            self.fault(
                ErrorKind::Contract,
                reply,
                &format!("the reply was expected to be {expected}, but {error}"),
                "check that the address is of that interface; a server of another shape needs a field mapping",
            )
        })
    }

    /// An error about a reply that came: with its status and first words, and without secrets.
    pub fn fault(&self, kind: ErrorKind, reply: &Reply, problem: &str, mend: &str) -> CallError {
        let error = self.error(kind, problem, mend, &reply.body);
        error.with_status(reply.status).after(reply.attempts)
    }

    /// Counts what a reply cost; where it does not say, its bytes and those of the request.
    pub(crate) fn count(&self, usage: Option<Usage>, reply: &Reply) {
        let Some(budget) = &self.budget else { return };
        if reply.was_kept() {
            return;
        }
        let cost = usage.unwrap_or_else(|| {
            let usage = Usage { input: reply.sent.to_string().len() as u64, output: reply.body.len() as u64 };
            budget.add_unreported(usage.total());
            usage
        });
        if usage.is_some() {
            budget.add_tokens(cost.total());
        }
        budget.add_money(self.settings.price.billionths(cost));
    }

    /// Posts, with what is particular to this call; `observer` hears the reply while it arrives, which may then be a stream of events.
    pub(crate) fn exchange(
        &self,
        path: &str,
        body: Value,
        sending: &Sending<'_>,
        mut observer: Option<&mut dyn FnMut(Heard<'_>)>,
    ) -> Result<Reply, CallError> {
        let body = match sending.extra.filter(|extra| !extra.is_empty()) {
            Some(extra) => with_extra(body, extra)?,
            None => body,
        };
        let mut sent = with_extra(body, &self.settings.extra)?;
        let key = self.cache.as_ref().map(|_| {
            // Not by its `Display`, which goes through a formatter piece by piece; the text is the same.
            let text = serde_json::to_string(&sent).unwrap_or_else(|_| sent.to_string());
            let (sent, repeat) = (text, sending.repeat.to_string());
            let parts = [&self.fingerprint, path, &sent, &repeat, sending.version];
            // What has no version is kept as it always was.
            cache::key("reply", if sending.version.is_empty() { &parts[..4] } else { &parts })
        });
        if let Some(reply) = key.as_ref().and_then(|key| self.kept(key, &mut sent)) {
            if let Some(observer) = &mut observer {
                observer(Heard::Start);
                observer(Heard::Bytes(&reply.body, reply.latency));
            }
            return Ok(reply);
        }
        let wanted = if observer.is_some() { Wanted::Events } else { Wanted::Json };
        let reply = self.attempts(Method::Post, path, Some(sent), wanted, observer)?;
        Ok(Reply { key, ..reply })
    }

    /// Sends a request until it is answered, or not to be repeated any more.
    fn attempts(
        &self,
        method: Method,
        path: &str,
        sent: Option<Value>,
        wanted: Wanted,
        mut observer: Option<&mut dyn FnMut(Heard<'_>)>,
    ) -> Result<Reply, CallError> {
        let bytes = sent.as_ref().map(|sent| serde_json::to_vec(sent).unwrap_or_else(|_| sent.to_string().into_bytes()));
        let (url, seed) = (self.base.of(path), seed(bytes.as_deref().unwrap_or_default()));
        let verdict = Verdict { method, url: self.base.shown(path), settings: &self.settings, wanted };
        let patience = self.settings.patience;
        let _permit = self.gate.enter();
        let mut attempts = 0;
        loop {
            if let Some(budget) = &self.budget {
                budget.take_call().map_err(|spent| CallError::from(spent).after(attempts))?;
            }
            self.wait(self.pace.reserve(self.clock.monotonic()));
            attempts += 1;
            let start = self.clock.monotonic();
            let outcome = match &mut observer {
                None => self.wire.send(method, &url, bytes.as_deref(), &mut |_| ()),
                Some(observer) => {
                    observer(Heard::Start);
                    let mut hear = |bytes: &[u8]| observer(Heard::Bytes(bytes, self.clock.monotonic() - start));
                    self.wire.send(method, &url, bytes.as_deref(), &mut hear)
                }
            };
            let latency = self.clock.monotonic() - start;
            let failed = match verdict.on(outcome, self.clock.date()) {
                Ok(good) => {
                    let (status, body, events, sent) = (good.status, good.body, good.events, sent.unwrap_or_default());
                    return Ok(Reply { status, body, latency, attempts, sent, events, key: None });
                }
                Err(failed) => failed,
            };
            let asked = failed.asked.unwrap_or_default();
            if !asked.is_zero() && asked <= patience.longest_wait {
                // What one call was asked, all are: the others would only be refused as well.
                self.pace.hold_until(self.clock.monotonic().saturating_add(asked));
            }
            if !failed.passes || attempts > patience.retries || asked > patience.longest_wait {
                return Err(self.gives_up(failed, asked).after(attempts));
            }
            self.wait(asked.max(patience.wait(attempts, seed)));
        }
    }

    fn wait(&self, time: Duration) {
        if !time.is_zero() {
            self.clock.sleep(time);
        }
    }

    /// The error of a call that is not repeated any more.
    fn gives_up(&self, failed: Failed, asked: Duration) -> CallError {
        let longest = self.settings.patience.longest_wait;
        let mend = if failed.passes && asked > longest {
            let (asked, longest) = (asked.as_secs(), longest.as_secs());
            format!(
                "it asks to wait {asked} s, longer than the longest wait of {longest} s that is allowed: come back later, or allow more"
            )
        } else {
            failed.mend
        };
        let error = self.error(failed.kind, &failed.problem, &mend, &failed.said);
        match failed.status {
            Some(status) => error.with_status(status),
            None => error,
        }
    }

    fn error(&self, kind: ErrorKind, problem: &str, mend: &str, said: &[u8]) -> CallError {
        let words = String::from_utf8_lossy(&said[..said.len().min(HEAD)]);
        // The problem too: a parser's message quotes what it read.
        CallError::new(kind, self.hide(problem), mend).saying(&self.hide(&words))
    }
}

/// The certificates of a file in PEM.
fn certificates(file: &Path) -> Result<Vec<Certificate<'static>>, CallError> {
    let setup = |problem: String| {
        let mend = "name a file of certificates in PEM, each between BEGIN CERTIFICATE and END CERTIFICATE";
        CallError::new(ErrorKind::Setup, format!("the certificates of {} {problem}", file.display()), mend)
    };
    let mut bytes = Vec::new();
    let opened = File::open(file).and_then(|file| file.take(LONGEST_CA_FILE + 1).read_to_end(&mut bytes));
    opened.map_err(|e| setup(format!("cannot be read: {e}")))?;
    if bytes.len() as u64 > LONGEST_CA_FILE {
        return Err(setup(format!("are longer than {LONGEST_CA_FILE} bytes")));
    }
    let mut certificates = Vec::new();
    for item in parse_pem(&bytes) {
        // A key in the file is not read any further.
        if let PemItem::Certificate(certificate) = item.map_err(|e| setup(format!("are not in order: {e}")))? {
            certificates.push(certificate);
        }
    }
    if certificates.is_empty() { Err(setup("are none: it holds no certificate".into())) } else { Ok(certificates) }
}
