//! `[endpoints.NAME]`: servers of models that speak the usual interface, for embeddings, reranking and chat.

use std::time::Duration;

use crate::error::InputError;
use crate::numbers;
use crate::reach::{self, REACH_KEYS, Reach};
use crate::toml_text::Table;

/// A server of models.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedEndpoint {
    /// Its name.
    pub name: String,
    /// How it is reached; its address is the base of paths, such as `http://localhost:8080/v1`.
    pub reach: Reach,
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

/// The keys of an endpoint, besides those of its reach.
pub(crate) const ENDPOINT_KEYS: [&str; 2] = ["extra", "price"];

/// The keys of a budget.
pub(crate) const BUDGET_KEYS: [&str; 3] = ["calls", "tokens", "money"];

/// The keys of a price.
pub(crate) const PRICE_KEYS: [&str; 2] = ["input", "output"];

/// How long one attempt may take where nothing is said: models take their time.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// Reads the tables of `[endpoints]`, in written order.
pub(crate) fn read_endpoints(endpoints: &mut Table<'_>) -> Result<Vec<StatedEndpoint>, InputError> {
    let names: Vec<String> = endpoints.keys().map(str::to_owned).collect();
    names.into_iter().map(|name| read(endpoints.table(&name)?, name)).collect()
}

fn read(mut table: Table<'_>, name: String) -> Result<StatedEndpoint, InputError> {
    table.only(&[&ENDPOINT_KEYS[..], &REACH_KEYS].concat())?;
    let reach = reach::read(&mut table, TIMEOUT, "http://localhost:8080/v1")?;
    let price = table.holds("price").then(|| price(&table.table("price")?)).transpose()?;
    let extra = table.table("extra")?.canonical().into_iter();
    // Canonical values are JSON.
    let extra = extra.map(|(key, value)| (key, serde_json::from_str(&value).unwrap_or_default())).collect();
    Ok(StatedEndpoint { name, reach, extra, price })
}

fn price(table: &Table<'_>) -> Result<Price, InputError> {
    table.only(&PRICE_KEYS)?;
    // A price that is left out is not known, and nothing that is not known is taken to cost nothing.
    let of = |key: &str| {
        let missing = || table.fault(key, format!("'{key}' is missing")).mend(format!("write {key} = 0 where it costs nothing"));
        numbers::at_least(table, key, 0.0)?.ok_or_else(missing)
    };
    Ok(Price { input: of("input")?, output: of("output")? })
}

/// Reads a table of limits.
pub(crate) fn read_budget(table: &Table<'_>) -> Result<StatedBudget, InputError> {
    table.only(&BUDGET_KEYS)?;
    let count = |key: &str| numbers::at_least_one(table, key).map(|n| n.map(u64::from));
    Ok(StatedBudget { calls: count("calls")?, tokens: count("tokens")?, money: numbers::at_least(table, "money", 0.0)? })
}
