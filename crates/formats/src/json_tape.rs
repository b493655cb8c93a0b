//! The tokens of one line of JSON, found in one pass.
//!
//! `serde_json` can hand out parts unread, but reads each part again at every level on the way down to it. A tape is walked instead:
//! each token knows where its value ends. What is wrong with a line is left to `serde_json` to say.

use memchr::memchr2;

/// The types of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    List,
    Object,
}

/// A value, or a key of an object, which stands right before its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Byte of the line where it begins.
    pub start: u32,
    /// Byte after its last.
    pub end: u32,
    /// Index of the first token that is not part of it.
    pub next: u32,
    pub kind: Kind,
    /// Whether it is a string with escapes in it.
    pub escaped: bool,
}

/// What may stand next.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd,
}

/// Values and keys that a line may hold. One value for every four bytes of the longest line is more than data has; a line of
/// brackets would otherwise take many times its own size in memory.
pub(crate) const MOST_TOKENS: usize = 1 << 24;

/// Writes the tokens of `line`; `false` where it is not exactly one JSON value, or more than the readers take. Nesting takes no
/// stack, so none is too deep. Positions have 32 bits, which a line within the readers' limit fits.
pub(crate) fn tokenize(line: &str, tokens: &mut Vec<Token>) -> bool {
    tokens.clear();
    u32::try_from(line.len()).is_ok() && scan(line.as_bytes(), tokens).is_some()
}

