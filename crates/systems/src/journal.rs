//! What an unfinished run has done so far, a line a call, so that a killed run goes on where it was.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The name of the file in a run directory. Its records are those of a run that is not finished.
pub const JOURNAL: &str = "journal.jsonl";

const VERSION: u32 = 1;

#[derive(Deserialize, Serialize)]
struct Head {
    journal: u32,
    /// The day on which documents must be in force: a run that goes on after midnight keeps it.
    day: String,
}

/// One call that was made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Entry {
    /// What the call was, as a hash over all that decides it.
    pub key: String,
    /// Whether it failed.
    pub failed: bool,
    /// The line of `records.jsonl`.
    pub record: String,
    /// The line of `timings.jsonl`.
    pub timing: String,
}

/// A journal that is open for more.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// The day of the run.
    pub day: String,
    /// Calls that were made before, by key; of a key that stands twice the later one.
    pub made: HashMap<String, Entry>,
}

impl Journal {
    /// Starts a new one in a directory, in place of an old one.
    pub fn start(directory: &Path, day: &str) -> io::Result<Self> {
        let mut file = locked(OpenOptions::new().write(true).create(true).truncate(false).open(directory.join(JOURNAL))?)?;
        file.set_len(0)?;
        let head = Head { journal: VERSION, day: day.to_owned() };
        writeln!(file, "{}", serde_json::to_string(&head)?)?;
        Ok(Self { file, day: day.to_owned(), made: HashMap::new() })
    }

    /// Opens the one of a directory. What follows the last whole line was being written when the run was killed, and is cut off.
    pub fn resume(directory: &Path) -> io::Result<Self> {
        let path = directory.join(JOURNAL);
        let mut file = locked(OpenOptions::new().write(true).open(&path)?)?;
        let text = std::fs::read(&path)?;
        let whole = text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let mut lines = text[..whole].split(|&b| b == b'\n').filter(|line| !line.is_empty());
        let spoilt = |e: serde_json::Error| io::Error::other(format!("{} is no journal: {e}", path.display()));
        let head: Head = serde_json::from_slice(lines.next().unwrap_or_default()).map_err(spoilt)?;
        if head.journal > VERSION {
            return Err(io::Error::other(format!("{} was written by a newer version of this program", path.display())));
        }
        let mut made = HashMap::new();
        for line in lines {
            let entry: Entry = serde_json::from_slice(line).map_err(spoilt)?;
            made.insert(entry.key.clone(), entry);
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, day: head.day, made })
    }

    /// Removes the one of a directory: the run is whole.
    pub fn end(directory: &Path) -> io::Result<()> {
        std::fs::remove_file(directory.join(JOURNAL))
    }

    /// Writes one call down, whole, before it counts as made.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

/// A file that no other process writes meanwhile: two runs of one name would mix. Where files cannot be locked, nobody is kept out.
fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let problem = format!("another fourcell is writing {JOURNAL} now; wait until it has ended, or name another run");
            Err(io::Error::new(io::ErrorKind::WouldBlock, problem))
        }
        _ => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, record: &str) -> Entry {
        Entry { key: key.into(), failed: false, record: record.into(), timing: "{}".into() }
    }

    #[test]
    fn a_journal_cut_at_any_byte_goes_on() {
        let directory = tempfile::tempdir().unwrap();
        let mut journal = Journal::start(directory.path(), "2026-11-30").unwrap();
        let entries = [entry("a", "{\"question\":\"ä\"}"), entry("b", "{}"), entry("a", "{\"again\":1}")];
        entries.iter().for_each(|e| journal.add(e).unwrap());
        let path = directory.path().join(JOURNAL);
        let other = Journal::resume(directory.path()).unwrap_err();
        assert_eq!(other.kind(), io::ErrorKind::WouldBlock, "two runs of one name would mix: {other}");
        assert!(Journal::start(directory.path(), "2026-11-30").is_err());
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let head = whole.iter().position(|&b| b == b'\n').unwrap() + 1;
        for cut in head..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut again = Journal::resume(directory.path()).unwrap();
            let lines = whole[head..cut].iter().filter(|&&b| b == b'\n').count();
            assert_eq!(again.day, "2026-11-30");
            assert_eq!(again.made.len(), lines.min(2), "cut at {cut}");
            for e in &entries[lines..] {
                again.add(e).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        assert_eq!(Journal::resume(directory.path()).unwrap().made["a"], entries[2]);
        std::fs::write(&path, &whole[..head - 1]).unwrap();
        assert!(Journal::resume(directory.path()).is_err(), "without a head nothing was done");
    }
}
