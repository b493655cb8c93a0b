//! An index as a file: what was cut and analysed once is read again.
//!
//! Magic and version; the settings that decided it and its revision; documents with their hashes; passages; terms with the passages that
//! hold them; SHA-256 over all before it. A file is taken as a whole or not at all, and nothing in it is believed: whatever its bytes are,
//! reading ends with an index that keeps its rules, or with a fault.

use std::io::{self, Write};

use evidence::SourceRange;
use sha2::{Digest, Sha256};

use super::bytes::{Reader, Writer};
use super::{Held, Key, LiveIndex, Placed, order};
use crate::analysis::Analyzer;
use crate::bm25::{Index, Posting};

/// The longest file that is written and read, in bytes. It takes some times as much memory.
pub const LONGEST: u64 = 1 << 29;

const MAGIC: &[u8] = b"fourcell index\n";
/// The form of the file, and the way in which documents are cut and texts become terms: whoever changes one of them counts it up.
const VERSION: u64 = 1;
const CHECKSUM: usize = 32;

/// An index file cannot be used; it can be built anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl LiveIndex {
    /// Writes it, with the settings that decided what is in it. The same contents are the same bytes.
    pub fn write(&self, settings: &str, to: &mut dyn Write) -> io::Result<()> {
        let mut file = Writer::new(to);
        file.bytes(MAGIC)?;
        file.number(VERSION)?;
        file.text(settings)?;
        file.text(&self.revision)?;
        file.number(self.documents.len() as u64)?;
        for Held { key, hash } in &self.documents {
            file.text(&key.id)?;
            file.text(&key.rev)?;
            file.bytes(hash)?;
        }
        file.number(self.passages.len() as u64)?;
        for Placed { id, document, range } in &self.passages {
            file.text(id)?;
            file.number(u64::from(*document))?;
            // No range is empty, so that an empty one says that there is none.
            file.number(range.map_or(0, |range| range.len() as u64))?;
            if let Some(range) = range {
                file.number(range.start() as u64)?;
            }
        }
        let fits = |given: u64| match given > LONGEST - CHECKSUM as u64 {
            true => Err(io::Error::other(format!("it would be longer than {LONGEST} bytes"))),
            false => Ok(()),
        };
        let terms = self.index.terms();
        file.number(terms.len() as u64)?;
        for (term, list) in terms {
            file.text(term)?;
            file.number(list.len() as u64)?;
            let mut next = 0;
            for &(passage, count) in list {
                // Most passages hold a term once: one bit says so.
                file.number(u64::from(passage - next) << 1 | u64::from(count > 1))?;
                if count > 1 {
                    file.number(u64::from(count))?;
                }
                next = passage + 1;
            }
            fits(file.given())?;
        }
        fits(file.given())?;
        file.end()
    }

    /// Reads one that was written under the same settings; `analyzer` is theirs.
    pub fn read(bytes: &[u8], settings: &str, analyzer: Option<Analyzer>) -> Result<Self, Unreadable> {
        let fault = |said: &str| Unreadable(said.to_owned());
        let content = bytes.len().checked_sub(CHECKSUM).ok_or_else(|| fault("it is cut short"))?;
        let (content, checksum) = bytes.split_at(content);
        let mut file = Reader(content.strip_prefix(MAGIC).ok_or_else(|| fault("it is no index file"))?);
        match file.number() {
            Some(VERSION) => {}
            Some(other) => return Err(Unreadable(format!("it has form {other}, but {VERSION} was expected"))),
            None => return Err(fault("it is cut short")),
        }
        if Sha256::digest(content).as_slice() != checksum {
            return Err(fault("its checksum does not fit its content"));
        }
        if file.text() != Some(settings) {
            return Err(fault("it is of other settings"));
        }
        let parts = (|| {
            let revision = file.text()?.to_owned();
            let documents = documents(&mut file)?;
            let passages = passages(&mut file, documents.len())?;
            let index = terms(&mut file, passages.len())?;
            file.0.is_empty().then_some((revision, documents, passages, index))
        })();
        let (revision, documents, passages, index) = parts.ok_or_else(|| fault("its content breaks the rules of its form"))?;
        Ok(Self { analyzer, revision, documents, passages, index, analysed: 0 })
    }
}

fn documents(file: &mut Reader<'_>) -> Option<Vec<Held>> {
    let count = file.many(2 + 32)?;
    let mut documents: Vec<Held> = Vec::with_capacity(count);
    for _ in 0..count {
        let key = Key { id: file.text()?.to_owned(), rev: file.text()?.to_owned() };
        let hash = file.bytes(32)?.try_into().ok()?;
        if documents.last().is_some_and(|before| before.key >= key) {
            return None;
        }
        documents.push(Held { key, hash });
    }
    Some(documents)
}

fn passages(file: &mut Reader<'_>, documents: usize) -> Option<Vec<Placed>> {
    let count = file.many(3)?;
    u32::try_from(count).ok()?;
    let mut passages: Vec<Placed> = Vec::with_capacity(count);
    for _ in 0..count {
        let id = file.text()?.to_owned();
        let document = file.small().filter(|&number| (number as usize) < documents)?;
        let range = match file.size()? {
            0 => None,
            length => {
                let start = file.size()?;
                Some(SourceRange::new(start, start.checked_add(length)?)?)
            }
        };
        let passage = Placed { id, document, range };
        if passages.last().is_some_and(|before| order(before) > order(&passage)) {
            return None;
        }
        passages.push(passage);
    }
    Some(passages)
}

fn terms(file: &mut Reader<'_>, passages: usize) -> Option<Index> {
    let mut index = Index::of(passages);
    let mut before: Option<&str> = None;
    for _ in 0..file.many(3)? {
        let term = file.text()?;
        if before.is_some_and(|before| before >= term) {
            return None;
        }
        before = Some(term);
        let count = file.many(1).filter(|&count| count > 0)?;
        let mut list: Vec<Posting> = Vec::with_capacity(count);
        let mut next = 0u32;
        for _ in 0..count {
            let coded = file.number()?;
            let passage = next.checked_add(u32::try_from(coded >> 1).ok()?)?;
            let count = if coded & 1 == 0 { 1 } else { file.small().filter(|&count| count > 1)? };
            list.push((passage, count));
            next = passage.checked_add(1)?;
        }
        // That the last is there says that all are.
        if next as usize > passages {
            return None;
        }
        index.put(term, list)?;
    }
    Some(index)
}
