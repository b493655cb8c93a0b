//! The JSON Schema of what `score --format json` prints, and `scores.json` holds.
//!
//! It tells what is written. Tests refuse what is written beside it, so that it lags behind nothing.

use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{
    Form, Keys, any_of, choice, list, named, null, number, object, table_of, text, truth, where_keys, whole,
};

use super::json::SCHEMA;
use crate::invariants::first_form;

/// The scores.
pub const SCORES: Schema =
    Schema { name: "scores", about: "what 'fourcell score --format json' prints, and a run's scores.json holds", form: scores };

/// The names of the parts.
pub(crate) const SUMMARY: &str = "summary";
const COUNTED: &str = "counted";

fn scores() -> Form {
    enveloped(SCHEMA, result()).defining(SUMMARY, summary()).defining(COUNTED, counted())
}

/// What every command prints, around its result.
pub(crate) fn enveloped(schema: &str, result: Form) -> Form {
    let input = object(&["path", "sha256"]).need("path", text()).need("sha256", text().or_null()).form();
    object(&["schema", "command", "inputs", "result", "warnings"])
        .need("schema", choice([schema]).about("what this is, and of which version"))
        .need("command", text().about("the command that wrote it"))
        .need("inputs", list(input).about("the files that were read, with their hashes"))
        .need("result", result)
        .need("warnings", list(text()))
        .form()
}

fn result() -> Form {
    let size = object(&["n", "effective", "label", "smallest_detectable_difference", "assumed_discordance"])
        .need("n", whole(0))
        .need("effective", number())
        .need("label", text())
        .need("smallest_detectable_difference", number().or_null())
        .need("assumed_discordance", number())
        .form();
    object(&["heading", "size", "runs"])
        .need("heading", text())
        .need("size", size.about("how many questions there are, and which difference so many can show"))
        .need("runs", list(run()))
        .form()
}

fn run() -> Form {
    let examples = || list(text());
    object(&[
        "name",
        "order",
        "measures",
        "slices",
        "curve",
        "unanswerable",
        "failed",
        "missing",
        "returned_nothing",
        "stale",
        "reanchored_ranges",
        "misplaced_passages",
        "unknown_questions",
        "records_of_other_modes_or_repeats",
        "not_judged",
        "order_disagreements",
        "final_left_sealed",
        "incidents",
        "questions",
    ])
    .need("name", text().about("the run's name"))
    .need("order", list(text()).about("the measures in the order in which they were asked for"))
    .need("measures", summaries().about("each measure over all questions"))
    .need("slices", list(slice()).about("each measure over the questions of a slice"))
    .need("curve", curve().or_null())
    .need("unanswerable", unanswerable().or_null().about("what was sent where nothing answers the question"))
    .need("failed", list(failed()).about("questions whose call failed"))
    .need("missing", list(text()).about("questions without a record"))
    .need("returned_nothing", examples().about("questions for which nothing came back"))
    .need("stale", examples().about("questions whose evidence no longer stands where it was"))
    .need("reanchored_ranges", whole(0).about("ranges that were found again by their quote"))
    .need("misplaced_passages", named(COUNTED).about("passages whose text is not what their range holds"))
    .need("unknown_questions", named(COUNTED).about("records of questions that the set does not have"))
    .need("records_of_other_modes_or_repeats", whole(0))
    .need("not_judged", named(COUNTED).about("queries without a judgement"))
    .need("order_disagreements", whole(0).about("ranks that disagree with their scores"))
    .need("final_left_sealed", whole(0).about("final questions that were left out"))
    .may("incidents", first_form())
    .may("questions", table_of(question()).about("each question's scores; there with --per-question"))
    .form()
}

/// A measured number for each measure.
pub(crate) fn summaries() -> Form {
    table_of(named(SUMMARY))
}

fn undefined() -> Form {
    table_of(whole(0)).about("how many scores do not exist, by reason")
}

/// The keys that every measured number has.
const NUMBER: [&str; 8] = ["value", "n", "lo", "hi", "level", "method", "failed", "undefined"];

fn measured(more: &[&'static str]) -> Keys {
    object(&[&NUMBER[..], more].concat())
        .need("value", number().or_null().about("null where there is none; no output holds NaN"))
        .need("n", whole(0).about("how many questions have a score"))
        .need("lo", number().or_null().about("the lower end of the interval"))
        .need("hi", number().or_null().about("the upper end of the interval"))
        .need("level", number().about("the interval's confidence"))
        .need("method", text().about("how the interval was made"))
        .need("failed", whole(0).about("how many calls failed"))
        .need("undefined", undefined())
}

/// A measured number, as [`SUMMARY`] is defined.
pub(crate) fn summary() -> Form {
    summary_with(&[]).form()
}

/// A measured number that has more keys beside its own.
pub(crate) fn summary_with(more: &[&'static str]) -> Keys {
    let bounds = object(&["0", "1"]).need("0", number()).need("1", number()).form();
    let own = ["bounds_if_failed_were", "no_interval", "clusters", "n_eff", "warnings"];
    measured(&[&own[..], more].concat())
        .may("bounds_if_failed_were", bounds.about("the value, were the failed ones all 0 or all 1"))
        .may("no_interval", text().about("why there is no interval"))
        .may("clusters", whole(0).about("how many clusters the questions are of"))
        .may("n_eff", number().about("how many independent questions they are worth"))
        .may("warnings", list(text()))
}

fn counted() -> Form {
    object(&["count", "examples"]).need("count", whole(0)).need("examples", list(text())).form()
}

fn slice() -> Form {
    object(&["key", "value", "questions", "directional_only", "measures"])
        .need("key", text())
        .need("value", text())
        .need("questions", whole(0))
        .need("directional_only", truth().about("too few questions for more than a direction"))
        .need("measures", summaries())
        .form()
}

fn curve() -> Form {
    let point = object(&["k", "recall"]).need("k", whole(1)).need("recall", named(SUMMARY)).form();
    object(&["measure", "points", "levels_off_at", "longest_list"])
        .need("measure", text())
        .need("points", list(point))
        .need("levels_off_at", whole(0).or_null())
        .need("longest_list", whole(0))
        .form()
}

fn unanswerable() -> Form {
    let sent = measured(&["upper_one_sided_95"]).need("upper_one_sided_95", number().or_null()).form();
    let counts = || {
        object(&["sent_text", "top_score_quartiles"])
            .need("sent_text", sent.clone().about("the share of questions for which text was sent"))
            .need("top_score_quartiles", list(number().or_null()).with("minItems", 3).with("maxItems", 3))
            .form()
    };
    object(&["unanswerable", "answerable"]).need("unanswerable", counts()).need("answerable", counts()).form()
}

fn failed() -> Form {
    object(&["question", "error"]).need("question", text()).need("error", text()).form()
}

fn question() -> Form {
    object(&["labels", "scores"])
        .need("labels", any_of([text(), null()]).about("a fingerprint of what decided the scores"))
        .need("scores", table_of(score()))
        .form()
}

/// The score of one question under one measure.
pub(crate) fn score() -> Form {
    let value = where_keys([("value", number().or_null())]).with("required", vec!["value"]);
    let undefined = where_keys([("undefined", text().about("why there is no score"))]).with("required", vec!["undefined"]);
    let failed = where_keys([("failed", is_true())]).with("required", vec!["failed"]);
    any_of([value, undefined, failed])
}

fn is_true() -> Form {
    Form::default().with("const", true)
}
