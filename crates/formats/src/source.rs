//! Opening an input: a file that may be plain, gzip or Zstandard, or standard input.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::InputError;

/// An input that can be opened more than once: a fast reader that finds its assumption broken starts again.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    Memory(Arc<[u8]>),
}

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

impl Source {
    /// A file by its path; `-` is standard input, which is read whole here since it cannot be read twice.
    pub fn from_argument(path: &Path) -> Result<Self, InputError> {
        if path.as_os_str() != "-" {
            return Ok(Self::file(path));
        }
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|e| InputError::new(format!("cannot read standard input: {e}")).in_file("standard input"))?;
        Ok(Self::memory("standard input", bytes))
    }

    /// A file by its path.
    pub fn file(path: &Path) -> Self {
        Self { name: path.display().to_string().into(), place: Place::File(path.to_owned()) }
    }

    /// Bytes at hand, under a name for messages.
    pub fn memory(name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { name: name.into(), place: Place::Memory(bytes.into()) }
    }

    /// The name for messages.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The path, where it is a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path) => Some(path),
            Place::Memory(_) => None,
        }
    }

    /// Opens the raw bytes, compressed or not.
    pub fn open_raw(&self) -> Result<Box<dyn Read + Send>, InputError> {
        match &self.place {
            Place::Memory(bytes) => Ok(Box::new(Cursor::new(bytes.clone()))),
            Place::File(path) => {
                let fail = |e: io::Error| self.cannot_read(&e);
                if path.metadata().map_err(fail)?.is_dir() {
                    return Err(InputError::new("is a directory; a file is expected here").in_file(self.name.clone()));
                }
                Ok(Box::new(File::open(path).map_err(fail)?))
            }
        }
    }

    /// Opens the bytes, decompressed where the first bytes say gzip or Zstandard, whatever the name ends in.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, InputError> {
        let mut raw = self.open_raw()?;
        let mut head = [0u8; 4];
        let mut have = 0;
        while have < head.len() {
            match raw.read(&mut head[have..]) {
                Ok(0) => break,
                Ok(n) => have += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(self.cannot_read(&e)),
            }
        }
        let whole = Cursor::new(head[..have].to_vec()).chain(raw);
        if head[..have].starts_with(&GZIP) {
            Ok(Box::new(flate2::read::MultiGzDecoder::new(whole)))
        } else if head[..have] == ZSTD {
            let frames = ruzstd::decoding::StreamingDecoder::new(whole)
                .map_err(|e| InputError::new(format!("broken Zstandard data: {e}")).in_file(self.name.clone()))?;
            Ok(Box::new(frames))
        } else {
            Ok(Box::new(whole))
        }
    }

    /// The error for bytes that cannot be had: a missing file, a cut-off gzip stream.
    pub fn cannot_read(&self, error: &io::Error) -> InputError {
        let problem = match error.kind() {
            io::ErrorKind::NotFound => "no such file".to_owned(),
            io::ErrorKind::UnexpectedEof => "ends in the middle of its compressed data".to_owned(),
            _ => format!("cannot be read: {error}"),
        };
        let refused = InputError::new(problem).in_file(self.name.clone());
        match error.kind() {
            io::ErrorKind::UnexpectedEof => refused.mend("the file was cut off; copy or make it again"),
            io::ErrorKind::NotFound => refused.mend("check the path; it is taken relative to the current directory"),
            _ => refused,
        }
    }
}
