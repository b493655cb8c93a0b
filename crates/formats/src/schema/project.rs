//! The project file.

use super::form::{Form, any_of, choice, list, number, table, table_of, visible, whole_within};
use super::{gate, judges, systems};
use crate::project::{
    ACCESS, ACCESS_KEYS, INVARIANTS_KEYS, KEYS, LEVELS, MARGIN_KEYS, NEWEST, PROJECT_KEYS, RELEVANT, SCORE_KEYS, TOKENS_KEYS,
};

/// The schema.
pub(super) fn form() -> Form {
    let project = table(&KEYS)
        .may("version", whole_within(&(1..=NEWEST)).usual(1).about("the version of this file's format"))
        .may("project", files().about("where things are, relative to this file"))
        .may("corpora", table_of(visible()).about("names of corpus snapshots, for a question's 'corpus': \"name\" = \"file\""))
        .may("score", score().about("what is measured"))
        .may("tokens", tokens().about("how tokens are counted where they were not captured"))
        .may("compare", margin().about("how two runs are compared"))
        .may("gate", gate::gate().about("what was agreed of a change that is to ship"))
        .may("access", access().about("what the product knows of access"))
        .may("invariants", invariants().about("what must hold of every run, before it is measured"))
        .may("systems", systems::all().about("the systems that 'fourcell run' can ask"))
        .may("endpoints", table_of(systems::endpoint()).about("servers of models that built-in systems may use"))
        .may("budget", systems::budget().about("what one command may spend on models"))
        .may("judges", judges::all().about("who judges answers"))
        .may("rubrics", judges::rubrics().about("questions of your own about answers"))
        .may("citations", judges::citations().about("how answers write what they cite"))
        .may("judge", judges::judge().about("what is measured of answers"))
        .may("custody", super::custody::stated().about("how the final set is kept"))
        .closed()
        .form();
    judges::defining(systems::defining(project))
}

fn files() -> Form {
    table(&PROJECT_KEYS)
        .may("name", visible().about("the project's name; the folder's where it says none"))
        .may("corpus", visible().usual("corpus.jsonl"))
        .may("questions", visible().usual("questions.jsonl"))
        .may("labels", visible().usual("labels.jsonl"))
        .may("passages", visible().usual("passages.jsonl"))
        .may("runs", visible().usual("runs").about("the folder of the runs"))
        .closed()
        .form()
}

fn score() -> Form {
    let names = || any_of([visible(), list(visible())]);
    table(&SCORE_KEYS)
        .may("measures", names().about("what is measured, as in \"nDCG@10\"; 'fourcell explain' lists the names"))
        .may("by", names().about("slices to report by"))
        .may("level", choice(LEVELS).usual(LEVELS[0]).about("what is ranked"))
        .may("cover", number().above(0).most(1).usual(1).about("how much of a range must be covered"))
        .may("rel", whole_within(&RELEVANT).usual(2).about("the least grade that counts as relevant"))
        .closed()
        .form()
}

fn tokens() -> Form {
    table(&TOKENS_KEYS).may("tokenizer", visible().about("the tokenizer's name, as in \"o200k_base\"")).closed().form()
}

fn margin() -> Form {
    table(&MARGIN_KEYS).may("margin", gate::margin()).closed().form()
}

fn access() -> Form {
    table(&ACCESS_KEYS).may("model", choice(ACCESS).about("\"none\": there are no tenants and no access rules")).closed().form()
}

fn invariants() -> Form {
    let revision = visible().about("what the index should say it is; a record of another one is an incident");
    table(&INVARIANTS_KEYS).may("index_revision", revision).closed().form()
}
