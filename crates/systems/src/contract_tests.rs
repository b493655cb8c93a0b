use super::*;
use evidence::Question;
use formats::Source;
use formats::native::read_questions;

fn question() -> Question {
    let line = r#"{"id":"q","query":"Why?","history":[{"role":"user","content":"Hello"}],"principal":{"tenant":"acme","groups":["g"]},"evidence":{"all":[{"passage":"a"}]}}"#;
    read_questions(&Source::memory("questions.jsonl", line.as_bytes())).unwrap().items.remove(0)
}

fn in_mode(mode: Mode, given: Option<&[Item]>, reply: &Value, contract: &Contract) -> Result<Done, Fault> {
    let question = question();
    read(reply, &Ask { question: &question, mode, repeat: 0 }, contract, given)
}

fn normal(reply: Value) -> Result<Done, Fault> {
    in_mode(Mode::Normal, None, &reply, &Contract::default())
}

fn problem(reply: Value) -> String {
    normal(reply).unwrap_err().problem
}

fn ids(items: &[Item]) -> Vec<&str> {
    items.iter().map(|item| item.id.as_str()).collect()
}

#[test]
fn a_request_says_who_asks_what() {
    let question = question();
    let ask = |mode| Ask { question: &question, mode, repeat: 0 };
    let contract = Contract { k: Some(6), ..Contract::default() };
    let expected = json!({"question": {"id": "q", "query": "Why?", "principal": {"tenant": "acme", "groups": ["g"]},
        "history": [{"role": "user", "content": "Hello"}]},
        "mode": "normal", "k": 6, "budget_tokens": null});
    assert_eq!(request(&ask(Mode::Normal), &contract, None), expected);
    let given = [Item { id: "a".into(), text: Some("x".into()), ..Item::default() }];
    assert_eq!(request(&ask(Mode::Oracle), &contract, Some(&given))["context"], json!([{"id": "a", "text": "x"}]));
    assert_eq!(request(&ask(Mode::NoContext), &contract, Some(&[]))["context"], json!([]));
}

#[test]
fn the_minimum_and_the_whole_record_are_read() {
    let done = normal(json!({"context": ["a", {"id": 7, "text": "x"}]})).unwrap();
    assert_eq!((ids(done.context.as_ref().unwrap()), done.status), (vec!["a", "7"], Status::Retrieved));
    assert_eq!((done.query_sent, done.answer, done.stages.len()), (None, None, 0));
    // An empty revision is none: a record that held it could not be read.
    assert_eq!(normal(json!({"context": [], "index_revision": " "})).unwrap().index_revision, None);
    let done =
        normal(json!({"question": "q", "mode": "normal", "query_sent": "why", "index_revision": "r1", "error": null, "own": 1,
        "stages": {"packed": ["a"], "candidates": [{"id": "a", "score": 1.5}, "b"], "fused": null}, "dropped": ["b"],
        "context": [{"id": "a", "doc": "d", "rev": 3, "range": [0, 4], "tenant": "t", "tokens": 2, "text": "Café"}],
        "answer": "Café", "citations": [{"passage": "a", "span": [0, 4]}, "b"], "status": "partial",
        "tokens": {"prompt": 5, "context": 2, "cached": 1}}))
        .unwrap();
    assert_eq!(
        done.stages.iter().map(|(s, list)| (s.name(), list.len())).collect::<Vec<_>>(),
        [("candidates", 2), ("packed", 1)]
    );
    assert_eq!(
        (done.status, done.tokens, done.dropped),
        (Status::Partial, vec![("context", 2), ("prompt", 5)], vec!["b".into()])
    );
    assert_eq!(done.answer.unwrap().citations.iter().map(|c| c.span).collect::<Vec<_>>(), [Some((0, 4)), None]);
    // Lists of stages alone are a record too: the context was not captured.
    assert_eq!(normal(json!({"stages": {"candidates": []}})).unwrap().context, None);
    assert_eq!(normal(json!({"context": [], "status": "no-evidence"})).unwrap().status, Status::NoEvidence);
}

