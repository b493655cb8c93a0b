//! What stands beside a run: how long its calls took, and whether it was accepted as a baseline.

use super::form::{Form, id, number, object, table_of, text};
use super::record;
use crate::native::baseline::FIELDS as BASELINE;
use crate::native::timings::FIELDS as TIMING;

/// A call's times.
pub(super) fn timing() -> Form {
    object(&TIMING)
        .need("question", id().about("the question's id"))
        .may("mode", record::mode())
        .may("repeat", record::repeat())
        .need("ms", table_of(number().least(0)).about("milliseconds by stage; 'total' is the whole call; empty where it failed"))
        .form()
}

/// A run that was accepted.
pub(super) fn baseline() -> Form {
    object(&BASELINE)
        .need("run", text().about("the run"))
        .need("reason", text().about("why it was accepted"))
        .need("at", text().about("when"))
        .need("records", text().about("the hash of its records"))
        .may("judgements", text().about("the hash of what its judges said; absent where it was not judged"))
        .need("set", text().about("the hash of the questions with their labels that it was accepted on"))
        .closed()
        .form()
}
