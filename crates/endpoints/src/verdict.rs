//! What to make of an attempt: a reply to hand on, or a failure with its kind, its mend and whether it may pass.

use std::time::{Duration, SystemTime};

use serde::de::IgnoredAny;

use crate::error::ErrorKind;
use crate::method::Method;
use crate::retry;
use crate::settings::Settings;
use crate::wire::{Arrived, Broken, End};

/// A good reply.
#[derive(Debug)]
pub(crate) struct Good {
    pub status: u16,
    pub body: Vec<u8>,
    pub events: bool,
}

/// A failed attempt. Its words are still as they came, secrets and all.
#[derive(Debug)]
pub(crate) struct Failed {
    pub kind: ErrorKind,
    pub status: Option<u16>,
    pub problem: String,
    pub said: Vec<u8>,
    pub mend: String,
    /// Whether another attempt may go better.
    pub passes: bool,
    /// How long the server asks to wait.
    pub asked: Option<Duration>,
}

/// What is known when judging.
pub(crate) struct Verdict<'a> {
    pub method: Method,
    /// The address, as messages show it.
    pub url: String,
    pub settings: &'a Settings,
    /// What was asked for.
    pub wanted: Wanted,
}

/// What a reply is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// JSON for what was posted.
    Json,
    /// A stream of events for what was posted, or JSON.
    Events,
    /// Whatever is there, but no web page.
    Text,
}

