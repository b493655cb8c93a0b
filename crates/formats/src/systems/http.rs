//! `type = "http"`: a system that is asked with a POST of JSON.

use crate::error::InputError;
use crate::numbers;
use crate::reach::{self, REACH_KEYS, Reach};
use crate::systems::{Admin, Contract, admin, contract, only};
use crate::toml_text::Table;

/// A system over HTTP.
#[derive(Clone, Debug, PartialEq)]
pub struct Http {
    /// Where and how each question is posted.
    pub reach: Reach,
    /// What it is told, and how its replies are read.
    pub contract: Contract,
    /// How its documents are changed, where that is stated.
    pub admin: Option<Admin>,
}

/// The keys of the table, besides those of its reach and of the contract.
pub(crate) const KEYS: [&str; 3] = ["type", "manifest_url", "admin"];

/// Reads the table of a system over HTTP.
pub(super) fn read(mut table: Table<'_>) -> Result<Http, InputError> {
    only(&table, &[&KEYS[..], &REACH_KEYS].concat())?;
    let reach = reach::read(&mut table, numbers::TIMEOUT, "http://localhost:8000/ask")?;
    let admin = table.holds("admin").then(|| admin::read(table.table("admin")?)).transpose()?;
    Ok(Http { reach, contract: contract(&mut table)?, admin })
}
