//! The gate of a project.

use super::form::{Form, Keys, any_of, choice, list, matching, number, one_of, table, table_of, visible, whole_within};
use crate::gate::{ANSWERS_KEYS, CRITICAL, GATE_KEYS, Inconclusive, LATENCY_KEYS, ORACLE_KEYS, REPEATS_KEYS, TOKENS_KEYS};
use crate::numbers::COUNTED;

/// The table.
pub(super) fn gate() -> Form {
    table(&GATE_KEYS)
        .may("baseline", visible().about("the baseline's run, where none was accepted or is named"))
        .may("margin", margin())
        .may("measure", visible().usual("complete@context").about("the core measure; 'fourcell explain' lists the names"))
        .may("slice", matching("^[^=]+=.+$").about("the core questions, as in \"type=lookup\"; those with core = true, else all"))
        .may("inconclusive", one_of(&Inconclusive::ALL).usual(Inconclusive::ALL[0].0).about("what an inconclusive layer does"))
        .may("coverage", share().usual(0.99).about("the least share of answerable questions with a value"))
        .may("failed", share().usual(0.01).about("the largest share of calls that may fail"))
        .may(
            "critical",
            choice(CRITICAL).usual(CRITICAL[0]).about("whether critical evidence stays complete, or all is complete"),
        )
        .may("false_answers", number().above(0).below(1).about("the largest rate of false answers to unanswerable questions"))
        .may("judge", visible().about("whose verdicts count; all that are recorded where nothing is said"))
        .may("repeats", repeats().about("how many of how many repeats must pass; the greater half where nothing is said"))
        .may("oracle", oracle().about("generation with the labelled evidence"))
        .may("answers", answers().about("answers end to end"))
        .may("latency", budgets(table(&LATENCY_KEYS), &LATENCY_KEYS).about("milliseconds of a call, at most"))
        .may("tokens", budgets(table(&TOKENS_KEYS), &TOKENS_KEYS).about("tokens of the context, at most"))
        .closed()
        .form()
}

/// How much worse still passes.
pub(super) fn margin() -> Form {
    number().above(0).below(1).about("how much worse still passes, as a share: 0.02 for two points of a hundred")
}

fn share() -> Form {
    number().least(0).most(1)
}

fn repeats() -> Form {
    let counted = || whole_within(&COUNTED);
    table(&REPEATS_KEYS)
        .may("pass", counted().about("so many must pass"))
        .may("of", counted().about("of so many"))
        .closed()
        .form()
}

fn oracle() -> Form {
    table(&ORACLE_KEYS).may("measure", visible().usual("correct")).may("margin", margin()).closed().form()
}

fn answers() -> Form {
    table(&ANSWERS_KEYS)
        .may("measures", any_of([visible(), list(visible())]).about("measures that may not be worse by more than the margin"))
        .may("margin", margin())
        .may("least", table_of(share()).about("measures with the least value that each must have"))
        .may("most", table_of(share()).about("measures with the largest value that each may have"))
        .closed()
        .form()
}

fn budgets(table: Keys, keys: &[&'static str]) -> Form {
    keys.iter().fold(table, |table, key| table.may(key, number().above(0))).closed().form()
}
