//! `fourcell run` on a built-in system with models: vectors, rewriting, reranking and answers from a server that does what a script says.

mod command;

use std::path::Path;

use command::{Ran, folder, fourcell_with};
use endpoints::scripted::{Answer, Received, Server};
use serde_json::{Value, json};

const CORPUS: &str = r#"{"id":"fees","text":"Cancelling late costs 20 euros.","tenant":"acme"}
{"id":"house","text":"Moving house is free of charge.","tenant":"acme"}
{"id":"fees-b","text":"Cancelling late costs 90 euros at the other firm.","tenant":"other"}
{"id":"tram","text":"A tram ticket is paid back.","tenant":"acme"}
"#;

const QUESTIONS: &str = r#"{"id":"late","query":"What does cancelling late cost?","principal":{"tenant":"acme","groups":[]},"evidence":{"all":[{"doc":"fees"}]}}
{"id":"bus","query":"Is public transport refunded?","principal":{"tenant":"acme","groups":[]},"evidence":{"all":[{"doc":"tram"}]}}
"#;

/// What the texts are about, by words: a vector that a model might give.
fn vector(text: &str) -> [f32; 3] {
    let has = |words: &[&str]| f32::from(u8::from(words.iter().any(|w| text.to_lowercase().contains(w))));
    [0.1 + has(&["cancel"]), 0.1 + has(&["house", "moving"]), 0.1 + has(&["tram", "transport", "bus"])]
}

fn embeddings(request: &Received) -> Answer {
    let body = request.json();
    let rows = body["input"].as_array().unwrap().iter().enumerate();
    let data: Vec<Value> = rows.map(|(n, text)| json!({"index": n, "embedding": vector(text.as_str().unwrap())})).collect();
    Answer::json(&json!({"data": data, "model": "words-1", "usage": {"prompt_tokens": data.len(), "total_tokens": data.len()}}))
}

fn chat(text: &str) -> Answer {
    Answer::json(&json!({
        "model": "chat-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10}
    }))
}

/// A server of all kinds of models.
fn models() -> Server {
    Server::start(|request| match request.path.as_str() {
        "/embeddings" => embeddings(request),
        "/rerank" => {
            // The shortest first.
            let body = request.json();
            let documents = body["documents"].as_array().unwrap().iter().enumerate();
            let result = |(n, d): (usize, &Value)| json!({"index": n, "relevance_score": -(d.as_str().unwrap().len() as f64)});
            Answer::json(&json!({"results": documents.map(result).collect::<Vec<_>>()}))
        }
        "/chat/completions" => {
            let body = request.json();
            let asked = body["messages"][1]["content"].as_str().unwrap().to_owned();
            match asked.contains("search queries") {
                true if asked.contains("transport") => chat("1. tram ticket\n2. bus"),
                true => chat("late cancellation fee"),
                false if asked.contains("tram") && asked.contains("transport") => chat("Yes, a tram ticket is [1]."),
                false if asked.contains("(none)") => chat("The passages do not answer this."),
                false => chat("20 euros [1][2]."),
            }
        }
        _ => Answer::status(404),
    })
    .unwrap()
}

fn project(server: &Server, systems: &str) -> tempfile::TempDir {
    project_with(server, "", systems)
}

fn project_with(server: &Server, endpoint: &str, systems: &str) -> tempfile::TempDir {
    let url = server.url();
    let toml = format!("[endpoints.local]\nurl = \"{url}\"\nprice = {{ input = 1.0, output = 2.0 }}\n{endpoint}\n{systems}");
    folder(&[("fourcell.toml", &toml), ("corpus.jsonl", CORPUS), ("questions.jsonl", QUESTIONS)])
}

fn run(folder: &Path, arguments: &[&str]) -> Ran {
    fourcell_with(folder, &[&["run"], arguments].concat(), b"")
}

