//! Runs the built command.
#![allow(dead_code)] // no test file needs it all

pub mod salad;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// Runs `fourcell` in a folder with these arguments and this standard input.
pub fn fourcell_with(folder: &Path, arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
    command.current_dir(folder).env("NO_COLOR", "1").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Few bytes, which fit the pipe; one that reads nothing has closed it.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap() }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// A folder with some files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Says what is skipped past the harness, which would hide it.
pub fn told(line: &str) {
    std::io::stderr().write_all(format!("\n{line}").as_bytes()).unwrap();
}

/// The same, and into the file that lists what was skipped although its data should be there.
pub fn skipped(line: &str) {
    told(line);
    if let Some(file) = std::env::var_os("FOURCELL_SKIPPED") {
        OpenOptions::new().create(true).append(true).open(file).unwrap().write_all(line.as_bytes()).unwrap();
    }
}
