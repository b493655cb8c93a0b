//! A document's revision.

use evidence::Status;

use super::form::{Form, any_of, choice, id, list, object, one_of, revision, states, text, visible, where_keys};
use crate::native::corpus::FIELDS;

/// The schema.
pub(super) fn form() -> Form {
    let document = object(&FIELDS)
        .need("id", id().about("opaque text, byte for byte; with 'rev' it stands once in the file"))
        .may("rev", revision().about("the revision"))
        .may("title", text())
        .may("text", text().about("the text, unless 'path' says where it is"))
        .may("path", visible().about("a file with the text, in or below the folder of this one"))
        .may("tenant", id())
        .may("acl", list(id()).about("groups that may open it; absent: everyone of the tenant, []: nobody"))
        .may("status", one_of(&Status::ALL).usual(Status::default().name()))
        .may("effective_from", text().about("a day, YYYY-MM-DD"))
        .may("expires_at", text().about("a day, YYYY-MM-DD"))
        .may("superseded_by", id().about("id or id@rev"))
        .may("moved_from", id())
        .may("source", visible().about("the file that the text was parsed from, in or below the folder of this one"))
        .form();
    let deleted = where_keys([("status", choice([Status::Deleted.name()]))]).with("required", vec!["status"]);
    let nothing = states(&[], &["text", "path"]);
    let nothing = Form::default().with("allOf", vec![nothing.json(), deleted.json()]);
    let one = any_of([states(&["text"], &["path"]), states(&["path"], &["text"]), nothing]);
    document.with("allOf", vec![one.json()])
}
