//! The systems of a project: a table `[systems.NAME]` each.

use serde_json::json;

use super::form::{
    Form, Keys, any_of, choice, list, matching, named, number, table, table_of, text, visible, where_keys, whole_within,
};
use crate::systems::numbers::{AT_A_TIME, CONCURRENCY, COUNTED, LONGEST, TIMEOUT};
use crate::systems::{BuiltIn, CONTRACT_KEYS, KINDS, ReplyMap, SETTINGS, built_in, command, http, reply_map};

/// Every system by its name; the kinds are defined by [`defining`].
///
/// Which kind it is, is asked before its keys are looked at, so that a fault is told of the key and not of the whole table. Editors
/// that complete keys look for them among alternatives, and not behind conditions; for those they stand once more as alternatives that
/// refuse nothing.
pub(super) fn all() -> Form {
    let is = |kinds: &[&'static str]| where_keys([("type", choice(kinds.iter().copied()))]).with("required", vec!["type"]).json();
    let [usual, others @ ..] = KINDS;
    let mut kinds = vec![where_keys([("type", choice(KINDS))]).json(), json!({"if": is(&others), "else": named(usual).json()})];
    kinds.extend(others.map(|kind| json!({"if": is(&[kind]), "then": named(kind).json()})));
    kinds.push(any_of(forms().map(|form| form.meanings())).json());
    table_of(Form::default().with("type", "object").with("allOf", kinds))
}

/// Defines each kind.
pub(super) fn defining(form: Form) -> Form {
    KINDS.into_iter().zip(forms()).fold(form, |form, (kind, of)| form.defining(kind, of))
}

/// The form of each of [`KINDS`].
fn forms() -> [Form; 3] {
    [built_in_form(), http_form(), command_form()]
}

fn kind(name: &'static str) -> Form {
    choice([name]).about("what the system is")
}

fn built_in_form() -> Form {
    let usual = BuiltIn::default();
    let share = || number().least(0).most(1);
    let language = || visible().about("a language: da, de, en, es, fr, it, nl, pt");
    table(&built_in::KEYS)
        .may("type", kind(KINDS[0]).usual(KINDS[0]))
        .may("chunking", visible().usual(usual.chunking).about("how documents are cut; \"given\" for the project's own passages"))
        .may("k1", number().least(0).usual(usual.k1).about("BM25's k1"))
        .may("b", share().usual(usual.b).about("BM25's b"))
        .may("stem", language())
        .may("stop_words", language())
        .may("candidates", counted().usual(usual.candidates).about("how many passages are retrieved"))
        .may("filter", choice(built_in::FILTERS).usual(usual.filter).about("when tenant, groups, status and dates are looked at"))
        .may("max_passages", counted().about("the most passages that are sent; whoever states one budget has that one alone"))
        .may("max_tokens", counted().about("the most tokens that are sent; whoever states one budget has that one alone"))
        .may("packing", choice(built_in::PACKINGS).usual(usual.packing).about("at a passage that does not fit: stop, or skip it"))
        .may("answer", choice(built_in::ANSWERS).usual(usual.answer).about("who answers"))
        .may("threshold", share().usual(usual.threshold).about("the least share of the question's words that an answer holds"))
        .may("sentences", counted().usual(usual.sentences).about("the most sentences of an answer"))
        .closed()
        .form()
}

fn http_form() -> Form {
    let keys = [&http::KEYS[..], &CONTRACT_KEYS].concat();
    let header = matching("^[A-Z_][A-Z0-9_]*$").about("the name of the environment variable that holds the header's value");
    let http = table(&keys)
        .need("type", kind(KINDS[1]))
        .need("url", visible().about("where questions are posted"))
        .may("headers", table_of(header).about("{Authorization = \"RAG_KEY\"}: no secret stands in this file"))
        .may("timeout", seconds().about("seconds that one attempt may take"))
        .may("concurrency", at_a_time().about("how many questions are asked at a time"))
        .may("rate", counted().about("how many requests may start in a minute; as many as come where it is left out"))
        .may("retries", whole_within(&http::RETRIES).usual(http::USUAL_RETRIES).about("how often a request is repeated"));
    contract(http)
}

fn command_form() -> Form {
    let keys = [&command::KEYS[..], &CONTRACT_KEYS].concat();
    let program = list(text()).with("minItems", 1).with("prefixItems", vec![visible().json()]);
    let command = table(&keys)
        .need("type", kind(KINDS[2]))
        .need("command", program.about("the program and its arguments, as in [\"python3\", \"answer.py\"]; no shell reads them"))
        .may(
            "each",
            choice(command::EACH).usual(command::EACH[0]).about("what a process answers: one question after the other, or one"),
        )
        .may("timeout", seconds().about("seconds that one question may take"))
        .may("concurrency", at_a_time().about("how many processes run at a time"));
    contract(command)
}

/// What systems of others have in common.
fn contract(system: Keys) -> Form {
    let manifest = SETTINGS.iter().fold(table(&SETTINGS), |manifest, name| manifest.may(name, visible()));
    system
        .may("k", counted().about("how many passages are asked for"))
        .may("budget_tokens", counted().about("how many tokens the context may have"))
        .may("map", reply_map().about("where things stand in replies of another form than a record's, as JSON Pointers"))
        .may("manifest", manifest.closed().form().about("what decides its results"))
        .closed()
        .form()
}

fn reply_map() -> Form {
    let usual = ReplyMap::default();
    let pointer = |usual: String| matching("^(/([^~]|~[01])*)?$").usual(usual);
    table(&reply_map::KEYS)
        .may("context", pointer(usual.context).about("the list that was sent to the generator"))
        .may("answer", pointer(usual.answer).about("the answer"))
        .may("citations", pointer(usual.citations).about("what the answer cites"))
        .may("id", pointer(usual.id).about("the id, inside an entry of the context"))
        .may("text", pointer(usual.text).about("the text, inside an entry"))
        .may("score", pointer(usual.score).about("the score, inside an entry"))
        .may("doc", pointer(usual.doc).about("the document, inside an entry"))
        .closed()
        .form()
}

fn seconds() -> Form {
    number().above(0).most(LONGEST).usual(TIMEOUT.as_secs())
}

fn counted() -> Form {
    whole_within(&COUNTED)
}

fn at_a_time() -> Form {
    whole_within(&CONCURRENCY).usual(AT_A_TIME)
}
