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

/// The kinds of the verdicts that it is computed from, each once.
pub(super) fn kinds(measure: &Definition) -> Vec<&'static str> {
    let mut kinds: Vec<Kind> = measure.needs.iter().map(|need| need.kind()).collect();
    kinds.dedup();
    kinds.into_iter().map(Kind::name).collect()
}

/// What judges are asked for it, in words.
pub(super) fn verdicts(measure: &Definition) -> String {
    let words: Vec<&str> = measure.needs.iter().map(|need| need.words()).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
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
