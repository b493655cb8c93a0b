//! The JSON Schema of what `cells --format json` prints, and `cells.json` holds.

use fourcell::diagnosis::cells::{Cell, Present, Why};
use fourcell::diagnosis::modes::{State, Worth};
use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{
    Form, Keys, any_of, choice, list, named, null, number, object, one_of, table_of, text, truth, whole,
};

use super::json::SCHEMA;
use crate::score::schema::{SUMMARY, enveloped, score, summary};

/// The four cells.
pub const CELLS: Schema =
    Schema { name: "cells", about: "what 'fourcell cells --format json' prints, and a run's cells.json holds", form: cells };

/// The names of the parts.
const DIFFERENCE: &str = "difference";
const LOSS: &str = "loss";

fn cells() -> Form {
    enveloped(SCHEMA, result()).defining(SUMMARY, summary()).defining(DIFFERENCE, difference()).defining(LOSS, loss())
}

fn ids(about: &str) -> Form {
    list(text()).about(about)
}

fn reasons() -> Form {
    table_of(whole(0)).about("how many, by reason")
}

fn share() -> Form {
    number().or_null()
}

fn result() -> Form {
    let size = object(&["n", "effective", "label"]).need("n", whole(0)).need("effective", number()).need("label", text()).form();
    let names = [Present::Complete, Present::Hit, Present::Document].map(Present::name);
    let definitions = names.iter().fold(object(&names), |keys, name| keys.need(name, definition()));
    object(&["heading", "judges", "run", "budget", "shown", "size", "definitions", "moved", "unanswerable", "modes", "questions"])
        .need("heading", text())
        .need("judges", ids("what is to be known of the judges before any number"))
        .need("run", text().about("the run's name"))
        .need("budget", text().about("what the evidence had to be inside of: @context, @6, @2000tok"))
        .need("shown", list(one_of(&Present::ALL)).about("the definitions that were asked for"))
        .need("size", size.about("how many questions there are"))
        .need("definitions", definitions.form().about("the cells under each definition of 'the evidence was there'"))
        .need("moved", list(moved()).about("questions that another definition puts in another cell"))
        .need("unanswerable", any_of([unanswerable(), null()]).about("questions without an answer, beside the cells"))
        .need("modes", any_of([modes(), null()]).about("what the run's other modes say"))
        .may("questions", table_of(question()).about("each answerable question; there with --per-question"))
        .form()
}

const COUNTED: [&str; 10] = [
    "questions",
    "cells",
    "wrong_with_evidence",
    "wrong_without_evidence",
    "failed_calls",
    "failed_verdicts",
    "not_scored",
    "chances",
    "product",
    "what_if",
];

