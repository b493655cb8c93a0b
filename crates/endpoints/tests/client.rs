//! The client against a server that misbehaves in every way it can: what is repeated, what is said, and what is never shown.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::time::{Duration, Instant};

use endpoints::clock::Clock;
use endpoints::scripted::{Answer, ScriptedClock, Server};
use endpoints::{Allowance, Budget, CallError, Client, ErrorKind, Header, Method, Settings};
use serde_json::json;

const KEY: &str = "sk-live/0123456789abcdef";

fn settings(server: &Server) -> Settings {
    let mut settings = Settings::new(server.url()).bearer("TEST_KEY");
    settings.timeout = Duration::from_secs(20);
    settings
}

fn client(settings: Settings) -> Client {
    Client::with_variables(settings, |name| (name == "TEST_KEY").then(|| KEY.to_owned())).unwrap()
}

fn clock() -> Arc<ScriptedClock> {
    Arc::new(ScriptedClock::at(httpdate::parse_http_date("Mon, 30 Nov 2026 10:00:00 GMT").unwrap()))
}

/// Answers in turn, to a client that need not wait: what it says in the end, and what it waited.
fn told(answers: impl IntoIterator<Item = Answer>) -> (Result<endpoints::Reply, CallError>, Vec<Duration>, Server) {
    let server = Server::in_turn(answers).unwrap();
    let clock = clock();
    let client = client(settings(&server)).with_clock(clock.clone());
    let result = client.post_json("/ask", &json!({"q": 1}));
    if let Err(error) = &result {
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains(KEY) && !shown.contains("0123456789abcdef"), "{shown}");
        assert!(!error.mend().is_empty() && error.said().is_none_or(|said| said.chars().count() <= 200));
    }
    (result, clock.slept(), server)
}

fn fails(answers: impl IntoIterator<Item = Answer>) -> CallError {
    told(answers).0.unwrap_err()
}

fn good() -> Answer {
    Answer::json(&json!({"fine": true}))
}

#[test]
fn a_reply_is_handed_on_as_it_came() {
    let (reply, waits, server) = told([good()]);
    let reply = reply.unwrap();
    assert_eq!((reply.status, reply.attempts, reply.body.as_slice()), (200, 1, b"{\"fine\":true}".as_slice()));
    assert!(waits.is_empty());
    let received = &server.received()[0];
    assert_eq!((received.method.as_str(), received.path.as_str()), ("POST", "/ask"));
    assert_eq!(received.header("authorization").unwrap(), format!("Bearer {KEY}"));
    assert_eq!(received.header("content-type"), Some("application/json"));
    assert!(received.header("user-agent").unwrap().starts_with("fourcell/"));
    assert_eq!(received.json(), json!({"q": 1}));
}

#[test]
fn any_method_is_sent_with_a_body_or_without_one() {
    let server = Server::in_turn([Answer::new(204, "text/plain", "")]).unwrap();
    let client = client_of(&server);
    for (_, method) in Method::ALL {
        for body in [None, Some(json!({"a": 1}))] {
            let reply = client.send(method, "d/1", body.as_ref()).unwrap();
            assert_eq!((reply.status, reply.body.len()), (204, 0));
            let received = server.received().pop().unwrap();
            assert_eq!((received.method.as_str(), received.path.as_str()), (method.name(), "/d/1"));
            assert_eq!(received.json(), body.unwrap_or_default());
        }
    }
    let refused = Server::in_turn([Answer::status(409)]).unwrap();
    let error = client_of(&refused).send(Method::Delete, "d", None).unwrap_err();
    assert!(error.to_string().contains("DELETE http://"), "{error}");
}

fn client_of(server: &Server) -> Client {
    client(settings(server))
}

#[test]
fn failures_that_pass_are_repeated_with_growing_waits() {
    let (reply, waits, _server) = told([Answer::status(500), Answer::status(500), good()]);
    assert_eq!(reply.unwrap().attempts, 3);
    assert_eq!(waits.len(), 2);
    assert!(waits[0] >= Duration::from_millis(250) && waits[0] <= Duration::from_millis(500));
    assert!(waits[1] >= Duration::from_millis(500) && waits[1] <= Duration::from_millis(1000));
    for status in [408, 425, 429, 502, 503, 529] {
        assert_eq!(told([Answer::status(status), good()]).0.unwrap().attempts, 2, "{status}");
    }
    // The same request waits the same, whenever it is run.
    assert_eq!(told([Answer::status(500), Answer::status(500), good()]).1, waits);
}

#[test]
fn a_failure_that_stays_is_told_after_the_last_attempt() {
    let error = fails([Answer::status(503)]);
    assert_eq!((error.kind(), error.status(), error.attempts()), (ErrorKind::Server5xx, Some(503), 5));
    assert!(error.to_string().contains("after 5 attempts") && error.to_string().contains("scripted 503"), "{error}");
    assert!(!error.stops_the_run());
    assert_eq!(fails([Answer::status(429)]).kind(), ErrorKind::RateLimited);
    assert_eq!(fails([Answer::status(408)]).kind(), ErrorKind::TimedOut);
}

