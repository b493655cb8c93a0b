//! A file of JSON Lines in a folder: each line is a document, in the form of `corpus.jsonl`.

use evidence::snapshot::content_hash;
use formats::native::read_corpus;
use formats::{InputError, Source};

use crate::folder::ReadFile;
use crate::parse::Structure;
use crate::snapshot::{FileRecord, Snapshot};

/// Name and version of the reader: another version may give other documents.
const PARSER: &str = "jsonl/1";

/// The documents of a file, in the order of its lines.
pub struct Rows {
    /// Each with the record of the file; whose ids are stated in it.
    pub documents: Vec<ReadFile>,
    /// What is odd in it, with line and file.
    pub warnings: Vec<String>,
    /// Whether they were taken from the earlier snapshot.
    pub reused: bool,
}

/// Whether a file has documents as lines, by the end of its name.
pub fn is_rows(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("jsonl"))
}

/// Reads a file, or takes from an earlier snapshot what it was.
pub fn read(name: &str, bytes: Vec<u8>, previous: Option<&Snapshot>) -> Result<Rows, InputError> {
    let (size, hash) = (bytes.len() as u64, content_hash(&bytes));
    if let Some(documents) = previous.and_then(|previous| unchanged(name, size, &hash, previous)) {
        return Ok(Rows { documents, warnings: Vec::new(), reused: true });
    }
    let read = read_corpus(&Source::memory(name, bytes))?;
    if read.items.is_empty() {
        return Err(
            InputError::new("holds no document").mend("write a document a line: {\"id\": …, \"text\": …}, or take it out")
        );
    }
    let mut warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    let sources = read.items.iter().filter(|document| document.source.is_some()).count();
    if sources > 0 {
        warnings.push(format!("{name}: the 'source' of its documents is not kept ({sources} of them have one): the corpus that is written lies elsewhere"));
    }
    let document = |mut document: evidence::Document| {
        document.source = None;
        let record = FileRecord::new(name, size, hash.clone(), PARSER, true, &document, &Structure::NotCaptured);
        ReadFile { document, structure: Structure::NotCaptured, record }
    };
    Ok(Rows { documents: read.items.into_iter().map(document).collect(), warnings, reused: false })
}

/// The documents of a file that is the same as it was.
fn unchanged(name: &str, size: u64, hash: &str, previous: &Snapshot) -> Option<Vec<ReadFile>> {
    let of_it = previous.files.iter().enumerate().filter(|(_, record)| record.path == name);
    let documents: Option<Vec<ReadFile>> = of_it
        .map(|(place, record)| {
            let same = record.size == size && record.content_hash == hash && record.parser == PARSER;
            let document = previous.document_of(place).filter(|_| same)?;
            Some(ReadFile { document: document.clone(), structure: Structure::NotCaptured, record: record.clone() })
        })
        .collect();
    documents.filter(|documents| !documents.is_empty())
}
