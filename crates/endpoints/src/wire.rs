//! One attempt: a request goes out, and whatever comes back is told as it came. Nothing is judged here.

use std::io::{ErrorKind, Read};

use ureq::http::{HeaderName, HeaderValue, Response};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::typestate::WithBody;
use ureq::{Agent, Body, RequestBuilder, Timeout};

use crate::method::Method;
use crate::secret::Secret;
use crate::settings::{Base, Settings};

/// So much of the body of an error is read: enough for its words.
const ERROR_BODY: u64 = 64 << 10;

/// The buffers of a connection. Small, since there are as many connections as calls in flight.
const BUFFER: usize = 32 << 10;

/// What came back.
#[derive(Debug)]
pub(crate) struct Arrived {
    pub status: u16,
    pub content_type: String,
    pub retry_after: Option<String>,
    pub location: Option<String>,
    pub body: Vec<u8>,
    pub end: End,
}

/// How a body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// As it should.
    Whole,
    /// Before its end; so many bytes were announced, where that is known.
    CutOff(Option<u64>),
    /// In the middle of its compressed data, or with what is none.
    Undecodable,
    /// It went on when time was up.
    TimedOut,
    /// It went on, or was announced to go on, beyond the limit.
    TooLarge,
}

/// Nothing came back.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The server was not reached, or hung up; why.
    Connect(String),
    /// Its certificate or the like was not accepted; why.
    Tls(String),
    /// Time was up, while doing what is named.
    TimedOut(&'static str),
    /// What came is not HTTP; why.
    Garbled(String),
    /// The request cannot be sent as it is; why.
    Setup(String),
}

/// Connections to one server, and the headers that every request gets.
#[derive(Debug)]
pub(crate) struct Wire {
    agent: Agent,
    headers: Vec<(HeaderName, HeaderValue)>,
    limit: u64,
}

