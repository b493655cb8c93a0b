//! What is said of the measures over verdicts beside their pages.

use fourcell::generation::MEASURES;
use fourcell::generation::ask::Kind;
use fourcell::generation::measures::{Better, Definition, Values};

/// Every name of a measure of answers that is understood: its own and its aliases.
pub fn answer_names(measure: &'static Definition) -> impl Iterator<Item = &'static str> {
    std::iter::once(measure.name).chain(measure.aliases.iter().copied())
}

/// Every measure of answers, in the order of the registry.
pub(super) fn answer_measures() -> impl Iterator<Item = &'static Definition> {
    MEASURES.iter().copied()
}

/// The verdicts that it is computed from, by the names of their kinds.
pub(super) fn verdicts(measure: &Definition) -> String {
    let kinds: Vec<&str> = measure.needs.iter().copied().map(Kind::name).collect();
    if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") }
}

/// Which way is better.
pub(super) fn better(measure: &Definition) -> &'static str {
    match measure.better {
        Better::More => "more",
        Better::Less => "less",
    }
}

/// What values of single answers are, and how they become one.
pub(super) fn values(measure: &Definition) -> &'static str {
    match measure.values {
        Values::Hit => "0 or 1 for an answer, then the mean",
        Values::Share => "from 0 to 1 for an answer, then the mean",
    }
}
