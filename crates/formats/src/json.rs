//! One line of JSON, or a whole document: its values with their columns and paths, their types checked when they are asked for.
//!
//! A value is a place on the line's tape, so that its column and its path are found when a fault has to be named and cost nothing
//! otherwise; and numbers keep their literal text, which an id needs.

use std::borrow::Cow;
use std::collections::HashSet;

use evidence::SourceRange;
use evidence::text::printable;

use crate::error::{InputError, quoted};
pub(crate) use crate::json_tape::Kind;
use crate::json_tape::{MOST_TOKENS, Token, tokenize};
use crate::suggest;

/// A line of JSON with its tokens, or a document of many lines.
pub(crate) struct Tape<'a> {
    line: &'a str,
    tokens: Vec<Token>,
    text: Text,
}

/// What a tape was made of: faults of a document have lines of their own, and whoever reads a line knows its number.
#[derive(Clone, Copy, PartialEq)]
enum Text {
    Line,
    Document,
}

impl Text {
    fn name(self) -> &'static str {
        match self {
            Self::Line => "the line",
            Self::Document => "the file",
        }
    }

    /// Names the place of a byte.
    fn place(self, text: &str, byte: usize, error: InputError) -> InputError {
        let byte = text.floor_char_boundary(byte.min(text.len()));
        let start = match self {
            Self::Line => return error.at_column(column(text, byte)),
            Self::Document => text[..byte].rfind('\n').map_or(0, |at| at + 1),
        };
        let line = memchr::memchr_iter(b'\n', &text.as_bytes()[..start]).count() as u64 + 1;
        error.at_line(line).at_column(column(&text[start..], byte - start))
    }
}

impl<'a> Tape<'a> {
    /// Reads a line. `tokens` is memory to use again.
    pub fn parse(line: &'a str, tokens: Vec<Token>) -> Result<Self, InputError> {
        Self::of(line, tokens, Text::Line)
    }

    /// Reads a document, whose faults name their line.
    pub fn document(text: &'a str) -> Result<Self, InputError> {
        Self::of(text, Vec::new(), Text::Document)
    }

    fn of(line: &'a str, mut tokens: Vec<Token>, text: Text) -> Result<Self, InputError> {
        if tokenize(line, &mut tokens) {
            return Ok(Self { line, tokens, text });
        }
        Err(match serde_json::from_str::<serde::de::IgnoredAny>(line) {
            Err(e) => broken(line, 0, &e, text),
            // The two agree on what JSON is, so there is only one other reason.
            Ok(_) => InputError::new(format!("{} holds more than {MOST_TOKENS} values", text.name())),
        })
    }

    /// The value that the whole is.
    pub fn value(&self) -> Value<'_> {
        Value { tape: self, index: 0 }
    }

    /// The object that the line is.
    pub fn object(&self) -> Result<Object<'_>, InputError> {
        let whole = self.value();
        match whole.kind() {
            Kind::Object => whole.object(),
            kind => {
                let error = whole.fault(format!("each line must be a JSON object, found {}", kind.name()));
                Err(if kind == Kind::List { error.mend("write one object a line, without a list around them") } else { error })
            }
        }
    }

    /// The memory of the tokens.
    pub fn into_tokens(self) -> Vec<Token> {
        self.tokens
    }
}

/// A value inside a line.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    tape: &'a Tape<'a>,
    index: usize,
}

impl Kind {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::List => "list",
            Self::Object => "object",
        }
    }
}

/// An object in which no key stands twice.
#[derive(Clone, Copy)]
pub(crate) struct Object<'a> {
    whole: Value<'a>,
}