fn scan(line: &[u8], tokens: &mut Vec<Token>) -> Option<()> {
    let mut open: Vec<u32> = Vec::new();
    let (mut at, mut next) = (0, Next::Value);
    loop {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = line.get(at) {
            at += 1;
        }
        let Some(&byte) = line.get(at) else {
            return (next == Next::CommaOrEnd && open.is_empty()).then_some(());
        };
        if tokens.len() > MOST_TOKENS {
            return None;
        }
        match (next, byte) {
            (Next::CommaOrEnd, b',') => {
                next = if tokens[*open.last()? as usize].kind == Kind::Object { Next::Key } else { Next::Value };
                at += 1;
            }
            (Next::CommaOrEnd | Next::ValueOrEnd, b']') | (Next::CommaOrEnd | Next::KeyOrEnd, b'}') => {
                let closed = open.pop()? as usize;
                let kind = if byte == b']' { Kind::List } else { Kind::Object };
                if tokens[closed].kind != kind {
                    return None;
                }
                at += 1;
                tokens[closed].end = at as u32;
                tokens[closed].next = tokens.len() as u32;
                next = Next::CommaOrEnd;
            }
            (Next::CommaOrEnd, _) => return None,
            (Next::Key | Next::KeyOrEnd, b'"') => {
                at = string(line, at, tokens)?;
                at += line[at..].iter().position(|b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n'))?;
                if line[at] != b':' {
                    return None;
                }
                at += 1;
                next = Next::Value;
            }
            (Next::Key | Next::KeyOrEnd, _) => return None,
            (Next::Value | Next::ValueOrEnd, b'{' | b'[') => {
                open.push(tokens.len() as u32);
                let (kind, inside) = if byte == b'{' { (Kind::Object, Next::KeyOrEnd) } else { (Kind::List, Next::ValueOrEnd) };
                push(tokens, at, at, kind, false);
                next = inside;
                at += 1;
            }
            (Next::Value | Next::ValueOrEnd, _) => {
                at = match byte {
                    b'"' => string(line, at, tokens)?,
                    b'-' | b'0'..=b'9' => {
                        let end = number(line, at)?;
                        push(tokens, at, end, Kind::Number, false);
                        end
                    }
                    _ => {
                        let (word, kind): (&[u8], _) = match byte {
                            b't' => (b"true", Kind::Boolean),
                            b'f' => (b"false", Kind::Boolean),
                            b'n' => (b"null", Kind::Null),
                            _ => return None,
                        };
                        if !line[at..].starts_with(word) {
                            return None;
                        }
                        push(tokens, at, at + word.len(), kind, false);
                        at + word.len()
                    }
                };
                next = Next::CommaOrEnd;
            }
        }
    }
}

fn push(tokens: &mut Vec<Token>, start: usize, end: usize, kind: Kind, escaped: bool) {
    let next = tokens.len() as u32 + 1;
    tokens.push(Token { start: start as u32, end: end as u32, next, kind, escaped });
}

/// The end of the string that begins at `start`. That surrogates come in pairs is seen to when the string is read.
fn string(line: &[u8], start: usize, tokens: &mut Vec<Token>) -> Option<usize> {
    let (mut at, mut escaped) = (start + 1, false);
    loop {
        let found = at + memchr2(b'"', b'\\', &line[at..])?;
        if line[at..found].iter().any(|b| *b < 0x20) {
            return None;
        }
        if line[found] == b'"' {
            push(tokens, start, found + 1, Kind::String, escaped);
            return Some(found + 1);
        }
        escaped = true;
        at = found
            + match line.get(found + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
                b'u' if line.get(found + 2..found + 6)?.iter().all(u8::is_ascii_hexdigit) => 6,
                _ => return None,
            };
    }
}

/// The end of the number that begins at `at`.
fn number(line: &[u8], mut at: usize) -> Option<usize> {
    let digits = |from: usize| line[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    if line[at] == b'-' {
        at += 1;
    }
    at += match (line.get(at)?, digits(at)) {
        (_, 0) => return None,
        (b'0', _) => 1,
        (_, count) => count,
    };
    if line.get(at) == Some(&b'.') {
        let count = digits(at + 1);
        if count == 0 {
            return None;
        }
        at += 1 + count;
    }
    if let Some(b'e' | b'E') = line.get(at) {
        at += if let Some(b'+' | b'-') = line.get(at + 1) { 2 } else { 1 };
        let count = digits(at);
        if count == 0 {
            return None;
        }
        at += count;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_json(line: &str) -> bool {
        serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
    }

    fn texts(line: &str) -> Vec<(&str, usize)> {
        let mut tokens = Vec::new();
        assert!(tokenize(line, &mut tokens), "{line}");
        tokens.iter().map(|t| (&line[t.start as usize..t.end as usize], t.next as usize)).collect()
    }

    #[test]
    fn tokens_know_where_their_values_end() {
        assert_eq!(
            texts(r#" {"a" : [1, "x\""], "b":{} } "#),
            [
                (r#"{"a" : [1, "x\""], "b":{} }"#, 7),
                ("\"a\"", 2),
                (r#"[1, "x\""]"#, 5),
                ("1", 4),
                (r#""x\"""#, 5),
                ("\"b\"", 6),
                ("{}", 7),
            ]
        );
    }

    #[test]
    fn what_is_json_is_decided_as_serde_json_does() {
        let edges = [
            "",
            " ",
            "1",
            "01",
            "-",
            "-0",
            "1.",
            ".5",
            "1e",
            "1e+",
            "1e5",
            "1E-05",
            "1.5e3x",
            "tru",
            "true",
            "nullx",
            "\"",
            "\"a",
            "\"\\\"",
            "\"\\u12g4\"",
            "\"\\ud800\"",
            "\"\\x\"",
            "\"\u{1}\"",
            "\"\u{7f}\"",
            "[",
            "[]",
            "[,]",
            "[1,]",
            "[1 2]",
            "[1}",
            "{]",
            "{}",
            "{,}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":1,\"b\"}",
            "{1:2}",
            "{\"a\" 1}",
            "{\"a\":1]",
            "[1]]",
            "1 2",
            "\u{a0}1",
            "[\"a\":1]",
            "{\"a",
            "{\"a\"",
            "{\"a\":",
            "[-]",
            "[1e999]",
        ];
        for line in edges {
            assert_eq!(tokenize(line, &mut Vec::new()), is_json(line), "{line:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_of_json_like_pieces_is_judged_alike(
            pieces in proptest::collection::vec(
                proptest::sample::select(&[
                    "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "1", "-1.5e3", "0", ".", "e", "-", "true", "null", " ", "\\", "\\u00e9", "é",
                    "{}", "[]", "\"a\":1", ",\"b\":[1,2]", "\n", "\u{0}",
                ][..]),
                0..12,
            )
        ) {
            let line = pieces.concat();
            prop_assert_eq!(tokenize(&line, &mut Vec::new()), is_json(&line), "{:?}", line);
            let wrapped = format!("{{\"x\":{line}}}");
            prop_assert_eq!(tokenize(&wrapped, &mut Vec::new()), is_json(&wrapped), "{:?}", wrapped);
        }
    }
}
