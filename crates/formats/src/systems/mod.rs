//! What a project file says of its systems: a table `[systems.NAME]` each.

pub mod admin;
pub(crate) mod built_in;
pub(crate) mod command;
pub(crate) mod http;
mod manifest;
pub mod models;
pub(crate) mod recorded;
pub(crate) mod reply_map;

pub use admin::Admin;
pub use built_in::BuiltIn;
pub use command::{Command, Each, Program};
pub use http::Http;
pub use manifest::{LONGEST_MANIFEST, StatedManifest, Told, read_settings};
pub use recorded::{Format, Recorded};
pub use reply_map::ReplyMap;

use crate::error::InputError;
use crate::numbers;
use crate::toml_text::Table;

/// The settings that decide a result, in the order of the pipeline; a system tells those that it has.
pub const SETTINGS: [&str; 13] = [
    "corpus",
    "parsing",
    "chunking",
    "embedding",
    "sparse_index",
    "filters",
    "query_rewriting",
    "fusion",
    "reranking",
    "packing",
    "generator",
    "prompt",
    "sampling",
];

/// A system as it is stated.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedSystem {
    /// Its name.
    pub name: String,
    /// What it is, with its settings.
    pub kind: Kind,
}

/// What a system is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The built-in reference system.
    BuiltIn(Box<BuiltIn>),
    /// A system that is asked over HTTP.
    Http(Http),
    /// A system that is asked as a command.
    Command(Command),
    /// Results that were recorded elsewhere.
    Recorded(Recorded),
}

/// What every system of others is told, and tells of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// How many passages are asked for, at least 1; `None` leaves it to the system.
    pub k: Option<u32>,
    /// How many tokens the context may have, at least 1; `None` leaves it to the system.
    pub budget_tokens: Option<u32>,
    /// Where things stand in its replies; `None` where they have the form of a record.
    pub map: Option<ReplyMap>,
    /// The settings that the system is known to have.
    pub manifest: StatedManifest,
}

/// The keys of [`Contract`].
pub(crate) const CONTRACT_KEYS: [&str; 5] = ["k", "budget_tokens", "map", "manifest", "manifest_file"];

/// What `type` may be; the first where nothing is said.
pub(crate) const KINDS: [&str; 4] = ["builtin", "http", "command", "recorded"];

/// Reads the tables of `[systems]`, in written order; `endpoints` are the names of the project's.
pub(crate) fn read_systems(systems: &mut Table<'_>, endpoints: &[String]) -> Result<Vec<StatedSystem>, InputError> {
    let names: Vec<String> = systems.keys().map(str::to_owned).collect();
    names.into_iter().map(|name| Ok(StatedSystem { kind: kind(systems.table(&name)?, endpoints)?, name })).collect()
}

fn kind(table: Table<'_>, endpoints: &[String]) -> Result<Kind, InputError> {
    match table.choice("type", &KINDS)?.as_deref() {
        Some("http") => http::read(table).map(Kind::Http),
        Some("command") => command::read(table).map(Kind::Command),
        Some("recorded") => recorded::read(table).map(Kind::Recorded),
        _ => built_in::read(table, endpoints).map(|stated| Kind::BuiltIn(Box::new(stated))),
    }
}

/// Reads what systems of others have in common.
fn contract(table: &mut Table<'_>) -> Result<Contract, InputError> {
    let (k, budget_tokens) = (numbers::at_least_one(table, "k")?, numbers::at_least_one(table, "budget_tokens")?);
    let map = table.holds("map").then(|| reply_map::read(&table.table("map")?)).transpose()?;
    Ok(Contract { k, budget_tokens, map, manifest: manifest::read(table)? })
}

/// Refuses keys that neither a kind of system nor the contract knows.
fn only(table: &Table<'_>, keys: &[&str]) -> Result<(), InputError> {
    table.only(&[keys, &CONTRACT_KEYS[..]].concat())
}

/// The fault of a key that must be there.
pub(crate) fn missing(table: &Table<'_>, key: &str, example: &str) -> InputError {
    table.fault("type", format!("'{key}' is missing")).mend(format!("write it like {example}"))
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
