//! A record: what a system did with one question in one mode and repeat.

use retrieval::record::{Mode, Stage};
use retrieval::steps::MOST_STEPS;

use super::form::{
    Form, any_of, anything, choice, id, list, named, number, object, one_of, pair, revision, states, text, where_keys, whole,
    whole_within,
};
use crate::native::records::{FIELDS, ITEM_FIELDS, PASSED_OVER, STATUS, STEP_FIELDS};

/// The name of the part that is an entry of a list.
const ENTRY: &str = "entry";

/// The schema.
pub(super) fn form() -> Form {
    let known = [&FIELDS[..], &PASSED_OVER].concat();
    let record = object(&known)
        .need("question", id().about("the question's id"))
        .may("mode", mode())
        .may("repeat", repeat())
        .may("status", one_of(&STATUS).about("how it ended; 'error' for a call that failed, whose lists are not read"))
        .may("error", error())
        .may("stages", anything().about("lists by stage, in the order of the pipeline; a list's own order is the ranking"))
        .may("context", anything().about("the list that was sent to the generator"))
        .may("index_revision", id().about("what the index says it is"))
        .may("steps", anything().about("the retrieval calls of one question, where there were several"))
        .may("query_sent", anything().about("the query as it was sent to the index"))
        .may("answer", anything().about("the answer, a string"))
        .may("citations", anything().about("[{\"passage\": id, \"span\": [start, end]}], the span in code points of the answer"))
        .may("cut", anything().about("why the answer ended, where that was not by itself, as in \"length\""))
        .may("tokens", where_keys([("context", whole(0).or_null())]).about("counts: \"context\", \"prompt\", \"completion\""))
        .may("dropped", anything().about("ids of passages that did not fit the budget"))
        .form();
    let of_stages = Stage::ALL.iter().filter(|(_, stage)| *stage != Stage::Context);
    let entries = || list(named(ENTRY)).or_null();
    // Stages under other names are told and not read.
    let stages = where_keys(of_stages.map(|(name, _)| (*name, entries()))).with("type", "object").or_null();
    let step = object(&STEP_FIELDS)
        .may("by", text().about("what retrieved"))
        .may("query_sent", text().about("the query as it was sent"))
        .may("index_revision", id().about("what the index says it is"))
        .may("stages", stages.clone())
        .may("context", anything().about("not read: what reached the generator is the record's own"))
        .form();
    let steps = list(step).with("maxItems", MOST_STEPS).or_null();
    let dropped = list(id()).or_null();
    let query = text().or_null();
    let lists =
        where_keys([("stages", stages), ("context", entries()), ("steps", steps), ("query_sent", query), ("dropped", dropped)]);
    let either = [failed(), lists].map(Form::json).to_vec();
    record.with("anyOf", either).defining(ENTRY, any_of([id().about("a passage's id"), item()]))
}

/// A call that failed: what else stands there is not read.
pub fn failed() -> Form {
    let error = states(&["error"], &[]);
    any_of([error, where_keys([("status", choice(["error"]))]).with("required", vec!["status"])])
}

/// The mode.
pub fn mode() -> Form {
    one_of(&Mode::ALL).usual(Mode::ALL[Mode::default() as usize].0).about("which context the generator was given")
}

/// The repeat.
pub(super) fn repeat() -> Form {
    whole_within(&(0..=u32::MAX)).usual(0)
}

/// What went wrong.
pub fn error() -> Form {
    let kinds = Form::default().with("type", vec!["string", "object"]);
    kinds.about("what went wrong, where the call failed")
}

/// An entry of a list that is no mere id.
fn item() -> Form {
    object(&ITEM_FIELDS)
        .need("id", id().about("the passage's id"))
        .may("score", number())
        .may("doc", id().about("the document that the passage is cut from"))
        .may("rev", revision().about("that document's revision"))
        .may("range", pair().about("[start, end], half-open, in Unicode code points of the document's text"))
        .may("tenant", id())
        .may("tokens", whole(0).about("how many tokens the passage has"))
        .may("text", text())
        .form()
}
