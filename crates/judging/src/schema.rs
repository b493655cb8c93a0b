//! What a command that judges is sent, and what it replies: as JSON, and as JSON Schemas.

use evidence::snapshot::content_hash;
use formats::schema::Schema;
use formats::schema::form::{Form, any_of, choice, list, null, object, one_of, pair, states, text, visible, whole};
use generation::{Ask, Target, Verdict};
use serde_json::{Value, json};

use crate::reply::{Allowed, Expected, MOST_CLAIMS};
use crate::sort::Sort;

/// What is sent and what is replied.
pub const CONTRACT: [Schema; 2] = [
    Schema { name: "ask", about: "what a command that judges is sent: a question about an answer", form: ask_form },
    Schema { name: "verdict", about: "what a command that judges replies", form: verdict_form },
];

/// A question to a judge as JSON. Its `id` is a hash of all the rest.
pub fn ask(sort: Sort, ask: &Ask<'_>, repeat: u32) -> Value {
    let question = ask.question;
    let history: Vec<Value> = question.history.iter().map(|m| json!({"role": m.role, "content": m.content})).collect();
    let passages: Vec<Value> =
        ask.passages().map(|passage| json!({"id": passage.id, "doc": passage.doc, "text": passage.text})).collect();
    let target = match &ask.target {
        Target::Whole => Value::Null,
        Target::Claim(place, text) => json!({"claim": place, "text": text}),
        Target::Fact(id) => json!({"fact": id}),
        Target::Passage(id) => json!({"passage": id}),
        Target::Span(start, end) => json!({"span": [start, end]}),
        Target::Rubric(name) => json!({"rubric": name}),
    };
    let expected = Expected::of(sort, ask, false);
    let mut whole = json!({
        "kind": ask.kind.name(),
        "sort": sort.name(),
        "target": target,
        "repeat": repeat,
        "question": {"id": question.id, "query": question.query, "history": history, "answer": question.answer},
        "answer": ask.answer.text,
        "passages": passages,
    });
    if let Some(statement) = ask.statement() {
        whole["statement"] = statement.into();
    }
    if let Some(rubric) = ask.rubric {
        whole["rubric"] = json!({"name": rubric.name, "question": rubric.question});
    }
    if !matches!(expected.allowed, Allowed::Claims) {
        whole["verdicts"] = expected.words().into();
    }
    whole["id"] = content_hash(whole.to_string().as_bytes()).into();
    whole
}

fn ask_form() -> Form {
    let message = object(&["role", "content"]).need("role", text()).need("content", text()).form();
    let question = object(&["id", "query", "history", "answer"])
        .need("id", visible())
        .need("query", visible())
        .need("history", list(message).about("the conversation before the question"))
        .may("answer", text().about("the reference answer; null where there is none"));
    let passage = object(&["id", "doc", "text"])
        .need("id", text())
        .may("doc", text().about("the document that the passage is cut from"))
        .may("text", text().about("null where it was not captured"));
    let target = any_of([
        null(),
        object(&["claim", "text"]).need("claim", whole(0)).need("text", text()).form(),
        object(&["fact"]).need("fact", text()).form(),
        object(&["passage"]).need("passage", text()).form(),
        object(&["span"]).need("span", pair()).form(),
        object(&["rubric"]).need("rubric", text()).form(),
    ]);
    let rubric = object(&["name", "question"]).need("name", text()).need("question", text());
    let keys = ["id", "kind", "sort", "target", "repeat", "question", "answer", "passages", "statement", "rubric", "verdicts"];
    object(&keys)
        .need("id", visible().about("a hash of the rest; the reply repeats it"))
        .need("kind", one_of(&generation::Kind::ALL).about("what is asked"))
        .need("sort", one_of(&Sort::ALL).about("the same, with what the target makes of it"))
        .need("target", target.about("what of the answer it is asked of; null for all of it"))
        .need("repeat", whole(0).about("which repeat of the same question it is"))
        .need("question", question.form())
        .may("answer", text().about("the answer that is judged"))
        .need("passages", list(passage.form()).about("the passages that are asked about, in the order of the context"))
        .may("statement", text().about("the words of the claim, the fact or the span"))
        .may("rubric", rubric.form())
        .may("verdicts", list(text()).about("what may be said; not there where claims are asked for"))
        .form()
}

fn verdict_form() -> Form {
    let claim = object(&["text", "quote"])
        .need("text", visible())
        .may("quote", text().about("the words of the answer that make the claim"));
    let words = Verdict::ALL.iter().map(|(name, _)| *name);
    let keys = ["id", "verdict", "passage", "quote", "reason", "claims", "error"];
    let verdict = any_of([choice(words), text()]);
    let reply = object(&keys)
        .need("id", visible().about("the id of the question"))
        .may("verdict", verdict.about("one of the 'verdicts' of the question"))
        .may("passage", text().about("the id of the passage that the verdict rests on"))
        .may("quote", text().about("words of that passage; they are looked up, and support whose quote is not there is none"))
        .may("reason", text().about("why"))
        .may(
            "claims",
            list(claim.form()).with("maxItems", MOST_CLAIMS).about("the claims of the answer, where they are asked for"),
        )
        .may("error", text().about("why there is no verdict; the rest is not read"))
        .form();
    let one = [states(&["verdict"], &["claims"]), states(&["claims"], &["verdict"]), states(&["error"], &[])];
    reply.with("anyOf", one.map(Form::json).to_vec())
}
