//! JSON Schemas of what a system of others is sent, and of what it replies, over HTTP and as a command.
//!
//! As for files, the schema of a reply refuses nothing that [`contract::read`](crate::contract::read) takes.

use formats::schema::Schema;
use formats::schema::form::{
    Form, any_of, choice, list, named, null, number, object, pair, states, text, visible, where_keys, whole,
};
use formats::schema::record::{error, failed, mode};
use retrieval::record::{Mode, Stage};
use retrieval::steps::MOST_STEPS;

use crate::asked::{Status, TOKENS};

/// What is sent and what is replied.
pub const CONTRACT: [Schema; 2] = [
    Schema { name: "request", about: "what a system over HTTP or as a command is sent with each question", form: request },
    Schema { name: "reply", about: "what a system over HTTP or as a command replies", form: reply },
];

/// The names of the parts.
const ENTRY: &str = "entry";
const ID: &str = "id";

fn request() -> Form {
    let principal = object(&["tenant", "groups"]).may("tenant", text()).need("groups", list(text())).form();
    let message = object(&["role", "content"]).need("role", visible()).need("content", text()).form();
    let question = object(&["id", "query", "principal", "history"])
        .need("id", visible())
        .need("query", visible())
        .may("principal", principal.about("who asks; null where nobody is named"))
        .need("history", list(message).about("the conversation before the question"));
    let entry = object(&["id", "score", "doc", "rev", "range", "tenant", "tokens", "text"])
        .need("id", visible())
        .may("score", number())
        .may("doc", text())
        .may("rev", text())
        .may("range", pair().about("[start, end], half-open, in Unicode code points of the document's text"))
        .may("tenant", text())
        .may("tokens", whole(0))
        .may("text", text());
    let context = "the passages to answer from, in the modes oracle and no-context; in mode normal it is not there";
    object(&["question", "mode", "k", "budget_tokens", "context"])
        .need("question", question.form())
        .need("mode", choice(Mode::ALL.map(|(name, _)| name)).about("which context the generator is given"))
        .may("k", whole(1).about("how many passages are asked for; null leaves it to the system"))
        .may("budget_tokens", whole(1).about("how many tokens the context may have; null leaves it to the system"))
        .may("context", list(entry.form()).about(context))
        .form()
}

/// The fields of a reply.
const FIELDS: [&str; 13] = [
    "question",
    "mode",
    "status",
    "error",
    "query_sent",
    "index_revision",
    "stages",
    "steps",
    "context",
    "dropped",
    "tokens",
    "answer",
    "citations",
];

fn reply() -> Form {
    let asked = any_of([text(), object(&["id"]).need("id", text()).form()]);
    let statuses = Status::ALL.iter().map(|(name, _)| *name).chain(["error"]);
    let free = Form::default;
    let reply = object(&FIELDS)
        .may(
            "question",
            asked.about("the question's id, as it was asked; a command that answers one after the other must say it"),
        )
        .may("mode", mode().about("the mode, as it was asked"))
        .may("error", error().about("what went wrong; the question counts as failed then, and the rest is not read"))
        .may("status", free().about("how the answer stands to the question; follows from whether there is one"))
        .may("query_sent", free().about("the query as it was sent to the index"))
        .may("index_revision", free().about("what the index says it is"))
        .may("stages", free().about("lists by stage, in the order of the pipeline; a list's own order is the ranking"))
        .may("steps", free().about("the retrieval calls of the question, where there were several"))
        .may("context", free().about("the list that was sent to the generator; empty where nothing was"))
        .may("dropped", free().about("ids of passages that did not fit the budget"))
        .may("tokens", free().about("how many tokens were counted"))
        .may("answer", free().about("the answer"))
        .may("citations", free().about("what the answer cites"))
        .form();
    let named_stages: Vec<&'static str> =
        Stage::ALL.iter().filter(|(_, stage)| *stage != Stage::Context).map(|(name, _)| *name).collect();
    let entries = || list(named(ENTRY));
    let stages = named_stages.iter().fold(object(&named_stages), |stages, name| stages.may(name, entries()));
    let stages = || stages.clone().closed().form().or_null();
    let step = object(&["by", "query_sent", "index_revision", "stages"])
        .may("by", text().about("what retrieved"))
        .may("query_sent", text())
        .may("index_revision", text())
        .may("stages", stages())
        .form();
    let tokens = TOKENS.iter().fold(object(&TOKENS), |tokens, name| tokens.may(name, whole(0)));
    let rest = where_keys([
        ("status", choice(statuses).or_null()),
        ("query_sent", text().or_null()),
        ("index_revision", text().or_null()),
        ("stages", stages()),
        ("steps", list(step).with("maxItems", MOST_STEPS).or_null()),
        ("context", entries()),
        ("dropped", list(named(ID)).or_null()),
        ("tokens", tokens.form().or_null()),
        ("answer", text().or_null()),
    ]);
    // What nothing is cited by is not read.
    let cited = any_of([states(&[], &["answer"]), where_keys([("citations", list(citation()).or_null())])]);
    let rest = rest.with("allOf", vec![cited.json()]);
    reply
        .with("anyOf", vec![failed().json(), rest.json()])
        .defining(ENTRY, any_of([named(ID), entry()]))
        .defining(ID, any_of([visible(), Form::default().with("type", "integer")]).about("a passage's id"))
}

