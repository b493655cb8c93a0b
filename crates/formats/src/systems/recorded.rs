//! `type = "recorded"`: a file of results in place of a system that is asked, and which format such a file has.

use crate::error::{InputError, quoted};
use crate::json::{Object, Tape};
use crate::lines::{LONGEST_LINE, Lines};
use crate::ragas;
use crate::source::Source;
use crate::systems::{StatedManifest, manifest, missing};
use crate::toml_text::Table;

/// Recorded results as a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The file, relative to the project's folder.
    pub file: String,
    /// Its format; `None` to be told by what it holds.
    pub format: Option<Format>,
    /// The settings that the system is known to have had.
    pub manifest: StatedManifest,
}

/// A format of recorded results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A TREC run: ranked lists.
    Trec,
    /// Rows of ragas: contexts and answers.
    Ragas,
    /// Records as a run directory holds them.
    Records,
}

impl Format {
    /// Every format with its name in files.
    pub const ALL: [(&'static str, Self); 3] = [("trec", Self::Trec), ("ragas", Self::Ragas), ("jsonl", Self::Records)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The format that a file has, by its first line with anything in it; one that may be of two formats is refused.
    pub fn of(source: &Source) -> Result<Self, InputError> {
        let mut lines = Lines::open(source, LONGEST_LINE)?;
        loop {
            let number = lines.number() + 1;
            let Some(line) = lines.next()? else { return Err(InputError::new("is empty").in_file(source.name().clone())) };
            if !line.trim().is_empty() && !line.starts_with("# ") {
                return of_line(line).map_err(|e| e.at_line(number).in_file(source.name().clone()));
            }
        }
    }
}

fn of_line(line: &str) -> Result<Format, InputError> {
    if line.trim_start().starts_with('{') {
        return of_object(&Tape::parse(line, Vec::new())?.object()?);
    }
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    match fields[..] {
        [_, _, _, rank, score, _] if rank.parse::<i64>().is_ok() && score.parse::<f64>().is_ok() => Ok(Format::Trec),
        _ if line.trim_start().starts_with('[') => {
            Err(InputError::new("is a JSON list").mend("write one object a line, without a list around them"))
        }
        _ => Err(unclear("neither a JSON object nor a line of a TREC run")),
    }
}

/// The two formats of objects are told apart by fields that only one of them has.
fn of_object(object: &Object<'_>) -> Result<Format, InputError> {
    let has = |names: &[&str]| object.fields().any(|(key, _)| names.contains(&key.as_ref()));
    let row = has(&ragas::FIELDS[..10]);
    let record = has(&["stages", "context", "steps", "mode", "repeat", "status", "citations", "query_sent"]);
    match (row, record) {
        (true, false) => Ok(Format::Ragas),
        (false, true) => Ok(Format::Records),
        _ => Err(unclear("not clearly a row of ragas or a record")),
    }
}

fn unclear(what: &str) -> InputError {
    let names = Format::ALL.map(|(name, _)| format!("\"{name}\""));
    InputError::new(format!("the line is {what}")).mend(format!("say which it is: format = {}", names.join(", or ")))
}

/// The keys of the table.
pub(crate) const KEYS: [&str; 5] = ["type", "file", "format", "manifest", "manifest_file"];

/// Reads the table of recorded results.
pub(super) fn read(mut table: Table<'_>) -> Result<Recorded, InputError> {
    table.only(&KEYS)?;
    let file = table.string("file")?.ok_or_else(|| missing(&table, "file", "file = \"results/bm25.run\""))?;
    if file.to_ascii_lowercase().ends_with(".csv") {
        // A table has no lists: what such a file holds of them is text that may be meant in more than one way.
        let problem = format!("{} is CSV, which has no lists, so that contexts in it are text", quoted(&file));
        let mend = "write JSON Lines in its place: in pandas to_json(\"rows.jsonl\", orient=\"records\", lines=True)";
        return Err(table.fault("file", problem).mend(mend));
    }
    let name = table.choice("format", &Format::ALL.map(|(name, _)| name))?;
    let format = name.and_then(|name| Format::ALL.iter().find(|(n, _)| *n == name)).map(|(_, format)| *format);
    Ok(Recorded { file, format, manifest: manifest::read(&mut table)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(text: &str) -> Result<Format, String> {
        Format::of(&Source::memory("f", text.as_bytes())).map_err(|e| format!("{}: {}", e.line().unwrap_or(0), e.problem()))
    }

    #[test]
    fn a_format_is_told_by_what_only_it_has() {
        assert_eq!(format("\n# a comment\n1 Q0 d 1 2.5e1 tag\n"), Ok(Format::Trec));
        assert_eq!(format(r##"{"question":"Why?","contexts":[],"answer":"So."}"##), Ok(Format::Ragas));
        assert_eq!(format(r#"{"user_input":"Why?","response":"So."}"#), Ok(Format::Ragas));
        assert_eq!(format(r#"{"question":"q","steps":[]}"#), Ok(Format::Records));
        assert_eq!(format(r#"{"question":"q","context":["a"],"answer":"So."}"#), Ok(Format::Records));
        for (text, said) in [
            ("", "0: is empty"),
            ("[{}]", "1: is a JSON list"),
            ("query,answer", "1: the line is neither a JSON object nor a line of a TREC run"),
            ("1 0 d 1", "1: the line is neither a JSON object nor a line of a TREC run"),
            ("1 Q0 d first 2 tag", "1: the line is neither a JSON object nor a line of a TREC run"),
            (r#"{"question":"q","answer":"So."}"#, "1: the line is not clearly a row of ragas or a record"),
            (r#"{"question":"q","contexts":[],"context":[]}"#, "1: the line is not clearly a row of ragas or a record"),
            ("\n{", "2: the line ends in the middle of its JSON (EOF while parsing an object)"),
        ] {
            assert_eq!(format(text), Err(said.to_owned()), "{text}");
        }
    }
}
