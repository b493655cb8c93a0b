//! TOML with the place of every key and value, for files that people write.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{InputError, quoted};
use crate::source::Source;
use crate::suggest;

/// The longest TOML file that is read, in bytes.
const LONGEST: u64 = 4 << 20;

/// A TOML file as text, and the name for its faults.
pub(crate) struct TomlText {
    name: std::sync::Arc<str>,
    text: String,
}

impl TomlText {
    /// Reads the file; `table` gives what it says.
    pub fn read(source: &Source) -> Result<Self, InputError> {
        Ok(Self { name: source.name().clone(), text: source.read_text(LONGEST)? })
    }

    /// The top table.
    pub fn table(&self) -> Result<Table<'_>, InputError> {
        let table = DeTable::parse(&self.text).map_err(|e| {
            let said = format!("is not valid TOML: {}", e.message());
            self.fault(e.span().map_or(self.text.len(), |span| span.start), said)
        })?;
        Ok(Table { file: self, name: String::new(), at: 0, entries: entries(table.into_inner()) })
    }

    /// A fault at a byte of the text.
    fn fault(&self, byte: usize, problem: impl Into<String>) -> InputError {
        let byte = self.text.floor_char_boundary(byte);
        let line_start = self.text[..byte].rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[..byte].matches('\n').count() as u64 + 1;
        let column = self.text[line_start..byte].chars().count() as u64 + 1;
        InputError::new(problem).in_file(self.name.clone()).at_line(line).at_column(column)
    }
}

/// A table of the file.
pub(crate) struct Table<'t> {
    file: &'t TomlText,
    /// Its dotted name; the top table's is empty.
    name: String,
    /// Where it begins.
    at: usize,
    entries: Vec<Entry<'t>>,
}

/// A key with its value.
struct Entry<'t> {
    key: String,
    key_at: usize,
    value_at: usize,
    value: DeValue<'t>,
}

/// The entries in written order, which the parser does not keep.
fn entries(table: DeTable<'_>) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = table
        .into_iter()
        .map(|(key, value)| Entry {
            key_at: key.span().start,
            key: key.into_inner().into_owned(),
            value_at: value.span().start,
            value: value.into_inner(),
        })
        .collect();
    entries.sort_by_key(|e| e.key_at);
    entries
}

