//! What was paid for once: vectors and replies of models, by the hash of all that decides them.
//!
//! One SQLite file that several threads and processes share. Keys are hashes, values are what came back; whoever puts them in leaves out
//! what repeats a secret. Nothing in it is needed: whoever deletes it only pays again.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use evidence::snapshot::content_hash;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

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

/// So many connections read at a time, each with pages of its own in memory.
const MOST_READERS: usize = 8;

/// An open cache, shared by threads.
#[derive(Debug)]
pub struct Cache {
    path: PathBuf,
    /// The only one that writes.
    writer: Mutex<Connection>,
    /// Those that read and are idle. One is taken out and put back: dozens of threads that queued for one connection, each holding it
    /// while it reads, would mostly wake each other up.
    idle: Mutex<Vec<Connection>>,
    readers: AtomicUsize,
    hits: AtomicUsize,
    misses: AtomicUsize,
    oldest: AtomicU64,
    newest: AtomicU64,
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

/// The key of an entry: a hash over its kind and over each part of what decides it, with its length, so that no two entries share a key
/// by the way their parts join.
pub fn key(kind: &str, parts: &[&str]) -> String {
    use std::fmt::Write;
    // Twenty digits tell any length.
    let mut whole = String::with_capacity(kind.len() + 1 + parts.iter().map(|part| part.len() + 21).sum::<usize>());
    let _ = writeln!(whole, "{kind}");
    for part in parts {
        let _ = write!(whole, "{}:", part.len());
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
        Ok(Self {
            path: path.to_owned(),
            writer: Mutex::new(connection),
            idle: Mutex::default(),
            readers: AtomicUsize::new(0),
            hits: AtomicUsize::new(0),
            misses: AtomicUsize::new(0),
            oldest: AtomicU64::new(u64::MAX),
            newest: AtomicU64::new(0),
        })
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Result<Option<Vec<u8>>, CacheError> {
        let read: Option<(Vec<u8>, i64)> = self.read(|connection| {
            let mut found = connection.prepare_cached("SELECT value, made FROM entries WHERE key = ?1")?;
            found.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })?;
        let Some((value, made)) = read else {
            self.misses.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        };
        let made = u64::try_from(made).unwrap_or_default();
        self.oldest.fetch_min(made, Ordering::Relaxed);
        self.newest.fetch_max(made, Ordering::Relaxed);
        self.hits.fetch_add(1, Ordering::Relaxed);
        Ok(Some(value))
    }

    /// Whether there is a value; this counts as no hit.
    pub fn holds(&self, key: &str) -> Result<bool, CacheError> {
        self.read(|connection| connection.prepare_cached("SELECT 1 FROM entries WHERE key = ?1")?.exists([key]))
    }

    /// Keeps values, all of them or none. What stands under a key already stays: the first reply is the one that others may have used.
    pub fn put(&self, entries: &[(String, Vec<u8>)]) -> Result<(), CacheError> {
        let mut writer = self.writer();
        let kept = writer.transaction().and_then(|transaction| {
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
        self.writer().execute("DELETE FROM entries WHERE key = ?1", [key]).map(|_| ()).map_err(|e| self.cannot(&e))
    }

    /// What was looked for since it was opened.
    pub fn found(&self) -> Found {
        let (hits, misses) = (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed));
        let made = |of: &AtomicU64| (hits > 0).then(|| of.load(Ordering::Relaxed));
        Found { hits, misses, oldest: made(&self.oldest), newest: made(&self.newest) }
    }

    /// Reads by a connection that is idle, by a new one while there are few, or by the one that writes, where what it wrote last stands in
    /// any case.
    fn read<T>(&self, read: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, CacheError> {
        if let Some(connection) = self.reader()
            && let Ok(found) = read(&connection)
        {
            self.idle().push(connection);
            return Ok(found);
        }
        read(&self.writer()).map_err(|e| self.cannot(&e))
    }

    fn reader(&self) -> Option<Connection> {
        // In a statement of its own, so that the lock does not last until another one is open.
        let idle = self.idle().pop();
        if idle.is_some() {
            return idle;
        }
        let one_more = |n: usize| (n < MOST_READERS).then_some(n + 1);
        self.readers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        // The file is there; where it was taken away meanwhile, no other is made.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags).ok()?;
        connection.busy_timeout(PATIENCE).ok()?;
        Some(connection)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writer(&self) -> MutexGuard<'_, Connection> {
        // A thread that panicked holding it left no half transaction: those end with it.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn many_readers_find_what_was_written_before_they_asked_and_count_every_look() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.sqlite");
        let (cache, other) = (Cache::open(&path).unwrap(), Cache::open(&path).unwrap());
        std::thread::scope(|scope| {
            for thread in 0..32 {
                let (cache, other) = (&cache, &other);
                scope.spawn(move || {
                    for n in 0..40 {
                        let key = format!("{thread}/{n}");
                        assert_eq!(cache.get(&key).unwrap(), None);
                        let writer = if n % 2 == 0 { cache } else { other };
                        writer.put(&[(key.clone(), vec![thread, n])]).unwrap();
                        assert_eq!(cache.get(&key).unwrap().unwrap(), [thread, n]);
                        assert!(cache.holds(&key).unwrap());
                    }
                });
            }
        });
        let found = cache.found();
        assert_eq!((found.hits, found.misses), (32 * 40, 32 * 40));
        assert!(cache.readers.into_inner() <= MOST_READERS);
    }

    #[test]
    fn a_file_that_was_taken_away_is_still_read_by_who_has_it_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.sqlite");
        let cache = Cache::open(&path).unwrap();
        cache.put(&[("a".into(), b"kept".to_vec())]).unwrap();
        let moved = folder.path().join("elsewhere");
        if std::fs::rename(&path, &moved).is_err() {
            return; // Where open files cannot be moved, there is nothing to test.
        }
        assert_eq!(cache.get("a").unwrap().unwrap(), b"kept");
        assert!(!path.exists(), "no other file is made in its place");
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
