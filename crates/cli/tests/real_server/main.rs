//! `fourcell run` and `fourcell judge` against a real server with a real small model: chat and embeddings over the wire, as users have them.
//!
//! `scripts/test-models` brings both; where they are not, that is said. The model is small: its answers are fluent and often wrong, so
//! what is tested is what was sent, received and recorded.

#[path = "../command/mod.rs"]
mod command;
mod judging;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use command::{folder, fourcell, root, told};
use serde_json::Value;

const CORPUS: &str = r#"{"id":"fees","text":"Cancelling late costs 20 euros."}
{"id":"house","text":"Moving house is free of charge."}
{"id":"tram","text":"A tram ticket is paid back within a month."}
"#;

const QUESTIONS: &str = r#"{"id":"late","query":"What does cancelling late cost?","evidence":{"all":[{"doc":"fees"}]}}
{"id":"ticket","query":"When is a tram ticket paid back?","evidence":{"all":[{"doc":"tram"}]}}
"#;

/// A server that is stopped when dropped.
struct Serving(Child, u16);

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The server; `None` where it was not brought, which is said.
fn serving() -> Option<Serving> {
    let brought = std::env::var_os("FOURCELL_MODELS").map(PathBuf::from);
    let brought = brought.filter(|models| models.join("small.gguf").exists() && models.join("v/bin/python").exists());
    let Some(models) = brought else {
        told("SKIPPED: a run against a real server with a real model: scripts/test-models brings them\n");
        return None;
    };
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let script = root().join("crates/cli/tests/real_server/serve.py");
    let mut child = Command::new(models.join("v/bin/python"))
        .args([script.as_os_str(), models.join("small.gguf").as_os_str()])
        .arg(port.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).find(|line| line == "listening");
    assert!(said.is_some(), "the server ended before it listened");
    Some(Serving(child, port))
}

fn records(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("runs/real/records.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_real_model_embeds_and_answers() {
    let Some(server) = serving() else { return };
    let toml = format!(
        "[endpoints.local]\nurl = \"http://127.0.0.1:{}/v1\"\ntimeout = 300\nconcurrency = 1\nextra = {{ cache_prompt = false }}\n\
         [systems.real]\nmax_passages = 2\nembedding = {{ endpoint = \"local\", model = \"small\" }}\n\
         generator = {{ endpoint = \"local\", model = \"small\", temperature = 0, seed = 1, max_tokens = 24, stream = true }}\n",
        server.1
    );
    let place = folder(&[("fourcell.toml", &toml), ("corpus.jsonl", CORPUS), ("questions.jsonl", QUESTIONS)]);
    let ran = fourcell(place.path(), "run --mode normal,oracle,no-context");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("embedded 3 texts, of 3 passages"), "{}", ran.stderr);
    // One for the passages, one for each query, one for each answer; a busy server may ask for one to be sent again.
    let requests = ran.stderr.split("models: ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(requests.is_some_and(|n| n >= 9) && !ran.stderr.contains("did not say"), "{}", ran.stderr);
    assert!(ran.stdout.contains("first_token"), "answers are streamed: {}", ran.stdout);
    let first = records(place.path());
    assert_eq!(first.len(), 6);
    for record in &first {
        assert!(record["status"] == "answered" || record["status"] == "declined", "{record}");
        assert!(!record["answer"].as_str().unwrap().trim().is_empty(), "{record}");
        let (prompt, completion) =
            (record["tokens"]["prompt"].as_u64().unwrap(), record["tokens"]["completion"].as_u64().unwrap());
        assert!(prompt > 100 && (1..=24).contains(&completion), "{record}");
        assert!(record["cut"].is_null() || record["cut"] == "length", "{record}");
    }
    let normal: Vec<&Value> = first.iter().filter(|r| r["mode"] == "normal").collect();
    for record in normal {
        let scores: Vec<f64> =
            record["steps"][1]["stages"]["candidates"].as_array().unwrap().iter().map(|c| c["score"].as_f64().unwrap()).collect();
        assert!(scores.len() == 3 && scores.iter().all(|s| (-1.0..=1.0).contains(s)), "{scores:?}");
        assert!(scores.is_sorted_by(|a, b| a >= b) && scores[0] > scores[2], "{scores:?}");
        assert_eq!(record["context"].as_array().unwrap().len(), 2);
    }
    let manifest = std::fs::read_to_string(place.path().join("runs/real/manifest.toml")).unwrap();
    assert!(manifest.contains("small at local, 576 dimensions"), "{manifest}");
    // Vectors were kept, and at temperature 0 without the server's own cache the answers are the same.
    let again = fourcell(place.path(), "run --mode normal,oracle,no-context --overwrite");
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(!again.stderr.contains("embedded"), "{}", again.stderr);
    assert_eq!(records(place.path()), first);
    let score = fourcell(place.path(), "score real -m complete@context");
    assert!(score.code == 0 && score.stdout.contains("complete@context"), "{}", score.stderr);
    // What the server refuses is told in its own words.
    let wrong = toml.replace("/v1\"", "/v9\"");
    std::fs::write(place.path().join("fourcell.toml"), wrong).unwrap();
    let refused = fourcell(place.path(), "run --name refused");
    assert!(refused.code == 3 && refused.stderr.contains("404"), "{}", refused.stderr);
}