impl<'t> Table<'t> {
    /// Refuses keys that are none of `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), InputError> {
        match self.entries.iter().find(|e| !known.contains(&e.key.as_str())) {
            None => Ok(()),
            Some(entry) => {
                let place = if self.name.is_empty() { String::new() } else { format!(" in [{}]", self.name) };
                let fault = self.file.fault(entry.key_at, format!("unknown key {}{place}", quoted(&entry.key)));
                Err(fault.mend(suggest::advice(&entry.key, known.iter().copied())))
            }
        }
    }

    /// The keys in written order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| e.key.as_str())
    }

    /// A table inside; an empty one where it is absent.
    pub fn table(&mut self, key: &str) -> Result<Table<'t>, InputError> {
        #[cfg(test)]
        crate::schema::asked::hear(|| self.name.clone(), key);
        let name = self.dotted(key);
        match self.entries.iter().position(|e| e.key == key) {
            None => Ok(Table { file: self.file, name, at: self.at, entries: Vec::new() }),
            Some(index) => {
                let entry = self.entries.remove(index);
                match entry.value {
                    DeValue::Table(table) => Ok(Table { file: self.file, name, at: entry.value_at, entries: entries(table) }),
                    other => {
                        Err(self.file.fault(entry.value_at, format!("[{name}] must be a table, found {}", other.type_str())))
                    }
                }
            }
        }
    }

    /// A string that may be absent.
    pub fn string(&self, key: &str) -> Result<Option<String>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        match &entry.value {
            DeValue::String(text) if !text.trim().is_empty() => Ok(Some(text.clone().into_owned())),
            DeValue::String(_) => Err(self.fault(key, format!("'{}' is empty", self.dotted(key)))),
            _ => Err(self.wants(entry, "a string")),
        }
    }

    /// Whether a key is there.
    pub fn holds(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Whether the value of a key is a table.
    pub fn is_table(&self, key: &str) -> bool {
        self.find(key).is_some_and(|entry| matches!(entry.value, DeValue::Table(_)))
    }

    /// A string that may be absent, and may be empty.
    pub fn text(&self, key: &str) -> Result<Option<String>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        match &entry.value {
            DeValue::String(text) => Ok(Some(text.clone().into_owned())),
            _ => Err(self.wants(entry, "a string")),
        }
    }

    /// A list of strings as they are written; none where absent.
    pub fn words(&self, key: &str) -> Result<Vec<String>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(Vec::new()) };
        let DeValue::Array(list) = &entry.value else { return Err(self.wants(entry, "a list of strings")) };
        let word = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            other => Err(self.file.fault(
                value.span().start,
                format!("'{}' must be a list of strings, found {} in it", self.dotted(key), other.type_str()),
            )),
        };
        list.iter().map(word).collect()
    }

    /// A list of strings, or one string with commas between; none where absent.
    pub fn strings(&self, key: &str) -> Result<Vec<String>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(Vec::new()) };
        let split = |text: &str| text.split(',').map(|s| s.trim().to_owned()).collect::<Vec<_>>();
        let strings = match &entry.value {
            DeValue::String(text) => split(text),
            DeValue::Array(list) => list
                .iter()
                .map(|value| match value.get_ref() {
                    DeValue::String(text) => Ok(text.trim().to_owned()),
                    other => Err(self.file.fault(
                        value.span().start,
                        format!("'{}' must be a list of strings, found {} in it", self.dotted(key), other.type_str()),
                    )),
                })
                .collect::<Result<_, _>>()?,
            _ => return Err(self.wants(entry, "a string or a list of strings")),
        };
        match strings.iter().any(String::is_empty) {
            true => Err(self.fault(key, format!("'{}' holds an empty name", self.dotted(key)))),
            false => Ok(strings),
        }
    }

    /// A finite number that may be absent; a whole one too.
    pub fn number(&self, key: &str) -> Result<Option<f64>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        number(&entry.value).map(Some).ok_or_else(|| self.wants(entry, "a number"))
    }

    /// A list of finite numbers, which may be absent.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        let DeValue::Array(list) = &entry.value else { return Err(self.wants(entry, "a list of numbers")) };
        let all: Option<Vec<f64>> = list.iter().map(|value| number(value.get_ref())).collect();
        all.map(Some).ok_or_else(|| self.fault(key, format!("'{}' must be a list of numbers", self.dotted(key))))
    }

    /// A whole number that may be absent.
    pub fn integer(&self, key: &str) -> Result<Option<i64>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        integer(&entry.value).map(Some).ok_or_else(|| self.wants(entry, "a whole number"))
    }

    /// `true` or `false`, which may be absent.
    pub fn truth(&self, key: &str) -> Result<Option<bool>, InputError> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        match &entry.value {
            DeValue::Boolean(truth) => Ok(Some(*truth)),
            _ => Err(self.wants(entry, "true or false")),
        }
    }

    /// One of `names`, which may be absent.
    pub fn choice(&self, key: &str, names: &[&str]) -> Result<Option<String>, InputError> {
        match self.string(key)? {
            Some(name) if !names.contains(&name.as_str()) => Err(self
                .fault(key, format!("'{}' is {}, which is no known value", self.dotted(key), quoted(&name)))
                .mend(suggest::advice(&name, names.iter().copied()))),
            other => Ok(other),
        }
    }

    /// The format version: refused where it is newer than `newest`; absent is 1.
    pub fn version(&self, newest: i64) -> Result<u32, InputError> {
        match self.integer("version")? {
            None => Ok(1),
            Some(version) if version > newest => Err(self
                .fault("version", format!("version {version} is newer than {newest}, the newest that this program reads"))
                .mend("update fourcell")),
            Some(version) => u32::try_from(version)
                .ok()
                .filter(|&v| v > 0)
                .ok_or_else(|| self.fault("version", format!("version {version} does not exist; versions count from 1"))),
        }
    }

    /// Every value in canonical form, in byte order of the keys.
    pub fn canonical(&self) -> Vec<(String, String)> {
        let mut all: Vec<_> = self.entries.iter().map(|e| (e.key.clone(), canonical(&e.value))).collect();
        all.sort();
        all
    }

    /// A fault of the value of `key`.
    pub fn fault(&self, key: &str, problem: impl Into<String>) -> InputError {
        self.file.fault(self.find(key).map_or(self.at, |e| e.value_at), problem)
    }

    fn find(&self, key: &str) -> Option<&Entry<'t>> {
        #[cfg(test)]
        crate::schema::asked::hear(|| self.name.clone(), key);
        self.entries.iter().find(|e| e.key == key)
    }

    fn dotted(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) }
    }

    fn wants(&self, entry: &Entry<'_>, expected: &str) -> InputError {
        let problem = format!("'{}' must be {expected}, found {}", self.dotted(&entry.key), entry.value.type_str());
        self.file.fault(entry.value_at, problem)
    }
}

