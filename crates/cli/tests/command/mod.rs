//! Runs the built command.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run of the command left behind.
#[derive(Debug)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Runs `fourcell` in a folder; the arguments are split at blanks.
pub fn fourcell(folder: &Path, arguments: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
    let output = command.current_dir(folder).env("NO_COLOR", "1").args(arguments.split_whitespace()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap() }
}

/// The root of the repository.
#[allow(dead_code)] // not every test file needs it
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// A folder with some files.
#[allow(dead_code)] // not every test file needs it
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}
