//! How ids, texts and counts are written into findings.

use crate::document::Document;
use crate::text::printable;

/// Longest id shown, in characters.
pub(super) const ID: usize = 120;
/// Longest text shown, in characters.
const TEXT: usize = 80;
/// Most members of a list that are named.
const NAMED: usize = 3;

/// An id between backticks.
pub(super) fn id(id: &str) -> String {
    format!("`{}`", printable(id, ID))
}

/// A text between quotation marks.
pub(super) fn text(text: &str) -> String {
    format!("“{}”", printable(text, TEXT))
}

/// A revision for people.
pub(super) fn revision(rev: &str) -> String {
    format!("revision {}", id(rev))
}

/// A document and its revision; the empty one, which documents without revisions have, is not named.
pub(super) fn document(document: &Document) -> String {
    let rev = if document.rev.is_empty() { String::new() } else { format!(" {}", revision(&document.rev)) };
    format!("{}{rev}", id(&document.id))
}

/// The first few of a list of ids, and how many more there are.
pub(super) fn few<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    few_of(ids.into_iter().map(id), NAMED)
}

/// The first `most` of a list, and how many more there are.
pub(super) fn few_of(items: impl IntoIterator<Item = String>, most: usize) -> String {
    let mut items = items.into_iter();
    let mut shown: Vec<String> = items.by_ref().take(most).collect();
    let more = items.count();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}

/// `1 label`, `2 labels`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// `is` or `are`.
pub(super) fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}