#[test]
fn retry_after_is_honoured_in_seconds_and_as_a_date() {
    let limited = |header: &str| Answer::status(429).with_header("Retry-After", header);
    assert_eq!(told([limited("7"), good()]).1, [Duration::from_secs(7)]);
    assert_eq!(told([limited("Mon, 30 Nov 2026 10:00:12 GMT"), good()]).1, [Duration::from_secs(12)]);
    // A date that has passed asks for nothing; the usual wait remains.
    let waits = told([limited("Mon, 30 Nov 2026 09:00:00 GMT"), good()]).1;
    assert!(waits.len() == 1 && waits[0] <= Duration::from_millis(500), "{waits:?}");
    let error = fails([limited("3600")]);
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::RateLimited, 1));
    assert!(error.mend().contains("3600 s"), "{error}");
}

#[test]
fn refusals_are_not_repeated_and_some_stop_the_run() {
    for (status, stops) in [(400, false), (401, true), (403, true), (404, true), (422, false)] {
        let error = fails([Answer::status(status), good()]);
        assert_eq!((error.kind(), error.attempts(), error.stops_the_run()), (ErrorKind::Refused4xx, 1, stops), "{status}");
    }
    assert!(fails([Answer::status(401)]).mend().contains("Authorization from TEST_KEY"));
    assert!(fails([Answer::status(404)]).mend().contains("/v1"));
}

#[test]
fn a_key_that_the_server_repeats_is_not_shown() {
    for words in
        [format!("bad header Bearer {KEY}"), format!("{}{KEY}", "x".repeat(190)), KEY.replace('/', "\\/"), KEY[..16].to_owned()]
    {
        let error = fails([Answer::new(401, "text/plain", words)]);
        assert!(error.said().unwrap().contains("***"), "{error}");
        assert!(!error.to_string().contains("0123456"), "{error}");
    }
    let echo = Server::start(|received| {
        Answer::new(403, "text/plain", format!("who is {}?", received.header("authorization").unwrap()))
    });
    let error = client(settings(&echo.unwrap())).post_json("", &json!({})).unwrap_err();
    assert_eq!(error.said(), Some("who is Bearer ***?"));
    let error = fails([Answer::new(200, "application/json", format!("{{\"a\": 1}} {KEY}"))]);
    assert!(error.kind() == ErrorKind::NotJson && error.to_string().contains("***"), "{error}");
    let error = fails([Answer::status(307).with_header("Location", &format!("http://127.0.0.1:1/{KEY}?t=also-hidden"))]);
    assert!(error.kind() == ErrorKind::Contract && error.to_string().contains("to http://127.0.0.1:1/***;"), "{error}");
    // A parser's message quotes what it read.
    let server = Server::in_turn([Answer::json(&json!({"n": KEY}))]).unwrap();
    let client = client(settings(&server));
    let reply = client.post_json("", &json!({})).unwrap();
    let error = client.read::<std::collections::BTreeMap<String, u64>>(&reply, "numbers").unwrap_err();
    assert!(error.problem().contains("***") && !error.to_string().contains(KEY), "{error}");
    assert!(!format!("{client:?} {:?}", client.settings()).contains("sk-live"));
}

#[test]
fn replies_that_are_no_json_have_kinds_of_their_own() {
    let page = fails([Answer::new(200, "text/html; charset=utf-8", "<!doctype html><title>Log in</title>")]);
    assert_eq!((page.kind(), page.status(), page.attempts()), (ErrorKind::Html, Some(200), 1));
    assert!(page.said().unwrap().contains("Log in"));
    assert_eq!(fails([Answer::new(200, "application/json", "\n <html>")]).kind(), ErrorKind::Html);
    for body in ["fine", "{\"a\": NaN}", "", "{} {}"] {
        let error = fails([Answer::new(200, "application/json", body)]);
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::NotJson, 1), "{body}");
    }
}

#[test]
fn replies_that_end_early_are_truncated_and_asked_for_again() {
    let short = Answer::json(&json!({"fine": true})).announcing(50).closing();
    let error = fails([short.clone()]);
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Truncated, 5));
    assert!(error.problem().contains("after 13 bytes; expected 50 bytes") && error.said() == Some("{\"fine\":true}"), "{error}");
    assert_eq!(told([short, good()]).0.unwrap().attempts, 2);
    let half_a_chunk = Answer::events([(Duration::ZERO, "x")]).closing();
    assert_eq!(fails([half_a_chunk]).kind(), ErrorKind::Truncated);
    assert_eq!(fails([Answer::new(200, "application/json", "{\"a\": [1, ").unannounced()]).kind(), ErrorKind::Truncated);
}

