//! Chat, embeddings and rerank: what their servers promise is checked, whatever comes.

use std::sync::Arc;
use std::time::Duration;

use endpoints::chat::{self, Finish, Message, Request};
use endpoints::embeddings::Embedder;
use endpoints::rerank::{Ranked, rerank};
use endpoints::scripted::{Answer, Server};
use endpoints::{Allowance, Budget, CallError, Client, ErrorKind, Settings, Usage};
use serde_json::{Value, json};

fn serving(answers: impl IntoIterator<Item = Answer>) -> (Server, Client) {
    let server = Server::in_turn(answers).unwrap();
    let mut settings = Settings::new(server.url());
    settings.patience.retries = 0;
    let client = Client::new(settings).unwrap();
    (server, client)
}

fn request() -> Request {
    Request { model: "m".into(), messages: vec![Message::system("be brief"), Message::user("hi")], ..Request::default() }
}

fn completion(content: Value, finish: &str) -> Value {
    json!({"model": "m-1", "choices": [{"index": 0, "finish_reason": finish, "message": {"content": content}}],
           "usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}})
}

fn chat_fails(reply: &Value) -> CallError {
    let (_server, client) = serving([Answer::json(reply)]);
    chat::complete(&client, &request()).unwrap_err()
}

#[test]
fn chat_sends_what_is_set_and_returns_what_was_sent() {
    let (server, client) = serving([Answer::json(&completion("yes".into(), "stop"))]);
    let full = Request {
        temperature: Some(0.0),
        max_tokens: Some(5),
        seed: Some(1),
        stop: vec!["\n".into()],
        response_format: Some(json!({"type": "json_object"})),
        extra: json!({"logprobs": true}).as_object().unwrap().clone(),
        ..request()
    };
    let answer = chat::complete(&client, &full).unwrap();
    assert_eq!((answer.text.as_str(), &answer.finish, answer.exchange.model.as_deref()), ("yes", &Finish::Stop, Some("m-1")));
    assert_eq!(
        (answer.exchange.usage, answer.exchange.attempts, answer.first_token),
        (Some(Usage { input: 7, output: 2 }), 1, None)
    );
    assert!(answer.exchange.latency > Duration::ZERO);
    let received = &server.received()[0];
    assert_eq!((received.path.as_str(), received.json()), ("/chat/completions", answer.exchange.sent));
    assert_eq!(
        received.json(),
        json!({"model": "m", "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hi"}],
               "temperature": 0.0, "max_tokens": 5, "seed": 1, "stop": ["\n"], "response_format": {"type": "json_object"}, "logprobs": true})
    );
    assert!(
        chat::complete(&client, &Request { extra: json!({"model": "other"}).as_object().unwrap().clone(), ..request() }).is_err()
    );
}

#[test]
fn chat_reports_why_the_answer_ended() {
    for (word, finish, cuts) in [
        ("length", Finish::Length, true),
        ("content_filter", Finish::ContentFilter, true),
        ("eos", Finish::Other("eos".into()), false),
        ("", Finish::Unsaid, false),
    ] {
        let (_server, client) = serving([Answer::json(&completion(json!([{"type": "text", "text": "{\"a\""}]), word))]);
        let answer = chat::complete(&client, &request()).unwrap();
        assert_eq!((answer.text.as_str(), answer.finish.cuts(), &answer.finish), ("{\"a\"", cuts, &finish));
    }
}

#[test]
fn chat_without_words_is_an_error_that_says_why() {
    for (content, finish, mend) in
        [(json!(""), "length", "max_tokens"), (Value::Null, "content_filter", "filter"), (json!(" \n"), "stop", "by hand")]
    {
        let error = chat_fails(&completion(content, finish));
        assert_eq!((error.kind(), error.status(), error.attempts()), (ErrorKind::EmptyContent, Some(200), 1));
        assert!(error.problem().contains(finish) && error.mend().contains(mend), "{error}");
    }
    let tools = json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": null, "tool_calls": [{}]}}]});
    assert!(chat_fails(&tools).mend().contains("tools"));
    let refused = json!({"choices": [{"finish_reason": "stop", "message": {"content": null, "refusal": "no"}}]});
    assert!(chat_fails(&refused).mend().contains("refused"));
}

