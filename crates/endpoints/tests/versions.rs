//! What decides a reply besides what is sent, and fields that a server calls otherwise.

use std::sync::Arc;

use cache::Cache;
use endpoints::chat::{Message, Naming, Request, complete};
use endpoints::scripted::{Answer, Server};
use endpoints::{Client, ErrorKind, Settings};
use serde_json::json;

fn said(text: &str) -> Answer {
    Answer::json(&json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"content": text}}]}))
}

fn request() -> Request {
    Request {
        model: "m".into(),
        messages: vec![Message::user("?")],
        temperature: Some(0.0),
        max_tokens: Some(9),
        ..Request::default()
    }
}

#[test]
fn a_version_keeps_replies_apart_and_is_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::in_turn([said("none"), said("one"), said("two")]).unwrap();
    let cache = Arc::new(Cache::open(&folder.path().join("cache.sqlite")).unwrap());
    let client = Client::new(Settings::new(server.url())).unwrap().with_cache(cache);
    let of = |version: &str| complete(&client, &Request { version: version.into(), ..request() }).unwrap().text;
    assert_eq!([of(""), of("1"), of("2"), of("1"), of("")], ["none", "one", "two", "one", "none"]);
    let bodies: Vec<_> = server.received().iter().map(|received| received.json()).collect();
    assert!(bodies.len() == 3 && bodies[0] == bodies[1] && bodies[1] == bodies[2], "{bodies:?}");
}

#[test]
fn what_was_found_out_about_a_server_is_known_to_the_next_client_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Arc::new(Cache::open(&folder.path().join("cache.sqlite")).unwrap());
    let client = |url: &str| Client::new(Settings::new(url)).unwrap();
    let first = client("http://127.0.0.1:1").with_cache(cache.clone());
    assert!(!first.has_noted(&["a", "b"]));
    first.note(&["a", "b"]);
    assert!(client("http://127.0.0.1:1").with_cache(cache.clone()).has_noted(&["a", "b"]));
    assert!(!client("http://127.0.0.1:2").with_cache(cache.clone()).has_noted(&["a", "b"]));
    assert!(!first.has_noted(&["ab"]) && !client("http://127.0.0.1:1").has_noted(&["a", "b"]));
    assert_eq!(cache.found().hits, 0);
}

#[test]
fn fields_are_renamed_and_left_out() {
    let server = Server::in_turn([said("x")]).unwrap();
    let client = Client::new(Settings::new(server.url())).unwrap();
    let naming = |rename: &[(&str, &str)], leave_out: &[&str]| Naming {
        rename: rename.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect(),
        leave_out: leave_out.iter().map(|field| (*field).to_owned()).collect(),
    };
    let ask = |naming: Naming| complete(&client, &Request { naming, ..request() });
    let sent = ask(naming(&[("max_tokens", "max_completion_tokens")], &["temperature"])).unwrap().exchange.sent;
    assert_eq!(sent, json!({"model": "m", "messages": [{"role": "user", "content": "?"}], "max_completion_tokens": 9}));
    assert_eq!(server.received()[0].json(), sent);
    let swapped = ask(naming(&[("max_tokens", "temperature"), ("temperature", "max_tokens")], &[])).unwrap().exchange.sent;
    assert_eq!((&swapped["temperature"], &swapped["max_tokens"]), (&json!(9), &json!(0.0)));
    for (naming, said) in [
        (naming(&[("max_tokens", "temperature")], &[]), "two fields"),
        (naming(&[], &["messages"]), "'messages' of the request body cannot be left out"),
    ] {
        let error = ask(naming).unwrap_err();
        assert!(error.kind() == ErrorKind::Setup && error.to_string().contains(said), "{error}");
    }
}

#[test]
fn more_of_a_servers_words_are_searched_than_shown() {
    let words = format!("{{\"error\": \"{} Response_Format is not known\"}}", "x".repeat(900));
    let server = Server::in_turn([Answer::new(400, "application/json", words)]).unwrap();
    let error = complete(&Client::new(Settings::new(server.url())).unwrap(), &request()).unwrap_err();
    assert!(error.mentions("response_format") && !error.mentions("json_schema"));
    assert!(!error.to_string().contains("Response_Format"));
}
