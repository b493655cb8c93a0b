//! A model as a judge, against a server that says and does what a script tells: a right verdict, or a fault of its kind, and nothing else.

mod asking;

use std::sync::Arc;
use std::time::Duration;

use asking::{case, passage, said};
use cache::Cache;
use endpoints::scripted::{Answer, Received, ScriptedClock, Server};
use endpoints::{Client, Settings as Reach};
use generation::{Fault, Kind, Outcome, Target, Verdict};
use judging::model::{Form, Language, Model, Prompts, Settings};
use judging::sort::Sort;
use judging::{Given, Judge};
use serde_json::json;

const CONTRADICTED: &str = r#"{"passage":2,"quote":"costs 20 euros","reason":"20, not 50","verdict":"contradicted"}"#;

fn judge<'a>(client: &'a Client, form: Form) -> Model<'a> {
    Model::new(client, Settings { form, ..Settings::new("m") }, Prompts::built_in(Language::English))
}

fn usual() -> asking::Case {
    case(vec![passage("rules", "Rules are rules."), passage("fees", "Cancelling late costs 20 euros.")])
}

fn completion(text: &str) -> Answer {
    Answer::json(&said(text, "stop"))
}

fn client(server: &Server) -> Client {
    Client::new(Reach::new(server.url())).unwrap()
}

fn fault(given: &Given) -> &Fault {
    match &given.outcome {
        Outcome::Failed(fault) => fault,
        other => panic!("expected a fault, found {other:?}"),
    }
}

/// What comes of a question when the server gives these answers in turn, and how many requests it got.
fn comes_of(answers: impl IntoIterator<Item = Answer>) -> (Given, usize) {
    let server = Server::in_turn(answers).unwrap();
    let clock = ScriptedClock::at(httpdate::parse_http_date("Mon, 30 Nov 2026 10:00:00 GMT").unwrap());
    let mut reach = Reach::new(server.url());
    reach.timeout = Duration::from_millis(1500);
    let client = Client::new(reach).unwrap().with_clock(Arc::new(clock));
    let given = judge(&client, Form::JsonSchema).judge(&usual().support(), 0);
    (given, server.received().len())
}

