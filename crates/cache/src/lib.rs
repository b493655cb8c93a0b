//! What was paid for once: vectors and replies of models, by the hash of all that decides them.
//!
//! One SQLite file that several threads and processes share. Keys are hashes, values are what came back; whoever puts them in leaves out
//! what repeats a secret. Nothing in it is needed: whoever deletes it only pays again.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use evidence::snapshot::content_hash;
use rusqlite::{Connection, OptionalExtension, params};

/// The newest form of the file that is read.
const VERSION: i64 = 1;

/// How long a process waits for another one that is writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// A cache cannot be used.
#[derive(Debug)]
pub struct CacheError {
    path: PathBuf,
    problem: String,
}

impl std::fmt::Display for CacheError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the cache {}: {}\n  delete it, and what it holds is asked for again", self.path.display(), self.problem)
    }
}

impl std::error::Error for CacheError {}

/// An open cache, shared by threads.
#[derive(Debug)]
pub struct Cache {
    path: PathBuf,
    opened: Mutex<Opened>,
}

#[derive(Debug)]
struct Opened {
    connection: Connection,
    found: Found,
}

/// What was looked for since a cache was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Values that were there.
    pub hits: usize,
    /// Values that were not.
    pub misses: usize,
    /// When the oldest value that was there was made, in seconds since 1970.
    pub oldest: Option<u64>,
    /// When the newest value that was there was made.
    pub newest: Option<u64>,
}

impl Found {
    fn add(&mut self, made: Option<u64>) {
        let Some(made) = made else {
            self.misses += 1;
            return;
        };
        self.hits += 1;
        self.oldest = Some(self.oldest.map_or(made, |oldest| oldest.min(made)));
        self.newest = Some(self.newest.map_or(made, |newest| newest.max(made)));
    }
}

/// The key of an entry: a hash over its kind and over each part of what decides it, with its length, so that no two entries share a key
/// by the way their parts join.
pub fn key(kind: &str, parts: &[&str]) -> String {
    let mut whole = format!("{kind}\n");
    for part in parts {
        whole.push_str(&format!("{}:", part.len()));
        whole.push_str(part);
    }
    content_hash(whole.as_bytes())
}

