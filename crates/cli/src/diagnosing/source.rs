//! The text of the file that a document was parsed from, so that what parsing lost can be seen.
//!
//! Markup is taken out by a rule that no parser shares: a parser cannot vouch for itself.

use std::path::Path;

use fourcell::evidence::Document;
use fourcell::formats::native::corpus::source_file;

/// The longest file that is looked at, in bytes.
const LONGEST: u64 = 64 << 20;

/// The words of the source file; `None` where none is named, it is not there, or it is no text.
pub fn text(corpus: &Path, document: &Document) -> Option<String> {
    let path = source_file(corpus, document.source.as_deref()?).ok()?;
    if path.metadata().ok()?.len() > LONGEST {
        return None;
    }
    let text = String::from_utf8(std::fs::read(&path).ok()?).ok()?;
    let is_markup =
        path.extension().is_some_and(|end| ["html", "htm", "xhtml", "xml"].iter().any(|name| end.eq_ignore_ascii_case(name)));
    Some(if is_markup { without_tags(&text) } else { text })
}

/// What stands between tags, with the usual entities as what they mean.
fn without_tags(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        words.push_str(&rest[..at]);
        words.push(' ');
        rest = rest[at..].find('>').map_or("", |end| &rest[at + end + 1..]);
    }
    words.push_str(rest);
    // The ampersand last, so that nothing is read twice.
    let entities =
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&euro;", "€"), ("&amp;", "&")];
    entities.iter().fold(words, |words, (entity, character)| words.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn tags_are_not_words() {
        let html = "<table><tr><td>A&amp;B</td><td class=\"x\">30&nbsp;days</td></tr></table><b>unclosed";
        assert_eq!(without_tags(html).split_whitespace().collect::<Vec<_>>(), ["A&B", "30", "days", "unclosed"]);
        assert_eq!(without_tags("a < b"), "a  ");
    }
}
