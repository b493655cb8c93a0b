//! The JSON Schema of what `matrix --format json` prints.

use fourcell::diagnosis::experiment::Standing;
use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{Form, any_of, list, null, object, one_of, text, truth, whole};

use super::json::SCHEMA;
use crate::changes;
use crate::compare::schema::{chance, difference};
use crate::invariants::first_form;
use crate::score::schema::{enveloped, summary_with};

/// The benchmark table.
pub const BENCHMARK: Schema = Schema { name: "benchmark", about: "what 'fourcell matrix --format json' prints", form: benchmark };

fn benchmark() -> Form {
    let system = object(&["name", "changes", "incidents"])
        .need("name", text())
        .need("changes", any_of([changes::form(), null()]).about("what differs from the first system"))
        .need("incidents", any_of([first_form(), null()]).about("what does not hold that must"))
        .form();
    let result =
        object(&["heading", "systems", "comparisons_adjusted_for", "comparisons_without_p", "seed", "replicates", "columns"])
            .need("heading", text())
            .need("systems", list(system).about("in the order of the cells"))
            .need("comparisons_adjusted_for", whole(0).about("how many comparisons Holm's p reckons with"))
            .need("comparisons_without_p", whole(0))
            .need("seed", whole(0))
            .need("replicates", whole(1))
            .need("columns", list(column()).about("each measure over all questions, then over each slice"))
            .form();
    enveloped(SCHEMA, result)
}

fn column() -> Form {
    let slice = object(&["key", "value"]).need("key", text()).need("value", text()).form();
    object(&["measure", "less_is_better", "slice", "questions", "directional_only", "best_mean", "cells"])
        .need("measure", text())
        .need("less_is_better", truth())
        .need("slice", any_of([slice, null()]).about("null for all questions"))
        .need("questions", whole(0))
        .need("directional_only", truth().about("too few questions for more than a direction: nothing is compared or marked"))
        .need("best_mean", text().or_null().about("the system with the best mean; that it is best is said by its standing alone"))
        .need("cells", list(cell()))
        .form()
}

fn cell() -> Form {
    let against = object(&["difference", "p"]).need("difference", difference()).need("p", chance()).form();
    let keys = summary_with(&["system", "standing", "against_best"]);
    keys.need("system", text())
        .need("standing", one_of(&Standing::ALL))
        .need(
            "against_best",
            any_of([against, null()]).about("this system less the one with the best mean, over the questions of both"),
        )
        .form()
}
