//! A run directory: one system over one question set, in its modes and repeats.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use diagnosis::experiment::{MadeWith, Value};
use evidence::Passage;
use retrieval::Limits;
use retrieval::record::Record;

use crate::error::InputError;
use crate::native::passages::read_passages;
use crate::native::read::Read;
use crate::native::records::read_records;
use crate::numbers::at_least_one;
use crate::source::Source;
use crate::toml_text::{Table, TomlText};

/// The newest manifest that is read.
pub(crate) const NEWEST_MANIFEST: i64 = 1;

/// The keys of a manifest that are read here.
pub(crate) const MANIFEST_KEYS: [&str; 7] = ["version", "system", "settings", "day", "index_revision", "budget", "when"];

/// The keys of its `[budget]`.
pub(crate) const BUDGET_KEYS: [&str; 2] = ["passages", "tokens"];

/// Keys that are written and that this reader passes over; nothing is refused for what stands there.
pub(crate) const PASSED_OVER: [&str; 5] = ["hashes", "inputs", "url", "command", "tool"];

/// What a run directory holds of one system.
#[derive(Clone, Debug)]
pub struct Run {
    /// The directory's own name.
    pub name: String,
    /// The directory.
    pub directory: PathBuf,
    /// The settings, where they were recorded.
    pub manifest: Option<Manifest>,
    /// What was recorded of each question.
    pub records: Read<Record>,
    /// The passages of this run, where it brings its own.
    pub passages: Option<Read<Passage>>,
    /// The files that were read, for their hashes.
    pub files: Vec<Source>,
}

/// The settings that decide a run's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The system's name.
    pub system: Option<String>,
    /// Each setting, a key of `[settings]`, with its value as compact JSON with sorted keys, in byte order of the keys. Two runs
    /// differ in a setting where these texts differ.
    pub settings: Vec<(String, String)>,
    /// The day, `YYYY-MM-DD`, on which documents had to be in force.
    pub day: Option<String>,
    /// What the index that was asked says it is.
    pub index_revision: Option<String>,
    /// How much may be sent, as far as it was recorded.
    pub limits: Limits,
    /// What else is recorded at its top, by key, as compact JSON: tool, seed and their like. It decides no comparison, and is told.
    pub beside: Vec<(String, String)>,
    /// When the run was started, as `2026-11-30T08:15:00Z`; `None` where it is not said, or not so.
    pub started: Option<String>,
    /// The version of the manifest's format.
    pub version: u32,
}

/// Keys at the top of a manifest that are no record of a system: its name, a hash of all of it.
const NOT_BESIDE: [&str; 3] = ["version", "system", "configuration"];

impl Manifest {
    /// What differs between systems is told of this.
    pub fn made_with(&self) -> MadeWith {
        let limits = [("passages", self.limits.passages), ("tokens", self.limits.tokens)];
        MadeWith {
            settings: self.settings.iter().map(|(key, text)| (key.clone(), value_of(text))).collect(),
            budget: limits.iter().filter_map(|(name, limit)| Some(((*name).to_owned(), (*limit)?.to_string()))).collect(),
            beside: self.beside.iter().cloned().collect(),
        }
    }
}

/// A canonical value, with the tables in it apart. What is no table, or too deep to be one that anybody wrote, is its text.
fn value_of(text: &str) -> Value {
    fn taken_apart(value: serde_json::Value) -> Value {
        match value {
            serde_json::Value::Object(fields) => {
                Value::Table(fields.into_iter().map(|(key, value)| (key, taken_apart(value))).collect())
            }
            other => Value::Plain(other.to_string()),
        }
    }
    // Only tables are read again, so that every other text stays as it was compared before.
    match text.starts_with('{').then(|| serde_json::from_str(text)) {
        Some(Ok(table)) => taken_apart(table),
        _ => Value::Plain(text.to_owned()),
    }
}

impl Run {
    /// The file of its records, plain or compressed.
    pub fn records_file(&self) -> Option<&Source> {
        let is_records = |source: &&Source| {
            let name = source.path().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
            name.is_some_and(|name| name.starts_with("records.jsonl"))
        };
        self.files.iter().find(is_records)
    }
}

