//! `[custody]` of the project file: where the record of the final set is kept, and how many looks are planned.

use std::path::{Path, PathBuf};

use evidence::custody::{LOOKS, USUAL_LOOKS};

use crate::error::InputError;
use crate::numbers::within;
use crate::toml_text::Table;

/// The record's file where nothing is said.
pub const CUSTODY_FILE: &str = "custody.jsonl";

/// The keys of the table.
pub(crate) const KEYS: [&str; 2] = ["looks", "file"];

/// What `[custody]` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedCustody {
    /// How many looks are planned of a set that is sealed.
    pub looks: u32,
    /// The record; it need not be there yet.
    pub file: PathBuf,
}

/// Reads the table. Paths are relative to `directory`.
pub(crate) fn read_stated(table: &Table<'_>, directory: &Path) -> Result<StatedCustody, InputError> {
    table.only(&KEYS)?;
    Ok(StatedCustody {
        looks: within(table, "looks", LOOKS)?.unwrap_or(USUAL_LOOKS),
        file: directory.join(table.string("file")?.as_deref().unwrap_or(CUSTODY_FILE)),
    })
}