impl Cache {
    /// Opens the file, or makes it, with the folder that it is in.
    pub fn open(path: &Path) -> Result<Self, CacheError> {
        let cannot = |problem: String| CacheError { path: path.to_owned(), problem };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| cannot(e.to_string()))?;
        }
        let connection = Connection::open(path).and_then(prepared);
        let connection = connection.map_err(|e| cannot(e.to_string()))?;
        let version: i64 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(|e| cannot(e.to_string()))?;
        if version != VERSION {
            return Err(cannot(format!(
                "has form {version}, but {VERSION} was expected: another version of this program wrote it"
            )));
        }
        Ok(Self { path: path.to_owned(), opened: Mutex::new(Opened { connection, found: Found::default() }) })
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Result<Option<Vec<u8>>, CacheError> {
        let mut opened = self.locked();
        let read = opened
            .connection
            .prepare_cached("SELECT value, made FROM entries WHERE key = ?1")
            .and_then(|mut found| found.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional());
        let read: Option<(Vec<u8>, i64)> = read.map_err(|e| self.cannot(&e))?;
        let made = read.as_ref().map(|(_, made)| u64::try_from(*made).unwrap_or_default());
        opened.found.add(made);
        Ok(read.map(|(value, _)| value))
    }

    /// Whether there is a value; this counts as no hit.
    pub fn holds(&self, key: &str) -> Result<bool, CacheError> {
        let opened = self.locked();
        let found =
            opened.connection.prepare_cached("SELECT 1 FROM entries WHERE key = ?1").and_then(|mut found| found.exists([key]));
        found.map_err(|e| self.cannot(&e))
    }

    /// Keeps values, all of them or none. What stands under a key already stays: the first reply is the one that others may have used.
    pub fn put(&self, entries: &[(String, Vec<u8>)]) -> Result<(), CacheError> {
        let mut opened = self.locked();
        let kept = opened.connection.transaction().and_then(|transaction| {
            let mut insert =
                transaction.prepare_cached("INSERT OR IGNORE INTO entries (key, value, made) VALUES (?1, ?2, unixepoch())")?;
            for (key, value) in entries {
                insert.execute(params![key, value])?;
            }
            drop(insert);
            transaction.commit()
        });
        kept.map_err(|e| self.cannot(&e))
    }

    /// Takes an entry out.
    pub fn remove(&self, key: &str) -> Result<(), CacheError> {
        self.locked().connection.execute("DELETE FROM entries WHERE key = ?1", [key]).map(|_| ()).map_err(|e| self.cannot(&e))
    }

    /// What was looked for since it was opened.
    pub fn found(&self) -> Found {
        self.locked().found
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Opened> {
        // A thread that panicked holding it left no half transaction: those end with it.
        self.opened.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn cannot(&self, error: &rusqlite::Error) -> CacheError {
        CacheError { path: self.path.clone(), problem: error.to_string() }
    }
}

fn prepared(mut connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(PATIENCE)?;
    // Readers and a writer of several processes do not stop each other; a killed one leaves whole transactions.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // At once for writing: two processes that find the file empty make its table one after the other.
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(
            "CREATE TABLE entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID",
        )?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_there_for_others_and_the_first_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/cache.sqlite");
        let (one, other) = (Cache::open(&path).unwrap(), Cache::open(&path).unwrap());
        let key = key("reply", &["url", "{}"]);
        assert_eq!(one.get(&key).unwrap(), None);
        one.put(&[(key.clone(), b"first".to_vec())]).unwrap();
        other.put(&[(key.clone(), b"second".to_vec())]).unwrap();
        assert_eq!(other.get(&key).unwrap().unwrap(), b"first");
        assert!(other.holds(&key).unwrap() && !other.holds("other").unwrap());
        one.remove(&key).unwrap();
        assert_eq!(one.get(&key).unwrap(), None);
        let found = other.found();
        assert_eq!((one.found().hits, one.found().misses, found.hits), (0, 2, 1));
        assert!(found.oldest.is_some() && found.oldest == found.newest);
    }

    #[test]
    fn two_writers_at_a_time_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.sqlite");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    let cache = Cache::open(path).unwrap();
                    for n in 0..50 {
                        cache.put(&[(format!("{writer}/{n}"), vec![writer, n])]).unwrap();
                    }
                });
            }
        });
        let cache = Cache::open(&path).unwrap();
        for (writer, n) in (0..4).flat_map(|writer| (0..50).map(move |n| (writer, n))) {
            assert_eq!(cache.get(&format!("{writer}/{n}")).unwrap().unwrap(), [writer, n]);
        }
    }

    #[test]
    fn keys_are_told_apart_by_where_their_parts_end() {
        assert_ne!(key("a", &["bc", "d"]), key("a", &["b", "cd"]));
        assert_ne!(key("a", &["bc"]), key("b", &["bc"]));
    }

    #[test]
    fn what_is_no_cache_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.sqlite");
        std::fs::write(&path, "my notes, which are no database, and long enough to be looked at".repeat(9)).unwrap();
        let error = Cache::open(&path).unwrap_err().to_string();
        assert!(error.contains("not a database") && error.contains("delete it"), "{error}");
        assert!(std::fs::read_to_string(&path).unwrap().starts_with("my notes"));
        let newer = folder.path().join("newer.sqlite");
        drop(Cache::open(&newer).unwrap());
        Connection::open(&newer).unwrap().pragma_update(None, "user_version", 9).unwrap();
        assert!(Cache::open(&newer).unwrap_err().to_string().contains("has form 9"));
    }
}
