//! How a server is reached. No secret is in here: headers name the environment variable that holds their value.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::error::{CallError, ErrorKind};
use crate::retry::Patience;
use crate::usage::Usage;

/// A header whose value is in an environment variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The header's name, such as `Authorization`.
    pub name: String,
    /// The environment variable that holds the value.
    pub variable: String,
    /// A word before the value, such as `Bearer`.
    pub scheme: Option<String>,
}

/// How a server is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where paths are appended, such as `https://api.example.org/v1`. A query (`?api-version=…`) stays at the end.
    pub base_url: String,
    /// Headers of every request.
    pub headers: Vec<Header>,
    /// How long connecting may take.
    pub connect_timeout: Duration,
    /// How long one attempt may take as a whole, until the last byte of its reply.
    pub timeout: Duration,
    /// How often and how patiently a request is repeated.
    pub patience: Patience,
    /// How many calls may be in flight at a time. A call that waits to be repeated keeps its place.
    pub concurrency: NonZeroUsize,
    /// How many requests may start in a minute, evenly spaced; `None` is as many as come.
    pub requests_per_minute: Option<NonZeroU32>,
    /// A larger reply is refused.
    pub max_reply_bytes: u64,
    /// A file of certificates in PEM that are trusted, and no others; `None` for the usual ones.
    pub ca_file: Option<PathBuf>,
    /// Fields that every request body gets, such as `"cache_prompt": false`. A field that the call sets as well is refused.
    pub extra: Map<String, Value>,
    /// What tokens cost, for a budget of money.
    pub price: Price,
}

/// What a million tokens cost, in units of money; finite, at least 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// Tokens read.
    pub input: f64,
    /// Tokens written.
    pub output: f64,
}

impl Price {
    /// What so many tokens cost, in billionths of a unit, rounded up.
    pub fn billionths(self, usage: Usage) -> u64 {
        // A unit for a million tokens is a thousand billionths for one; the cast saturates.
        ((usage.input as f64 * self.input + usage.output as f64 * self.output) * 1e3).ceil() as u64
    }
}

impl Settings {
    /// The usual settings for a server: no headers, 10 s to connect, 120 s for an attempt, four repetitions, four calls at a time,
    /// replies up to 32 MiB.
    pub fn new(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            headers: Vec::new(),
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(120),
            patience: Patience::default(),
            concurrency: NonZeroUsize::new(4).unwrap_or(NonZeroUsize::MIN),
            requests_per_minute: None,
            max_reply_bytes: 32 << 20,
            ca_file: None,
            extra: Map::new(),
            price: Price::default(),
        }
    }

    /// Adds `Authorization: Bearer …` with the value of an environment variable.
    pub fn bearer(mut self, variable: impl Into<String>) -> Self {
        let header = Header { name: "Authorization".into(), variable: variable.into(), scheme: Some("Bearer".into()) };
        self.headers.push(header);
        self
    }
}

/// `body` with the fields of `extra`. Two values for a field are refused: which of them was meant is not to be guessed.
pub(crate) fn with_extra(mut whole: Value, extra: &Map<String, Value>) -> Result<Value, CallError> {
    if extra.is_empty() {
        return Ok(whole);
    }
    let Some(fields) = whole.as_object_mut() else {
        return Err(CallError::new(
            ErrorKind::Setup,
            "extra fields are set, but the request body is no JSON object that could take them",
            "take the extra fields out of the settings",
        ));
    };
    for (name, value) in extra {
        if fields.get(name).is_some_and(|set| set != value) {
            return Err(CallError::new(
                ErrorKind::Setup,
                format!("the extra field '{name}' of the request body is set by the call as well, to another value"),
                format!("set '{name}' in one place: take it out of the extra fields, or out of the call"),
            ));
        }
        fields.insert(name.clone(), value.clone());
    }
    Ok(whole)
}

/// A base address in two parts: what stands before paths, and the query that stands after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    stem: String,
    query: String,
}

impl Base {
    /// Checks an address.
    pub fn parse(address: &str) -> Result<Self, CallError> {
        let refused = |problem: String, mend: &str| Err(CallError::new(ErrorKind::Setup, problem, mend));
        let address = address.trim();
        let (before, query) = address.split_once('?').map_or((address, ""), |(before, query)| (before, query));
        let rest = ["http://", "https://"].iter().find_map(|scheme| before.strip_prefix(scheme));
        let Some(rest) = rest.filter(|rest| !rest.is_empty() && !rest.starts_with('/')) else {
            // The address is not repeated: a key may stand in it.
            return refused(
                "the base URL must begin with http:// or https:// and name a host".into(),
                "write it like https://api.example.org/v1 or http://localhost:8080/v1",
            );
        };
        if rest.split('/').next().is_some_and(|host| host.contains('@')) {
            return refused(
                "the base URL holds a user name or a password, which would turn up in records".into(),
                "put it into an environment variable and name that under headers",
            );
        }
        if address.contains(|c: char| c == '#' || c.is_whitespace() || c.is_control()) {
            return refused("the base URL holds a space, a control character or '#'".into(), "take it out");
        }
        Ok(Self { stem: before.trim_end_matches('/').to_owned(), query: query.to_owned() })
    }

