//! The JSON Schema of what `history --format json` prints.

use fourcell::formats::schema::Schema;
use fourcell::formats::schema::form::{Form, any_of, list, null, object, table_of, text, truth, whole};

use super::json::SCHEMA;
use crate::changes;
use crate::compare::schema::{chance, difference};
use crate::invariants::first_form;
use crate::score::schema::{enveloped, summary_with};

/// Runs over time.
pub const HISTORY: Schema = Schema { name: "history", about: "what 'fourcell history --format json' prints", form: history };

fn history() -> Form {
    let unread = object(&["run", "reason"]).need("run", text()).need("reason", text()).form();
    let result = object(&["heading", "order", "runs", "not_read", "comparisons_adjusted_for", "seed", "replicates"])
        .need("heading", text())
        .need("order", text().about("what decides the order of the runs"))
        .need("runs", list(run()).about("the oldest first"))
        .need("not_read", list(unread).about("runs that could not be read or scored"))
        .need("comparisons_adjusted_for", whole(0).about("how many comparisons Holm's p reckons with"))
        .need("seed", whole(0))
        .need("replicates", whole(1))
        .form();
    enveloped(SCHEMA, result)
}

fn run() -> Form {
    let since = object(&["difference", "p"]).need("difference", difference()).need("p", chance()).form();
    let measured = summary_with(&["less_is_better", "since_the_run_before"])
        .need("less_is_better", truth())
        .need(
            "since_the_run_before",
            any_of([since, null()]).about("null of the first run, and where one of the two has nothing"),
        )
        .form();
    object(&["name", "started", "changes", "incidents", "measures"])
        .need("name", text())
        .need("started", text().or_null())
        .need("changes", any_of([changes::form(), null()]).about("what differs from the run before"))
        .need("incidents", any_of([first_form(), null()]).about("what does not hold that must"))
        .need("measures", table_of(measured))
        .form()
}
