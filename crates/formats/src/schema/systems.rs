//! The systems of a project: a table `[systems.NAME]` each.

use serde_json::json;

use super::form::{
    Form, Keys, any_of, choice, list, matching, named, number, one_of, states, table, table_of, text, truth, visible, where_keys,
    whole_within,
};
use crate::endpoints;
use crate::numbers::{AT_A_TIME, CONCURRENCY, COUNTED, LONGEST, TIMEOUT};
use crate::reach::{REACH_KEYS, RETRIES, USUAL_RETRIES};
use crate::systems::{
    BuiltIn, CONTRACT_KEYS, KINDS, ReplyMap, SETTINGS, admin, built_in, command, http, models, recorded, reply_map,
};

/// A JSON Pointer.
const POINTER: &str = "^(/([^~]|~[01])*)?$";

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
fn forms() -> [Form; 4] {
    [built_in_form(), http_form(), command_form(), recorded_form()]
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
        .may(
            "reindex",
            choice(built_in::REINDEXINGS)
                .usual(usual.reindex)
                .about("what is indexed again when 'fourcell lifecycle' changes documents; all but always is a fault"),
        )
        .may("max_passages", counted().about("the most passages that are sent; whoever states one budget has that one alone"))
        .may("max_tokens", counted().about("the most tokens that are sent; whoever states one budget has that one alone"))
        .may("packing", choice(built_in::PACKINGS).usual(usual.packing).about("at a passage that does not fit: stop, or skip it"))
        .may(
            "retrieval",
            choice(built_in::RETRIEVALS).about("how passages are found; bm25, or hybrid where an embedding is stated"),
        )
        .may("embedding", embedding().about("where vectors come from"))
        .may("rewriting", rewriting().about("how the question becomes queries"))
        .may("fusion", choice(built_in::FUSIONS).usual(usual.fusion).about("how several lists become one"))
        .may("rrf_k", counted().usual(usual.rrf_k).about("the k of reciprocal rank fusion"))
        .may("weights", weights().about("the weights of BM25's list and of the dense one"))
        .may("reranking", reranking().about("how the list is ranked anew"))
        .may("answer", choice(built_in::ANSWERS).about("who answers; extractive, or model where a generator is stated"))
        .may("generator", generator().about("the chat model that answers"))
        .may("threshold", share().usual(usual.threshold).about("the least share of the question's words that an answer holds"))
        .may("sentences", counted().usual(usual.sentences).about("the most sentences of an answer"))
        .closed()
        .form()
}

/// The keys that say where a model is: an endpoint with its model, or a folder, where that can be.
fn model(keys: Keys) -> Keys {
    keys.may("endpoint", visible().about("an endpoint of this file: [endpoints.NAME]"))
        .may("model", visible().about("the model, as the endpoint names it"))
}

fn folder(keys: Keys) -> Keys {
    model(keys).may("folder", visible().about("a folder with a model, in place of an endpoint; relative to this file"))
}

/// A folder, or an endpoint with its model.
fn folder_or_model(form: Form) -> Form {
    let served = states(&["endpoint", "model"], &["folder"]).json();
    form.with("anyOf", vec![states(&["folder"], &["endpoint", "model"]).json(), served])
}

fn embedding() -> Form {
    let form = folder(table(&models::EMBEDDING_KEYS))
        .may("batch", whole_within(&models::BATCH).usual(models::USUAL_BATCH).about("how many texts go into a request"))
        .may("query_prefix", text().about("what is put before a query"))
        .may("passage_prefix", text().about("what is put before a passage"));
    folder_or_model(form.closed().form())
}

fn rewriting() -> Form {
    let templates = list(matching("\\{query\\}")).with("minItems", 1).with("maxItems", *models::QUERIES.end());
    let form = model(table(&models::REWRITING_KEYS))
        .may("templates", templates.about("texts with {query} in them, in place of a model"))
        .may(
            "queries",
            whole_within(&models::QUERIES).usual(models::USUAL_QUERIES).about("how many queries the model is asked for"),
        )
        .may("prompt", visible().about("a prompt file, relative to this one"))
        .may("keep", truth().usual(true).about("whether the question as it was asked is a query too"));
    let by_model = states(&["endpoint", "model"], &["templates"]).json();
    let by_templates = states(&["templates"], &["endpoint", "model", "queries", "prompt"]).json();
    form.closed().form().with("anyOf", vec![by_templates, by_model])
}

fn reranking() -> Form {
    let form = folder(table(&models::RERANKING_KEYS));
    let top = counted().usual(models::USUAL_TOP).about("how many of the list are ranked anew; the others are cut");
    folder_or_model(form.may("top", top).closed().form())
}

fn generator() -> Form {
    let draw = number().least(*models::TEMPERATURE.start()).most(*models::TEMPERATURE.end());
    let seed = Form::default().with("type", "integer").about("the seed of the draw; repeats add their number to it");
    table(&models::GENERATOR_KEYS)
        .need("endpoint", visible().about("an endpoint of this file: [endpoints.NAME]"))
        .need("model", visible().about("the model, as the endpoint names it"))
        .may("prompt", visible().about("a prompt file, relative to this one"))
        .may("temperature", draw.about("how freely tokens are drawn"))
        .may("max_tokens", counted().about("the longest answer in tokens"))
        .may("seed", seed)
        .may("stream", truth().usual(false).about("whether answers are streamed, which times their first token"))
        .closed()
        .form()
}

/// Two weights, not both 0.
fn weights() -> Form {
    let some = json!({"contains": {"exclusiveMinimum": 0}});
    list(number().least(0)).with("minItems", 2).with("maxItems", 2).with("allOf", vec![some])
}

