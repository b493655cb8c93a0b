//! Text of others in HTML.

use fourcell::evidence::text::commands;

/// `text` as HTML shows it, in an element or in a quoted attribute. Characters that command a terminal or turn reading direction round are
/// written as escapes, so that they are seen and do nothing.
pub fn text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '>' => shown += "&gt;",
            '"' => shown += "&quot;",
            '\'' => shown += "&#39;",
            '\n' | '\t' => shown.push(character),
            other if commands(other) => shown.extend(other.escape_default()),
            other => shown.push(other),
        }
    }
    shown
}

/// A link to the questions that a filter leaves, as the value of `href`.
pub fn filter(words: &[(&str, &str)]) -> String {
    let words: Vec<String> = words.iter().map(|(key, value)| format!("{key}:{}", term(value))).collect();
    format!("#q={}", encoded(&words.join(" ")))
}

/// A link to one question in full.
pub fn case(id: &str) -> String {
    format!("#show={}", encoded(id))
}

/// The same for one key that may have any of some values.
pub fn filter_any<'a>(key: &str, values: impl Iterator<Item = &'a str>) -> String {
    let values: Vec<String> = values.map(term).collect();
    format!("#q={}", encoded(&format!("{key}:{}", values.join(","))))
}

/// A value as the filter reads it: in quotes where it is not one plain word.
pub fn term(value: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.@#/+".contains(c);
    if !value.is_empty() && value.chars().all(plain) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What stands in an address, percent-encoded as UTF-8.
fn encoded(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~:".contains(&byte) {
            shown.push(char::from(byte));
        } else {
            shown += &format!("%{byte:02X}");
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_others_is_markup() {
        let hostile = "</script><img src=x onerror=\"a('b')\">&\u{202e}\u{1b}]]>";
        let shown = text(hostile);
        assert_eq!(shown, "&lt;/script&gt;&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;\\u{202e}\\u{1b}]]&gt;");
    }

    #[test]
    fn a_link_carries_any_value() {
        assert_eq!(filter(&[("cell", "works")]), "#q=cell:works");
        assert_eq!(filter(&[("type", "a \"b\" é"), ("x", "")]), "#q=type:%22a%20%5C%22b%5C%22%20%C3%A9%22%20x:%22%22");
    }
}