impl<'a> Object<'a> {
    /// The object as a value, for faults that are nobody's own.
    pub fn whole(&self) -> Value<'a> {
        self.whole
    }

    /// The fields in written order.
    pub fn fields(&self) -> impl Iterator<Item = (Cow<'a, str>, Value<'a>)> + Clone + use<'a> {
        // Keys that cannot be read are refused before an object is made.
        self.keys().map(|key| (key.string().unwrap_or_default(), key.after()))
    }

    /// The keys, each a string right before its value.
    fn keys(&self) -> impl Iterator<Item = Value<'a>> + Clone + use<'a> {
        let Value { tape, index } = self.whole;
        let end = self.whole.token().next as usize;
        let first = (index + 1 < end).then_some(Value { tape, index: index + 1 });
        std::iter::successors(first, move |key| {
            let index = key.after().token().next as usize;
            (index < end).then_some(Value { tape, index })
        })
    }

    /// A field that is there and not null: both mean "not captured".
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        #[cfg(test)]
        crate::schema::asked::hear(|| self.whole.path(), key);
        self.keys().find(|k| k.is(key)).map(Value::after).filter(|v| v.kind() != Kind::Null)
    }

    /// A field that must be there.
    pub fn need(&self, key: &str) -> Result<Value<'a>, InputError> {
        self.get(key).ok_or_else(|| {
            let path = self.whole.path();
            let dot = if path.is_empty() { "" } else { "." };
            let written = self.keys().any(|k| k.is(key));
            let state = if written { "null; a value is needed" } else { "missing" };
            let error = self.whole.fault(format!("field '{path}{dot}{key}' is {state}"));
            let near = self.fields().map(|(k, _)| k).find(|k| suggest::nearest(k, [key]).is_some());
            match near.filter(|_| !written) {
                Some(near) => error.mend(format!("is {} meant?", quoted(&near))),
                None => error,
            }
        })
    }

    /// A string that may be absent.
    pub fn string(&self, key: &str) -> Result<Option<String>, InputError> {
        self.get(key).map(|v| Ok(v.string()?.into_owned())).transpose()
    }

    /// A truth value that may be absent.
    pub fn boolean(&self, key: &str) -> Result<Option<bool>, InputError> {
        self.get(key).map(Value::boolean).transpose()
    }

    /// One of named values, which may be absent.
    pub fn choice<T: Copy>(&self, key: &str, names: &[(&'static str, T)]) -> Result<Option<T>, InputError> {
        self.get(key).map(|v| v.choice(names)).transpose()
    }

    /// Refuses keys that are none of `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), InputError> {
        match self.fields().find(|(key, _)| !known.contains(&key.as_ref())) {
            None => Ok(()),
            Some((key, value)) => Err(value
                .fault(format!("unknown field {} ({})", quoted(&key), value.kind().name()))
                .mend(suggest::advice(&key, known.iter().copied()))),
        }
    }
}

