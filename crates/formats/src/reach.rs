//! How a server is reached: what an endpoint of models and a system over HTTP have in common.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::error::{InputError, quoted};
use crate::numbers;
use crate::toml_text::Table;

/// How a server is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// Its address.
    pub url: String,
    /// The headers of each request, in written order.
    pub headers: Vec<Header>,
    /// A file of certificates that are trusted in place of the usual authorities, relative to the project's folder.
    pub ca_file: Option<String>,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// How many requests are in flight at a time; at least 1.
    pub concurrency: u32,
    /// How many requests may start in a minute, at least 1; `None` for as many as come.
    pub rate: Option<u32>,
    /// How often a request is repeated that may go better.
    pub retries: u32,
}

impl Reach {
    /// The address as it may be shown and kept: a query may hold a key, and whoever writes a password before the host is refused, but
    /// not shown it.
    pub fn shown(&self) -> &str {
        let shown = self.url.split('?').next().unwrap_or_default();
        let host = shown.split_once("://").map_or(shown, |(_, rest)| rest).split('/').next().unwrap_or_default();
        if host.contains('@') { "an address with a password" } else { shown }
    }
}

/// A header whose value stands in an environment variable, so that no secret stands in a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The header's name.
    pub name: String,
    /// The name of the variable.
    pub variable: String,
}

/// The keys of a table that say it.
pub(crate) const REACH_KEYS: [&str; 7] = ["url", "headers", "ca_file", "timeout", "concurrency", "rate", "retries"];

/// How often a request may be repeated.
pub(crate) const RETRIES: RangeInclusive<u32> = 0..=100;

/// How often it is where nothing is said.
pub(crate) const USUAL_RETRIES: u32 = 3;

/// Reads what a table says; `timeout` is the usual one, and `example` an address of the kind.
pub(crate) fn read(table: &mut Table<'_>, timeout: Duration, example: &str) -> Result<Reach, InputError> {
    let url = table
        .string("url")?
        .ok_or_else(|| table.fault("type", "'url' is missing").mend(format!("write it like url = \"{example}\"")))?;
    Ok(Reach {
        url,
        timeout: numbers::seconds(table, "timeout", timeout)?,
        concurrency: numbers::within(table, "concurrency", numbers::CONCURRENCY)?.unwrap_or(numbers::AT_A_TIME),
        rate: numbers::at_least_one(table, "rate")?,
        retries: numbers::within(table, "retries", RETRIES)?.unwrap_or(USUAL_RETRIES),
        ca_file: table.string("ca_file")?,
        headers: headers(&table.table("headers")?)?,
    })
}

/// Reads headers, each with the variable that holds its value.
pub(crate) fn headers(table: &Table<'_>) -> Result<Vec<Header>, InputError> {
    let header = |name: &str| {
        let variable = table.string(name)?.unwrap_or_default();
        if is_variable(&variable) {
            return Ok(Header { name: name.to_owned(), variable });
        }
        // What stands there may be the secret itself, so it is not repeated.
        let problem = format!("header {} must name an environment variable, in A-Z, 0-9 and _", quoted(name));
        Err(table.fault(name, problem).mend(
            "what stands there looks like the value itself: put that into a variable, as in `export RAG_KEY='Bearer …'`, \
             and write \"RAG_KEY\" here; if it is a secret, replace it, since it was written to a file",
        ))
    };
    table.keys().map(header).collect()
}

fn is_variable(name: &str) -> bool {
    let first = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
    first && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}
