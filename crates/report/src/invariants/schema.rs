//! The JSON Schema of what `invariants --format json` prints.

use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{Form, Keys, choice, list, number, object, table_of, text, whole};

use super::json::SCHEMA;
use crate::score::schema::enveloped;

/// What must hold of some runs.
pub const INVARIANTS: Schema =
    Schema { name: "invariants", about: "what 'fourcell invariants --format json' prints", form: invariants };

fn invariants() -> Form {
    let result = object(&["heading", "access_model", "incidents", "runs"])
        .need("heading", text())
        .need("access_model", choice(["none"]).or_null().about("\"none\": the product has no tenants and no access rules"))
        .need("incidents", whole(0).about("how many there are in all runs"))
        .need("runs", list(run()))
        .form();
    enveloped(SCHEMA, result)
}

fn run() -> Form {
    let said = || object(&["value", "from"]).need("value", text()).need("from", text().about("who says so")).form().or_null();
    let captured = object(&["captured", "not"]).need("captured", whole(0)).need("not", reasons()).form();
    object(&[
        "name",
        "questions",
        "records",
        "day",
        "index_revision",
        "rules",
        "captured",
        "filtering",
        "incidents",
        "missing",
        "unknown_records",
        "final_left_sealed",
    ])
    .need("name", text().about("the run's name"))
    .need("questions", whole(0).about("questions of the split"))
    .need("records", whole(0).about("records that were looked at, of every mode and repeat"))
    .need("day", said().about("the day that dates are held against"))
    .need("index_revision", said().about("what the index should say it is"))
    .need("rules", list(rule()))
    .need("captured", table_of(captured).about("records that captured a stage's list, or citations"))
    .need("filtering", filtering())
    .need("incidents", list(incident()).about("every incident, in byte order of the question ids"))
    .need("missing", list(text()).about("questions without a record"))
    .need("unknown_records", whole(0).about("records of questions that the set does not hold"))
    .need("final_left_sealed", whole(0).about("final questions that were left out"))
    .form()
}

fn reasons() -> Form {
    table_of(whole(0)).about("how many were not checked, by reason")
}

fn tally(more: &[&'static str]) -> Keys {
    object(&[&["checked", "incidents", "not_checked"], more].concat())
        .need("checked", whole(0).about("how often it was checked"))
        .need("incidents", whole(0).about("how often it is broken"))
        .need("not_checked", reasons())
}

fn rule() -> Form {
    tally(&["rule", "about", "stages"])
        .need("rule", text())
        .need("about", text().about("what must hold"))
        .need("stages", table_of(tally(&[]).form()))
        .form()
}

fn filtering() -> Form {
    let worst = object(&["question", "missing", "of"])
        .need("question", text())
        .need("missing", whole(0))
        .need("of", whole(0).about("candidates"))
        .form();
    let shortfall = object(&["n", "mean", "worst"])
        .need("n", whole(0))
        .need("mean", number().or_null().about("results missing from the filtered list"))
        .need("worst", worst.or_null())
        .form();
    object(&["during", "after", "leaking", "not_visible", "forbidden_candidates_taken_out", "shortfall"])
        .need("during", whole(0).about("records whose candidates hold nothing forbidden"))
        .need("after", whole(0).about("records of which forbidden candidates were taken out afterwards"))
        .need("leaking", whole(0).about("records whose filtered list holds forbidden results"))
        .need("not_visible", reasons())
        .need("forbidden_candidates_taken_out", whole(0))
        .need("shortfall", shortfall)
        .form()
}

fn incident() -> Form {
    let asker = object(&["tenant", "groups"]).need("tenant", text().or_null()).need("groups", list(text())).form();
    object(&["question", "mode", "repeat", "asker", "rule", "stage", "call", "passage", "doc", "rev", "proof"])
        .need("question", text())
        .need("mode", text())
        .need("repeat", whole(0))
        .need("asker", asker.or_null().about("who asked; null where the question does not say"))
        .need("rule", text().about("the rule that is broken"))
        .need("stage", text().about("where it is broken: a stage, citations, or the record as a whole"))
        .need("call", whole(1).or_null().about("which of several retrieval calls"))
        .need("passage", text().or_null())
        .need("doc", text().or_null())
        .need("rev", text().or_null())
        .need("proof", text().about("the ids that prove it, in words"))
        .form()
}

/// What other commands say of a run with incidents.
pub(crate) fn first() -> Form {
    object(&["count", "by_rule", "first"])
        .need("count", whole(1))
        .need("by_rule", table_of(whole(1)))
        .need("first", list(incident()))
        .form()
        .about("there where something does not hold that must; 'fourcell invariants' lists all")
}