#[test]
fn chat_of_another_shape_is_refused() {
    for (reply, word) in [
        (json!({"answer": "yes"}), "`choices`"),
        (json!({"choices": []}), "empty"),
        (json!({"choices": [{"text": "yes"}]}), "`message`"),
        (json!({"choices": "yes"}), "invalid type"),
        (json!({"error": {"message": "model is loading"}}), "an error instead"),
        (json!([]), "choices"),
    ] {
        let error = chat_fails(&reply);
        assert_eq!(error.kind(), ErrorKind::Contract, "{reply}");
        assert!(error.problem().contains(word), "{error}");
    }
}

fn piece(text: &str) -> String {
    json!({"model": "m-1", "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]}).to_string()
}

const END: &str = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;
const COST: &str = r#"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#;

#[test]
fn a_stream_times_its_first_token() {
    let (role, first, second) = (piece(""), piece("ye"), piece("s é"));
    let (short, long, now) = (Duration::from_millis(60), Duration::from_millis(300), Duration::ZERO);
    // What it cost need not come last.
    let events = [(now, role.as_str()), (short, &first), (now, COST), (long, &second), (now, END), (now, "[DONE]")];
    let (server, client) = serving([Answer::events(events)]);
    let answer = chat::complete(&client, &Request { stream: true, ..request() }).unwrap();
    assert_eq!(
        (answer.text.as_str(), &answer.finish, answer.exchange.usage),
        ("yes é", &Finish::Stop, Some(Usage { input: 7, output: 2 }))
    );
    let first = answer.first_token.unwrap();
    assert!(first >= short && first + short < answer.exchange.latency, "{first:?} {:?}", answer.exchange.latency);
    let sent = server.received()[0].json();
    assert_eq!((&sent["stream"], &sent["stream_options"]), (&json!(true), &json!({"include_usage": true})));
}

#[test]
fn streams_that_go_wrong() {
    let streamed = |answer: Answer| {
        let (_server, client) = serving([answer]);
        chat::complete(&client, &Request { stream: true, ..request() })
    };
    let now = Duration::ZERO;
    let half = piece("ye");
    // A server that cannot stream.
    assert_eq!(streamed(Answer::json(&completion("yes".into(), "stop"))).unwrap().first_token, None);
    // Some never say [DONE].
    assert_eq!(streamed(Answer::events([(now, half.as_str()), (now, END)])).unwrap().text, "ye");
    let kind = |answer: Answer| streamed(answer).unwrap_err().kind();
    assert_eq!(kind(Answer::events([(now, half.as_str())])), ErrorKind::Truncated);
    assert_eq!(kind(Answer::events([(now, half.as_str())]).closing()), ErrorKind::Truncated);
    assert_eq!(kind(Answer::events([(now, half.as_str()), (now, "{\"error\":{\"message\":\"lost\"}}")])), ErrorKind::Contract);
    assert_eq!(kind(Answer::events([(now, "not json")])), ErrorKind::Contract);
    assert_eq!(kind(Answer::events([(now, END), (now, "[DONE]")])), ErrorKind::EmptyContent);
    assert_eq!(kind(Answer::new(200, "text/html", "<html>")), ErrorKind::Html);
}

#[test]
fn a_stream_that_is_asked_for_again_starts_anew() {
    let now = Duration::ZERO;
    let (half, whole) = (piece("half"), piece("whole"));
    let server = Server::in_turn([
        Answer::events([(now, half.as_str())]).closing(),
        Answer::events([(now, whole.as_str()), (now, END), (now, "[DONE]")]),
    ])
    .unwrap();
    let mut settings = Settings::new(server.url());
    settings.patience.first_wait = Duration::from_millis(1);
    let answer = chat::complete(&Client::new(settings).unwrap(), &Request { stream: true, ..request() }).unwrap();
    assert_eq!((answer.text.as_str(), answer.exchange.attempts), ("whole", 2));
}

#[test]
fn tokens_are_spent_from_the_budget() {
    let (_server, client) = serving([
        Answer::json(&completion("yes".into(), "stop")),
        Answer::json(&json!({"choices": [{"message": {"content": "y"}}]})),
    ]);
    let budget = Arc::new(Budget::new(Allowance { tokens: Some(20), ..Allowance::default() }));
    let client = client.with_budget(Arc::clone(&budget));
    chat::complete(&client, &request()).unwrap();
    assert_eq!(budget.spent().tokens, 9);
    chat::complete(&client, &request()).unwrap();
    assert!(budget.spent().unreported == 1 && budget.spent().tokens > 20);
    assert_eq!(chat::complete(&client, &request()).unwrap_err().kind(), ErrorKind::BudgetSpent);
}

fn row(index: Value, vector: Value) -> Value {
    json!({"index": index, "embedding": vector})
}

fn embeddings(rows: &[Value]) -> Answer {
    Answer::json(&json!({"model": "e-1", "data": rows, "usage": {"prompt_tokens": 4, "total_tokens": 4}}))
}

#[test]
fn vectors_come_in_the_order_of_the_texts() {
    let (server, client) = serving([embeddings(&[row(1.into(), json!([0, 1.5])), row(0.into(), json!([1, -2]))])]);
    let embedder = Embedder::new(&client, "e");
    let embedded = embedder.embed(&["a", "b"]).unwrap();
    assert_eq!(embedded.vectors, [[1.0, -2.0], [0.0, 1.5]]);
    assert_eq!((embedder.dimension(), embedded.exchange.usage), (Some(2), Some(Usage { input: 4, output: 0 })));
    assert_eq!(
        (server.received()[0].path.as_str(), server.received()[0].json()),
        ("/embeddings", json!({"model": "e", "input": ["a", "b"]}))
    );
    assert_eq!(embedder.embed(&[]).unwrap_err().kind(), ErrorKind::Setup);
}

#[test]
fn another_dimension_midway_is_refused_with_both() {
    let (_server, client) =
        serving([embeddings(&[row(0.into(), json!([1, 2, 3]))]), embeddings(&[row(0.into(), json!([1, 2]))])]);
    let embedder = Embedder::new(&client, "e");
    embedder.embed(&["a"]).unwrap();
    let error = embedder.embed(&["b"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Contract);
    assert!(error.problem().contains("dimension 2") && error.problem().contains("had 3"), "{error}");
}

#[test]
fn vectors_that_cannot_be_compared_are_refused() {
    let good = || row(0.into(), json!([1, 2]));
    for (rows, word) in [
        (vec![good()], "2 embeddings were expected"),
        (vec![good(), good()], "two embeddings have index 0"),
        (vec![good(), row(2.into(), json!([1, 2]))], "index below 2"),
        (vec![good(), row(Value::Null, json!([1, 2]))], "`index`"),
        (vec![good(), row(1.into(), json!([1, null]))], "component 1"),
        (vec![good(), row(1.into(), json!([1e300, 1]))], "component 0"),
        (vec![good(), row(1.into(), json!([0, -0.0]))], "zero"),
        (vec![good(), row(1.into(), json!([]))], "empty list"),
        (vec![good(), row(1.into(), json!([1, 2, 3]))], "dimension 3"),
        (vec![good(), row(1.into(), json!("AAAA"))], "invalid type"),
    ] {
        let (_server, client) = serving([embeddings(&rows)]);
        let error = Embedder::new(&client, "e").embed(&["a", "b"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Contract);
        assert!(error.problem().contains(word), "{error}");
    }
    for number in ["NaN", "Infinity", "1e999"] {
        let body = format!("{{\"data\": [{{\"index\": 0, \"embedding\": [1.0, {number}]}}]}}");
        let (_server, client) = serving([Answer::new(200, "application/json", body)]);
        let error = Embedder::new(&client, "e").embed(&["a"]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotJson | ErrorKind::Contract), "{number}: {error}");
    }
}

fn results(rows: Value) -> Answer {
    Answer::json(&json!({"results": rows}))
}

#[test]
fn reranked_documents_come_best_first() {
    let rows =
        json!([{"index": 2, "relevance_score": 0.1}, {"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]);
    let (server, client) = serving([results(rows)]);
    let ranked = rerank(&client, "r", "q", &["a", "b", "c"], None).unwrap();
    let expected = [(1, 0.9), (0, 0.1), (2, 0.1)].map(|(index, score)| Ranked { index, score });
    assert_eq!(ranked.results, expected);
    assert_eq!(
        (server.received()[0].path.as_str(), server.received()[0].json()),
        ("/rerank", json!({"model": "r", "query": "q", "documents": ["a", "b", "c"]}))
    );
    let (server, client) = serving([results(json!([{"index": 1, "relevance_score": 0.9}]))]);
    assert_eq!(rerank(&client, "r", "q", &["a", "b"], Some(1)).unwrap().results.len(), 1);
    assert_eq!(server.received()[0].json()["top_n"], 1);
    assert_eq!(rerank(&client, "r", "q", &[], None).unwrap_err().kind(), ErrorKind::Setup);
}

#[test]
fn rankings_that_do_not_hold_are_refused() {
    let first = json!({"index": 0, "relevance_score": 0.5});
    for (rows, word) in [
        (json!([first, {"index": 2, "relevance_score": 0.5}]), "index below 2"),
        (json!([first, first]), "two results have index 0"),
        (json!([first, {"index": 1, "relevance_score": null}]), "finite"),
        (json!([first]), "2 results were expected, but 1 came"),
        (json!([first, {"index": -1, "relevance_score": 1}]), "invalid value"),
        (json!("none"), "invalid type"),
    ] {
        let (_server, client) = serving([results(rows)]);
        let error = rerank(&client, "r", "q", &["a", "b"], None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Contract);
        assert!(error.problem().contains(word), "{error}");
    }
}

#[test]
fn what_was_answered_well_is_not_asked_twice() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Arc::new(cache::Cache::open(&folder.path().join("cache.sqlite")).unwrap());
    let said = |text: &str| {
        Answer::json(&json!({
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 9, "completion_tokens": 1}
        }))
    };
    let server = Server::in_turn([said(""), said("one"), said("two")]).unwrap();
    let budget = Arc::new(Budget::new(Allowance { calls: Some(3), ..Allowance::default() }));
    let price = endpoints::Price { input: 1.0, output: 1.0 };
    let client = Client::new(Settings { price, ..Settings::new(server.url()) }).unwrap();
    let client = client.with_cache(cache).with_budget(budget.clone());
    let request = chat::Request { model: "m".into(), messages: vec![chat::Message::user("?")], ..Default::default() };
    // What is no answer is not kept.
    assert!(chat::complete(&client, &request).is_err());
    let first = chat::complete(&client, &request).unwrap();
    let again = chat::complete(&client, &request).unwrap();
    assert_eq!((again.text.as_str(), again.exchange.attempts, again.exchange.usage), ("one", 0, first.exchange.usage));
    // To the microsecond.
    assert_eq!(again.exchange.latency.as_micros(), first.exchange.latency.as_micros());
    let other = chat::complete(&client, &chat::Request { repeat: 1, ..request.clone() }).unwrap();
    assert_eq!((other.text.as_str(), other.exchange.attempts), ("two", 1));
    let spent = budget.spent();
    assert_eq!((spent.calls, spent.tokens, spent.money), (3, 30, 30_000), "what was kept costs nothing");
}