/// Reads a run directory. `records.jsonl` must be there; `manifest.toml` and `passages.jsonl` may be.
pub fn read_run(directory: &Path) -> Result<Run, InputError> {
    let refuse = |problem: &str| InputError::new(problem).in_file(directory.display().to_string());
    match directory.metadata() {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Err(refuse("no such run directory")),
        Err(e) => return Err(refuse(&format!("cannot be read: {e}"))),
        Ok(entry) if !entry.is_dir() => return Err(refuse("is a file; a run directory is expected here")),
        Ok(_) => {}
    }
    let Some(records) = find_file(directory, "records.jsonl")? else {
        return Err(refuse("holds no records.jsonl").mend("a run directory holds the records of a system, one question a line"));
    };
    let manifest = Some(directory.join("manifest.toml")).filter(|path| path.exists()).map(|path| Source::file(&path));
    let passages = find_file(directory, "passages.jsonl")?;
    let manifest_read = manifest.as_ref().map(read_manifest).transpose()?;
    // The two large files are read beside each other; what is wrong with the records is said first.
    let (read, index) = std::thread::scope(|scope| {
        let index = passages.as_ref().map(|source| scope.spawn(move || read_passages(source)));
        (read_records(&records), index.map(|reading| reading.join()))
    });
    let read = read?;
    let index = index.map(|index| index.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).transpose()?;
    Ok(Run {
        name: name_of(directory),
        directory: directory.to_owned(),
        manifest: manifest_read,
        records: read,
        passages: index,
        files: [manifest, Some(records), passages].into_iter().flatten().collect(),
    })
}

/// Reads a manifest. What it says besides `version`, `system` and `[settings]` (times, input hashes, seed) decides no comparison.
pub fn read_manifest(source: &Source) -> Result<Manifest, InputError> {
    let text = TomlText::read(source)?;
    let mut top = text.table()?;
    let version = top.version(NEWEST_MANIFEST)?;
    let settings = top.table("settings")?;
    // Nothing is refused for what stands there.
    let when = if top.is_table("when") { Some(top.table("when")?) } else { None };
    let started = when.and_then(|when| when.text("started").ok().flatten()).filter(|text| is_moment(text));
    let budget = top.table("budget")?;
    let is_beside = |(key, text): &(String, String)| !NOT_BESIDE.contains(&key.as_str()) && !text.starts_with('{');
    Ok(Manifest {
        version,
        system: top.string("system")?,
        day: top.string("day")?,
        index_revision: top.string("index_revision")?,
        limits: limits(&budget, &settings)?,
        beside: top.canonical().into_iter().filter(is_beside).collect(),
        started,
        settings: settings.canonical(),
    })
}

/// Whether a text is a moment in UTC to the second, as `2026-11-30T08:15:00Z`: such texts stand in byte order as the moments do.
fn is_moment(text: &str) -> bool {
    const FORM: &[u8; 20] = b"0000-00-00T00:00:00Z";
    let fits = |(byte, form): (&u8, &u8)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form };
    text.len() == FORM.len() && text.as_bytes().iter().zip(FORM).all(fits)
}

/// What `[budget]` says; a setting `top_k` that is a number says how many passages, too.
fn limits(budget: &Table<'_>, settings: &Table<'_>) -> Result<Limits, InputError> {
    budget.only(&BUDGET_KEYS)?;
    let limit = |key: &str| Ok::<_, InputError>(at_least_one(budget, key)?.and_then(NonZeroU32::new));
    let top_k = || u32::try_from(settings.integer("top_k").ok()??).ok().and_then(NonZeroU32::new);
    Ok(Limits { passages: limit("passages")?.or_else(top_k), tokens: limit("tokens")? })
}

/// The file `name` of a directory, plain or compressed; two of them would leave open which holds.
pub(crate) fn find_file(directory: &Path, name: &str) -> Result<Option<Source>, InputError> {
    let mut found = ["", ".gz", ".zst"].into_iter().map(|end| directory.join(format!("{name}{end}"))).filter(|p| p.exists());
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => Err(InputError::new(format!("stands beside {}; which of the two holds?", one.display()))
            .in_file(other.display().to_string())
            .mend("remove one of them")),
        (one, _) => Ok(one.map(|path| Source::file(&path))),
    }
}

