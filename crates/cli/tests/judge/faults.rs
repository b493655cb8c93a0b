//! A server that is ill: what is answered counts, what is not is failed and never 0, and the next command asks only for that.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::fixture::*;
use endpoints::scripted::{Answer, Received, Server};
use serde_json::{Value, json};

const ENDPOINT: &str = "retries = 2\ntimeout = 5\nconcurrency = 8";

/// When each question was asked.
type Tries = HashMap<String, Vec<Instant>>;

/// What is asked of a request: the sort, and what of it.
fn about(request: &Received) -> String {
    let (sort, texts) = asked(request);
    format!("{sort} {}", texts.get(1).cloned().unwrap_or_default())
}

/// A server that treats each question by the number of its try.
fn by_try(script: impl Fn(&str, usize) -> Option<Answer> + Send + Sync + 'static) -> (Server, Arc<Mutex<Tries>>) {
    let tries: Arc<Mutex<Tries>> = Arc::default();
    let seen = tries.clone();
    let server = Server::start(move |request| {
        let about = about(request);
        let number = {
            let mut seen = seen.lock().unwrap();
            let own = seen.entry(about.clone()).or_default();
            own.push(Instant::now());
            own.len()
        };
        script(&about, number).unwrap_or_else(|| well(request))
    })
    .unwrap();
    (server, tries)
}

#[test]
fn faults_of_a_server_are_waited_out_or_named() {
    let ill = Arc::new(AtomicBool::new(true));
    let is_ill = ill.clone();
    let (server, tries) = by_try(move |about, number| match (about.split(' ').next()?, number) {
        _ if !is_ill.load(Ordering::SeqCst) => None,
        // Two status questions: one is told to wait, both go on.
        ("status", 1) if about.contains("tram") => Some(Answer::status(429).with_header("Retry-After", "1")),
        ("status", 1 | 2) if about.contains("late") => Some(Answer::status(503)),
        ("fact", _) if about.contains("tram") => Some(Answer::new(200, "text/html", "<html>Please sign in</html>")),
        ("fact", _) => Some(Answer::new(200, "application/json", "{\"model\":").announcing(500).closing()),
        ("support", _) if about.contains("7 euros") => Some(finished("{\"passage\":null,\"quo", "length")),
        _ => None,
    });
    let place = project(&model(&server.url(), ENDPOINT, ""));
    let told = judged(place.path(), &["a", "-m", MEASURES, "-q"], 3);
    let of = |question: &str, name: &str| told["result"]["questions"][question]["scores"][name].clone();
    // What failed is failed: not 0, not undefined, and in no mean; the run's numbers say what it could have been.
    assert_eq!(of("tram", "vital-recall"), json!({"failed": true}));
    assert_eq!(of("late", "vital-recall"), json!({"failed": true}));
    assert_eq!(of("late", "faithfulness"), json!({"failed": true}));
    assert_eq!(of("tram", "faithfulness"), json!({"value": 1.0}));
    let faithfulness = measure(&told, "faithfulness");
    assert_eq!((&faithfulness["value"], &faithfulness["n"], &faithfulness["failed"]), (&1.0.into(), &1.into(), &1.into()));
    assert_eq!(faithfulness["bounds_if_failed_were"], json!({"0": 0.5, "1": 1.0}), "{faithfulness}");
    assert_eq!((&measure(&told, "vital-recall")["value"], &measure(&told, "vital-recall")["failed"]), (&Value::Null, &2.into()));
    assert!(warnings(&told).contains("3 verdicts failed: "), "{told:#}");
    assert!(
        warnings(&told).contains("faithfulness would be 0.500 if all that failed were 0, and 1.000 if they were 1"),
        "{told:#}"
    );
    let faults: Vec<Value> =
        lines(&read(place.path(), "runs/a/judgements.jsonl")).into_iter().filter(|l| !l["error"].is_null()).collect();
    let fault = |part: &str| {
        let found = faults.iter().find(|l| l.to_string().contains(part));
        found.unwrap_or_else(|| panic!("{part}: {faults:?}"))["error"].clone()
    };
    assert_eq!(faults.len(), 3);
    assert!(fault("sign in")["problem"].as_str().unwrap().contains("web page"), "{faults:?}");
    assert!(fault("only in part")["kind"].is_string());
    let cut = fault("max_tokens");
    assert_eq!((&cut["kind"], &cut["raw"]), (&"truncated".into(), &"{\"passage\":null,\"quo".into()));
    {
        let tries = tries.lock().unwrap();
        let of = |part: &str| tries.iter().find(|(about, _)| about.starts_with(part)).unwrap().1;
        let waited = of("status A tram");
        assert!(waited.len() == 2 && waited[1] - waited[0] >= Duration::from_secs(1), "{waited:?}");
        assert_eq!(of("status Cancelling").len(), 3);
        assert_eq!((of("fact A tram").len(), of("fact Cancelling").len()), (1, 3), "a web page is no better the second time");
    }
    // Once the server is well, only what is missing is asked.
    ill.store(false, Ordering::SeqCst);
    let before = server.received().len();
    let again = judged(place.path(), &["a", "-m", MEASURES], 0);
    assert_eq!(
        (&measure(&again, "faithfulness")["value"], &measure(&again, "faithfulness")["failed"]),
        (&0.75.into(), &0.into())
    );
    let mut missing: Vec<String> = server.received()[before..].iter().map(about).collect();
    missing.sort();
    assert_eq!(missing.len(), 3, "{missing:?}");
    assert!(missing[2] == "support Paying late costs 7 euros." && missing[0].starts_with("fact "), "{missing:?}");
}

#[test]
fn a_form_that_the_server_does_not_know_is_left_out_and_remembered() {
    let server = Server::start(|request| {
        if request.json().get("response_format").is_some() {
            return Answer::new(400, "application/json", "{\"error\":{\"message\":\"unknown field: response_format\"}}");
        }
        well(request)
    })
    .unwrap();
    let place = project(&model(&server.url(), "", ""));
    let told = judged(place.path(), &["a", "-m", MEASURES], 0);
    assert_eq!(measure(&told, "faithfulness")["value"], 0.75);
    // One try with a schema, one with any object, and from then on without.
    assert_eq!(server.received().len(), 11);
    let judges = read(place.path(), "runs/a/judges.json");
    assert!(judges.contains("\"form_in_use\": \"text\""), "{judges}");
    let again = judge(place.path(), &["a", "-m", &format!("{MEASURES} answer-relevance")]);
    assert_eq!((again.code, server.received().len()), (0, 11 + 2), "{again:?}");
}

#[test]
fn a_server_that_is_not_there_is_a_fault_of_every_verdict() {
    let closed = Server::start(well).unwrap().url();
    let place = project(&model(&closed, "retries = 0\ntimeout = 2", ""));
    let ran = judge(place.path(), &["a", "-m", "vital-recall"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{ran:?}");
    assert!(ran.stderr.contains("nothing could be evaluated") && ran.stderr.contains("verdicts failed"), "{}", ran.stderr);
}
