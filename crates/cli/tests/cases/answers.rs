//! Faults in answers and in what is said of them: B03, B18, B20.

use super::fixture::*;
use crate::command::{folder, fourcell_with};
use endpoints::scripted::{Answer, Server};
use serde_json::{Value, json};

#[test]
fn b03_a_list_that_is_a_string_or_too_flat_is_no_list() {
    let row = |contexts: &str| format!("{{\"user_input\":\"q\",\"retrieved_contexts\":{contexts},\"response\":\"r\"}}\n");
    let sound = row("[\"r\"]");
    for (contexts, said) in [
        ("\"['a', 'b']\"", "field 'retrieved_contexts' must be a list, found string"),
        ("\"plain text\"", "field 'retrieved_contexts' must be a list, found string"),
        ("[[\"a\"],[\"b\"]]", "field 'retrieved_contexts[0]' must be a string, found list"),
    ] {
        let place = folder(&[("samples.jsonl", &format!("{sound}{}", row(contexts)))]);
        let told = refused(place.path(), &["judge", "--ragas", "samples.jsonl", "-m", "faithfulness"], 2);
        assert!(told.starts_with("error: samples.jsonl:2:") && told.contains(said), "{contexts}: {told}");
    }
    // RAGChecker's verdicts, one level too flat.
    let flat = r#"{"results":[{"query_id":"q","query":"q","response":"r","retrieved_context":[{"doc_id":"d","text":"r"}],"response_claims":["r"],"retrieved2response":["Entailment"]}]}"#;
    let place = folder(&[("flat.json", flat)]);
    let told = refused(place.path(), &["judge", "--ragchecker", "flat.json", "--judge", "recorded"], 2);
    assert!(told.contains("retrieved2response[0]' must be a list, found string"), "{told}");
    // null is "not captured", which is not the same as an empty list.
    let place = folder(&[("samples.jsonl", &format!("{sound}{}{}", row("null"), row("[]")))]);
    let told = self::told(place.path(), &["judge", "--ragas", "samples.jsonl", "-m", "faithfulness", "-q"]);
    let of = |question: &str| &told["result"]["questions"][question]["scores"]["faithfulness"];
    assert_eq!((&of("row-1")["value"], &of("row-3")["value"]), (&json!(1.0), &json!(0.0)));
    assert_eq!(of("row-2"), &json!({"undefined": "support was not judged"}));
}

#[test]
fn b20_an_answer_without_claims_is_in_no_mean() {
    let questions: Vec<Value> =
        (1..=3).map(|n| json!({"id": format!("q{n}"), "query": "What of it?", "answer": "So."})).collect();
    let files = project(&questions, &[]);
    let context = json!([{"id": "p", "text": "A fee is due. A form is sent."}]);
    let answers = ["A fee is due. A form is sent.", "I cannot tell from these documents.", "A fee is due. A lawn is mown."];
    let records: Vec<Value> = (1..=3)
        .zip(answers)
        .map(|(n, answer)| json!({"question": format!("q{n}"), "context": context, "answer": answer}))
        .collect();
    write(files.path(), "runs/a/records.jsonl", &jsonl(&records));
    let arguments = ["judge", "a", "-m", "faithfulness expected-status false-decline", "-q"];
    let told = told(files.path(), &arguments);
    let of = &told["result"]["groups"][0]["measures"]["faithfulness"];
    assert_eq!((&of["value"], &of["n"], &of["failed"]), (&json!(0.75), &json!(2), &json!(0)));
    assert_eq!(of["undefined"], json!({"the answer declines": 1}), "{of}");
    assert_eq!(told["result"]["claims"], json!({"supported": 3, "judged": 4}));
    // What declines is judged by whether it should have.
    assert_eq!(told["result"]["questions"]["q2"]["scores"]["false-decline"]["value"], 1.0);
    let shown = fourcell_with(files.path(), &arguments, b"").stdout;
    assert!(shown.contains("over claims in place of answers, 3 of 4 are supported"), "{shown}");
    assert!(shown.contains("not applicable, the answer declines: faithfulness 1"), "{shown}");
    assert!(!told.to_string().contains("NaN"));
    // The same where a judge finds no claim in an answer that does not decline, and where nobody gave a verdict.
    let line = |n: u8, rest: Value| {
        let mut line = json!({"question": format!("q{n}"), "judge": "other", "by": "model"});
        line.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        line
    };
    let support = |place: u8, text: &str, verdict: &str| json!({"kind": "support", "target": {"claim": place, "text": text}, "verdict": verdict});
    let said = [
        line(1, json!({"kind": "claims", "claims": [{"text": "a"}, {"text": "b"}]})),
        line(1, support(0, "a", "supported")),
        line(1, support(1, "b", "supported")),
        line(2, json!({"kind": "claims", "claims": []})),
        line(3, json!({"kind": "claims", "claims": [{"text": "c"}, {"text": "d"}]})),
        line(3, support(0, "c", "supported")),
        line(3, support(1, "d", "not-found")),
    ];
    write(files.path(), "runs/a/judgements.jsonl", &jsonl(&said));
    let recorded = self::told(files.path(), &["judge", "a", "-m", "faithfulness", "--judge", "recorded"]);
    let of = &recorded["result"]["groups"][0]["measures"]["faithfulness"];
    assert_eq!((&of["value"], &of["n"]), (&json!(0.75), &json!(2)));
    assert_eq!(of["undefined"].as_object().unwrap().values().collect::<Vec<_>>(), [1], "{of}");
}