#[test]
fn every_sort_of_question_is_asked_by_its_prompt_and_answered_from_its_closed_set() {
    let quoted = r#"{"passage":2,"quote":"costs 20 euros","reason":"r","verdict":"supported"}"#;
    let replies = [
        (Sort::Status, Kind::Status, Target::Whole, r#"{"verdict":"answered"}"#),
        (Sort::Claims, Kind::Claims, Target::Whole, r#"{"claims":[{"text":"It costs 50 euros.","quote":"costs 50 euros"}]}"#),
        (Sort::Support, Kind::Support, Target::Claim(0, "c".into()), quoted),
        (Sort::Fact, Kind::Fact, Target::Fact("fee".into()), r#"{"verdict":"contradicted"}"#),
        (Sort::Context, Kind::Context, Target::Passage("fees".into()), r#"{"verdict":"needed"}"#),
        (Sort::ContextFact, Kind::Context, Target::Fact("fee".into()), quoted),
        (Sort::Relevance, Kind::Relevance, Target::Whole, r#"{"verdict":"addresses"}"#),
        (Sort::Answer, Kind::Answer, Target::Whole, r#"{"verdict":"incorrect"}"#),
        (Sort::AnswerClaim, Kind::Answer, Target::Claim(0, "c".into()), r#"{"verdict":"incorrect"}"#),
        (Sort::Citation, Kind::Citation, Target::Span(0, 31), &quoted.replace(":2", ":1")),
        (Sort::Rubric, Kind::Rubric, Target::Rubric("tone".into()), r#"{"verdict":"polite"}"#),
    ];
    let case = usual();
    for (sort, kind, target, reply) in replies {
        let server = Server::in_turn([completion(reply)]).unwrap();
        let client = client(&server);
        let model = judge(&client, Form::JsonSchema);
        let mut ask = case.ask(kind, target);
        ask.passage = (sort == Sort::Citation).then_some("fees");
        assert!(Sort::of(&ask) == Some(sort) && model.can(&ask), "{sort:?}");
        let given = model.judge(&ask, 0);
        let expected = serde_json::from_str::<serde_json::Value>(reply).unwrap();
        match &given.outcome {
            Outcome::Verdict(verdict) => assert_eq!(verdict.name(), expected["verdict"], "{sort:?}"),
            Outcome::Rubric(outcome) => assert_eq!(outcome, "polite"),
            Outcome::Claims(claims) => assert_eq!(claims[0].span, Some((16, 30))),
            Outcome::Failed(fault) => panic!("{sort:?}: {fault:?}"),
        }
        if sort.rests_on_passages() {
            assert_eq!((given.passage.as_deref(), given.quote_found), (Some("fees"), Some(true)), "{sort:?}");
        }
        let sent = server.received()[0].json();
        let schema = &sent["response_format"]["json_schema"]["schema"];
        let keys = schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(schema["required"], json!(keys), "{sort:?}");
        if sort.rests_on_passages() {
            let numbers = if sort == Sort::Citation { json!([1, null]) } else { json!([1, 2, null]) };
            assert_eq!(schema["properties"]["passage"]["enum"], numbers);
        }
        assert!(expected.as_object().unwrap().keys().all(|key| keys.contains(key)), "{sort:?}");
        let user = sent["messages"][1]["content"].as_str().unwrap();
        assert!(user.contains("~~~\nWhat does cancelling late cost?\n~~~"), "{sort:?}");
        assert!(!user.contains('{') && sent["temperature"] == 0.0, "{sort:?}: {user}");
    }
}

#[test]
fn b18_a_reply_that_is_no_verdict_is_asked_for_again_and_then_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Arc::new(Cache::open(&folder.path().join("cache.sqlite")).unwrap());
    let server = Server::in_turn([completion("I compared 3 sentences."), completion(CONTRADICTED)]).unwrap();
    let client = client(&server).with_cache(cache.clone());
    let (model, case) = (judge(&client, Form::Text), usual());
    assert_eq!(model.judge(&case.support(), 0).outcome, Outcome::Verdict(Verdict::Contradicted));
    let sent: Vec<_> = server.received().iter().map(Received::json).collect();
    let roles: Vec<&str> = sent[1]["messages"].as_array().unwrap().iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert_eq!(sent[1]["messages"][2]["content"], "I compared 3 sentences.");
    assert!(sent[1]["messages"][3]["content"].as_str().unwrap().contains("could not be used: expected exactly one JSON object"));
    // How it came to the verdict is kept, so that nothing is asked twice.
    assert_eq!(model.judge(&case.support(), 0).outcome, Outcome::Verdict(Verdict::Contradicted));
    assert_eq!(server.received().len(), 2);
    // Where it came to none, nothing is kept.
    let server = Server::in_turn([completion("Verdict: 3"), completion(r#"{"verdict":"maybe"}"#)]).unwrap();
    let client = self::client(&server).with_cache(cache);
    let model = judge(&client, Form::Text);
    for asked in [3, 6] {
        let given = model.judge(&case.support(), 0);
        let Fault { kind, problem, raw } = fault(&given);
        assert!(
            problem.contains("'maybe' is none of 'supported', 'contradicted'") && problem.contains("after 3 tries"),
            "{problem}"
        );
        assert_eq!((kind.as_str(), raw.as_deref()), ("out-of-set", Some(r#"{"verdict":"maybe"}"#)));
        assert_eq!(server.received().len(), asked);
    }
}

#[test]
fn the_finish_reason_comes_before_the_words() {
    for (finish, kind) in [("length", "truncated"), ("content_filter", "refused")] {
        let (given, requests) = comes_of([Answer::json(&said(CONTRADICTED, finish))]);
        assert_eq!((fault(&given).kind.as_str(), fault(&given).raw.as_deref(), requests), (kind, Some(CONTRADICTED), 1));
    }
    assert_eq!(comes_of([Answer::json(&said(CONTRADICTED, "eos"))]).0.outcome, Outcome::Verdict(Verdict::Contradicted));
}

#[test]
fn b21_what_passes_gives_the_verdict() {
    let limited = |after: &str| Answer::status(429).with_header("Retry-After", after);
    for (first, requests) in [
        (vec![limited("2")], 2),
        (vec![limited("Mon, 30 Nov 2026 10:00:05 GMT")], 2),
        (vec![Answer::status(503), Answer::status(503)], 3),
        (vec![completion(CONTRADICTED).announcing(9000).closing()], 2),
        (vec![Answer::hanging_up()], 2),
        (vec![Answer::new(200, "text/plain", said(CONTRADICTED, "stop").to_string())], 1),
    ] {
        let (given, received) = comes_of(first.into_iter().chain([completion(CONTRADICTED)]));
        assert_eq!((given.outcome, received), (Outcome::Verdict(Verdict::Contradicted), requests));
        assert_eq!((given.passage.as_deref(), given.quote_found), (Some("fees"), Some(true)));
    }
}

#[test]
fn b21_what_stays_is_a_fault_of_its_kind() {
    let page = "<html><body>supported</body></html>";
    for (answer, kind) in [
        (Answer::status(429).with_header("Retry-After", "2"), "rate_limited"),
        (Answer::status(503), "server_error"),
        (Answer::status(422), "refused"),
        (completion(CONTRADICTED).announcing(9000).closing(), "truncated"),
        (Answer::silence(), "timed_out"),
        (Answer::new(200, "text/html", page), "html"),
        (Answer::new(200, "application/json", page), "html"),
        (Answer::new(200, "application/json", r#"supported"#), "not_json"),
        (Answer::json(&json!({"verdict": "supported"})), "contract"),
        (Answer::json(&json!({"error": {"message": "overloaded"}})), "contract"),
        (completion("  "), "empty_content"),
    ] {
        let given = comes_of([answer]).0;
        let Fault { kind: found, problem, .. } = fault(&given);
        assert!(found == kind && !problem.contains('\n'), "expected {kind}, found {found}: {problem}");
    }
}

#[test]
fn a_refusal_that_holds_for_all_is_asked_for_once() {
    let server = Server::in_turn([Answer::status(401)]).unwrap();
    let client = client(&server);
    let (model, case) = (judge(&client, Form::Auto), usual());
    for _ in 0..2 {
        assert_eq!(fault(&model.judge(&case.support(), 0)).kind, "refused");
    }
    assert_eq!(server.received().len(), 1);
}

/// Takes no `response_format` of some types.
fn without(refused: &'static [&'static str]) -> Server {
    let script = move |received: &Received| match received.json()["response_format"]["type"].as_str() {
        Some(form) if refused.contains(&form) => {
            let words = json!({"error": {"message": format!("Invalid parameter: 'response_format' of type '{form}'")}});
            Answer::new(if form == "json_schema" { 400 } else { 422 }, "application/json", words.to_string())
        }
        _ => completion(CONTRADICTED),
    };
    Server::start(script).unwrap()
}

#[test]
fn a_form_that_the_server_refuses_is_left_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let case = usual();
    for (refused, form) in
        [(&[][..], Form::JsonSchema), (&["json_schema"], Form::JsonObject), (&["json_schema", "json_object"], Form::Text)]
    {
        let cache = Arc::new(Cache::open(&folder.path().join(format!("{}.sqlite", form.name()))).unwrap());
        let server = without(refused);
        let client = client(&server).with_cache(cache);
        let model = judge(&client, Form::Auto);
        std::thread::scope(|scope| {
            for repeat in 0..16 {
                let (model, case) = (&model, &case);
                scope.spawn(move || {
                    let given = model.judge(&case.support(), repeat);
                    assert_eq!(given.outcome, Outcome::Verdict(Verdict::Contradicted));
                });
            }
        });
        assert_eq!(model.lock().form_in_use, form);
        assert_eq!(server.received().len(), 16 + refused.len(), "each form is refused once");
        // What was found out is kept with the replies: whoever judges again asks nothing.
        let again = judge(&client, Form::Auto);
        assert_eq!(again.lock().form_in_use, form);
        again.judge(&case.support(), 3);
        assert_eq!(server.received().len(), 16 + refused.len());
    }
}

#[test]
fn a_form_that_was_asked_for_is_kept_to_and_other_refusals_change_none() {
    let case = usual();
    let server = without(&["json_schema"]);
    let client = client(&server);
    let model = judge(&client, Form::JsonSchema);
    assert_eq!(fault(&model.judge(&case.support(), 0)).kind, "refused");
    let server = Server::in_turn([Answer::new(400, "application/json", r#"{"error":"the model 'm' is not known"}"#)]).unwrap();
    let client = self::client(&server);
    let model = judge(&client, Form::Auto);
    assert_eq!((fault(&model.judge(&case.support(), 0)).kind.as_str(), model.lock().form_in_use), ("refused", Form::JsonSchema));
}

#[test]
fn what_decides_a_verdict_is_sent_and_locked() {
    let server = Server::in_turn([completion(CONTRADICTED)]).unwrap();
    let mut reach = Reach::new(server.url());
    reach.extra.insert("top_k".into(), 40.into());
    let client = Client::new(reach).unwrap();
    let mut settings = Settings { seed: Some(7), form: Form::JsonObject, max_tokens: Some(300), ..Settings::new("judge-x") };
    settings.extra.insert("cache_prompt".into(), false.into());
    settings.naming.rename.insert("max_tokens".into(), "max_completion_tokens".into());
    settings.naming.leave_out.insert("temperature".into());
    let own = "[user]\nIs {claim} in {passages}? Reply in JSON.";
    let prompts = Prompts::built_in(Language::German).with_text(Sort::Support, own).unwrap();
    let model = Model::new(&client, settings, prompts);
    model.judge(&usual().support(), 2);
    let sent = server.received()[0].json();
    assert_eq!((&sent["seed"], &sent["max_completion_tokens"], &sent["cache_prompt"]), (&json!(9), &json!(300), &json!(false)));
    assert!(sent.get("temperature").is_none() && sent.get("max_tokens").is_none());
    assert_eq!((&sent["response_format"], sent["messages"].as_array().unwrap().len()), (&json!({"type": "json_object"}), 1));
    let lock = model.lock().json();
    assert_eq!(
        (&lock["model"], &lock["reported"], &lock["language"]),
        (&json!("judge-x"), &json!(["model-7b-2026"]), &json!("de"))
    );
    // What the server's own settings add to every request is sent as well, and told.
    assert_eq!((&sent["top_k"], &lock["extra"]), (&json!(40), &json!({"cache_prompt": false, "top_k": 40})));
    assert_eq!((&lock["form_in_use"], &lock["rename"]), (&json!("json-object"), &json!({"max_tokens": "max_completion_tokens"})));
    let prompt = &lock["prompts"]["support"];
    assert!(prompt["name"].as_str().unwrap().starts_with("sha256:") && prompt["name"] == prompt["hash"]);
    assert_eq!(lock["prompts"]["answer-claim"]["name"], "judge/de/answer-claim/1");
}

#[test]
fn what_cannot_be_judged_is_not_asked() {
    let server = Server::in_turn([completion(CONTRADICTED)]).unwrap();
    let client = client(&server);
    let model = judge(&client, Form::Auto);
    let mut blank = usual();
    blank.answer.context.as_mut().unwrap()[0].text = None;
    let mut failed = usual();
    failed.answer.error = Some("timed out".into());
    let mut unanswered = usual();
    unanswered.answer.text = Some(" ".into());
    for (case, kind) in [(&blank, Kind::Support), (&failed, Kind::Support), (&unanswered, Kind::Status)] {
        let target = if kind == Kind::Status { Target::Whole } else { Target::Claim(0, "c".into()) };
        let ask = case.ask(kind, target);
        assert!(!model.can(&ask));
        assert_eq!(fault(&model.judge(&ask, 0)).kind, "not-asked");
    }
    assert!(!model.can(&usual().ask(Kind::Fact, Target::Fact("unknown".into()))));
    assert!(!model.can(&usual().ask(Kind::Citation, Target::Span(0, 9))), "a citation is of one passage");
    let empty = case(Vec::new());
    assert_eq!(model.judge(&empty.support(), 0).outcome, Outcome::Verdict(Verdict::NotFound));
    assert_eq!(server.received(), []);
}
