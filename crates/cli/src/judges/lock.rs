//! `judges.json` in a run: what its judges were, so that their verdicts can be told from those of others.

use std::collections::BTreeMap;
use std::path::Path;

use fourcell::evidence::snapshot::content_hash;
use fourcell::formats::atomic::write_atomically;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::running::tool;

/// The file.
pub const JUDGES: &str = "judges.json";

/// What it is, and of which version.
const SCHEMA: &str = "fourcell/judges@1";

/// So long a file of judges is no file of judges.
const LONGEST: u64 = 16 << 20;

/// Judges by name, each with all that decides what it says.
pub type Locks = BTreeMap<String, Value>;

/// What a run says of its judges; nothing where it has no such file.
pub fn read(directory: &Path) -> Result<Locks, Failure> {
    let path = directory.join(JUDGES);
    let bad = |problem: String| {
        Failure::bad_input(format!("{}: {problem}", path.display()))
            .mend("delete it, and judge the run again: its verdicts are then of judges that nobody knows")
    };
    let size = match path.metadata() {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Locks::new()),
        Err(e) => return Err(bad(e.to_string())),
        Ok(found) => found.len(),
    };
    if size > LONGEST {
        return Err(bad(format!("holds {size} bytes, more than {LONGEST}")));
    }
    let bytes = std::fs::read(&path).map_err(|e| bad(e.to_string()))?;
    let whole: Value = serde_json::from_slice(&bytes).map_err(|e| bad(format!("is no JSON: {e}")))?;
    match whole["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => return Err(bad(format!("is '{other}', and {SCHEMA} was expected"))),
        None => return Err(bad(format!("says no schema, and {SCHEMA} was expected"))),
    }
    let judges = whole["judges"].as_object().ok_or_else(|| bad("'judges' must be an object".to_owned()))?;
    Ok(judges.iter().map(|(name, judge)| (name.clone(), judge.clone())).collect())
}

/// A judge with its lock: a hash over all that decides what it says, this program included.
pub fn locked(described: Value) -> Value {
    let lock = content_hash(format!("{}\n{described}", tool()).as_bytes());
    let mut all = match described {
        Value::Object(all) => all,
        other => Map::from_iter([("settings".to_owned(), other)]),
    };
    all.insert("tool".to_owned(), json!(tool()));
    all.insert("lock".to_owned(), json!(lock));
    Value::Object(all)
}

/// Writes the judges of a run.
pub fn write(directory: &Path, locks: &Locks) -> Result<(), Failure> {
    let whole = json!({ "schema": SCHEMA, "judges": locks });
    let mut text = serde_json::to_string_pretty(&whole).map_err(Failure::bad_input)?;
    text.push('\n');
    write_atomically(&directory.join(JUDGES), |to| to.write_all(text.as_bytes()))?;
    Ok(())
}

/// The lock of a judge; `None` where the file does not know it.
pub fn of<'l>(locks: &'l Locks, judge: &str) -> Option<&'l str> {
    locks.get(judge)?["lock"].as_str()
}