fn completion(text: &str) -> Answer {
    let message = json!({"role": "assistant", "content": text});
    Answer::json(&json!({"model": "m-1", "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}))
}

/// What comes of a reply to "does the answer address the question?": the verdict, or the kind of the fault with what is kept of it.
fn comes_of(reply: &str) -> (i32, Value, usize) {
    let answer = completion(reply);
    let server = Server::start(move |_| answer.clone()).unwrap();
    let files = project(&[json!({"id": "q", "query": "What of it?"})], &[]);
    let model = format!(
        "{PROJECT}[endpoints.e]\nurl = \"{}\"\n[judges.m]\ntype = \"model\"\nendpoint = \"e\"\nmodel = \"m\"\nkinds = [\"relevance\"]\n",
        server.url()
    );
    write(files.path(), "fourcell.toml", &model);
    write(files.path(), "runs/a/records.jsonl", "{\"question\":\"q\",\"answer\":\"A fee is due.\",\"context\":[]}\n");
    let ran = fourcell_with(files.path(), &["judge", "a", "-m", "answer-relevance"], b"");
    let text = std::fs::read_to_string(files.path().join("runs/a/judgements.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    (ran.code, serde_json::from_str(&text).unwrap(), server.received().len())
}

#[test]
fn b18_a_verdict_comes_from_its_place_or_from_nowhere() {
    let fence = "`".repeat(3);
    for reply in [
        "{\"verdict\":\"addresses\",\"reason\":\"r\"}".to_owned(),
        format!("{fence}json\n{{\"verdict\":\"addresses\",\"reason\":\"r\"}}\n{fence}"),
        "<think>off-topic? {\"verdict\":\"off-topic\"}</think>{\"verdict\":\"addresses\",\"reason\":\"r\"}".to_owned(),
        format!("{{\"verdict\":\"addresses\",\"reason\":\"it says {fence}x{fence}\"}}"),
    ] {
        let (code, said, requests) = comes_of(&reply);
        assert_eq!((code, &said["verdict"], requests), (0, &json!("addresses"), 1), "{reply} {said}");
    }
    for (reply, kind) in [
        ("{\"verdict\":\"7\"}", "out-of-set"),
        ("{\"verdict\":\"not off-topic\"}", "out-of-set"),
        ("{\"verdict\":2.5}", "unparsed"),
        ("{\"verdict\":true}", "unparsed"),
        ("{\"label\":\"addresses\"}", "unparsed"),
        ("{\"verdict\":\"addresses\"}{\"verdict\":\"off-topic\"}", "unparsed"),
        ("It addresses 3 questions, published in 2023. Verdict: off-topic", "unparsed"),
    ] {
        let (code, said, requests) = comes_of(reply);
        // Asked again within its tries; then it is a fault, with the reply kept, and no verdict.
        assert_eq!((code, &said["verdict"], &said["error"]["kind"]), (3, &Value::Null, &json!(kind)), "{reply} {said}");
        assert_eq!(said["error"]["raw"], reply, "{said}");
        assert_eq!(requests, 3, "{reply}");
    }
}
