//! The JSON Schema of what `compare --format json` prints.

use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{Form, any_of, choice, list, null, number, object, table_of, text, truth, whole};

use super::json::SCHEMA;
use crate::changes;
use crate::score::schema::enveloped;

/// The comparison.
pub const COMPARE: Schema = Schema { name: "compare", about: "what 'fourcell compare --format json' prints", form: compare };

fn compare() -> Form {
    let result = object(&["candidates"]).need("candidates", list(candidate())).form();
    enveloped(SCHEMA, result)
}

fn candidate() -> Form {
    object(&[
        "candidate",
        "baseline",
        "heading",
        "margin",
        "seed",
        "replicates",
        "comparisons_adjusted_for",
        "comparisons",
        "only_in_candidate",
        "only_in_baseline",
        "labels_differ",
        "changes",
    ])
    .need("candidate", text())
    .need("baseline", text())
    .need("heading", text())
    .need("margin", number().or_null().about("how much worse still passes"))
    .need("seed", whole(0))
    .need("replicates", whole(1))
    .need("comparisons_adjusted_for", whole(0).about("how many comparisons Holm's p reckons with"))
    .need("comparisons", list(comparison()))
    .need("only_in_candidate", list(text()).about("questions that were left out, since the other side lacks them"))
    .need("only_in_baseline", list(text()))
    .need("labels_differ", list(text()).about("questions that were left out, since their labels differ"))
    .need("changes", any_of([changes::form(), null()]).about("what differs between the manifests; null of files that have none"))
    .form()
}

fn comparison() -> Form {
    let changed = object(&["question", "candidate", "baseline"])
        .need("question", text())
        .need("candidate", number())
        .need("baseline", number())
        .form();
    object(&["measure", "less_is_better", "candidate", "baseline", "difference", "p", "verdict", "changed"])
        .need("measure", text())
        .need("less_is_better", truth())
        .need("candidate", side())
        .need("baseline", side())
        .need("difference", difference().about("candidate less baseline"))
        .need("p", chance())
        .need("verdict", any_of([verdict(), null()]).about("against the margin; null without one"))
        .need("changed", list(changed).about("questions on which the two differ"))
        .form()
}

fn undefined() -> Form {
    table_of(whole(0)).about("how many questions have no value, by reason")
}

fn side() -> Form {
    object(&["value", "n", "lo", "hi", "method", "failed", "undefined"])
        .need("value", number().or_null())
        .need("n", whole(0))
        .need("lo", null())
        .need("hi", null())
        .need("method", text())
        .need("failed", whole(0))
        .need("undefined", undefined())
        .form()
}

/// A mean difference with its interval.
pub(crate) fn difference() -> Form {
    let bounds = object(&["against_candidate", "against_baseline"])
        .need("against_candidate", number())
        .need("against_baseline", number())
        .form();
    object(&["value", "n", "lo", "hi", "method", "failed", "undefined", "no_interval", "bounds_if_failed_were"])
        .need("value", number().or_null())
        .need("n", whole(0).about("questions with a value on both sides"))
        .need("lo", number().or_null())
        .need("hi", number().or_null())
        .need("method", text())
        .need("failed", whole(0))
        .need("undefined", undefined())
        .need("no_interval", text().or_null().about("why there is no interval"))
        .need("bounds_if_failed_were", any_of([bounds, null()]))
        .form()
}

/// A p-value.
pub(crate) fn chance() -> Form {
    object(&["value", "method", "holm", "undefined"])
        .need("value", number().or_null())
        .need("method", text())
        .need("holm", number().or_null().about("after Holm over all comparisons"))
        .need("undefined", text().or_null().about("why there is none"))
        .form()
}

fn verdict() -> Form {
    let outcomes = ["pass", "fail", "unchanged", "inconclusive"];
    let decided =
        object(&["outcome", "more_questions", "margin", "lower_bound", "upper_bound", "method", "hangs_on_failed_calls"])
            .need("outcome", choice(outcomes))
            .need("more_questions", whole(0).or_null().about("about how many more would decide"))
            .need("margin", number())
            .need("lower_bound", number().or_null())
            .need("upper_bound", number().or_null())
            .need("method", text())
            .need("hangs_on_failed_calls", truth())
            .form();
    any_of([decided, object(&["undefined"]).need("undefined", text()).form()])
}