/// The directory's own name, whatever way led there: `runs/latest` may be a link, and `.` has none.
fn name_of(directory: &Path) -> String {
    let real = directory.canonicalize();
    let named = real.as_deref().unwrap_or(directory);
    named.file_name().map_or_else(|| named.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::Builder::new().prefix("base-").tempdir().unwrap();
        for (name, text) in files {
            fs::write(directory.path().join(name), text).unwrap();
        }
        directory
    }

    fn bare(system: &str) -> Manifest {
        Manifest {
            system: Some(system.into()),
            day: None,
            index_revision: None,
            limits: Limits::default(),
            settings: vec![],
            beside: vec![],
            started: None,
            version: 1,
        }
    }

    const RECORDS: (&str, &str) = ("records.jsonl", "{\"question\":\"q\",\"context\":[\"p\"]}\n");

    #[test]
    fn records_alone_are_a_run() {
        let directory = directory(&[RECORDS]);
        let run = read_run(directory.path()).unwrap();
        assert!(run.name.starts_with("base-"), "{}", run.name);
        assert!(run.manifest.is_none() && run.passages.is_none());
        assert_eq!((run.records.items.len(), run.files.len()), (1, 1));
    }

    #[test]
    fn manifest_and_passages_are_read_where_they_are() {
        let manifest =
            "version = 1\nsystem = 'base'\nseed = 7\n[settings]\ntop_k = 6\nchunks = {size = 400, overlap = 40}\n[when]\nx = 1\n";
        let directory = directory(&[RECORDS, ("manifest.toml", manifest), ("passages.jsonl", "{\"id\":\"p\"}\n")]);
        let run = read_run(directory.path()).unwrap();
        let settings = vec![("chunks".into(), r#"{"overlap":40,"size":400}"#.into()), ("top_k".into(), "6".into())];
        assert_eq!(
            run.manifest,
            Some(Manifest {
                settings,
                limits: Limits { passages: NonZeroU32::new(6), tokens: None },
                beside: vec![("seed".into(), "7".into())],
                ..bare("base")
            })
        );
        assert_eq!((run.passages.unwrap().items.len(), run.files.len()), (1, 3));
    }

    #[test]
    fn a_manifest_that_is_broken_or_newer_is_refused() {
        let read = |text: &str| read_manifest(&Source::memory("manifest.toml", text.as_bytes()));
        let error = read("version = 1\n[settings\n").unwrap_err();
        assert_eq!((error.line(), error.file()), (Some(2), Some("manifest.toml")));
        let error = read("version = 2").unwrap_err();
        assert_eq!(
            error.to_string(),
            "manifest.toml:1:11: version 2 is newer than 1, the newest that this program reads\n  update fourcell"
        );
        assert_eq!(read("version = 0").unwrap_err().problem(), "version 0 does not exist; versions count from 1");
        assert_eq!(read("version = '1'").unwrap_err().problem(), "'version' must be a whole number, found string");
        assert_eq!(read("settings = 1").unwrap_err().problem(), "[settings] must be a table, found integer");
        assert_eq!(read("").unwrap(), Manifest { system: None, ..bare("") });
        let budget = read("system = 'base'\n[budget]\npassages = 5\ntokens = 900\n[settings]").unwrap();
        assert_eq!(budget.limits, Limits { passages: NonZeroU32::new(5), tokens: NonZeroU32::new(900) });
        assert_eq!(read("[budget]\ntokens = 0").unwrap_err().problem(), "tokens 0 must be at least 1");
        let dated = Manifest {
            day: Some("2026-11-30".into()),
            index_revision: Some("r7".into()),
            beside: vec![("day".into(), "\"2026-11-30\"".into()), ("index_revision".into(), "\"r7\"".into())],
            ..bare("base")
        };
        assert_eq!(read("system = 'base'\nday = '2026-11-30'\nindex_revision = 'r7'").unwrap(), dated);
    }

    #[test]
    fn what_is_no_run_is_named() {
        let empty = directory(&[]);
        assert_eq!(read_run(empty.path()).unwrap_err().problem(), "holds no records.jsonl");
        assert_eq!(read_run(&empty.path().join("no")).unwrap_err().problem(), "no such run directory");
        let two = directory(&[RECORDS, ("records.jsonl.gz", "")]);
        assert!(read_run(two.path()).unwrap_err().problem().ends_with("which of the two holds?"));
        assert_eq!(
            read_run(&two.path().join("records.jsonl")).unwrap_err().problem(),
            "is a file; a run directory is expected here"
        );
    }
}