fn records(folder: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join(format!("runs/{name}/records.jsonl"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

const WHOLE: &str = r#"[systems.whole]
retrieval = "hybrid"
max_passages = 2
embedding = { endpoint = "local", model = "words", batch = 3 }
rewriting = { endpoint = "local", model = "chat", queries = 2 }
reranking = { endpoint = "local", model = "cross", top = 3 }
generator = { endpoint = "local", model = "chat", temperature = 0 }
"#;

#[test]
fn a_pipeline_of_models_records_every_stage() {
    let server = models();
    let folder = project(&server, WHOLE);
    let ran = run(folder.path(), &["--mode", "normal,oracle,no-context"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("embedded 4 texts, of 4 passages"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("models: 14 requests"),
        "2 for passages, 2 each for queries, rewriting, ranking, 6 answers: {}",
        ran.stderr
    );
    for stage in ["rewriting", "embedding", "retrieval", "reranking", "packing", "generation", "total"] {
        assert!(ran.stdout.contains(stage), "{stage}: {}", ran.stdout);
    }
    let records = records(folder.path(), "whole");
    let bus = records.iter().find(|r| r["question"] == "bus" && r["mode"] == "normal").unwrap();
    let steps = bus["steps"].as_array().unwrap();
    let step = |n: usize| (steps[n]["by"].as_str().unwrap(), steps[n]["query_sent"].as_str().unwrap());
    assert_eq!(steps.len(), 6, "three queries by two retrievers");
    assert_eq!((step(0), step(1)), (("bm25", "Is public transport refunded?"), ("dense", "Is public transport refunded?")));
    assert_eq!((step(2), step(4)), (("bm25", "tram ticket"), ("bm25", "bus")));
    assert_eq!(ids(&steps[1]["stages"]["candidates"])[0], "tram#0-27", "by meaning, where no word is shared");
    assert!(bus["query_sent"].is_null(), "there were several");
    for list in [&bus["stages"]["fused"], &steps[1]["stages"]["filtered"]] {
        assert!(ids(list).iter().all(|id| !id.starts_with("fees-b")), "another tenant's");
    }
    let reranked = ids(&bus["stages"]["reranked"]);
    assert_eq!((reranked.len(), reranked[0]), (3, "tram#0-27"), "the shortest");
    assert_eq!(ids(&bus["context"]).len(), 2);
    assert_eq!((bus["status"].as_str(), bus["answer"].as_str()), (Some("answered"), Some("Yes, a tram ticket is [1].")));
    assert_eq!(bus["citations"], json!([{"passage": "tram#0-27", "span": [0, 26]}]));
    assert_eq!(bus["tokens"]["completion"], 10);
    let none = records.iter().find(|r| r["question"] == "late" && r["mode"] == "no-context").unwrap();
    assert_eq!((none["status"].as_str(), none["steps"].is_null()), (Some("declined"), true));
    let oracle = records.iter().find(|r| r["question"] == "late" && r["mode"] == "oracle").unwrap();
    assert_eq!(oracle["citations"][1]["passage"], "[2]", "a mark that no passage has");
    let manifest = std::fs::read_to_string(folder.path().join("runs/whole/manifest.toml")).unwrap();
    for setting in [
        "words at local, 3 dimensions",
        "chat at local, 2 queries, prompt rewrite/1, beside the question",
        "reciprocal rank, k 60, weights 1 for BM25 and 1 for dense",
        "cross at local, top 3",
        "answer/1",
        "temperature 0",
    ] {
        assert!(manifest.contains(setting), "{setting}: {manifest}");
    }
    let score = fourcell_with(folder.path(), &["score", "whole", "--stage", "candidates", "--measures", "Success@4"], b"");
    assert_eq!(score.code, 0, "{}", score.stderr);
}

#[test]
fn the_same_run_again_gives_the_same_bytes_and_embeds_nothing() {
    let server = models();
    let folder = project(&server, WHOLE);
    let first = run(folder.path(), &["--threads", "1"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let before = std::fs::read(folder.path().join("runs/whole/records.jsonl")).unwrap();
    let sent = server.received().len();
    let again = run(folder.path(), &["--overwrite"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert_eq!(std::fs::read(folder.path().join("runs/whole/records.jsonl")).unwrap(), before);
    assert!(!again.stderr.contains("embedded"), "{}", again.stderr);
    assert_eq!(server.received().len() - sent, 6, "answers are asked for again, vectors are not");
    let ignored = std::fs::read_to_string(folder.path().join(".fourcell/.gitignore")).unwrap();
    assert_eq!(ignored, "*\n");
}

#[test]
fn only_what_changed_is_embedded_again() {
    let server = models();
    let folder = project(&server, WHOLE);
    assert_eq!(run(folder.path(), &[]).code, 0);
    let changed = CORPUS.replace("20 euros", "25 euros").replace("{\"id\":\"tram\"", "{\"id\":\"ticket\"");
    std::fs::write(folder.path().join("corpus.jsonl"), changed).unwrap();
    std::fs::write(folder.path().join("questions.jsonl"), QUESTIONS.replace("\"tram\"", "\"ticket\"")).unwrap();
    let again = run(folder.path(), &["--name", "later"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(again.stderr.contains("embedded 1 text, of 4 passages"), "{}", again.stderr);
}

#[test]
fn a_dry_run_says_what_would_be_sent_and_sends_nothing() {
    let server = models();
    let folder = project(&server, WHOLE);
    let ran = run(folder.path(), &["--dry-run", "--mode", "normal,oracle"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("would ask 4 calls of 'whole' over 4 passages"), "{}", ran.stderr);
    assert!(ran.stderr.contains("at most 12 requests to models") && ran.stderr.contains("cost about 0."), "{}", ran.stderr);
    assert!(server.received().is_empty() && !folder.path().join("runs").exists() && !folder.path().join(".fourcell").exists());
}

#[test]
fn what_is_wrong_with_a_vector_is_told_with_its_passage() {
    let server = Server::start(|request| {
        let body = request.json();
        let texts: Vec<&str> = body["input"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        let row = |(n, text): (usize, &&str)| {
            let embedding = if text.contains("house") { json!([1.0, null, 0.0]) } else { json!(vector(text)) };
            json!({"index": n, "embedding": embedding})
        };
        Answer::json(&json!({"data": texts.iter().enumerate().map(row).collect::<Vec<_>>()}))
    })
    .unwrap();
    let folder = project(&server, "[systems.s]\nretrieval = \"dense\"\nembedding = { endpoint = \"local\", model = \"m\" }\n");
    let ran = run(folder.path(), &[]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("passage 'house#0-31'") && ran.stderr.contains("3 texts embedded so far are kept"),
        "{}",
        ran.stderr
    );
    assert!(!folder.path().join("runs/s/records.jsonl").exists(), "no run was made of three quarters of a corpus");
}

#[test]
fn a_model_that_fails_for_one_question_leaves_the_others() {
    let server = Server::start(|request| match request.path.as_str() {
        "/embeddings" => {
            let of_bus = request.json()["input"].to_string().contains("public transport");
            // Another dimension midway: the model was changed behind the endpoint.
            if of_bus { Answer::json(&json!({"data": [{"index": 0, "embedding": [1.0, 2.0]}]})) } else { embeddings(request) }
        }
        _ => chat(""),
    })
    .unwrap();
    let dense = "[systems.s]\nanswer = \"none\"\nretrieval = \"dense\"\nembedding = { endpoint = \"local\", model = \"m\" }\n";
    let folder = project(&server, dense);
    let ran = run(folder.path(), &[]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let made = records(folder.path(), "s");
    assert_eq!((made[0]["status"].as_str(), made[1]["status"].as_str()), (Some("retrieved"), Some("error")));
    let said = made[1]["error"].as_str().unwrap();
    assert!(said.contains("embedding the query") && said.contains("dimension"), "{said}");
    let generator = "[systems.s]\ngenerator = { endpoint = \"local\", model = \"m\" }\n";
    let folder = project(&server, generator);
    let ran = run(folder.path(), &[]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let said = records(folder.path(), "s")[0]["error"].as_str().unwrap().to_owned();
    assert!(said.starts_with("generation: the model was expected to say something"), "{said}");
}

#[test]
fn a_budget_stops_cleanly_and_resume_goes_on() {
    let server = models();
    let system = "[systems.s]\ngenerator = { endpoint = \"local\", model = \"m\" }\n";
    let folder = project(&server, &format!("{system}[budget]\ncalls = 1\n"));
    let ran = run(folder.path(), &["--threads", "1"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("the budget of 1 calls is spent"), "{}", ran.stderr);
    let ran = run(folder.path(), &["--resume"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(server.received().len(), 2);
    // A request costs 120 millionths: the second one passes the limit, and no third is sent.
    let folder = project_with(&server, "concurrency = 1", &format!("{system}[budget]\nmoney = 0.0001\n"));
    let ran = run(folder.path(), &["--threads", "1", "--mode", "normal,no-context"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("the budget of 0.0001 money is spent"), "{}", ran.stderr);
    assert!(ran.stderr.contains("cost 0.000"), "{}", ran.stderr);
}

#[test]
fn a_prompt_of_the_users_is_used_and_named_by_what_it_says() {
    let server = models();
    let folder = project(&server, "[systems.s]\ngenerator = { endpoint = \"local\", model = \"m\", prompt = \"mine.txt\" }\n");
    let missing = run(folder.path(), &[]);
    assert!(missing.code == 2 && missing.stderr.contains("mine.txt"), "{}", missing.stderr);
    std::fs::write(folder.path().join("mine.txt"), "[system]\nBe kind.\n[user]\n{passages}\nQ: {question} {who}\n").unwrap();
    let wrong = run(folder.path(), &[]);
    assert!(wrong.code == 2 && wrong.stderr.contains("{who} is no known place"), "{}", wrong.stderr);
    std::fs::write(folder.path().join("mine.txt"), "[system]\nBe kind.\n[user]\n{passages}\nQ: {question}\n").unwrap();
    let ran = run(folder.path(), &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(server.received()[0].json()["messages"][0]["content"], "Be kind.");
    let manifest = std::fs::read_to_string(folder.path().join("runs/s/manifest.toml")).unwrap();
    assert!(manifest.lines().any(|line| line.starts_with("prompt = ") || line.contains("sha256:")), "{manifest}");
}

#[test]
#[cfg(not(feature = "local-models"))]
fn a_folder_with_a_model_needs_a_program_that_was_built_for_it() {
    let server = models();
    let folder = project(&server, "[systems.s]\nretrieval = \"dense\"\nembedding = { folder = \"mini\" }\n");
    let ran = run(folder.path(), &[]);
    assert!(ran.code == 2 && ran.stderr.contains("built without local models"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--features local-models"), "{}", ran.stderr);
}

#[test]
fn a_cache_that_cannot_be_used_is_told_and_costs_only_money() {
    let server = models();
    let folder = project(&server, "[systems.s]\nembedding = { endpoint = \"local\", model = \"m\" }\n");
    std::fs::create_dir(folder.path().join(".fourcell")).unwrap();
    std::fs::write(folder.path().join(".fourcell/vectors.sqlite"), "these are notes of mine, and no database at all".repeat(9))
        .unwrap();
    let ran = run(folder.path(), &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("nothing is kept for the next run") && ran.stderr.contains("not a database"), "{}", ran.stderr);
    assert!(std::fs::read_to_string(folder.path().join(".fourcell/vectors.sqlite")).unwrap().starts_with("these are notes"));
}
