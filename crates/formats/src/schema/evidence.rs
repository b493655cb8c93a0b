//! Evidence: trees of `all` and `any` over locators.

use super::form::{Form, any_of, id, list, named, object, pair, revision, text};
use crate::native::evidence_tree::KEYS;

/// The names of the parts.
const TREE: &str = "evidence";
const CHILD: &str = "evidence-or-passage";

/// A tree; its parts are defined by [`defining`].
pub(super) fn tree() -> Form {
    named(TREE)
}

/// A list of trees and ids of passages.
pub(super) fn children() -> Form {
    list(named(CHILD))
}

/// A locator by itself, of an object with these keys.
pub(super) fn locator(keys: &[&'static str]) -> Form {
    let passage = object(keys).need("passage", id().about("a passage's id")).no_more().form();
    let document = object(keys).need("doc", id().about("a document's id")).may("rev", revision()).no_more().form();
    any_of([passage, document, range(keys)])
}

/// Defines what [`tree`] and [`children`] name.
pub(super) fn defining(form: Form) -> Form {
    let all = object(&KEYS).need("all", children().about("each is needed")).no_more().form();
    let any = object(&KEYS).need("any", children().about("one is enough")).no_more().form();
    let passage = object(&KEYS).need("passage", id().about("a passage's id")).no_more().form();
    let document = object(&KEYS).need("doc", id().about("a document's id")).may("rev", revision()).no_more().form();
    form.defining(TREE, any_of([all, any, passage, document, range(&KEYS)]))
        .defining(CHILD, any_of([id().about("a passage's id"), tree()]))
}

/// The locator of a range, of whose keys some may belong to other locators.
pub(super) fn range(keys: &[&'static str]) -> Form {
    object(keys)
        .need("doc", id().about("a document's id"))
        .may("rev", revision().about("its revision; without one the active revision is meant"))
        .need("range", pair().about("[start, end], half-open, in Unicode code points of the document's text"))
        .may("quote", text().about("what stands there, by which the range is found again when the text has changed"))
        .no_more()
        .form()
}
