//! The ledger of the project, across runs, and that of a run.

use std::path::{Path, PathBuf};

use fourcell::diagnosis::ledger::life::Kept;
use fourcell::formats::Source;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::{read_ledger, write_ledger};
use fourcell::formats::project::Project;

use crate::failure::Failure;

/// The name of a ledger file.
pub const LEDGER: &str = "ledger.jsonl";

/// Where the project's ledger is.
pub fn place(project: &Project) -> PathBuf {
    project.directory.join(LEDGER)
}

/// The failures that the project knows; none where it has no ledger yet.
pub fn read(project: &Project) -> Result<Vec<Kept>, Failure> {
    let path = place(project);
    if !path.exists() {
        return Ok(Vec::new());
    }
    Ok(read_ledger(&Source::file(&path))?.items)
}

/// Writes a ledger.
pub fn write(path: &Path, kept: &[Kept]) -> Result<(), Failure> {
    Ok(write_atomically(path, |to| write_ledger(to, kept))?)
}
