//! Rows of a file that is one JSON document, or JSON Lines.

use std::io::{BufReader, Read as _};

use crate::error::{InputError, quoted};
use crate::json::{Object, Tape, Value};
use crate::native::read::{Notes, Read};
use crate::others::Answered;
use crate::source::Source;

/// The longest JSON document that is read whole, in bytes: 128 MiB. Of JSON Lines only a line is held.
pub const LONGEST_DOCUMENT: u64 = 128 << 20;

/// Reads the rows of one JSON document, which `list` finds in it. `item` makes an item of a row; file and place are added to its faults.
pub(super) fn read_document<T>(
    source: &Source,
    list: impl FnOnce(Value<'_>) -> Result<Value<'_>, InputError>,
    item: impl FnMut(&Object<'_>, &mut Notes) -> Result<T, InputError>,
) -> Result<Read<T>, InputError> {
    let text = source.read_text(LONGEST_DOCUMENT)?;
    rows(source, &text, list, item).map_err(|e| e.in_file(source.name().clone()))
}

fn rows<T>(
    source: &Source,
    text: &str,
    list: impl FnOnce(Value<'_>) -> Result<Value<'_>, InputError>,
    mut item: impl FnMut(&Object<'_>, &mut Notes) -> Result<T, InputError>,
) -> Result<Read<T>, InputError> {
    let tape = Tape::document(text)?;
    let (mut items, mut lines, mut notes) = (Vec::new(), Vec::new(), Notes::default());
    let (mut line, mut counted) = (1, 0);
    for row in list(tape.value())?.list()? {
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..row.byte()]).count() as u64;
        counted = row.byte();
        notes.line = line;
        items.push(item(&row.object()?, &mut notes)?);
        lines.push(line);
    }
    Ok(Read { items, lines, blank: 0, warnings: notes.into_warnings(source.name()) })
}

/// Whether the first thing in a file is a list.
pub(super) fn begins_with_list(source: &Source) -> Result<bool, InputError> {
    let mut bytes = BufReader::new(source.open()?).bytes();
    loop {
        match bytes.next().transpose().map_err(|e| source.cannot_read(&e))? {
            // Blanks, and a byte-order mark.
            Some(b' ' | b'\t' | b'\r' | b'\n' | 0xef | 0xbb | 0xbf) => {}
            first => return Ok(first == Some(b'[')),
        }
    }
}

/// Refuses a file without rows, and an id that stands twice: a verdict must say which answer it is on.
pub(super) fn each_once(read: Read<Answered>, source: &Source) -> Result<Read<Answered>, InputError> {
    let read = read.not_empty(source, || InputError::nothing_to_evaluate("holds no row"))?;
    let mut seen = std::collections::HashMap::new();
    for (answered, line) in read.items.iter().zip(&read.lines) {
        if let Some(before) = seen.insert(answered.id.as_str(), *line) {
            let problem = format!("{} already stands on line {before}", quoted(&answered.id));
            return Err(InputError::new(problem).at_line(*line).in_file(source.name().clone()));
        }
    }
    Ok(read)
}