fn entry() -> Form {
    let id = || named(ID);
    object(&["id", "score", "doc", "rev", "range", "tenant", "tokens", "text"])
        .need("id", id())
        .may("score", number())
        .may("doc", id().about("the document that the passage is cut from"))
        .may("rev", id().about("that document's revision"))
        .may("range", pair().about("[start, end], half-open, in Unicode code points of the document's text"))
        .may("tenant", id())
        .may("tokens", whole(0).about("how many tokens the passage has"))
        .may("text", text())
        .form()
}

fn citation() -> Form {
    let id = || named(ID);
    let cited = object(&["passage", "id", "span"])
        .may("passage", Form::default().about("the id of the cited passage"))
        .may("id", Form::default().about("the same, where 'passage' is not there"))
        .may("span", pair().about("what it supports: [start, end], half-open, in Unicode code points of the answer"))
        .form();
    let passage = where_keys([("passage", id())]).with("required", vec!["passage"]);
    let other = where_keys([("passage", null()), ("id", id())]).with("required", vec!["id"]);
    any_of([id(), cited.with("anyOf", vec![passage.json(), other.json()])])
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use evidence::Question;
    use formats::systems::Contract;
    use serde_json::{Value, json};

    use super::*;
    use crate::asked::Ask;
    use crate::contract::read;
    use crate::reply::Fields;

    thread_local! {
        static HEARD: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
    }

    /// Called by the reader for each JSON Pointer that it asks for.
    pub(crate) fn hear(pointer: &str) {
        HEARD.with_borrow_mut(|heard| heard.extend(pointer.split('/').skip(1).map(str::to_owned)));
    }

    /// Every key that a schema names, at whatever depth.
    fn keys(schema: &Value, into: &mut BTreeSet<String>) {
        match schema {
            Value::Object(parts) => {
                into.extend(parts.get("properties").and_then(Value::as_object).into_iter().flat_map(|p| p.keys().cloned()));
                parts.values().for_each(|part| keys(part, into));
            }
            Value::Array(parts) => parts.iter().for_each(|part| keys(part, into)),
            _ => {}
        }
    }

    #[test]
    fn the_schema_of_a_reply_has_the_keys_that_the_reader_asks_for_and_no_others() {
        let question = question();
        let ask = Ask { question: &question, mode: Mode::Normal, repeat: 0 };
        let stages: Value = Stage::ALL[..5].iter().map(|(name, _)| ((*name).to_owned(), json!(["a"]))).collect();
        let reply = json!({"question": "q", "stages": stages, "steps": [{}], "context": [{"id": "a"}], "answer": "x", "citations": [{"id": "a"}]});
        HEARD.take();
        Fields(&reply).names(&ask).unwrap();
        read(&reply, &ask, &Contract::default(), None).unwrap();
        let heard = HEARD.take();
        let mut told = BTreeSet::new();
        keys(&CONTRACT[1].json(), &mut told);
        let lists = Stage::ALL[..5].iter().map(|(name, _)| (*name).to_owned());
        // Places in lists are no keys, and the lists of stages are asked for by their names.
        let asked: BTreeSet<String> = heard.into_iter().filter(|key| key.parse::<usize>().is_err()).chain(lists).collect();
        assert_eq!(asked, told, "left what the reader asks for, right what the schema tells");
    }

    fn question() -> Question {
        let line = r#"{"id":"q","query":"Why?"}"#;
        formats::native::read_questions(&formats::Source::memory("q", line.as_bytes())).unwrap().items.remove(0)
    }
}
