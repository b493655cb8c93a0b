//! `custody.jsonl`: what happened to the final set, a line each, every line bound to the one before it.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::path::Path;

use evidence::custody::chain::{GENESIS, hash_of};
use evidence::custody::{Act, Entry, FinalSet, LOOKS, Link, PER_QUESTION, Subject, VERDICTS, head, verify};
use serde::Serialize;

use crate::atomic::write_atomically;
use crate::error::InputError;
use crate::json::{Object, Tape, Value};
use crate::lines::{LONGEST_LINE, Lines};
use crate::source::Source;

/// The newest line that is read.
pub(crate) const NEWEST: u32 = 1;

/// The fields of a line.
pub(crate) const FIELDS: [&str; 15] = [
    "version",
    "seq",
    "at",
    "who",
    "kind",
    "set",
    "questions",
    "looks",
    "run",
    "manifest",
    "released",
    "by",
    "reason",
    "previous",
    "hash",
];

/// The fields that only some kinds have.
pub(crate) const OF_KIND: [&str; 6] = ["looks", "run", "manifest", "released", "by", "reason"];

/// What each kind needs of these, in the order of [`Act::KINDS`].
pub(crate) const SHAPES: [Shape; 4] = [
    Shape { all: &["looks", "reason"], may: &[], released: None },
    Shape { all: &["run", "manifest", "released", "by"], may: &["reason"], released: Some(VERDICTS) },
    Shape { all: &["run", "manifest", "released", "by", "reason"], may: &[], released: Some(PER_QUESTION) },
    Shape { all: &["reason"], may: &[], released: None },
];

/// The fields of a kind.
pub(crate) struct Shape {
    /// These must be there.
    pub all: &'static [&'static str],
    /// These may be there.
    pub may: &'static [&'static str],
    /// What is released.
    pub released: Option<&'static str>,
}

/// A record as it was read. Whether its lines hold is for [`verify`] to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What happened, in written order.
    pub entries: Vec<Entry>,
    /// The same lines as links of the chain.
    pub links: Vec<Link>,
}

impl Record {
    /// The hash that it ends in.
    pub fn head(&self) -> &str {
        head(&self.links)
    }

    /// Refuses a record with a line that does not hold; `name` is the file's.
    pub fn sound(self, name: &str) -> Result<Self, InputError> {
        match verify(&self.links).first() {
            None => Ok(self),
            Some(broken) => Err(InputError::new(&broken.what)
                .in_file(name)
                .at_line(broken.line)
                .mend("'fourcell custody verify' lists all such lines; take the file back from where it is kept")),
        }
    }
}

/// Reads the record at a path; one that is not there is empty.
pub fn read_record(path: &Path) -> Result<Record, InputError> {
    Ok(bytes_of(path)?.1)
}

/// The bytes of a record with what they say.
fn bytes_of(path: &Path) -> Result<(Vec<u8>, Record), InputError> {
    let name = path.display().to_string();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(InputError::new(format!("cannot be read: {e}")).in_file(name)),
    };
    if bytes.first().is_some_and(|first| !b"{\xef".contains(first)) {
        let refused = InputError::new("a custody record begins with '{', and is not compressed").in_file(name).at_line(1);
        return Err(refused.at_column(1).mend("take the file back from where it is kept"));
    }
    let record = read_custody(&Source::memory(&name, bytes.as_slice()))?;
    Ok((bytes, record))
}

/// Reads a record. A blank line is refused: nothing writes one.
pub fn read_custody(source: &Source) -> Result<Record, InputError> {
    let mut lines = Lines::open(source, LONGEST_LINE)?;
    let (mut record, mut tokens) = (Record::default(), Vec::new());
    loop {
        let line = lines.number() + 1;
        let Some(text) = lines.next()? else { return Ok(record) };
        let here = |e: InputError| e.at_line(line).in_file(source.name().clone());
        if text.trim().is_empty() {
            return Err(here(InputError::new("is blank, and a custody record has no blank lines").mend("take the line out")));
        }
        let tape = Tape::parse(text, std::mem::take(&mut tokens)).map_err(here)?;
        let (entry, previous, hash) = tape.object().and_then(|object| entry(&object)).map_err(here)?;
        // What stands otherwise than it is written was changed, and is over all of the line then.
        let body = text.strip_suffix(&ending(&hash)).unwrap_or(text).to_owned();
        tokens = tape.into_tokens();
        record.links.push(Link { line, seq: entry.seq, previous, hash, body });
        record.entries.push(entry);
    }
}

/// How a line ends.
fn ending(hash: &str) -> String {
    format!(",\"hash\":\"{hash}\"}}")
}

