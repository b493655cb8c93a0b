//! `[endpoints.NAME]`: servers of models that speak the usual interface, for embeddings, reranking and chat.

use std::time::Duration;

use crate::error::InputError;
use crate::numbers;
use crate::systems::{Header, http};
use crate::toml_text::Table;

/// How a server of models is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedEndpoint {
    /// Its name.
    pub name: String,
    /// The base address, such as `http://localhost:8080/v1`.
    pub url: String,
    /// The headers of each request, in written order.
    pub headers: Vec<Header>,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// How many requests are in flight at a time; at least 1.
    pub concurrency: u32,
    /// How many requests may start in a minute, at least 1; `None` for as many as come.
    pub rate: Option<u32>,
    /// How often a request is repeated that may go better.
    pub retries: u32,
    /// Fields that every request body gets, such as `cache_prompt = false`.
    pub extra: serde_json::Map<String, serde_json::Value>,
    /// What a million tokens cost, read and written, in the user's currency; `None` where it is not stated.
    pub price: Option<Price>,
}

/// What a million tokens cost; each finite and at least 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// Tokens read.
    pub input: f64,
    /// Tokens written.
    pub output: f64,
}

/// What a command may spend on models; `None` is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StatedBudget {
    /// Requests, those repeated after a failure too.
    pub calls: Option<u64>,
    /// Tokens read and written.
    pub tokens: Option<u64>,
    /// Money, by the prices of the endpoints.
    pub money: Option<f64>,
}

/// The keys of an endpoint.
pub const ENDPOINT_KEYS: [&str; 8] = ["url", "headers", "timeout", "concurrency", "rate", "retries", "extra", "price"];

/// The keys of a budget.
pub const BUDGET_KEYS: [&str; 3] = ["calls", "tokens", "money"];

/// The most requests that are in flight at a time.
pub const MOST_CONCURRENT: u32 = 256;

/// Reads the tables of `[endpoints]`, in written order.
pub(crate) fn read_endpoints(endpoints: &mut Table<'_>) -> Result<Vec<StatedEndpoint>, InputError> {
    let names: Vec<String> = endpoints.keys().map(str::to_owned).collect();
    names.into_iter().map(|name| read(endpoints.table(&name)?, name)).collect()
}

fn read(mut table: Table<'_>, name: String) -> Result<StatedEndpoint, InputError> {
    table.only(&ENDPOINT_KEYS)?;
    let url = table
        .string("url")?
        .ok_or_else(|| table.fault("url", "'url' is missing").mend("write it like url = \"http://localhost:8080/v1\""))?;
    let price = table.holds("price").then(|| price(&table.table("price")?)).transpose()?;
    let extra = table.table("extra")?.canonical().into_iter();
    // Canonical values are JSON.
    let extra = extra.map(|(key, value)| (key, serde_json::from_str(&value).unwrap_or_default())).collect();
    Ok(StatedEndpoint {
        name,
        url,
        timeout: numbers::seconds(&table, "timeout", Duration::from_secs(120))?,
        concurrency: numbers::within(&table, "concurrency", 1, MOST_CONCURRENT)?.unwrap_or(4),
        rate: numbers::at_least_one(&table, "rate")?,
        retries: numbers::within(&table, "retries", 0, 100)?.unwrap_or(3),
        headers: http::headers(&table.table("headers")?)?,
        extra,
        price,
    })
}

fn price(table: &Table<'_>) -> Result<Price, InputError> {
    table.only(&["input", "output"])?;
    let of = |key: &str| numbers::at_least(table, key, 0.0).map(|price| price.unwrap_or(0.0));
    Ok(Price { input: of("input")?, output: of("output")? })
}

/// Reads a table of limits.
pub(crate) fn read_budget(table: &Table<'_>) -> Result<StatedBudget, InputError> {
    table.only(&BUDGET_KEYS)?;
    let count = |key: &str| numbers::at_least_one(table, key).map(|n| n.map(u64::from));
    Ok(StatedBudget { calls: count("calls")?, tokens: count("tokens")?, money: numbers::at_least(table, "money", 0.0)? })
}