impl Wire {
    /// Sets connections up; where `trusted` are given, no other certificates are. A header that cannot be sent is named by its position.
    pub fn new(
        settings: &Settings,
        base: &Base,
        values: &[Secret],
        trusted: Option<Vec<Certificate<'static>>>,
    ) -> Result<Self, usize> {
        let places = settings.concurrency.get();
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect turns POST into GET, or sends a key elsewhere: neither is meant.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(settings.connect_timeout))
            .timeout_global(Some(settings.timeout))
            .max_idle_connections(places)
            .max_idle_connections_per_host(places)
            .input_buffer_size(BUFFER)
            .output_buffer_size(BUFFER)
            .user_agent(concat!("fourcell/", env!("CARGO_PKG_VERSION")));
        if let Some(trusted) = trusted {
            config = config.tls_config(TlsConfig::builder().root_certs(RootCerts::from(trusted)).build());
        }
        if base.is_local() {
            config = config.proxy(None);
        }
        let agent = config.build().new_agent();
        let mut headers = Vec::new();
        for (place, (header, value)) in settings.headers.iter().zip(values).enumerate() {
            let name = HeaderName::from_bytes(header.name.as_bytes()).map_err(|_| place)?;
            let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| place)?;
            value.set_sensitive(true);
            headers.push((name, value));
        }
        Ok(Self { agent, headers, limit: settings.max_reply_bytes })
    }

    /// Sends a request, with JSON where there is a body. `hear` gets the bytes of a good reply while they arrive.
    pub fn send(&self, method: Method, url: &str, body: Option<&[u8]>, hear: &mut dyn FnMut(&[u8])) -> Result<Arrived, Broken> {
        let agent = &self.agent;
        let response = match (method, body) {
            (Method::Post, body) => self.with_body(agent.post(url), body),
            (Method::Put, body) => self.with_body(agent.put(url), body),
            (Method::Patch, body) => self.with_body(agent.patch(url), body),
            (Method::Delete, None) => self.with_headers(agent.delete(url)).call(),
            (Method::Get, None) => self.with_headers(agent.get(url)).call(),
            // Interfaces that take out by a filter want it in the body.
            (Method::Delete, body) => self.with_body(agent.delete(url).force_send_body(), body),
            (Method::Get, body) => self.with_body(agent.get(url).force_send_body(), body),
        };
        let response = response.map_err(broken)?;
        let (parts, body) = response.into_parts();
        let header = |name: &str| parts.headers.get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        let mut arrived = Arrived {
            status: parts.status.as_u16(),
            content_type: header("content-type").unwrap_or_default(),
            retry_after: header("retry-after"),
            location: header("location"),
            body: Vec::new(),
            end: End::Whole,
        };
        let good = parts.status.is_success();
        let announced = body.content_length();
        if good && announced.is_some_and(|length| length > self.limit) {
            arrived.end = End::TooLarge;
        }
        let limit = if good { self.limit } else { ERROR_BODY };
        let mut reader = body.into_reader();
        let mut piece = [0; 16 << 10];
        loop {
            let wanted = match arrived.end {
                // Some words of it, so that a message can show what it was.
                End::TooLarge => piece.len().min(1 << 10),
                _ => piece.len(),
            };
            match reader.read(&mut piece[..wanted]) {
                Ok(0) => break,
                Ok(read) => {
                    let room = usize::try_from(limit - arrived.body.len() as u64).unwrap_or(usize::MAX);
                    let taken = &piece[..read.min(room)];
                    arrived.body.extend_from_slice(taken);
                    if good {
                        hear(taken);
                    }
                    if read > room {
                        arrived.end = if good { End::TooLarge } else { End::Whole };
                        break;
                    }
                    if arrived.end == End::TooLarge {
                        break;
                    }
                }
                Err(error) => {
                    if arrived.end != End::TooLarge {
                        arrived.end = match ureq::Error::from(error) {
                            ureq::Error::Timeout(_) => End::TimedOut,
                            ureq::Error::Decompress(..) => End::Undecodable,
                            _ => End::CutOff(announced),
                        };
                    }
                    break;
                }
            }
        }
        Ok(arrived)
    }

    fn with_headers<Kind>(&self, request: RequestBuilder<Kind>) -> RequestBuilder<Kind> {
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    fn with_body(&self, request: RequestBuilder<WithBody>, body: Option<&[u8]>) -> Result<Response<Body>, ureq::Error> {
        match body {
            Some(body) => self.with_headers(request.content_type("application/json")).send(body),
            None => self.with_headers(request).send_empty(),
        }
    }
}

/// Sorts the failures of the HTTP library.
fn broken(error: ureq::Error) -> Broken {
    use ureq::Error;
    match error {
        Error::Timeout(Timeout::Resolve) => Broken::TimedOut("looking up the host's address"),
        Error::Timeout(Timeout::Connect) => Broken::TimedOut("connecting"),
        Error::Timeout(_) => Broken::TimedOut("waiting for the reply"),
        Error::HostNotFound => Broken::Connect("no such host".into()),
        // What TLS refuses arrives as data that are invalid.
        Error::Io(error) if error.kind() == ErrorKind::InvalidData => Broken::Tls(error.to_string()),
        Error::Io(error) => Broken::Connect(error.to_string()),
        Error::ConnectionFailed => Broken::Connect("connection failed".into()),
        Error::ConnectProxyFailed(why) => Broken::Connect(format!("the proxy refused: {why}")),
        Error::Tls(_) | Error::Rustls(_) | Error::TlsRequired => Broken::Tls(error.to_string()),
        Error::Protocol(_) | Error::LargeResponseHeader(..) => Broken::Garbled(error.to_string()),
        Error::Http(_) | Error::BadUri(_) | Error::InvalidProxyUrl => Broken::Setup(error.to_string()),
        // The library may grow kinds; what is unknown may pass.
        other => Broken::Connect(other.to_string()),
    }
}
