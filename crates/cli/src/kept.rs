//! The folder of a project for what can be made again.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Its name in the project's folder.
pub const KEPT: &str = ".fourcell";

/// The folder, made where it was not there; it tells version control to pass it over.
pub fn folder(directory: &Path) -> Result<PathBuf, Failure> {
    let folder = directory.join(KEPT);
    let ignore = folder.join(".gitignore");
    let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    if !ignore.exists() {
        std::fs::write(&ignore, "*\n").map_err(cannot)?;
    }
    Ok(folder)
}
