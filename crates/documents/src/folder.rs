//! A folder of files as documents.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;

use evidence::Document;
use evidence::snapshot::content_hash;
use formats::InputError;
use formats::error::quoted;

use crate::identity::keep_ids;
use crate::parse::{Format, FrontMatter, Parsed, Structure, parse, pdf};
use crate::rows::{self, Rows};
use crate::snapshot::{FileRecord, Snapshot};
use crate::threads;
use crate::walk::{Found, walk};

/// The longest file that is read where nothing else is said, in bytes: 64 MiB.
pub const LONGEST_FILE: u64 = 64 << 20;

/// How a folder is read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The longest file that is read, in bytes. A longer one is refused without being read into memory.
    pub longest_file: u64,
    /// How many threads read; the result does not depend on it.
    pub threads: NonZeroUsize,
    /// Who reads PDFs; without one they are refused.
    pub pdf: Option<pdf::Reader>,
}

impl Default for Options {
    fn default() -> Self {
        Self { longest_file: LONGEST_FILE, threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN), pdf: None }
    }
}

/// A file that became a document.
#[derive(Clone, Debug)]
pub struct ReadFile {
    /// The document.
    pub document: Document,
    /// What its parser saw.
    pub structure: Structure,
    /// What tells later whether the file has changed, and whether its id was stated in it.
    pub record: FileRecord,
}

/// A folder that was read.
#[derive(Debug, Default)]
pub struct FolderRead {
    /// In byte order of their paths.
    pub files: Vec<ReadFile>,
    /// One error for each file that is no document here; every one names its file, relative to the folder, in byte order.
    pub refused: Vec<InputError>,
    /// What is odd in files that were read, each with its file and line.
    pub warnings: Vec<String>,
    /// How many of `files` were taken from the earlier snapshot without parsing.
    pub reused: usize,
}

impl FolderRead {
    /// The documents with what their parsers saw, as [`crate::passages()`] wants them.
    pub fn documents(&self) -> Vec<(&Document, &Structure)> {
        self.files.iter().map(|f| (&f.document, &f.structure)).collect()
    }
}

/// Reads all files in and below a folder, in byte order of their paths, but those that begin with a dot.
///
/// A line of a file of JSON Lines (`.jsonl`) is a document, in the form of `corpus.jsonl`; any other file is one.
/// A document's id is the one its front matter states, else the one it had in `previous`, though it moved, else its path relative
/// to the folder with `/`. A file that is the same in `previous` (path, size, content hash, parser version) is not parsed again.
///
/// # Errors
/// The folder itself cannot be read. A bad file is no error here: it is in [`FolderRead::refused`], and the rest goes on.
pub fn read_folder(root: &Path, options: &Options, previous: Option<&Snapshot>) -> Result<FolderRead, InputError> {
    let walked = walk(root)?;
    let earlier: BTreeMap<&str, usize> =
        previous.into_iter().flat_map(|p| p.files.iter().enumerate()).map(|(i, r)| (r.path.as_str(), i)).collect();
    let read = threads::map(&walked.files, options.threads, |found| {
        let read = if rows::is_rows(&found.name) {
            read_bytes(&found.path, options.longest_file).and_then(|bytes| rows::read(&found.name, bytes, previous))
        } else {
            let known = previous.zip(earlier.get(found.name.as_str()).copied());
            let one = read_file(found, options, known);
            one.map(|(file, reused)| Rows { documents: vec![file], warnings: Vec::new(), reused })
        };
        read.map_err(|e| e.in_file(found.name.clone()))
    });
    let mut result = FolderRead { refused: walked.refused, ..FolderRead::default() };
    for file in read {
        match file {
            Ok(read) => {
                result.reused += if read.reused { read.documents.len() } else { 0 };
                result.files.extend(read.documents);
                result.warnings.extend(read.warnings);
            }
            Err(e) => result.refused.push(e),
        }
    }
    keep_ids(previous.map_or(&[], |p| &p.files), &mut result.files);
    refuse_doubles(&mut result);
    result.refused.sort_by(|a, b| a.file().cmp(&b.file()));
    Ok(result)
}

/// Reads a file and parses it, unless it is the same as it was; says which.
fn read_file(found: &Found, options: &Options, known: Option<(&Snapshot, usize)>) -> Result<(ReadFile, bool), InputError> {
    let format = Format::of(&found.name)?;
    let bytes = read_bytes(&found.path, options.longest_file)?;
    let (size, hash) = (bytes.len() as u64, content_hash(&bytes));
    if let Some((previous, index)) = known {
        let record = &previous.files[index];
        let same = record.size == size && record.content_hash == hash && record.parser == format.parser();
        if let Some(document) = previous.document_of(index).filter(|_| same) {
            let file = ReadFile { document: document.clone(), structure: record.structure(), record: record.clone() };
            return Ok((file, true));
        }
    }
    let Parsed { text, title, structure, parser, front } = parse(&found.name, bytes, options.pdf)?;
    let stated = front.as_ref().is_some_and(|f| f.id.is_some());
    let front = front.unwrap_or_default();
    let document = document(&found.name, front, title, text);
    let record = FileRecord::new(&found.name, size, hash, parser, stated, &document, &structure);
    Ok((ReadFile { document, structure, record }, false))
}

fn document(name: &str, front: FrontMatter, title: Option<String>, text: String) -> Document {
    Document {
        title,
        tenant: front.tenant,
        acl: front.acl,
        status: front.status,
        effective_from: front.effective_from,
        expires_at: front.expires_at,
        superseded_by: front.superseded_by,
        ..Document::new(front.id.unwrap_or_else(|| name.to_owned()), front.rev.unwrap_or_default(), text)
    }
}

/// The bytes of a file that is not too long. A file that grows while it is read is cut off and refused too.
fn read_bytes(path: &Path, longest: u64) -> Result<Vec<u8>, InputError> {
    let fail = |e: std::io::Error| InputError::new(format!("cannot be read: {e}"));
    let too_long = |length: String| {
        InputError::new(format!("is {length} bytes long; the limit is {longest}"))
            .mend("split it into files of one subject each, or raise the limit")
    };
    let file = File::open(path).map_err(fail)?;
    let length = file.metadata().map_err(fail)?.len();
    if length > longest {
        return Err(too_long(length.to_string()));
    }
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(longest.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > longest { Err(too_long(format!("more than {longest}"))) } else { Ok(bytes) }
}

/// Keeps the first file of an id and revision, and refuses the others.
fn refuse_doubles(result: &mut FolderRead) {
    let mut first: BTreeMap<(String, String), String> = BTreeMap::new();
    let refused = &mut result.refused;
    result.files.retain(|file| {
        let key = (file.document.id.clone(), file.document.rev.clone());
        if let Some(other) = first.get(&key) {
            let (id, rev) = (quoted(&key.0), &key.1);
            let what = if rev.is_empty() { id } else { format!("{id} with revision {}", quoted(rev)) };
            refused.push(
                InputError::new(format!("the id {what} is already that of the file {}", quoted(other)))
                    .mend("state an 'id' or a 'rev' of its own in one of the two files")
                    .in_file(file.record.path.clone()),
            );
            return false;
        }
        first.insert(key, file.record.path.clone());
        true
    });
}
