//! The JSON Schema of what `judge --format json` prints, and `answer-scores.json` holds.

use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{Form, list, number, object, table_of, text, truth, whole};

use super::json::SCHEMA;
use crate::invariants::first_form;
use crate::score::schema::{SUMMARY, enveloped, score, summaries, summary};

/// The scores of answers.
pub const ANSWER_SCORES: Schema = Schema {
    name: "answer-scores",
    about: "what 'fourcell judge --format json' prints, and a run's answer-scores.json holds",
    form: answer_scores,
};

fn answer_scores() -> Form {
    enveloped(SCHEMA, result()).defining(SUMMARY, summary())
}

fn result() -> Form {
    let size = object(&["n", "effective", "label"]).need("n", whole(0)).need("effective", number()).need("label", text()).form();
    let claims = object(&["supported", "judged"]).need("supported", whole(0)).need("judged", whole(0)).form();
    let twice = object(&["targets", "differ"]).need("targets", whole(0)).need("differ", whole(0)).form();
    object(&[
        "heading",
        "judges",
        "size",
        "run",
        "order",
        "less_is_better",
        "groups",
        "slices",
        "failed",
        "failed_verdicts",
        "correct_rests_on",
        "claims",
        "status_corrected",
        "quotes_not_found",
        "judged_more_than_once",
        "abstention",
        "incidents",
        "questions",
    ])
    .need("heading", text())
    .need("judges", list(text()).about("what is to be known of the judges before any number"))
    .need("size", size.about("how many questions there are"))
    .need("run", text().about("the run's name, or the file's"))
    .need("order", list(text()).about("the measures in the order in which they were asked for"))
    .need("less_is_better", list(text()).about("measures of which less is better"))
    .need("groups", list(group()).about("all questions, then those whose evidence was present, absent, and so on"))
    .need("slices", list(slice()).about("each measure over the questions of a slice"))
    .need("failed", list(text()).about("questions whose answer failed or is missing"))
    .need("failed_verdicts", table_of(whole(0)).about("verdicts that failed, by what went wrong"))
    .need("correct_rests_on", table_of(whole(0)).about("what rightness rests on, where it is decided"))
    .need("claims", claims.about("claims that the context supports, of all that were judged"))
    .need("status_corrected", whole(0).about("answers that the system calls answered, and a judge something else"))
    .need("quotes_not_found", whole(0).about("quotes of judges that stand in no passage"))
    .need("judged_more_than_once", twice.about("by several judges, or several times by one"))
    .may("abstention", abstention().about("what the best passage's score is worth as a sign that there is an answer"))
    .may("incidents", first_form())
    .may("questions", table_of(question()).about("each question's scores"))
    .form()
}

fn group() -> Form {
    object(&["name", "questions", "measures"])
        .need("name", text())
        .need("questions", whole(0))
        .need("measures", summaries())
        .form()
}

fn slice() -> Form {
    object(&["name", "value", "questions", "directional_only", "measures"])
        .need("name", text().about("the slice's key"))
        .need("value", text())
        .need("questions", whole(0))
        .need("directional_only", truth().about("too few questions for more than a direction"))
        .need("measures", summaries())
        .form()
}

fn question() -> Form {
    object(&["group", "scores"]).need("group", text()).need("scores", table_of(score())).form()
}

fn abstention() -> Form {
    let area = object(&["value", "n", "lo", "hi", "method"])
        .need("value", number().or_null())
        .need("n", whole(0))
        .need("lo", number().or_null())
        .need("hi", number().or_null())
        .need("method", text())
        .form();
    let cut = object(&["at_least", "false_answer_rate", "false_answer_rate_upper_one_sided_95", "answer_rate"])
        .need("at_least", number().or_null())
        .need("false_answer_rate", number().or_null())
        .need("false_answer_rate_upper_one_sided_95", number().or_null())
        .need("answer_rate", number().or_null())
        .form();
    let risk = object(&["coverage", "risk", "aurc", "excess_aurc"])
        .need("coverage", list(number()))
        .need("risk", list(number()))
        .need("aurc", number().or_null())
        .need("excess_aurc", number().or_null())
        .form();
    object(&["auroc", "answerable", "unanswerable", "without_score", "budget", "threshold", "risk_coverage"])
        .need("auroc", area)
        .need("answerable", whole(0))
        .need("unanswerable", whole(0))
        .need("without_score", whole(0))
        .need("budget", number())
        .need("threshold", cut.or_null())
        .need("risk_coverage", risk.or_null())
        .form()
}
