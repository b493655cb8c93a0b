//! The judges and rubrics of a project.

use generation::Kind;
use generation::citations::Grammar;
use serde_json::json;

use super::form::{
    Form, Keys, any_of, choice, list, named, number, one_of, table, table_of, text, visible, where_keys, whole_within,
};
use super::systems::{counted, program};
use crate::judges::{
    CITATIONS_KEYS, COMMAND_KEYS, JUDGE_KEYS, LEXICAL_KEYS, Language, MODEL_KEYS, NEEDED_FIELDS, PANEL_KEYS, PROMPTS, REPEATS,
    RUBRIC_KEYS, TYPES,
};
use crate::systems::command::PROGRAM_KEYS;
use crate::systems::models::TEMPERATURE;

/// Every judge by its name; the types are defined by [`defining`]. As of systems, the type is asked before its keys are looked at.
pub(super) fn all() -> Form {
    let is = |kind: &'static str| where_keys([("type", choice([kind]))]).with("required", vec!["type"]).json();
    let mut types = vec![where_keys([("type", choice(TYPES))]).with("required", vec!["type"]).json()];
    types.extend(TYPES.map(|kind| json!({"if": is(kind), "then": named(part(kind)).json()})));
    types.push(any_of(forms().map(|form| form.meanings())).json());
    table_of(Form::default().with("type", "object").with("allOf", types))
}

/// Defines each type.
pub(super) fn defining(form: Form) -> Form {
    TYPES.into_iter().zip(forms()).fold(form, |form, (kind, of)| form.defining(&part(kind), of))
}

/// The name of the part: systems have types of the same names.
fn part(kind: &str) -> String {
    format!("judge-{kind}")
}

/// The form of each of [`TYPES`].
fn forms() -> [Form; 4] {
    [lexical(), model(), command(), panel()]
}

fn kind(name: &'static str) -> Form {
    choice([name]).about("what the judge is")
}

/// A list of which no member stands twice.
fn distinct(of: Form, least: u32) -> Form {
    list(of).with("uniqueItems", true).with("minItems", least)
}

fn kinds(keys: Keys) -> Keys {
    keys.may("kinds", distinct(one_of(&Kind::ALL), 1).about("what it is asked; all but 'context' where nothing is said"))
}

fn repeats(keys: Keys) -> Keys {
    keys.may("repeats", whole_within(&REPEATS).usual(1).about("how often it is asked the same"))
}

fn lexical() -> Form {
    kinds(table(&LEXICAL_KEYS).need("type", kind(TYPES[0]))).closed().form()
}

fn model() -> Form {
    let draw = number().least(*TEMPERATURE.start()).most(*TEMPERATURE.end());
    let field = text().with("not", choice(NEEDED_FIELDS).json());
    let prompts = PROMPTS.iter().fold(table(&PROMPTS), |prompts, name| prompts.may(name, visible()));
    let model = table(&MODEL_KEYS)
        .need("type", kind(TYPES[1]))
        .need("endpoint", visible().about("an endpoint of this file: [endpoints.NAME]"))
        .need("model", visible().about("the model, as the endpoint names it"))
        .may("language", one_of(&Language::ALL).usual(Language::ALL[0].0).about("the language of the prompts"))
        .may("temperature", draw.about("how freely tokens are drawn"))
        .may("max_tokens", counted().about("the longest reply in tokens"))
        .may("seed", Form::default().with("type", "integer").about("the seed of the draw"))
        .may("form", one_of(&crate::judges::Form::ALL).usual("auto").about("how the form of a reply is asked for"))
        .may(
            "rename",
            table_of(visible()).about("fields of the request that the server calls otherwise: {max_tokens = \"other\"}"),
        )
        .may("leave_out", distinct(field, 0).about("fields of the request that are not sent"))
        .may("prompts", prompts.closed().form().about("prompt files in place of built-in ones, relative to this one"));
    repeats(kinds(model)).closed().form()
}

fn command() -> Form {
    let keys = [&COMMAND_KEYS[..], &PROGRAM_KEYS].concat();
    let command = program(table(&keys).need("type", kind(TYPES[2])), "judge.py");
    repeats(kinds(command)).closed().form()
}

fn panel() -> Form {
    table(&PANEL_KEYS)
        .need("type", kind(TYPES[3]))
        .need("members", distinct(text(), 2).about("names of other judges, of which the majority decides"))
        .closed()
        .form()
}

/// Every rubric by its name.
pub(super) fn rubrics() -> Form {
    let rubric = table(&RUBRIC_KEYS)
        .need("question", visible().about("what is asked of an answer"))
        .need("outcomes", distinct(visible(), 2).about("what may be said, and nothing else"))
        .need("pass", distinct(visible(), 1).about("the outcomes that count as 1"))
        .closed()
        .form();
    table_of(rubric)
}

/// How answers cite.
pub(super) fn citations() -> Form {
    let grammar =
        one_of(&Grammar::ALL).usual(Grammar::ALL[0].0).about("\"numbers\": [1], places in the context; \"ids\": [fees#1]");
    table(&CITATIONS_KEYS).may("grammar", grammar).closed().form()
}

/// What is measured.
pub(super) fn judge() -> Form {
    let names = || any_of([visible(), list(visible())]);
    table(&JUDGE_KEYS)
        .may("measures", names().about("what is measured of answers, as in \"faithfulness\""))
        .may("by", names().about("slices to report by"))
        .closed()
        .form()
}
