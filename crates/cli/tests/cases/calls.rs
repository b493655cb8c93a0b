//! Faults of servers: B21.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use endpoints::scripted::{Answer, Received, Server};
use serde_json::{Value, json};

use crate::command::{folder, fourcell};

fn good() -> Answer {
    Answer::json(&json!({"context": [{"id": "p"}], "answer": "So."}))
}

fn of(received: &Received) -> String {
    received.json()["question"]["id"].as_str().unwrap_or_default().to_owned()
}

/// What a question is answered at each attempt, counted from 1.
fn answer(question: &str, attempt: usize) -> Answer {
    match (question, attempt) {
        ("seconds", 1) => Answer::status(429).with_header("Retry-After", "1"),
        ("date", 1) => {
            // Dates have whole seconds, so this asks for more than one.
            let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(2));
            Answer::status(429).with_header("Retry-After", &date)
        }
        ("forever", _) => Answer::status(429).with_header("Retry-After", "86400"),
        ("busy", 1 | 2) => Answer::status(503),
        ("page", _) => Answer::new(200, "text/html", "<html>Please sign in</html>"),
        ("cut", _) => Answer::new(200, "application/json", "{\"context\": [{\"id\"").announcing(500).closing(),
        ("silent", _) => Answer::silence(),
        _ => good(),
    }
}

#[test]
fn b21_a_server_that_refuses_breaks_off_or_is_silent_costs_those_questions_alone() {
    let names = ["seconds", "date", "forever", "busy", "page", "cut", "silent", "sound"];
    let attempts: Arc<Mutex<HashMap<String, Vec<Instant>>>> = Arc::default();
    let server = Server::start({
        let attempts = Arc::clone(&attempts);
        move |received| {
            let mut attempts = attempts.lock().unwrap();
            let times = attempts.entry(of(received)).or_default();
            times.push(Instant::now());
            answer(&of(received), times.len())
        }
    })
    .unwrap();
    let system =
        |url: &str| format!("[systems.s]\ntype = \"http\"\nurl = \"{url}\"\ntimeout = 1\nretries = 2\nconcurrency = 8\n");
    let questions: String =
        names.iter().map(|id| format!("{}\n", json!({"id": id, "query": format!("{id}?"), "required": ["p"]}))).collect();
    let place = folder(&[("fourcell.toml", &system(&server.url())), ("questions.jsonl", &questions)]);
    let records = || -> Vec<Value> {
        let text = std::fs::read_to_string(place.path().join("runs/s/records.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let ran = fourcell(place.path(), "run");
    // The run goes on, and ends incomplete.
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("8 calls to 's', 4 failed") && ran.stderr.contains("fourcell run --resume"), "{ran:?}");
    let attempts = attempts.lock().unwrap();
    let tries: Vec<usize> = names.iter().map(|name| attempts[*name].len()).collect();
    // A web page is no better the second time, and nobody waits a day.
    assert_eq!(tries, [2, 2, 1, 3, 1, 3, 3, 1]);
    for name in ["seconds", "date"] {
        let waited = attempts[name][1] - attempts[name][0];
        assert!(waited >= Duration::from_secs(1), "{name} waited {waited:?}");
    }
    let all = records();
    assert_eq!(all.len(), names.len());
    let said = |name: &str| all.iter().find(|r| r["question"] == name).and_then(|r| r["error"].as_str()).unwrap_or_default();
    for (name, words) in [
        ("forever", "it asks to wait 86400 s, longer than the longest wait"),
        ("page", "was answered with a web page instead of JSON"),
        ("page", "the server said: <html>Please sign in</html>"),
        ("cut", "answered only in part"),
        ("silent", "took longer than the allowed 1s"),
    ] {
        assert!(said(name).contains(words), "{name}: {}", said(name));
    }
    for name in ["seconds", "date", "busy", "sound"] {
        let record = all.iter().find(|r| r["question"] == name).unwrap();
        assert_eq!((&record["status"], &record["error"]), (&"answered".into(), &Value::Null), "{name}");
    }
    // Once the server is well, only what is missing is asked, and the run is that of a server that was never ill.
    let well = Server::start(|_| good()).unwrap();
    std::fs::write(place.path().join("fourcell.toml"), system(&well.url())).unwrap();
    let resumed = fourcell(place.path(), "run --resume");
    assert_eq!(resumed.code, 0, "{resumed:?}");
    let mut again: Vec<String> = well.received().iter().map(of).collect();
    again.sort();
    assert_eq!(again, ["cut", "forever", "page", "silent"]);
    let resumed = records();
    assert_eq!(fourcell(place.path(), "run --overwrite").code, 0);
    assert_eq!(resumed, records());
}