#[test]
fn a_reply_longer_than_announced_does_not_spoil_the_next() {
    let lie = Answer::json(&json!({"fine": true, "more": "than announced"})).announcing(5);
    let server = Server::in_turn([lie, good()]).unwrap();
    let client = client(settings(&server)).with_clock(clock());
    assert!(client.post_json("", &json!({})).is_ok());
    for _ in 0..3 {
        assert_eq!(client.post_json("", &json!({})).unwrap().body, b"{\"fine\":true}");
    }
}

#[test]
fn large_replies_are_refused_announced_or_not() {
    let body = format!("[{}1]", "1,".repeat(40_000));
    for answer in
        [Answer::new(200, "application/json", body.clone()), Answer::new(200, "application/json", body.clone()).unannounced()]
    {
        let server = Server::in_turn([answer]).unwrap();
        let mut settings = settings(&server);
        settings.max_reply_bytes = 10_000;
        let error = client(settings.clone()).post_json("", &json!({})).unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::TooLarge, 1));
        assert!(error.said().unwrap().starts_with("[1,1") && error.problem().contains("10000 bytes"), "{error}");
        settings.max_reply_bytes = body.len() as u64 - 1;
        assert_eq!(client(settings.clone()).post_json("", &json!({})).unwrap_err().kind(), ErrorKind::TooLarge);
        settings.max_reply_bytes = body.len() as u64;
        assert_eq!(client(settings).post_json("", &json!({})).unwrap().body.len(), body.len());
    }
}

#[test]
fn a_reply_that_is_announced_too_large_is_not_waited_for() {
    let server = Server::in_turn([Answer::json(&json!({"fine": true})).announcing(1 << 40)]).unwrap();
    let error = client(settings(&server)).post_json("", &json!({})).unwrap_err();
    assert_eq!((error.kind(), error.attempts(), error.said()), (ErrorKind::TooLarge, 1, Some("{\"fine\":true}")));
}

#[test]
fn servers_that_are_silent_gone_or_absent() {
    let server = Server::in_turn([Answer::silence(), Answer::silence(), good()]).unwrap();
    let mut quick = settings(&server);
    quick.timeout = Duration::from_millis(400);
    quick.patience.retries = 1;
    let error = client(quick.clone()).with_clock(clock()).post_json("", &json!({})).unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::TimedOut, 2));
    assert!(error.to_string().contains("400ms"), "{error}");

    let stalled = Answer::json(&json!({"fine": true})).announcing(50);
    let server = Server::in_turn([stalled]).unwrap();
    quick.base_url = server.url();
    let error = client(quick).with_clock(clock()).post_json("", &json!({})).unwrap_err();
    assert!(error.kind() == ErrorKind::TimedOut && error.said() == Some("{\"fine\":true}"), "{error}");

    assert_eq!(told([Answer::hanging_up(), good()]).0.unwrap().attempts, 2);
    assert_eq!(fails([Answer::hanging_up()]).kind(), ErrorKind::Connect);

    let mut nobody = settings(&server);
    drop(server);
    nobody.patience.retries = 2;
    let error = client(nobody).with_clock(clock()).post_json("", &json!({})).unwrap_err();
    assert_eq!((error.kind(), error.attempts(), error.status()), (ErrorKind::Connect, 3, None));
    assert!(error.mend().contains("server runs"));
}

#[test]
fn a_server_without_tls_is_told_from_one_that_is_down() {
    let server = Server::in_turn([good()]).unwrap();
    let mut settings = settings(&server);
    settings.base_url = server.url().replace("http:", "https:");
    let error = client(settings).post_json("", &json!({})).unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Connect, 1));
    assert!(error.mend().contains("http://"), "{error}");
}

#[test]
fn what_cannot_be_sent_is_said_before() {
    let with = |change: &dyn Fn(&mut Settings), value: Option<&str>| {
        let mut settings = Settings::new("http://127.0.0.1:1");
        settings.headers.push(Header { name: "X-Key".into(), variable: "MY_KEY".into(), scheme: None });
        change(&mut settings);
        Client::with_variables(settings, |_| value.map(str::to_owned)).unwrap_err()
    };
    let unset = with(&|_| (), None);
    assert!(unset.kind() == ErrorKind::Setup && unset.to_string().contains("MY_KEY, which is not set"), "{unset}");
    assert!(unset.stops_the_run());
    assert!(with(&|_| (), Some(" \n")).problem().contains("is empty"));
    let broken = with(&|_| (), Some("sk-abc\r\nX-Evil: 1"));
    assert!(broken.problem().contains("cannot be sent") && !broken.to_string().contains("sk-abc"), "{broken}");
    assert!(with(&|s| s.headers[0].name = "X Key".into(), Some("v")).problem().contains("X Key"));
    assert!(with(&|s| s.base_url = "nowhere".into(), Some("v")).problem().contains("http://"));
}