fn counted(more: &[&'static str]) -> Keys {
    let cells = ["works", "generation_fault", "right_for_the_wrong_reason", "retrieval_fault"];
    let cells = cells.iter().fold(object(&cells), |keys, name| keys.need(name, whole(0)));
    let wrong = || {
        let ways = ["declined", "asserted", "not_known"];
        ways.iter().fold(object(&ways), |keys, way| keys.need(way, whole(0))).form()
    };
    let chances = [
        "evidence",
        "right_with_evidence",
        "right_without_evidence",
        "evidence_and_right",
        "right",
        "right_answers_without_evidence",
    ];
    let chances = chances.iter().fold(object(&chances), |keys, name| keys.need(name, named(SUMMARY)));
    object(&[&COUNTED[..], more].concat())
        .need("questions", whole(0).about("answerable questions"))
        .need("cells", cells.form().about("how many questions stand in each cell"))
        .need("wrong_with_evidence", wrong().about("the generation faults, by how they are wrong"))
        .need("wrong_without_evidence", wrong().about("the retrieval faults: declined is safe, asserted is dangerous"))
        .need("failed_calls", whole(0).about("calls that failed or are missing: in no cell"))
        .need("failed_verdicts", whole(0).about("answers of which a deciding verdict failed: in no cell"))
        .need("not_scored", reasons())
        .need("chances", chances.form())
        .need("product", share().about("P(evidence) · P(right | evidence)"))
        .need("what_if", list(what_if()).about("what raising each chance would buy"))
}

fn definition() -> Form {
    let worlds = || object(&["as_labelled", "ceiling"]).need("as_labelled", share()).need("ceiling", share()).form();
    let open = object(&["could_flip_to_works", "could_flip_to_generation_fault", "evidence", "right_with_evidence"])
        .need("could_flip_to_works", list(text()))
        .need("could_flip_to_generation_fault", list(text()))
        .need("evidence", worlds())
        .need("right_with_evidence", worlds())
        .form();
    let suspect = object(&["question", "passages", "why"])
        .need("question", text())
        .need("passages", ids("passages that may be alternatives that no label lists"))
        .need("why", one_of(&Why::ALL))
        .form();
    let slice = counted(&["key", "value", "directional_only"])
        .need("key", text())
        .need("value", text())
        .need("directional_only", truth().about("too few questions for more than a direction"))
        .form();
    counted(&["means", "open", "label_audit", "slices"])
        .need("means", text())
        .need("open", open.about("what unjudged passages of the contexts leave open"))
        .need("label_audit", list(suspect).about("right without the evidence: labels to look at"))
        .need("slices", list(slice))
        .form()
}

fn what_if() -> Form {
    let keys = ["value", "n", "lo", "hi", "level", "method", "failed", "undefined"];
    let product = numbered(object(&keys)).form();
    object(&["raised", "from", "to", "product", "right"])
        .need("raised", choice(["evidence", "right_with_evidence"]))
        .need("from", number())
        .need("to", number())
        .need("product", product)
        .need(
            "right",
            number()
                .or_null()
                .about("end to end, with those who are right without evidence; null where nobody knows how many those are"),
        )
        .form()
}

/// The keys that every number has.
fn numbered(keys: Keys) -> Keys {
    keys.need("value", share())
        .need("n", whole(0))
        .need("lo", share())
        .need("hi", share())
        .need("level", number())
        .need("method", text())
        .need("failed", whole(0))
        .need("undefined", reasons())
}

fn moved() -> Form {
    let one = object(&["from", "to", "questions"])
        .need("from", one_of(&Cell::ALL))
        .need("to", one_of(&Cell::ALL))
        .need("questions", list(text()))
        .form();
    object(&["from", "to", "moves"])
        .need("from", one_of(&Present::ALL))
        .need("to", one_of(&Present::ALL))
        .need("moves", list(one))
        .form()
}

fn unanswerable() -> Form {
    object(&["declined", "answered", "failed", "not_known", "answered_rate", "answered_rate_upper_one_sided_95"])
        .need("declined", whole(0))
        .need("answered", whole(0))
        .need("failed", whole(0))
        .need("not_known", reasons())
        .need("answered_rate", named(SUMMARY))
        .need("answered_rate_upper_one_sided_95", share().about("Clopper-Pearson: what a budget is held against"))
        .form()
}

fn difference() -> Form {
    let p = object(&["value", "method", "undefined"])
        .need("value", share())
        .need("method", text())
        .need("undefined", text().or_null())
        .form();
    let cells = ["both", "only_first", "only_second", "neither"];
    let table = cells.iter().fold(object(&cells), |keys, cell| keys.need(cell, whole(0)));
    let keys = [
        "value",
        "n",
        "lo",
        "hi",
        "level",
        "method",
        "failed",
        "undefined",
        "lower_one_sided_95",
        "upper_one_sided_95",
        "p",
        "table",
    ];
    numbered(object(&keys))
        .need("lower_one_sided_95", share())
        .need("upper_one_sided_95", share())
        .need("p", p)
        .need("table", table.form())
        .form()
}

fn rated() -> Form {
    object(&["rate", "questions"]).need("rate", named(SUMMARY)).need("questions", list(text())).form()
}

fn loss() -> Form {
    let part = || object(&["of_all", "difference"]).need("of_all", share()).need("difference", named(DIFFERENCE)).form();
    object(&["retrieval", "generation", "evidence_absent", "evidence_present", "evidence_not_known", "oracle_wrong_normal_right"])
        .need("retrieval", named(DIFFERENCE).about("oracle less normal"))
        .need("generation", named(SUMMARY).about("1 less oracle"))
        .need("evidence_absent", part().about("what the labelled evidence gains where it did not arrive"))
        .need("evidence_present", part().about("what the rest of the context loses where it did"))
        .need("evidence_not_known", part())
        .need("oracle_wrong_normal_right", rated().about("the labels are incomplete, or it was chance"))
        .form()
}

fn modes() -> Form {
    let state = || {
        object(&["says", "action", "questions"])
            .need("says", text())
            .need("action", text())
            .need("questions", list(text()))
            .form()
    };
    let names = State::ALL.map(|(name, _)| name);
    let states = names.iter().fold(object(&names), |keys, name| keys.need(name, state()));
    let oracle = object(&["states", "failed", "undefined", "loss", "loss_without_memorised"])
        .need("states", states.form())
        .need("failed", whole(0))
        .need("undefined", reasons())
        .need("loss", named(LOSS))
        .need("loss_without_memorised", any_of([named(LOSS), null()]))
        .form();
    let slice = gain(&["key", "value"]).need("key", text()).need("value", text()).form();
    let context = gain(&["slices"]).need("slices", list(slice)).form();
    object(&["oracle", "no_context", "clusters_not_reckoned_with"])
        .need("oracle", any_of([oracle, null()]))
        .need("no_context", any_of([context, null()]))
        .need("clusters_not_reckoned_with", truth())
        .form()
}

fn gain(more: &[&'static str]) -> Keys {
    let keys = ["gain", "right_without_context", "margin", "outcome", "memorised", "harmed_by_context"];
    object(&[&keys[..], more].concat())
        .need("gain", named(DIFFERENCE).about("normal less no-context"))
        .need("right_without_context", named(SUMMARY))
        .need("margin", number())
        .need("outcome", one_of(&Worth::ALL))
        .need("memorised", ids("questions that are answered right without any context"))
        .need("harmed_by_context", rated().about("right without context, wrong with it"))
}

fn question() -> Form {
    let cell = object(&["cell", "failed", "undefined", "could_flip"])
        .may("cell", one_of(&Cell::ALL))
        .may("failed", truth())
        .may("undefined", text())
        .need("could_flip", truth().about("an unjudged passage could be the evidence"))
        .form();
    let names = Present::ALL.map(|(name, _)| name);
    let cells = names.iter().fold(object(&names), |keys, name| keys.need(name, cell.clone()));
    object(&["cells", "right", "declined", "unjudged"])
        .need("cells", cells.form())
        .need("right", score())
        .need("declined", truth().or_null())
        .need("unjudged", ids("passages inside the budget that nobody judged"))
        .form()
}