    /// The address of a path, as it is called.
    pub fn of(&self, path: &str) -> String {
        let shown = self.shown(path);
        if self.query.is_empty() { shown } else { format!("{shown}?{}", self.query) }
    }

    /// The address of a path as messages show it: without the query, which may hold a key.
    pub fn shown(&self, path: &str) -> String {
        match path.trim_start_matches('/') {
            "" => self.stem.clone(),
            path => format!("{}/{path}", self.stem),
        }
    }

    /// The host, a number of IP version 6 without its brackets, and the port; `None` where what stands there is no port.
    pub fn host_and_port(&self) -> Option<(&str, u16)> {
        let (scheme, rest) = self.stem.split_once("://")?;
        let usual = if scheme.eq_ignore_ascii_case("https") { 443 } else { 80 };
        let place = rest.split('/').next().unwrap_or_default();
        let (host, after) = match place.strip_prefix('[') {
            Some(inner) => inner.split_once(']')?,
            None => place.split_at(place.find(':').unwrap_or(place.len())),
        };
        match after.strip_prefix(':') {
            Some(port) => Some((host, port.parse().ok()?)),
            None => Some((host, usual)),
        }
    }

    /// The query, which may hold a key; empty where there is none.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Whether the server is on this computer, where a proxy cannot reach it.
    pub fn is_local(&self) -> bool {
        let rest = self.stem.split_once("://").map_or("", |(_, rest)| rest);
        let host = rest.split('/').next().unwrap_or_default();
        host == "[::1]" || host.starts_with("[::1]:") || {
            let name = host.split(':').next().unwrap_or_default();
            name == "localhost" || name.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_go_before_the_query() {
        let base = Base::parse("https://h.example/v1/").unwrap();
        assert_eq!(base.of("/chat/completions"), "https://h.example/v1/chat/completions");
        let base = Base::parse("https://h.example/d/x?api-version=1").unwrap();
        assert_eq!(base.of("embeddings"), "https://h.example/d/x/embeddings?api-version=1");
        assert_eq!(base.shown("embeddings"), "https://h.example/d/x/embeddings");
        assert_eq!(base.of(""), "https://h.example/d/x?api-version=1");
    }

    #[test]
    fn addresses_that_cannot_be_or_tell_secrets_are_refused_without_repeating_them() {
        for wrong in
            ["h.example/v1", "ftp://h", "http://", "http:///x", "https://me:hush@h/v1", "http://h/a b", "http://h/#hush", "hush"]
        {
            let error = Base::parse(wrong).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Setup);
            assert!(!error.to_string().contains("hush"));
        }
    }

    #[test]
    fn this_computer_is_known() {
        let local = |address: &str| Base::parse(address).unwrap().is_local();
        assert!(
            local("http://localhost:8080/v1")
                && local("http://127.0.0.1")
                && local("http://[::1]:80/v1")
                && local("http://127.9.1.1:1")
        );
        assert!(!local("http://localhost.example/v1") && !local("https://10.0.0.1"));
    }

    #[test]
    fn host_and_port_are_known() {
        let of = |address: &str| Base::parse(address).unwrap().host_and_port().map(|(host, port)| (host.to_owned(), port));
        assert_eq!(of("https://h.example/v1?a=b"), Some(("h.example".into(), 443)));
        assert_eq!(of("http://h.example:8080"), Some(("h.example".into(), 8080)));
        assert_eq!(of("http://[::1]:9/v1"), Some(("::1".into(), 9)));
        assert_eq!(of("http://[::1]/v1"), Some(("::1".into(), 80)));
        assert_eq!((of("http://h:99999"), of("http://[::1")), (None, None));
    }

    #[test]
    fn tokens_cost_what_a_million_of_them_cost() {
        let price = Price { input: 0.15, output: 0.6 };
        assert_eq!(price.billionths(Usage { input: 1_000_000, output: 1_000_000 }), 750_000_000);
        assert_eq!(price.billionths(Usage { input: 1, output: 0 }), 150);
        assert_eq!(Price::default().billionths(Usage { input: u64::MAX, output: 0 }), 0);
        assert_eq!(price.billionths(Usage { input: u64::MAX, output: u64::MAX }), u64::MAX);
    }

    #[test]
    fn a_field_has_one_value() {
        let extra = |value: Value| value.as_object().unwrap().clone();
        let body = json!({"model": "m"});
        assert_eq!(
            with_extra(body.clone(), &extra(json!({"cache_prompt": false}))).unwrap(),
            json!({"model": "m", "cache_prompt": false})
        );
        assert_eq!(with_extra(body.clone(), &extra(json!({"model": "m"}))).unwrap(), body);
        let error = with_extra(body.clone(), &extra(json!({"model": "n"}))).unwrap_err();
        assert!(error.to_string().contains("extra field 'model'"));
        assert!(with_extra(json!([]), &extra(json!({"a": 1}))).is_err());
    }
}