#[test]
fn a_reply_that_breaks_the_contract_is_told_by_its_place() {
    for (reply, said) in [
        (json!([]), "expected an object at the reply, found a list"),
        (json!({}), "expected a list of passages at /context of the reply, found nothing"),
        (json!({"context": null}), "expected a list (empty where nothing was sent) at /context of the reply, found null"),
        (json!({"context": "['a']"}), "expected a list at /context of the reply, found string '['a']'"),
        (json!({"context": ["a", null]}), "expected an id at /context/1 of the reply, found null"),
        (json!({"context": [" "]}), "expected an id at /context/0 of the reply, found an empty string"),
        (json!({"context": [1.5]}), "expected an id at /context/0 of the reply, found number 1.5"),
        (json!({"context": [{"text": "x"}]}), "expected the passage's id at /context/0/id of the reply, found nothing"),
        (json!({"context": [{"id": "a", "text": 1}]}), "expected a string at /context/0/text of the reply, found number 1"),
        (
            json!({"context": [{"id": "a", "score": "1"}]}),
            "expected a finite number at /context/0/score of the reply, found string '1'",
        ),
        (
            json!({"context": [{"id": "a", "tokens": -1}]}),
            "expected a whole number from 0 at /context/0/tokens of the reply, found number -1",
        ),
        (
            json!({"context": [{"id": "a", "range": [4, 4]}]}),
            "expected two whole numbers [start, end], the end after the start, at /context/0/range of the reply, found [4,4]",
        ),
        (
            json!({"context": ["a", "b", {"id": "a"}]}),
            "expected an id that stands once in the list at /context/2 of the reply, found 'a' once more",
        ),
        (
            json!({"context": [], "stages": {"rerank": []}}),
            "expected no stage but candidates, filtered, fused, reranked, packed at /stages of the reply, found 'rerank'",
        ),
        (json!({"context": [], "answer": ["x"]}), "expected a string at /answer of the reply, found a list"),
        (
            json!({"context": [], "status": "answered"}),
            "expected the answer, since the status is 'answered', at /answer of the reply, found nothing",
        ),
        (
            json!({"context": [], "status": "answerd"}),
            "expected a status (did you mean 'answered'?) at /status of the reply, found 'answerd'",
        ),
        (
            json!({"context": [], "answer": "é", "citations": [{"passage": "a", "span": [0, 2]}]}),
            "expected a span within the answer's 1 code points at /citations/0/span of the reply, found an end of 2",
        ),
        (
            json!({"context": [], "answer": "x", "citations": [{}]}),
            "expected the id of the cited passage at /citations/0/passage of the reply, found nothing",
        ),
        (json!({"context": [], "question": "p"}), "expected 'q', which was asked, at /question of the reply, found string 'p'"),
        (
            json!({"context": [], "mode": "oracle"}),
            "expected 'normal', which was asked, at /mode of the reply, found string 'oracle'",
        ),
        (json!({"context": [], "error": "out of\u{1b}[2J memory"}), "the system says: out of\\u{1b}[2J memory"),
        (json!({"context": [], "error": {"code": 5}}), "the system says: {\"code\":5}"),
        (json!({"status": "error"}), "the system says: an error without words"),
    ] {
        assert_eq!(problem(reply.clone()), said, "{reply}");
    }
}

#[test]
fn several_retrieval_calls_are_read_checked_and_written() {
    let reply = json!({"context": ["a"], "steps": [
        {"by": "bm25", "query_sent": "why", "index_revision": "r1", "own": 1,
         "stages": {"fused": ["b"], "candidates": [{"id": "a", "score": 2.0}, "b"]}},
        {"by": "web"}]});
    let done = normal(reply).unwrap();
    let question = question();
    let ask = Ask { question: &question, mode: Mode::Normal, repeat: 0 };
    let line = written::record(&ask, &crate::asked::Called { done: Ok(done), times: Vec::new() });
    let steps = r#""steps":[{"by":"bm25","query_sent":"why","index_revision":"r1","stages":{"candidates":[{"id":"a","score":2.0},{"id":"b"}],"fused":[{"id":"b"}]}},{"by":"web"}]"#;
    assert!(line.contains(steps), "{line}");
    // What is written is read again, and its lists are joined.
    let record = formats::native::read_records(&Source::memory("records.jsonl", line.as_bytes())).unwrap().items.remove(0);
    assert_eq!((record.steps.len(), ids(record.stage(retrieval::record::Stage::Candidates).unwrap())), (2, vec!["a", "b"]));
    // The lists of steps are enough, as those of the whole are.
    assert_eq!(normal(json!({"steps": [{"stages": {"candidates": []}}]})).unwrap().steps.len(), 1);
    for (steps, said) in [
        (json!([{"by": "a"}]), "expected a list of passages at /context of the reply, found nothing"),
        (json!({}), "expected a list at /steps of the reply, found an object"),
        (json!(["a"]), "expected a retrieval call as an object at /steps/0 of the reply, found string 'a'"),
        (json!([{}, {"by": 1}]), "expected a string at /steps/1/by of the reply, found number 1"),
        (
            json!([{}, {"stages": {"candidates": [{"id": ""}]}}]),
            "expected an id at /steps/1/stages/candidates/0/id of the reply, found an empty string",
        ),
        (
            json!([{"stages": {"context": []}}]),
            "expected no stage but candidates, filtered, fused, reranked, packed at /steps/0/stages of the reply, found 'context'",
        ),
        (json!(vec![json!({}); 1001]), "expected at most 1000 steps at /steps of the reply, found 1001 of them"),
    ] {
        assert_eq!(problem(json!({"steps": steps})), said);
    }
}

