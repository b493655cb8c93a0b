//! What every reader of JSON Lines shares: the loop over lines, what it returns, and warnings that do not repeat.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use evidence::text::printable;

use crate::error::{InputError, quoted};
use crate::json::{Object, Tape, Value};
use crate::lines::{LONGEST_LINE, Lines};
use crate::source::Source;
use crate::suggest;

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<T> {
    /// The items in file order.
    pub items: Vec<T>,
    /// The line of each item, counted from 1.
    pub lines: Vec<u64>,
    /// How many blank lines were skipped.
    pub blank: u64,
    /// What is odd but no reason to refuse, each kind once.
    pub warnings: Vec<Warning>,
}

/// A file that is not there.
impl<T> Default for Read<T> {
    fn default() -> Self {
        Self { items: Vec::new(), lines: Vec::new(), blank: 0, warnings: Vec::new() }
    }
}

/// Something odd in an input, or one kind of it with a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub file: Arc<str>,
    /// The line where it stands first, counted from 1, where it has one.
    pub line: Option<u64>,
    /// What is odd; where it stands several times, how often and the first lines.
    pub text: String,
}

/// `file:line: text`, safe to print.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", printable(&self.file, 1000))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", printable(&self.text, 2000))
    }
}

/// Reads a file of one JSON object a line. `item` makes an item of an object; file and line are added to its faults.
pub(crate) fn read_objects<T>(
    source: &Source,
    mut item: impl FnMut(&Object<'_>, &mut Notes) -> Result<T, InputError>,
) -> Result<Read<T>, InputError> {
    let mut lines = Lines::open(source, LONGEST_LINE)?;
    let (mut items, mut numbers, mut blank, mut notes) = (Vec::new(), Vec::new(), 0, Notes::default());
    let mut tokens = Vec::new();
    loop {
        let number = lines.number() + 1;
        let Some(line) = lines.next()? else { break };
        if line.trim().is_empty() {
            blank += 1;
            continue;
        }
        notes.line = number;
        let here = |e: InputError| e.at_line(number).in_file(source.name().clone());
        let tape = Tape::parse(line, std::mem::take(&mut tokens)).map_err(here)?;
        items.push(tape.object().and_then(|object| item(&object, &mut notes)).map_err(here)?);
        tokens = tape.into_tokens();
        numbers.push(number);
    }
    Ok(Read { items, lines: numbers, blank, warnings: notes.into_warnings(source.name()) })
}

impl<T> Read<T> {
    /// Refuses a file without items, as `refusal` says.
    pub(crate) fn not_empty(self, source: &Source, refusal: impl FnOnce() -> InputError) -> Result<Self, InputError> {
        if self.items.is_empty() { Err(refusal().in_file(source.name().clone())) } else { Ok(self) }
    }
}

/// Kinds of warning that one file may raise; a hostile file could otherwise make every line a kind of its own.
const MOST_KINDS: usize = 50;

/// Lines that a warning names.
const PLACES: usize = 3;

/// Collects warnings by kind while a file is read.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// The line that is being read.
    pub line: u64,
    kinds: HashMap<Note, usize>,
    tallies: Vec<(Note, Vec<u64>, u64)>,
    beyond: u64,
}

/// A kind of warning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Note {
    /// A number stands where an id is wanted, in this field.
    NumberAsId(&'static str),
    /// Anything else, in words that do not change from line to line.
    Other(String),
}

impl Notes {
    /// Counts a warning on the current line.
    pub fn add(&mut self, note: Note) {
        let index = match self.kinds.get(&note) {
            Some(&index) => index,
            None if self.tallies.len() == MOST_KINDS => {
                self.beyond += 1;
                return;
            }
            None => {
                self.kinds.insert(note.clone(), self.tallies.len());
                self.tallies.push((note, Vec::new(), 0));
                self.tallies.len() - 1
            }
        };
        let (_, places, count) = &mut self.tallies[index];
        *count += 1;
        if places.len() < PLACES && places.last() != Some(&self.line) {
            places.push(self.line);
        }
    }

