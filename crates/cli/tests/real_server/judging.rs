//! A small model as a judge. It judges at chance, so what is tested holds with any model: what it says is of the closed set or a failure of
//! a kind, the run says which model it was, and nothing is paid for twice.

use std::path::Path;

use serde_json::Value;

use super::command::{folder, fourcell};
use super::{CORPUS, serving};

const QUESTIONS: &str = r#"{"id":"late","query":"What does cancelling late cost?","answer":"20 euros.","facts":[{"id":"fee","text":"Cancelling late costs 20 euros.","vital":true}],"evidence":{"all":[{"doc":"fees"}]}}
{"id":"ticket","query":"When is a tram ticket paid back?","answer":"Within a month.","evidence":{"all":[{"doc":"tram"}]}}
"#;

/// The words that each kind of question may be answered with.
const CLOSED: [(&str, &[&str]); 3] = [
    ("status", &["answered", "declined", "partial", "conflict-stated"]),
    ("support", &["supported", "contradicted", "not-found", "out-of-scope"]),
    ("fact", &["stated", "partial", "contradicted", "not-stated"]),
];

fn kept(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join("runs/plain").join(file)).unwrap()
}

/// The number before these words.
fn number_before(text: &str, words: &str) -> Option<usize> {
    text.split(words).next().filter(|before| before.len() < text.len())?.rsplit(' ').next()?.parse().ok()
}

#[test]
fn a_real_model_judges_from_the_closed_set_and_is_asked_once() {
    let Some(server) = serving() else { return };
    let toml = format!(
        "[endpoints.local]\nurl = \"http://127.0.0.1:{}/v1\"\ntimeout = 300\nconcurrency = 1\nextra = {{ cache_prompt = false }}\n\
         [systems.plain]\nmax_passages = 2\nthreshold = 0.2\n\
         [judges.small]\ntype = \"model\"\nendpoint = \"local\"\nmodel = \"small\"\nseed = 1\nmax_tokens = 100\n\
         kinds = [\"status\", \"claims\", \"support\", \"fact\"]\n",
        server.1
    );
    let place = folder(&[("fourcell.toml", &toml), ("corpus.jsonl", CORPUS), ("questions.jsonl", QUESTIONS)]);
    let ran = fourcell(place.path(), "run");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let first = fourcell(place.path(), "judge --judge small");
    let verdicts = kept(place.path(), "judgements.jsonl");
    let said: Vec<Value> = verdicts.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // A status of each answer, what it claims, and a verdict on a fact, or why there is none.
    assert!(said.len() >= 4, "{verdicts}");
    let mut failed = 0;
    for one in &said {
        assert!(one["judge"] == "small" && one["by"] == "model", "{one}");
        if let Some(kind) = one["error"]["kind"].as_str() {
            assert!(!kind.is_empty() && one["verdict"].is_null(), "{one}");
            failed += 1;
            continue;
        }
        match CLOSED.iter().find(|(kind, _)| one["kind"] == *kind) {
            Some((_, words)) => assert!(words.contains(&one["verdict"].as_str().unwrap()), "{one}"),
            None => assert!(one["kind"] == "claims" && one["claims"].is_array(), "{one}"),
        }
        if one["kind"] == "support" && one["verdict"] == "supported" {
            assert_eq!(one["quote_found"], true, "support rests on words that stand there: {one}");
        }
    }
    // What failed makes the result incomplete, or where nothing else was said, none.
    let codes: &[i32] = if failed == 0 { &[0] } else { &[3, 4] };
    assert!(codes.contains(&first.code), "{failed} failed: {}\n{}", first.code, first.stderr);
    let judges: Value = serde_json::from_str(&kept(place.path(), "judges.json")).unwrap();
    let settings = &judges["judges"]["small"]["settings"];
    assert_eq!(settings["model"], "small");
    let reported = settings["reported"].as_array().unwrap();
    assert!(reported.len() == 1 && reported[0].as_str().unwrap().ends_with("small.gguf"), "as the server says: {reported:?}");
    // Only what failed is asked again, and it fails alike: the model draws nothing, and the server keeps no prompts.
    let locked = kept(place.path(), "judges.json");
    let again = fourcell(place.path(), "judge --judge small");
    assert_eq!((again.code, again.stdout), (first.code, first.stdout));
    assert_eq!(kept(place.path(), "judgements.jsonl"), verdicts);
    assert_eq!(kept(place.path(), "judges.json"), locked);
    let anew = number_before(&again.stderr, " asked anew").unwrap();
    assert!(anew <= failed, "{failed} failed, and {}", again.stderr);
    assert_eq!(failed == 0, !again.stderr.contains("models: "), "{}", again.stderr);
}
