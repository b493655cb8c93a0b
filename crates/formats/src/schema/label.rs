//! A graded label.

use super::evidence;
use super::form::{Form, id, list, object, one_of, revision, states, text, whole_within};
use crate::native::labels::{FIELDS, HIGHEST_GRADE, RANGE_FIELDS, STATUS, TARGETS};

/// The schema.
pub(super) fn form() -> Form {
    let grades = "3 directly contains required evidence, 2 useful support, 1 related but insufficient, 0 not relevant";
    let label = object(&FIELDS)
        .need("question", id().about("the question's id"))
        .may("passage", id().about("what was graded: a passage"))
        .may("doc", id().about("what was graded: a document"))
        .may("rev", revision().about("the document's revision"))
        .may("range", evidence::range(&RANGE_FIELDS).about("what was graded: a range of a document"))
        .need("grade", whole_within(&(0..=HIGHEST_GRADE)).about(grades))
        .may("reason", text())
        .may("rater", id().about("who graded"))
        .may("at", text().about("when"))
        .may("status", one_of(&STATUS).usual(STATUS[0].0).about("an adjudicated label decides where raters differ"))
        .may("adjudicates", list(id()).about("the raters whose labels it decides between"))
        .form();
    let one = TARGETS.map(|target| {
        let mut absent: Vec<&str> = TARGETS.into_iter().filter(|other| *other != target).collect();
        if target != "doc" {
            absent.push("rev");
        }
        states(&[target], &absent).json()
    });
    label.with("anyOf", one.to_vec())
}
