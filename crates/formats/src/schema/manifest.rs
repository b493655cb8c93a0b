//! The manifest of a run.

use super::form::{Form, anything, table, visible, where_keys, whole_within};
use crate::native::run::{BUDGET_KEYS, MANIFEST_KEYS, NEWEST_MANIFEST, PASSED_OVER};
use crate::numbers::COUNTED;
use crate::systems::SETTINGS;

/// The schema.
pub(super) fn form() -> Form {
    let known = [&MANIFEST_KEYS[..], &PASSED_OVER].concat();
    let settings = SETTINGS.iter().fold(table(&SETTINGS), |settings, name| settings.may(name, anything()));
    let limit = || whole_within(&COUNTED);
    let budget = table(&BUDGET_KEYS).may("passages", limit()).may("tokens", limit()).closed().form();
    table(&known)
        .may("version", whole_within(&(1..=NEWEST_MANIFEST)).usual(1))
        .may("system", visible().about("the system's name"))
        .may("settings", settings.form().about("what decides the results; two runs differ in a setting where these differ"))
        .may("hashes", anything().about("a hash of each setting"))
        .may("inputs", anything().about("hashes of the files that were read"))
        .may("day", visible().about("the day on which documents had to be in force"))
        .may("index_revision", visible().about("what the index said it was"))
        .may("budget", budget.about("how much may be sent, both limits where both are"))
        .may("url", anything().about("where the system was asked"))
        .may("command", anything().about("how the system was started"))
        .may("tool", anything().about("the program that wrote this"))
        .may("when", where_keys([("started", anything())]).about("what no hash includes: when it started and finished"))
        .form()
}