#[test]
fn many_threads_stay_within_concurrency_and_reuse_connections() {
    let server = Server::start(|_| good().after(Duration::from_millis(3))).unwrap();
    let mut settings = settings(&server);
    settings.concurrency = NonZeroUsize::new(8).unwrap();
    let client = client(settings);
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| (0..4).for_each(|_| drop(client.post_json("", &json!({})).unwrap())));
        }
    });
    assert_eq!(server.received().len(), 256);
    assert!((2..=8).contains(&server.most_in_flight()), "{}", server.most_in_flight());
    assert!(server.connections() <= 16, "{}", server.connections());
}

#[test]
fn requests_are_spaced_and_one_retry_after_holds_all() {
    let server = Server::in_turn([good(), good(), Answer::status(429).with_header("Retry-After", "30"), good()]).unwrap();
    let mut settings = settings(&server);
    settings.requests_per_minute = NonZeroU32::new(60);
    let clock = clock();
    let client = client(settings).with_clock(clock.clone());
    for _ in 0..4 {
        client.post_json("", &json!({})).unwrap();
    }
    let seconds = Duration::from_secs;
    assert_eq!(clock.slept(), [seconds(1), seconds(1), seconds(30), seconds(1)]);
    assert_eq!(clock.monotonic(), seconds(33));
}

#[test]
fn a_call_that_gave_up_holds_the_next_one_back() {
    let server = Server::in_turn([Answer::status(503).with_header("Retry-After", "30"), good()]).unwrap();
    let mut settings = settings(&server);
    settings.patience.retries = 0;
    let clock = clock();
    let client = client(settings).with_clock(clock.clone());
    assert_eq!(client.post_json("", &json!({})).unwrap_err().kind(), ErrorKind::Server5xx);
    assert!(clock.slept().is_empty());
    client.post_json("", &json!({})).unwrap();
    assert_eq!(clock.slept(), [Duration::from_secs(30)]);
}

#[test]
fn a_spent_budget_stops_before_sending() {
    let server = Server::in_turn([Answer::status(500), good()]).unwrap();
    let budget = Arc::new(Budget::new(Allowance { calls: Some(3), ..Allowance::default() }));
    let client = client(settings(&server)).with_clock(clock()).with_budget(Arc::clone(&budget));
    assert_eq!(client.post_json("", &json!({})).unwrap().attempts, 2);
    client.post_json("", &json!({})).unwrap();
    let error = client.post_json("", &json!({})).unwrap_err();
    assert_eq!((error.kind(), error.attempts(), error.stops_the_run()), (ErrorKind::BudgetSpent, 0, true));
    assert_eq!((server.received().len(), budget.spent().calls), (3, 3));
}

#[test]
fn extra_fields_go_into_every_body() {
    let server = Server::in_turn([good()]).unwrap();
    let mut settings = settings(&server);
    settings.base_url.push_str("/v1?version=2");
    settings.extra.insert("cache_prompt".into(), false.into());
    let client = client(settings);
    let reply = client.post_json("/ask", &json!({"q": 1})).unwrap();
    assert_eq!(reply.sent, json!({"q": 1, "cache_prompt": false}));
    assert_eq!((server.received()[0].json(), server.received()[0].path.as_str()), (reply.sent, "/v1/ask?version=2"));
    let error = client.post_json("/ask", &json!({"cache_prompt": true})).unwrap_err();
    assert!(error.kind() == ErrorKind::Setup && server.received().len() == 1);
}

#[test]
fn a_server_stops_when_it_is_dropped() {
    let start = Instant::now();
    let server = Server::in_turn([Answer::silence()]).unwrap();
    let mut settings = settings(&server);
    settings.patience.retries = 0;
    let client = client(settings);
    std::thread::scope(|scope| {
        let call = scope.spawn(|| client.post_json("", &json!({})));
        while server.most_in_flight() == 0 {
            std::thread::yield_now();
        }
        drop(server);
        assert_eq!(call.join().unwrap().unwrap_err().kind(), ErrorKind::Connect);
    });
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn clients_that_are_alike_wait_for_the_same_turns() {
    let server = Server::start(|_| Answer::json(&json!({})).after(Duration::from_millis(30))).unwrap();
    let settings = Settings { concurrency: NonZeroUsize::new(2).unwrap(), ..Settings::new(server.url()) };
    let one = Client::new(settings).unwrap();
    let other = one.alike();
    std::thread::scope(|scope| {
        for client in [&one, &other, &one, &other, &one, &other] {
            scope.spawn(move || client.post_json("", &json!({})).unwrap());
        }
    });
    assert_eq!(server.most_in_flight(), 2);
}