    /// Notes keys that the reader does not know. One that is a known key but for a slip is refused where the known one is absent,
    /// since what it says would be lost: `acls` would open a document to everyone.
    pub fn unknown_keys(&mut self, object: &Object<'_>, known: &[&'static str]) -> Result<(), InputError> {
        for (key, value) in object.fields().filter(|(key, _)| !known.contains(&key.as_ref())) {
            if let Some(near) = suggest::nearest(&key, known.iter().copied()).filter(|near| object.get(near).is_none()) {
                let refused = value.fault(format!("unknown field {}", quoted(&key)));
                return Err(refused.mend(format!("did you mean '{near}'?")));
            }
            self.add(Note::Other(format!("field {} is unknown and not read", quoted(&key))));
        }
        Ok(())
    }

    /// The warnings, in order of their first places.
    pub fn into_warnings(self, file: &Arc<str>) -> Vec<Warning> {
        let mut warnings: Vec<Warning> = self
            .tallies
            .into_iter()
            .map(|(note, places, count)| {
                let mut text = match note {
                    Note::NumberAsId(field) => {
                        format!("field '{field}' holds a number; its literal text is taken as the id")
                    }
                    Note::Other(text) => text,
                };
                if count > 1 {
                    let named: Vec<String> = places.iter().map(u64::to_string).collect();
                    let lines = if named.len() == 1 { "line" } else { "lines" };
                    text.push_str(&format!(" ({count} times, first on {lines} {})", named.join(", ")));
                }
                Warning { file: file.clone(), line: places.first().copied(), text }
            })
            .collect();
        if self.beyond > 0 {
            let text = format!("{} more warnings of further kinds", self.beyond);
            warnings.push(Warning { file: file.clone(), line: None, text });
        }
        warnings
    }
}

/// Keys that may stand once in a file, with the line of each.
#[derive(Debug)]
pub(crate) struct Seen<K>(HashMap<K, u64>);

impl<K: Hash + Eq> Seen<K> {
    pub fn new() -> Self {
        Self(HashMap::new())
    }

    /// Records `key` on a line; where it stood before, the fault at `value` names that line. `what` is how people call the key.
    pub fn once(&mut self, key: K, line: u64, value: Value<'_>, what: impl FnOnce() -> String) -> Result<(), InputError> {
        match self.0.entry(key) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(line);
                Ok(())
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                Err(value.fault(format!("{} already stands on line {}", what(), entry.get())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Read<String>, InputError> {
        read_objects(&Source::memory("q.jsonl", bytes), |o, _| Ok(o.need("a")?.string()?.into_owned()))
    }

    /// Case B01: blank lines are skipped and counted, and the broken line is named.
    #[test]
    fn blank_lines_are_skipped_and_the_broken_line_is_named() {
        let sound = read(b"{\"a\":\"1\"}\n\n \t\r\n{\"a\":\"2\"}").unwrap();
        assert_eq!((sound.items, sound.lines, sound.blank), (vec!["1".into(), "2".into()], vec![1, 4], 2));
        let error = read("{\"a\":\"1\"}\n\n{\"a\":\"2\"}\n{\"a\":\"é\" \"b\":1}\n".as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "q.jsonl:4:10: is not valid JSON: expected `,` or `}`");
    }

    /// Case B05: a byte-order mark is not part of the first record.
    #[test]
    fn a_byte_order_mark_and_crlf_are_accepted() {
        let sound = read(b"\xef\xbb\xbf{\"a\":\"1\"}\r\n{\"a\":\"2\"}\r\n").unwrap();
        assert_eq!((sound.items.len(), sound.blank), (2, 0));
        let error = read(b"\xef\xbb\xbf{\"a\":1}").unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(1), Some(6)));
    }

    #[test]
    fn invalid_utf8_is_named_by_byte() {
        let error = read(b"{\"a\":\"1\"}\n{\"a\":\"\xff\"}").unwrap_err();
        assert_eq!((error.line(), error.byte()), (Some(2), Some(16)));
    }

    #[test]
    fn a_warning_that_repeats_is_told_once_with_count_and_places() {
        let mut notes = Notes::default();
        for line in [2, 3, 3, 5, 8, 9] {
            notes.line = line;
            notes.add(Note::NumberAsId("id"));
        }
        notes.add(Note::Other("odd".into()));
        for i in 0..MOST_KINDS {
            notes.add(Note::Other(i.to_string()));
        }
        let warnings = notes.into_warnings(&"f".into());
        assert_eq!(
            warnings[0].to_string(),
            "f:2: field 'id' holds a number; its literal text is taken as the id (6 times, first on lines 2, 3, 5)"
        );
        assert_eq!(warnings[1].to_string(), "f:9: odd");
        assert_eq!(warnings.last().unwrap().to_string(), "f: 2 more warnings of further kinds");
        assert_eq!(warnings.len(), MOST_KINDS + 1);
    }
}