impl<'a> Value<'a> {
    fn token(self) -> &'a Token {
        &self.tape.tokens[self.index]
    }

    /// The byte of the text where it begins.
    pub fn byte(self) -> usize {
        self.token().start as usize
    }

    /// The value after a key.
    fn after(self) -> Self {
        Self { index: self.index + 1, ..self }
    }

    /// Its type.
    pub fn kind(self) -> Kind {
        self.token().kind
    }

    /// The JSON as it was written.
    pub fn literal(self) -> &'a str {
        &self.tape.line[self.token().start as usize..self.token().end as usize]
    }

    pub fn object(self) -> Result<Object<'a>, InputError> {
        if self.kind() != Kind::Object {
            return Err(self.wants("an object"));
        }
        let object = Object { whole: self };
        for key in object.keys().filter(|k| k.token().escaped) {
            key.string()?;
        }
        match object.first_repeated() {
            None => Ok(object),
            // One of two values would be lost, and nobody could tell which.
            Some(key) => Err(key.after().fault(format!("field {} stands twice in one object", quoted(&key.string()?)))),
        }
    }

    pub fn list(self) -> Result<impl Iterator<Item = Value<'a>> + Clone + use<'a>, InputError> {
        if self.kind() != Kind::List {
            let error = self.wants("a list");
            // A string has letters, and taking them for the list's members is how other tools lose whole columns.
            return Err(if self.kind() == Kind::String { error.mend(r#"write a JSON list: ["a", "b"]"#) } else { error });
        }
        let end = self.token().next as usize;
        let at = move |index: usize| (index < end).then_some(Value { index, ..self });
        Ok(std::iter::successors(at(self.index + 1), move |value| at(value.token().next as usize)))
    }

    pub fn string(self) -> Result<Cow<'a, str>, InputError> {
        let literal = self.literal();
        match self.token() {
            Token { kind: Kind::String, escaped: false, .. } => Ok(Cow::Borrowed(&literal[1..literal.len() - 1])),
            Token { kind: Kind::String, .. } => serde_json::from_str(literal)
                .map(Cow::Owned)
                .map_err(|e| broken(self.tape.line, self.token().start as usize, &e, self.tape.text)),
            _ => Err(self.wants("a string")),
        }
    }

    /// Whether it is this string.
    fn is(self, text: &str) -> bool {
        match self.token() {
            Token { escaped: false, .. } => self.literal().get(1..).and_then(|l| l.strip_suffix('"')) == Some(text),
            _ => self.string().is_ok_and(|s| s == text),
        }
    }

    pub fn boolean(self) -> Result<bool, InputError> {
        match self.literal() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wants("true or false")),
        }
    }

    /// A whole number of 0 or more.
    pub fn count(self) -> Result<u64, InputError> {
        self.literal().parse().ok().filter(|_| self.kind() == Kind::Number).ok_or_else(|| self.wants("a whole number"))
    }

    /// A number that a double holds; `1e999` is not one.
    pub fn finite(self) -> Result<f64, InputError> {
        let number: Option<f64> = self.literal().parse().ok().filter(|_| self.kind() == Kind::Number);
        number.filter(|n| n.is_finite()).ok_or_else(|| self.wants("a finite number"))
    }

    /// `[start, end]` as a range.
    pub fn range(self) -> Result<SourceRange, InputError> {
        if self.kind() != Kind::List {
            return Err(self.wants("[start, end]"));
        }
        let mut members = self.list()?;
        match (members.next(), members.next(), members.next()) {
            (Some(start), Some(end), None) => self.range_of(start, end),
            _ => Err(self.fault(format!("{} must be [start, end], found {} members", self.name(), self.list()?.count()))),
        }
    }

    /// The range between two offsets; `self` is what the fault is about where it would be empty.
    pub fn range_of(self, start: Value<'_>, end: Value<'_>) -> Result<SourceRange, InputError> {
        let offset = |v: Value<'_>| usize::try_from(v.count()?).map_err(|_| v.wants("an offset"));
        let (start, end) = (offset(start)?, offset(end)?);
        SourceRange::new(start, end)
            .ok_or_else(|| self.fault(format!("range [{start}, {end}) holds nothing: its start must be less than its end")))
    }

    /// One of named values.
    pub fn choice<T: Copy>(self, names: &[(&'static str, T)]) -> Result<T, InputError> {
        let name = self.string()?;
        names.iter().find(|(n, _)| *n == name).map(|(_, value)| *value).ok_or_else(|| {
            self.fault(format!("{} is {}, which is no known value", self.name(), quoted(&name)))
                .mend(suggest::advice(&name, names.iter().map(|(n, _)| *n)))
        })
    }

    /// A fault of this value.
    pub fn fault(self, problem: impl Into<String>) -> InputError {
        self.tape.text.place(self.tape.line, self.byte(), InputError::new(problem))
    }

    /// The fault of having the wrong type.
    pub fn wants(self, expected: &str) -> InputError {
        let found = match self.kind() {
            Kind::Number | Kind::Boolean => format!("{} {}", self.kind().name(), printable(self.literal(), 40)),
            other => other.name().to_owned(),
        };
        self.fault(format!("{} must be {expected}, found {found}", self.name()))
    }

    /// `field 'evidence.all[0].range'`.
    pub fn name(self) -> String {
        match self.path() {
            path if path.is_empty() => self.tape.text.name().to_owned(),
            path => format!("field '{path}'"),
        }
    }

    /// Where it stands in the line, as `evidence.all[0].range`. Found by walking down the tape.
    fn path(self) -> String {
        let mut path = String::new();
        let mut at = Value { index: 0, ..self };
        while at.index != self.index {
            let holds = |v: &Value<'_>| (v.index..v.token().next as usize).contains(&self.index);
            if at.kind() == Kind::Object {
                let Some((key, value)) = (Object { whole: at }).fields().find(|(_, v)| holds(v)) else { break };
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&printable(&key, 60));
                at = value;
            } else {
                let Some((index, value)) = at.list().ok().and_then(|mut l| l.by_ref().enumerate().find(|(_, v)| holds(v))) else {
                    break;
                };
                path.push_str(&format!("[{index}]"));
                at = value;
            }
        }
        path
    }
}