/// A finite number; a whole one too.
fn number(value: &DeValue<'_>) -> Option<f64> {
    let number = match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(_) => integer(value).map(|n| n as f64),
        _ => None,
    };
    number.filter(|n: &f64| n.is_finite())
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    value.as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok())
}

/// A value as compact JSON with sorted keys, so that one setting has one form however it was laid out: `1.0`, `1` and `0x1` are the
/// same number, a table inline or under a header the same table.
fn canonical(value: &DeValue<'_>) -> String {
    let json = |text: &str| serde_json::to_string(text).unwrap_or_default();
    match value {
        DeValue::String(text) => json(text),
        DeValue::Integer(number) => integer(value).map_or_else(|| json(number.as_str()), |n| n.to_string()),
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            // What has no fraction is printed as the whole number that it is; 2^53 is where doubles stop telling those apart.
            Ok(n) if n.fract() == 0.0 && n.abs() < 9_007_199_254_740_992.0 => (n as i64).to_string(),
            Ok(n) if n.is_finite() => format!("{n:?}"),
            _ => json(number.as_str()),
        },
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(time) => json(&time.to_string()),
        DeValue::Array(list) => joined('[', list.iter().map(|v| canonical(v.get_ref())), ']'),
        DeValue::Table(table) => {
            let mut fields: Vec<_> = table.iter().map(|(k, v): (&Spanned<_>, &Spanned<_>)| (k.get_ref(), v.get_ref())).collect();
            fields.sort_by(|a, b| a.0.cmp(b.0));
            joined('{', fields.into_iter().map(|(k, v)| format!("{}:{}", json(k), canonical(v))), '}')
        }
    }
}

fn joined(open: char, parts: impl Iterator<Item = String>, close: char) -> String {
    format!("{open}{}{close}", parts.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> TomlText {
        TomlText { name: "t.toml".into(), text: text.into() }
    }

    fn canonical_of(toml: &str) -> Vec<(String, String)> {
        text(toml).table().unwrap().canonical()
    }

    #[test]
    fn a_setting_has_one_form_however_it_is_written() {
        let inline = canonical_of("z = {b = 2, a = [1.0, 0.50]}\nt = 0x10\ns = 'é'\nd = 2026-10-01\n");
        let spread = canonical_of("t = 16\ns = \"\\u00e9\"\nd = 2026-10-01\n[z]\na = [\n 1,\n 0.5,\n]\nb = 2.0\n");
        assert_eq!(inline, spread);
        assert_eq!(inline[3], ("z".into(), r#"{"a":[1,0.5],"b":2}"#.into()));
    }

    #[test]
    fn faults_have_line_and_column_in_characters() {
        let error = text("a = 1\n\"é\" = = 2\n").table().err().unwrap();
        assert_eq!((error.line(), error.column()), (Some(2), Some(7)));
        assert!(error.problem().starts_with("is not valid TOML: "), "{error}");
        let unclosed = text("a = \"x").table().err().unwrap();
        assert_eq!(unclosed.line(), Some(1));
    }

    #[test]
    fn hostile_nesting_is_refused_and_overflows_nothing() {
        for hostile in [
            format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
            format!("a = {}1{}", "{a=".repeat(100_000), "}".repeat(100_000)),
            format!("{}a = 1", "a.".repeat(100_000)),
            format!("[{}a]", "a.".repeat(100_000)),
        ] {
            assert!(text(&hostile).table().is_err(), "{}", &hostile[..20]);
        }
    }
}
