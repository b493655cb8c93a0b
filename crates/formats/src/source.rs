//! Opening an input: a file that may be plain, gzip or Zstandard, or standard input.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use evidence::snapshot::hex;
use sha2::{Digest, Sha256};

use crate::error::InputError;
use crate::zstd::{Frames, begins_like_zstd};

/// An input that can be opened more than once: a fast reader that finds its assumption broken starts again.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    place: Place,
    block_size: Option<NonZeroUsize>,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    Memory(Arc<[u8]>),
}

const GZIP: [u8; 2] = [0x1f, 0x8b];

impl Source {
    /// A file by its path; `-` is standard input. That, and pipes such as the shell's `<(zcat run.gz)`, are read whole here, since
    /// they cannot be read twice.
    pub fn from_argument(path: &Path) -> Result<Self, InputError> {
        let mut bytes = Vec::new();
        if path.as_os_str() == "-" {
            io::stdin()
                .lock()
                .read_to_end(&mut bytes)
                .map_err(|e| InputError::new(format!("cannot read standard input: {e}")).in_file("standard input"))?;
            return Ok(Self::memory("standard input", bytes));
        }
        let file = Self::file(path);
        if path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) {
            file.open_raw()?.read_to_end(&mut bytes).map_err(|e| file.cannot_read(&e))?;
            return Ok(Self::memory(&file.name, bytes));
        }
        Ok(file)
    }

    /// A file by its path.
    pub fn file(path: &Path) -> Self {
        Self { name: path.display().to_string().into(), place: Place::File(path.to_owned()), block_size: None }
    }

    /// Bytes at hand, under a name for messages.
    pub fn memory(name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { name: name.into(), place: Place::Memory(bytes.into()), block_size: None }
    }

    /// Sets how many bytes readers of TREC files take at a time, so that tests meet the borders of blocks. It changes no result.
    #[doc(hidden)]
    pub fn in_blocks_of(mut self, bytes: NonZeroUsize) -> Self {
        self.block_size = Some(bytes);
        self
    }

    /// How many bytes are taken at a time, where it was set.
    pub(crate) fn block_size(&self) -> Option<NonZeroUsize> {
        self.block_size
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
        } else if begins_like_zstd(&head[..have]) {
            Ok(Box::new(Frames::new(BufReader::with_capacity(64 << 10, whole))))
        } else {
            Ok(Box::new(whole))
        }
    }

    /// The whole text, decompressed, without a byte-order mark. Line ends stay as they are, since offsets count them. What is not
    /// UTF-8, or longer than `limit` bytes, is refused.
    pub fn read_text(&self, limit: u64) -> Result<String, InputError> {
        let mut bytes = Vec::new();
        self.open()?.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| self.cannot_read(&e))?;
        let refuse = |problem: String| InputError::new(problem).in_file(self.name.clone());
        if bytes.len() as u64 > limit {
            return Err(refuse(format!("is longer than {limit} bytes")));
        }
        let mut text = String::from_utf8(bytes).map_err(|e| {
            refuse("invalid UTF-8".into()).at_byte(e.utf8_error().valid_up_to() as u64).mend("save the file as UTF-8")
        })?;
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Ok(text)
    }

    /// `sha256:` and the hash of the file's bytes as they lie on disk, so that `sha256sum` gives the same.
    pub fn sha256(&self) -> Result<String, InputError> {
        let mut raw = self.open_raw()?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 64 << 10];
        loop {
            match raw.read(&mut buffer) {
                Ok(0) => return Ok(hex(&hash.finalize())),
                Ok(n) => hash.update(&buffer[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(self.cannot_read(&e)),
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn text(bytes: &[u8]) -> Result<String, InputError> {
        Source::memory("m", bytes).read_text(1000)
    }

    #[test]
    fn plain_gzip_and_zstandard_are_told_by_their_bytes() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"one\n").unwrap();
        let mut twice = gzip.finish().unwrap();
        twice.extend(twice.clone());
        assert_eq!(text(&twice).unwrap(), "one\none\n");
        let mut frames = ruzstd::encoding::compress_to_vec(&b"one\n"[..], ruzstd::encoding::CompressionLevel::Fastest);
        frames.extend(frames.clone());
        assert_eq!(text(&frames).unwrap(), "one\none\n");
        assert_eq!(text(b"").unwrap(), "");
        assert!(text(&twice[..15]).unwrap_err().to_string().contains("compressed data"), "{:?}", text(&twice[..15]));
    }

    #[test]
    fn text_has_no_mark_keeps_its_line_ends_and_is_utf8() {
        assert_eq!(text("\u{feff}é\r\n".as_bytes()).unwrap(), "é\r\n");
        assert_eq!(text(b"ab\xff").unwrap_err().byte(), Some(2));
        assert_eq!(Source::memory("m", &b"abcd"[..]).read_text(3).unwrap_err().problem(), "is longer than 3 bytes");
    }

    #[test]
    fn the_hash_is_of_the_bytes_on_disk() {
        let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Source::memory("m", &b""[..]).sha256().unwrap(), empty);
    }
}