impl<'a> Object<'a> {
    /// The first key that stood before.
    fn first_repeated(&self) -> Option<Value<'a>> {
        let count = self.keys().count();
        if count < 24 {
            // Few keys are compared faster than they are hashed.
            let same = |a: Value<'_>, b: Value<'_>| match (a.token().escaped, b.token().escaped) {
                (false, false) => a.literal() == b.literal(),
                _ => a.string().ok() == b.string().ok(),
            };
            return self.keys().enumerate().find(|&(i, key)| self.keys().take(i).any(|k| same(k, key))).map(|(_, key)| key);
        }
        let mut seen = HashSet::with_capacity(count);
        self.keys().find(|key| !seen.insert(key.string().unwrap_or_default()))
    }
}

/// The column of a byte of the line, in characters from 1.
fn column(line: &str, byte: usize) -> u64 {
    let byte = line.floor_char_boundary(byte);
    line[..byte].chars().count() as u64 + 1
}

/// What serde_json found wrong in the part of a text that begins at `start`. Its column counts bytes, from 1, of the line that it names.
fn broken(whole: &str, start: usize, error: &serde_json::Error, text: Text) -> InputError {
    let mut ends = memchr::memchr_iter(b'\n', &whole.as_bytes()[start..]);
    let line_start = error.line().checked_sub(2).map_or(0, |before| ends.nth(before).map_or(0, |at| at + 1));
    let byte = start + line_start + error.column().saturating_sub(1);
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(what, _)| what);
    if error.is_eof() {
        let problem = format!("{} ends in the middle of its JSON ({said})", text.name());
        let mend = format!("{} was cut off, or a bracket or a quotation mark is missing", text.name());
        text.place(whole, byte, InputError::new(problem).mend(mend))
    } else {
        text.place(whole, byte, InputError::new(format!("is not valid JSON: {said}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_parse(line: &str) -> Result<Object<'static>, InputError> {
        let tape: &'static Tape<'static> = Box::leak(Box::new(Tape::parse(line.to_owned().leak(), Vec::new())?));
        tape.object()
    }

    fn parse(line: &str) -> Object<'static> {
        try_parse(line).unwrap_or_else(|e| panic!("{e}"))
    }

    fn refusal(line: &str) -> InputError {
        try_parse(line).map(|_| ()).unwrap_err()
    }

    #[test]
    fn names_path_and_column_of_a_nested_value_in_characters() {
        let object = parse(r#" {"é":1,"evidence":{"all":[{"doc":"d","range":"x"}]}} "#);
        let evidence = object.need("evidence").unwrap().object().unwrap();
        let leaf = evidence.need("all").unwrap().list().unwrap().next().unwrap().object().unwrap();
        let error = leaf.need("range").unwrap().range().unwrap_err();
        assert_eq!(error.problem(), "field 'evidence.all[0].range' must be [start, end], found string");
        assert_eq!(error.column(), Some(47));
        assert_eq!(leaf.need("rang").err().unwrap().problem(), "field 'evidence.all[0].rang' is missing");
        assert_eq!(leaf.need("rang").err().unwrap().advice(), Some("is 'range' meant?"));
    }

    #[test]
    fn broken_json_is_named_with_its_column() {
        let error = refusal(r#"{"é":"q3" "text":"c"}"#);
        assert_eq!((error.problem(), error.column()), ("is not valid JSON: expected `,` or `}`", Some(11)));
        let error = refusal(r#"{"a":"#);
        assert!(error.problem().starts_with("the line ends in the middle of its JSON"), "{error}");
        assert_eq!(refusal("{} {}").problem(), "is not valid JSON: trailing characters");
        assert_eq!(refusal("[1]").problem(), "each line must be a JSON object, found list");
        assert!(refusal("nonsense").problem().starts_with("is not valid JSON"));
        assert!(parse(r#"{"a":"\ud800"}"#).string("a").unwrap_err().problem().contains("JSON"));
    }

    #[test]
    fn faults_of_a_document_have_their_line() {
        let told = |text: &str| Tape::document(text).map(|_| ()).unwrap_err();
        let error = told("{\"a\": 1,\n \"é\": x}\n");
        assert_eq!((error.problem(), error.line(), error.column()), ("is not valid JSON: expected value", Some(2), Some(7)));
        let error = told("[\n1,\n");
        assert_eq!((error.line(), error.column()), (Some(3), Some(1)));
        assert!(error.problem().starts_with("the file ends in the middle of its JSON"), "{error}");
        let text = "[\n\n  {\"é\": 1, \"b\": \"\\ud800\"}]";
        let tape = Tape::document(text).unwrap();
        let row = tape.value().list().unwrap().next().unwrap().object().unwrap();
        let error = row.need("é").unwrap().wants("a list");
        assert_eq!(error.problem(), "field '[0].é' must be a list, found number 1");
        assert_eq!((error.line(), error.column()), (Some(3), Some(9)));
        let error = row.string("b").unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(3), Some(24)));
    }

    #[test]
    fn numbers_are_what_they_say() {
        let object = parse(r#"{"big":1e999,"half":0.5,"text":"1","minus":-1,"huge":99999999999999999999,"one":1,"float":1.0}"#);
        let get = |key: &str| object.get(key).unwrap();
        assert_eq!(get("big").finite().unwrap_err().problem(), "field 'big' must be a finite number, found number 1e999");
        assert_eq!(get("half").finite().unwrap(), 0.5);
        assert_eq!(get("one").count().unwrap(), 1);
        for key in ["half", "text", "minus", "huge", "float"] {
            assert!(get(key).count().is_err(), "{key}");
        }
        assert!(get("text").finite().is_err());
    }

    #[test]
    fn a_key_may_not_stand_twice_however_it_is_written() {
        assert_eq!(refusal(r#"{"id":"a","\u0069d":"b"}"#).problem(), "field 'id' stands twice in one object");
        let many: Vec<String> = (0..30).map(|i| format!("\"k{}\":0", i % 29)).collect();
        assert_eq!(refusal(&format!("{{{}}}", many.join(","))).problem(), "field 'k0' stands twice in one object");
    }

    #[test]
    fn null_is_not_captured_and_a_string_is_no_list() {
        let object = parse(r#"{"a":null,"b":"['x']","c":[]}"#);
        assert!(object.get("a").is_none());
        assert_eq!(object.need("a").err().unwrap().problem(), "field 'a' is null; a value is needed");
        assert_eq!(object.need("b").unwrap().list().err().unwrap().problem(), "field 'b' must be a list, found string");
        assert!(object.need("c").unwrap().list().unwrap().next().is_none());
    }

    #[test]
    fn nesting_that_nobody_asks_for_costs_no_stack() {
        let deep = format!(r#"{{"x":{}{},"id":"a"}}"#, "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(parse(&deep).string("id").unwrap().as_deref(), Some("a"));
        let many = format!("{{\"x\":[{}0]}}", "0,".repeat(MOST_TOKENS));
        assert_eq!(refusal(&many).problem(), "the line holds more than 16777216 values");
    }
}
