//! A passage.

use super::form::{Form, id, null, object, revision, states, text, whole};
use crate::native::passages::FIELDS;

/// The schema.
pub(super) fn form() -> Form {
    // Looked for only to be refused.
    let known = [&FIELDS[..], &["range"]].concat();
    let passage = object(&known)
        .may("range", null().about("a passage gives its range as 'start' and 'end'"))
        .need("id", id().about("opaque text, byte for byte; it stands once in the file"))
        .may("doc", id().about("the document that it is cut from"))
        .may("rev", revision().about("that document's revision"))
        .may("start", whole(0).about("where it starts, in Unicode code points of the document's text"))
        .may("end", whole(0).about("where it ends; half-open"))
        .may("text", text())
        .form();
    let both = [states(&["start", "end"], &[]), states(&[], &["start", "end"])];
    passage.with("anyOf", both.map(Form::json).to_vec())
}
