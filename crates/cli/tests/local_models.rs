//! `fourcell run` with models from folders. The tiny ones are made by a script and mean nothing; a real one is used where
//! `scripts/test-models` has brought it.

#![cfg(feature = "local-models")]

mod command;

use std::path::Path;

use command::{folder, fourcell, root, skipped};
use serde_json::Value;

const CORPUS: &str = r#"{"id":"apple","text":"An apple grows."}
{"id":"tree","text":"The tree is red. The tree is red."}
{"id":"sky","text":"The sky is blue."}
"#;

const QUESTIONS: &str = r#"{"id":"blue","query":"the sky is blue","evidence":{"all":[{"doc":"sky"}]}}
{"id":"apple","query":"an apple grows","evidence":{"all":[{"doc":"apple"}]}}
"#;

fn copy_model(to: &Path, network: &Path, tokenizer: &Path) {
    std::fs::create_dir_all(to).unwrap();
    std::fs::copy(network, to.join("model.onnx")).unwrap();
    std::fs::copy(tokenizer, to.join("tokenizer.json")).unwrap();
}

fn records(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("runs/s/records.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn vectors_and_ranks_come_from_folders() {
    let toml = "[systems.s]\nretrieval = 'dense'\nanswer = 'none'\nembedding = { folder = 'models/tiny' }\n\
                reranking = { folder = 'models/ranks', top = 2 }\n";
    let place = folder(&[("fourcell.toml", toml), ("corpus.jsonl", CORPUS), ("questions.jsonl", QUESTIONS)]);
    let missing = fourcell(place.path(), "run");
    assert!(missing.code == 2 && missing.stderr.contains("models/tiny"), "{}", missing.stderr);
    let tiny = root().join("crates/local-models/tests/tiny");
    copy_model(&place.path().join("models/tiny"), &tiny.join("embedder.onnx"), &tiny.join("tokenizer.json"));
    copy_model(&place.path().join("models/ranks"), &tiny.join("reranker.onnx"), &tiny.join("tokenizer.json"));
    let ran = fourcell(place.path(), "run --threads 1");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("embedded 3 texts, of 3 passages"), "{}", ran.stderr);
    let first = records(place.path());
    let found = &first[0]["stages"]["candidates"][0];
    assert_eq!(found["id"].as_str(), Some("sky#0-16"), "the same words but for case and the point");
    assert!(found["score"].as_f64().unwrap() > 0.9);
    assert_eq!(first[0]["stages"]["reranked"].as_array().unwrap().len(), 2);
    let manifest = std::fs::read_to_string(place.path().join("runs/s/manifest.toml")).unwrap();
    assert!(manifest.contains("tiny (sha256:") && manifest.contains("ranks (sha256:"), "{manifest}");
    let again = fourcell(place.path(), "run --overwrite --threads 2");
    assert!(again.code == 0 && !again.stderr.contains("embedded"), "vectors were kept: {}", again.stderr);
    assert_eq!(records(place.path()), first);
}

#[test]
fn a_real_model_finds_what_shares_no_word() {
    let Some(models) = std::env::var_os("FOURCELL_MODELS") else {
        skipped("SKIPPED: a run with a real embedding model: scripts/test-models brings one\n");
        return;
    };
    let models = Path::new(&models);
    let corpus = "{\"id\":\"tram\",\"text\":\"Tickets for the tram are paid back by the firm.\"}\n\
                  {\"id\":\"cake\",\"text\":\"Cakes for birthdays are baked by the kitchen.\"}\n\
                  {\"id\":\"lock\",\"text\":\"The gate is locked after ten at night.\"}\n";
    let questions = "{\"id\":\"a\",\"query\":\"Is my public transport fare reimbursed?\",\"evidence\":{\"all\":[{\"doc\":\"tram\"}]}}\n\
                     {\"id\":\"b\",\"query\":\"When does the entrance close in the evening?\",\"evidence\":{\"all\":[{\"doc\":\"lock\"}]}}\n";
    let toml = "[systems.s]\nretrieval = 'dense'\nanswer = 'none'\nembedding = { folder = 'minilm' }\n";
    let place = folder(&[("fourcell.toml", toml), ("corpus.jsonl", corpus), ("questions.jsonl", questions)]);
    copy_model(&place.path().join("minilm"), &models.join("model.onnx"), &models.join("tokenizer.json"));
    let ran = fourcell(place.path(), "run");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let first: Vec<String> = records(place.path())
        .iter()
        .map(|r| r["stages"]["candidates"][0]["id"].as_str().unwrap().split('#').next().unwrap().to_owned())
        .collect();
    assert_eq!(first, ["tram", "lock"]);
}