impl Verdict<'_> {
    /// Judges an attempt.
    pub fn on(&self, outcome: Result<Arrived, Broken>, now: SystemTime) -> Result<Good, Failed> {
        match outcome {
            Err(broken) => Err(self.on_silence(broken)),
            Ok(arrived) if (200..300).contains(&arrived.status) => self.on_reply(arrived),
            Ok(arrived) => Err(self.on_refusal(arrived, now)),
        }
    }

    fn failed(&self, kind: ErrorKind, problem: String, mend: impl Into<String>) -> Failed {
        let (mend, passes) = (mend.into(), false);
        let problem = format!("{} {} {problem}", self.method.name(), self.url);
        Failed { kind, status: None, problem, said: Vec::new(), mend, passes, asked: None }
    }

    /// No reply came.
    fn on_silence(&self, broken: Broken) -> Failed {
        match broken {
            Broken::Connect(why) => Failed {
                passes: true,
                ..self.failed(
                    ErrorKind::Connect,
                    format!("got no connection, or lost it before the reply: {why}"),
                    "check that the server runs and that host and port of the base URL are right",
                )
            },
            Broken::Tls(why) => self.failed(
                ErrorKind::Connect,
                format!("got no secure connection: {why}"),
                "check the server's certificate and name; one of a private authority is trusted where that authority's own is named, as ca_file; a \
                 server without TLS is reached with http://",
            ),
            Broken::TimedOut(doing) => Failed { passes: true, ..self.too_slow(doing) },
            Broken::Garbled(why) => Failed {
                // Leftovers of an earlier reply that was longer than it said look the same; a new connection is free of them.
                passes: true,
                ..self.failed(
                    ErrorKind::Contract,
                    format!("was expected to be answered in HTTP/1.1, but the reply cannot be read: {why}"),
                    "check scheme (http or https) and port of the base URL",
                )
            },
            Broken::Setup(why) => self.failed(
                ErrorKind::Setup,
                format!("cannot be sent: {why}"),
                "check the base URL, the headers and the proxy settings",
            ),
        }
    }

    fn too_slow(&self, doing: &str) -> Failed {
        let (connect, whole) = (self.settings.connect_timeout, self.settings.timeout);
        let limit = if doing == "connecting" { connect.min(whole) } else { whole };
        self.failed(
            ErrorKind::TimedOut,
            format!("took longer than the allowed {limit:?} while {doing}"),
            "allow more time in the settings, or lower the concurrency if the server is busy",
        )
    }

    /// A reply of status 200 to 299.
    fn on_reply(&self, arrived: Arrived) -> Result<Good, Failed> {
        let status = arrived.status;
        let events = self.wanted == Wanted::Events
            && arrived.content_type.trim_start().to_ascii_lowercase().starts_with("text/event-stream");
        match self.fault_of(&arrived, events) {
            None => Ok(Good { status, body: arrived.body, events }),
            Some(failed) => Err(Failed { status: Some(status), said: arrived.body, ..failed }),
        }
    }

    /// What is wrong with a reply of status 200 to 299.
    fn fault_of(&self, arrived: &Arrived, events: bool) -> Option<Failed> {
        let (body, got) = (&arrived.body, arrived.body.len());
        match arrived.end {
            End::TooLarge => {
                let limit = self.settings.max_reply_bytes;
                return Some(self.failed(
                    ErrorKind::TooLarge,
                    format!("was answered with more than the {limit} bytes that a reply may have"),
                    "ask for less at a time (fewer texts a call, fewer passages), or raise the limit in the settings",
                ));
            }
            End::TimedOut => return Some(Failed { passes: true, ..self.too_slow("receiving the reply") }),
            End::CutOff(announced) => {
                let expected = announced.map_or_else(|| "its end".to_owned(), |length| format!("{length} bytes"));
                return Some(Failed {
                    passes: true,
                    ..self.cut_off(&format!("the connection closed after {got} bytes; expected {expected}"))
                });
            }
            End::Undecodable => {
                let how = format!("what follows {got} bytes is no whole gzip data");
                return Some(Failed { passes: true, ..self.cut_off(&how) });
            }
            End::Whole => {}
        }
        if arrived.content_type.to_ascii_lowercase().contains("text/html") || body.trim_ascii_start().starts_with(b"<") {
            return Some(self.failed(
                ErrorKind::Html,
                "was answered with a web page instead of JSON".into(),
                "check the base URL: a web page comes from a login, a proxy or a wrong path (for chat and embeddings it usually ends in /v1)",
            ));
        }
        if events || self.wanted == Wanted::Text {
            return None;
        }
        let error = serde_json::from_slice::<IgnoredAny>(body).err()?;
        if body.trim_ascii().is_empty() {
            return Some(self.failed(
                ErrorKind::NotJson,
                "was answered with nothing where JSON was expected".into(),
                "check that the path is right, and look into the server's log",
            ));
        }
        Some(if error.is_eof() {
            Failed { passes: true, ..self.cut_off(&format!("the JSON ends within a value after {got} bytes")) }
        } else {
            self.failed(
                ErrorKind::NotJson,
                format!("was answered with something else than JSON ({error})"),
                "check that the address is of a JSON interface; NaN and Infinity are no JSON, so look for them at that place too",
            )
        })
    }

    fn cut_off(&self, how: &str) -> Failed {
        self.failed(
            ErrorKind::Truncated,
            format!("was answered only in part: {how}"),
            "look at the log of the server, or of a proxy before it, for a crash, a limit on size or a time-out",
        )
    }

    /// A reply of another status.
    fn on_refusal(&self, arrived: Arrived, now: SystemTime) -> Failed {
        let status = arrived.status;
        let asked = arrived.retry_after.as_deref().and_then(|header| retry::asked_for(header, now));
        let kind = match status {
            429 => ErrorKind::RateLimited,
            408 => ErrorKind::TimedOut,
            400..500 => ErrorKind::Refused4xx,
            500.. => ErrorKind::Server5xx,
            _ => ErrorKind::Contract,
        };
        let problem = match (status, &arrived.location) {
            (300..400, Some(place)) => {
                // A query in it may hold a token.
                let place = place.split('?').next().unwrap_or_default();
                format!(
                    "is redirected (status {status}) to {place}; redirects are not followed, as they could take keys elsewhere"
                )
            }
            _ => format!("was refused with status {status}"),
        };
        let failed = self.failed(kind, problem, self.mend_of(status));
        Failed { status: Some(status), said: arrived.body, passes: retry::passes(status), asked, ..failed }
    }

    fn mend_of(&self, status: u16) -> String {
        match status {
            300..400 => "set the base URL to where the server wants to be called".into(),
            401 | 403 => {
                let headers = self.settings.headers.iter();
                let sources: Vec<String> = headers.map(|h| format!("{} from {}", h.name, h.variable)).collect();
                if sources.is_empty() {
                    "no header is set up: name an environment variable that holds the key under headers".into()
                } else {
                    format!(
                        "check the key and what it may do; headers sent, and their environment variables: {}",
                        sources.join(", ")
                    )
                }
            }
            404 => {
                "check base URL (for chat and embeddings it usually ends in /v1) and model: one of them is unknown there".into()
            }
            408 | 425 => "the server was not ready for it: lower the concurrency or try later".into(),
            413 => "send less at a time: fewer or shorter texts a call".into(),
            429 => "lower requests per minute or concurrency, or allow more repetitions; a quota that is spent needs its owner"
                .into(),
            400..500 => {
                "its words say what it does not accept: check the model's name, the extra fields and the length of the texts"
                    .into()
            }
            500.. => "look into the server's log; lower the concurrency if it is overloaded, or allow more repetitions".into(),
            _ => "check the base URL: this is no answer to the request".into(),
        }
    }
}