fn headers() -> Form {
    let header = matching("^[A-Z_][A-Z0-9_]*$").about("the name of the environment variable that holds the header's value");
    table_of(header).about("{Authorization = \"API_KEY\"}: no secret stands in this file")
}

/// How a server is reached, in the table of one.
fn reach(keys: Keys, timeout: std::time::Duration) -> Keys {
    keys.need("url", visible().about("its address"))
        .may("headers", headers())
        .may("ca_file", visible().about("a file of certificates that are trusted in place of the usual authorities"))
        .may("timeout", number().above(0).most(LONGEST).usual(timeout.as_secs()).about("seconds that one attempt may take"))
        .may("concurrency", at_a_time().about("how many requests are in flight at a time"))
        .may("rate", counted().about("how many requests may start in a minute; as many as come where it is left out"))
        .may("retries", whole_within(&RETRIES).usual(USUAL_RETRIES).about("how often a request is repeated"))
}

/// A server of models.
pub(super) fn endpoint() -> Form {
    let price = table(&endpoints::PRICE_KEYS).need("input", number().least(0)).need("output", number().least(0)).closed().form();
    reach(table(&[&endpoints::ENDPOINT_KEYS[..], &REACH_KEYS].concat()), endpoints::TIMEOUT)
        .may("extra", Form::default().with("type", "object").about("fields that every request gets"))
        .may("price", price.about("what a million tokens cost, read and written"))
        .closed()
        .form()
}

/// What a command may spend on models.
pub(super) fn budget() -> Form {
    table(&endpoints::BUDGET_KEYS)
        .may("calls", counted().about("requests, those repeated after a failure too"))
        .may("tokens", counted().about("tokens read and written"))
        .may("money", number().least(0).about("money by the prices of the endpoints"))
        .closed()
        .form()
}

fn recorded_form() -> Form {
    let manifest = SETTINGS.iter().fold(table(&SETTINGS), |manifest, name| manifest.may(name, visible()));
    table(&recorded::KEYS)
        .need("type", kind(KINDS[3]))
        .need("file", visible().about("the file of results, relative to this one"))
        .may("format", one_of(&recorded::Format::ALL).about("what the file is; told by what it holds where it is left out"))
        .may("manifest", manifest.closed().form().about("what decided its results"))
        .may("manifest_file", visible().about("a file with more of them"))
        .closed()
        .form()
}

fn http_form() -> Form {
    let keys = [&http::KEYS[..], &REACH_KEYS, &CONTRACT_KEYS].concat();
    let http = reach(table(&keys), TIMEOUT)
        .need("type", kind(KINDS[1]))
        .may("manifest_url", visible().about("where the system tells what decides its results"))
        .may("admin", admin().about("how its documents are changed, for 'fourcell lifecycle'"));
    contract(http)
}

/// How documents are changed.
fn admin() -> Form {
    let pointer = |usual: &str| matching(POINTER).usual(usual);
    let part = format!("any of {} may stand in braces", admin::PARTS.join(", "));
    let keys = table(&admin::KEYS)
        .need("url", visible().about("the address that paths are below"))
        .may("headers", headers())
        .may("index_revision", pointer("/index_revision").about("where a reply says what the index calls itself"))
        .may("pending", pointer("/pending").about("where a reply says whether the change has yet to be indexed"));
    let call = |action: &str| {
        table(&admin::CALL_KEYS)
            .may("method", choice(admin::METHODS).usual(admin::METHODS[0]))
            .may("path", text().about(&format!("the path below the url; {part}")))
            .may("body", Form::default().with("type", "object").about(&format!("the body; {part} in its strings")))
            .closed()
            .form()
            .about(&format!("the call for a step of {action}"))
    };
    let keys = admin::ACTIONS.into_iter().fold(keys, |keys, action| keys.may(action, call(action)));
    let both = states(&admin::NEEDED, &[]);
    keys.closed().form().with("anyOf", vec![states(&[], &admin::ACTIONS).json(), both.json()])
}

fn command_form() -> Form {
    let keys = [&command::KEYS[..], &CONTRACT_KEYS].concat();
    contract(program(table(&keys).need("type", kind(KINDS[2])), "answer.py"))
}

/// A program that is started and asked; `example` is the name of one.
pub(super) fn program(keys: Keys, example: &str) -> Keys {
    let program = list(text()).with("minItems", 1).with("prefixItems", vec![visible().json()]);
    let about = format!("the program and its arguments, as in [\"python3\", \"{example}\"]; no shell reads them");
    keys.need("command", program.about(&about))
        .may(
            "each",
            choice(command::EACH).usual(command::EACH[0]).about("what a process answers: one question after the other, or one"),
        )
        .may("timeout", seconds().about("seconds that one question may take"))
        .may("concurrency", at_a_time().about("how many processes run at a time"))
}

/// What systems of others have in common.
fn contract(system: Keys) -> Form {
    let manifest = SETTINGS.iter().fold(table(&SETTINGS), |manifest, name| manifest.may(name, visible()));
    system
        .may("k", counted().about("how many passages are asked for"))
        .may("budget_tokens", counted().about("how many tokens the context may have"))
        .may("map", reply_map().about("where things stand in replies of another form than a record's, as JSON Pointers"))
        .may("manifest", manifest.closed().form().about("what decides its results"))
        .may("manifest_file", visible().about("a file with more of them"))
        .closed()
        .form()
}

fn reply_map() -> Form {
    let usual = ReplyMap::default();
    let pointer = |usual: String| matching(POINTER).usual(usual);
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

pub(super) fn counted() -> Form {
    whole_within(&COUNTED)
}

fn at_a_time() -> Form {
    whole_within(&CONCURRENCY).usual(AT_A_TIME)
}