fn entry(object: &Object<'_>) -> Result<(Entry, String, String), InputError> {
    object.only(&FIELDS)?;
    version(object.need("version")?)?;
    let seq = object.need("seq")?;
    let number = Some(seq.count()?).filter(|n| *n > 0).ok_or_else(|| seq.fault("field 'seq' counts from 1"))?;
    let kinds: [(&'static str, usize); 4] = std::array::from_fn(|place| (Act::KINDS[place], place));
    let place = object.need("kind")?.choice(&kinds)?;
    let (kind, shape) = (Act::KINDS[place], &SHAPES[place]);
    for key in OF_KIND {
        let fits = shape.all.contains(&key) || shape.may.contains(&key);
        if let Some(value) = object.get(key).filter(|_| !fits) {
            return Err(value.fault(format!("field '{key}' does not belong to \"kind\":\"{kind}\"")));
        }
    }
    let text = |key: &str| words(object.need(key)?);
    let set = FinalSet { hash: hash(object.need("set")?)?, questions: size(object.need("questions")?)? };
    if let Some(released) = shape.released {
        object.need("released")?.choice(&[(released, ())])?;
    }
    let subject =
        || Ok::<_, InputError>(Subject { run: text("run")?, manifest: hash(object.need("manifest")?)?, by: text("by")? });
    let act = match place {
        0 => Act::Sealed { set, looks: looks(object.need("looks")?)?, reason: text("reason")? },
        1 => Act::Look { set, subject: subject()?, reason: object.get("reason").map(words).transpose()? },
        2 => Act::Burned { set, subject: subject()?, reason: text("reason")? },
        _ => Act::Retired { set, reason: text("reason")? },
    };
    let entry = Entry { seq: number, at: text("at")?, who: text("who")?, act };
    Ok((entry, hash(object.need("previous")?)?, hash(object.need("hash")?)?))
}

fn version(value: Value<'_>) -> Result<(), InputError> {
    match value.count()? {
        0 => Err(value.fault("version 0 does not exist; versions count from 1")),
        version if version > u64::from(NEWEST) => Err(value
            .fault(format!("version {version} is newer than {NEWEST}, the newest that this program reads"))
            .mend("update fourcell")),
        _ => Ok(()),
    }
}

fn words(value: Value<'_>) -> Result<String, InputError> {
    let text = value.string()?;
    if text.trim().is_empty() {
        return Err(value.fault(format!("{} is empty", value.name())));
    }
    Ok(text.into_owned())
}

fn hash(value: Value<'_>) -> Result<String, InputError> {
    let text = value.string()?;
    let digits = text.strip_prefix("sha256:").filter(|digits| digits.len() == 64);
    if digits.is_none_or(|digits| !digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))) {
        return Err(value.fault(format!("{} must be 'sha256:' and 64 hex digits", value.name())));
    }
    Ok(text.into_owned())
}

fn size(value: Value<'_>) -> Result<usize, InputError> {
    usize::try_from(value.count()?).map_err(|_| value.wants("a count"))
}

fn looks(value: Value<'_>) -> Result<u32, InputError> {
    let looks = u32::try_from(value.count()?).ok().filter(|looks| LOOKS.contains(looks));
    looks.ok_or_else(|| value.fault(format!("field 'looks' must be from {} to {}", LOOKS.start(), LOOKS.end())))
}

/// A line as it is written, without its end, and its hash.
fn line(entry: &Entry, previous: &str) -> (String, String) {
    let Entry { seq, at, who, act } = entry;
    let (set, subject) = (act.set(), act.subject());
    let looks = match act {
        Act::Sealed { looks, .. } => Some(*looks),
        _ => None,
    };
    let written = Written {
        version: NEWEST,
        seq: *seq,
        at,
        who,
        kind: act.kind(),
        set: &set.hash,
        questions: set.questions,
        looks,
        run: subject.map(|subject| subject.run.as_str()),
        manifest: subject.map(|subject| subject.manifest.as_str()),
        released: act.released(),
        by: subject.map(|subject| subject.by.as_str()),
        reason: act.reason(),
        previous,
    };
    let mut text = serde_json::to_string(&written).expect("strings and numbers can be written");
    text.pop();
    let hash = hash_of(&text);
    text.push_str(&ending(&hash));
    (text, hash)
}

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    seq: u64,
    at: &'a str,
    who: &'a str,
    kind: &'static str,
    set: &'a str,
    questions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    manifest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    released: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    previous: &'a str,
}

/// A record of these acts, each with when and who, from its first line on.
pub fn written_anew<'a>(acts: impl IntoIterator<Item = (&'a str, &'a str, &'a Act)>) -> String {
    let (mut text, mut previous) = (String::new(), GENESIS.to_owned());
    for (seq, (at, who, act)) in (1..).zip(acts) {
        let (line, hash) = line(&Entry { seq, at: at.into(), who: who.into(), act: act.clone() }, &previous);
        let _ = writeln!(text, "{line}");
        previous = hash;
    }
    text
}

/// Reads a record, lets `decide` say what happens, and adds that as a line; with what it said besides, and the hash that the record then
/// ends in. Nobody else adds a line meanwhile; the record is written whole or not at all; one that does not hold is refused.
///
/// `at` and `who` are as in [`Entry`].
pub fn append<T, E: From<InputError>>(
    path: &Path,
    at: &str,
    who: &str,
    decide: impl FnOnce(&Record) -> Result<(Option<Act>, T), E>,
) -> Result<(T, String), E> {
    let lock = lock(path);
    let (mut bytes, record) = bytes_of(path)?;
    let record = record.sound(&path.display().to_string())?;
    let (act, said) = decide(&record)?;
    let Some(act) = act else { return Ok((said, record.head().to_owned())) };
    let seq = record.entries.last().map_or(0, |entry| entry.seq) + 1;
    let (line, hash) = line(&Entry { seq, at: at.to_owned(), who: who.to_owned(), act }, record.head());
    if bytes.last().is_some_and(|last| *last != b'\n') {
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(line.as_bytes());
    bytes.push(b'\n');
    write_atomically(path, |to| to.write_all(&bytes))?;
    drop(lock);
    Ok((said, hash))
}

/// Keeps others out until it is dropped. The record itself is replaced when it is written, so a file beside it is locked. Where none can
/// be made nothing can be written either, which is told when it is tried; where files cannot be locked, nobody is kept out.
fn lock(path: &Path) -> Option<File> {
    let name = path.file_name()?.to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.lock"));
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(beside).ok()?;
    file.lock().ok()?;
    Some(file)
}

#[cfg(test)]
mod tests;