#[test]
fn a_system_that_retrieves_where_it_is_given_its_context_is_found_out() {
    let given = [Item { id: "a".into(), ..Item::default() }];
    let contract = Contract::default();
    let oracle = |reply: Value| in_mode(Mode::Oracle, Some(&given), &reply, &contract);
    assert!(oracle(json!({"context": ["a"], "answer": "x"})).is_ok());
    // What it was sent need not be sent back.
    assert_eq!(oracle(json!({"answer": "x"})).unwrap().context, None);
    let fault = oracle(json!({"context": ["a", "b"]})).unwrap_err();
    assert_eq!(fault.problem, "expected no passage but those that were sent at /context of the reply, found 'b'");
    assert!(in_mode(Mode::NoContext, Some(&[]), &json!({"context": ["a"]}), &contract).is_err());
}

#[test]
fn an_endpoint_of_another_form_is_mapped() {
    let map = ReplyMap {
        context: "/result/hits".into(),
        id: "/meta/chunk~1id".into(),
        text: "/page_content".into(),
        answer: "/choices/0/text".into(),
        ..ReplyMap::default()
    };
    let contract = Contract { map: Some(map), ..Contract::default() };
    let reply = json!({"status": "ok", "question": "Why?", "tokens": 3, "error": false, "choices": [{"text": "So."}],
        "result": {"hits": [{"meta": {"chunk/id": "a"}, "page_content": "x", "score": 0.5}]}});
    let done = in_mode(Mode::Normal, None, &reply, &contract).unwrap();
    let item = Item { id: "a".into(), text: Some("x".into()), score: Some(0.5), ..Item::default() };
    assert_eq!((done.context, done.status), (Some(vec![item]), Status::Answered));
    let fault = in_mode(Mode::Normal, None, &json!({"result": {"hits": [{"id": "a"}]}}), &contract).unwrap_err();
    assert_eq!(fault.problem, "expected the passage's id at /result/hits/0/meta/chunk~1id of the reply, found nothing");
    let root = Contract { map: Some(ReplyMap { context: String::new(), ..ReplyMap::default() }), ..Contract::default() };
    assert_eq!(ids(&in_mode(Mode::Normal, None, &json!(["a", "b"]), &root).unwrap().context.unwrap()), ["a", "b"]);
}

#[test]
fn words_of_a_reply_are_printable_and_few() {
    assert_eq!(head(b" <html>\x1b[2J "), "<html>\\u{1b}[2J");
    assert!(head(&[0xff; 5000]).chars().count() <= SHOWN + 1);
    assert!(head(&[7; 5000]).chars().count() <= SHOWN + 1);
}

proptest::proptest! {
    /// Whatever a reply holds, reading it ends.
    #[test]
    fn no_reply_panics(text in "[\\[\\]{}:,\"a-e0-9/. -]{0,80}", key in 0_usize..11) {
        let keys = ["context", "answer", "citations", "stages", "status", "tokens", "dropped", "question", "error", "query_sent", "steps"];
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        let _ = normal(json!({"context": ["a"], keys[key]: value.clone()}));
        let _ = normal(json!({"context": [value.clone(), {"id": "a", "range": value.clone(), "score": value.clone()}]}));
        let _ = normal(json!({"steps": [{"by": "x", "stages": {"candidates": value.clone()}}, value.clone()]}));
        let _ = normal(json!({"stages": {"candidates": value.clone()}, "answer": "x", "citations": [{"passage": "a", "span": value}]}));
    }
}
