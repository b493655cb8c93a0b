//! `type = "http"`: a system that is asked with a POST of JSON.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::error::{InputError, quoted};
use crate::systems::{Contract, contract, missing, numbers, only};
use crate::toml_text::Table;

/// How a system is reached over HTTP.
#[derive(Clone, Debug, PartialEq)]
pub struct Http {
    /// Where each question is posted.
    pub url: String,
    /// The headers of each request, in written order.
    pub headers: Vec<Header>,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// How many questions are asked at a time; at least 1.
    pub concurrency: u32,
    /// How many requests may start in a minute, at least 1; `None` for as many as come.
    pub rate: Option<u32>,
    /// How often a request is repeated that may go better.
    pub retries: u32,
    /// What it is told, and how its replies are read.
    pub contract: Contract,
}

/// A header whose value stands in an environment variable, so that no secret stands in a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The header's name.
    pub name: String,
    /// The name of the variable.
    pub variable: String,
}

/// The keys of the table, besides those of the contract.
pub(crate) const KEYS: [&str; 7] = ["type", "url", "headers", "timeout", "concurrency", "rate", "retries"];

/// How often a request may be repeated.
pub(crate) const RETRIES: RangeInclusive<u32> = 0..=100;

/// How often it is where nothing is said.
pub(crate) const USUAL_RETRIES: u32 = 3;

/// Reads the table of a system over HTTP.
pub(super) fn read(mut table: Table<'_>) -> Result<Http, InputError> {
    only(&table, &KEYS)?;
    let url = table.string("url")?.ok_or_else(|| missing(&table, "url", "url = \"http://localhost:8000/ask\""))?;
    let timeout = numbers::seconds(&table, "timeout", numbers::TIMEOUT)?;
    let concurrency = numbers::within(&table, "concurrency", numbers::CONCURRENCY)?.unwrap_or(numbers::AT_A_TIME);
    let rate = numbers::at_least_one(&table, "rate")?;
    let retries = numbers::within(&table, "retries", RETRIES)?.unwrap_or(USUAL_RETRIES);
    let headers = headers(&table.table("headers")?)?;
    Ok(Http { url, headers, timeout, concurrency, rate, retries, contract: contract(&mut table)? })
}

fn headers(table: &Table<'_>) -> Result<Vec<Header>, InputError> {
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
