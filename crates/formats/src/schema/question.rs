//! A question.

use evidence::{Expect, Origin, Split};

use serde_json::json;

use super::evidence as tree;
use super::form::{Form, id, list, object, one_of, states, text, truth, visible, where_keys};
use crate::native::questions::{FACT_FIELDS, FIELDS, MESSAGE_FIELDS, NAMED_SLICES, PRINCIPAL_FIELDS};

/// The schema.
pub(super) fn form() -> Form {
    let known = [&FIELDS[..], &NAMED_SLICES].concat();
    let question = object(&known)
        .need("id", id().about("opaque text, byte for byte; it stands once in the file"))
        .need("query", visible().about("what is asked"))
        .may("history", list(message()).about("the conversation before the question"))
        .may("answerable", truth().about("whether the corpus holds the answer; follows from 'expect' where it is left out"))
        .may("expect", one_of(&Expect::ALL).about("what the system should do; follows from 'answerable' where it is left out"))
        .may("type", text().about("a slice"))
        .may("scope", text().about("a slice"))
        .may("principal", principal().about("who asks"))
        .may("corpus", id().about("the name or id of the corpus snapshot that is asked"))
        .may(
            "evidence",
            tree::tree().about("what must arrive: a tree of \"all\" and \"any\" over passages, documents and ranges"),
        )
        .may("required", tree::children().about("in place of 'evidence': all of these are needed"))
        .may("acceptable", tree::children().about("in place of 'evidence': one of these is enough"))
        .may("facts", list(fact()).about("what an answer must, should or must not state"))
        .may("answer", text().about("a reference answer"))
        .may("origin", one_of(&Origin::ALL).about("where the question comes from"))
        .may(
            "split",
            one_of(&Split::ALL).usual(Split::default().name()).about("final questions stay sealed while a system is tuned"),
        )
        .may("critical", truth().usual(false).about("a failure of this question is an incident"))
        .may("core", truth().usual(false))
        .may("cluster", id().about("questions with the same one are not independent of each other"))
        .others(text().or_null().about("a slice of your own"))
        .form();
    let one = [["required", "acceptable"], ["evidence", "acceptable"], ["evidence", "required"]];
    tree::defining(question.with("anyOf", one.map(|absent| states(&[], &absent).json()).to_vec()))
}

fn message() -> Form {
    object(&MESSAGE_FIELDS).need("role", visible().about("who spoke, as 'user' or 'assistant'")).need("content", text()).form()
}

pub(super) fn principal() -> Form {
    object(&PRINCIPAL_FIELDS).may("tenant", id()).may("groups", list(id())).closed().form()
}

fn fact() -> Form {
    let fact = object(&FACT_FIELDS)
        .need("id", id())
        .need("text", text())
        .may("vital", truth().usual(false).about("an answer must state it"))
        .may("forbidden", truth().usual(false).about("an answer must not state it"))
        .closed()
        .form();
    let untrue = |key| where_keys([(key, Form::default().with("not", json!({"const": true})))]);
    fact.with("anyOf", vec![untrue("vital").json(), untrue("forbidden").json()])
}
