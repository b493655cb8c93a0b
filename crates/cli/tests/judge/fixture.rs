//! What tests of judging have in common: a small project with recorded answers, and a server that judges as a model would.

use std::path::Path;

use crate::command::{Ran, folder, fourcell_with};
use endpoints::scripted::{Answer, Received};
use serde_json::{Value, json};

pub const QUESTIONS: &str = r#"{"id":"late","query":"What does cancelling late cost?","answer":"20 euros.","type":"price","facts":[{"id":"fee","text":"Cancelling late costs 20 euros.","vital":true}]}
{"id":"tram","query":"Is a tram ticket paid back?","answer":"Yes.","type":"travel","facts":[{"id":"back","text":"A tram ticket is paid back.","vital":true}],"critical":true}
{"id":"gone","query":"What does a missing thing cost?","answerable":false,"type":"price"}
{"id":"sealed","query":"What does moving house cost?","answer":"Nothing.","split":"final"}
"#;

pub const RECORDS: &str = r#"{"question":"late","context":[{"id":"fees","text":"Cancelling late costs 20 euros. Paying late costs 5 euros."}],"answer":"Cancelling late costs 20 euros. Paying late costs 7 euros.","citations":["fees"]}
{"question":"tram","context":[{"id":"rail","text":"A tram ticket is paid back. A taxi is not."},{"id":"fees","text":"Cancelling late costs 20 euros."}],"answer":"A tram ticket is paid back."}
{"question":"gone","context":[{"id":"fees","text":"Cancelling late costs 20 euros."}],"answer":"The passages do not say that.","status":"declined"}
{"question":"sealed","context":[{"id":"house","text":"Moving house is free."}],"answer":"Moving house is free."}
"#;

/// The questions that a judge is put of these answers, where these measures are asked for.
pub const MEASURES: &str = "correct faithfulness vital-recall";

/// A project whose file goes on with these lines, and a run `a`.
pub fn project(more: &str) -> tempfile::TempDir {
    let toml = format!("version = 1\n[project]\nname = \"small\"\n{more}");
    folder(&[("fourcell.toml", &toml), ("questions.jsonl", QUESTIONS), ("runs/a/records.jsonl", RECORDS)])
}

/// `fourcell` in a folder; no blank splits an argument.
pub fn cli(folder: &Path, arguments: &[&str]) -> Ran {
    fourcell_with(folder, arguments, b"")
}

pub fn judge(folder: &Path, arguments: &[&str]) -> Ran {
    cli(folder, &[&["judge"], arguments].concat())
}

/// Judges and reads the JSON.
#[track_caller]
pub fn judged(folder: &Path, arguments: &[&str], code: i32) -> Value {
    let ran = judge(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(ran.code, code, "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

pub fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

pub fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A measure over all questions.
#[track_caller]
pub fn measure<'v>(judged: &'v Value, name: &str) -> &'v Value {
    let found = &judged["result"]["groups"][0]["measures"][name];
    assert!(found.is_object(), "no {name} in {judged:#}");
    found
}

pub fn warnings(judged: &Value) -> String {
    judged["warnings"].as_array().unwrap().iter().map(|w| format!("{}\n", w.as_str().unwrap())).collect()
}

/// A completion with these words.
pub fn completion(text: &str) -> Answer {
    finished(text, "stop")
}

/// A completion that ended so.
pub fn finished(text: &str, finish: &str) -> Answer {
    Answer::json(&json!({
        "model": "judge-1-2026",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10}
    }))
}

/// What a request asks about: the sort of question by its prompt, and the texts between its fences.
pub fn asked(request: &Received) -> (&'static str, Vec<String>) {
    let body = request.json();
    let words = |place: usize| body["messages"][place]["content"].as_str().unwrap_or_default().to_owned();
    let system = words(0);
    let sorts = [
        ("how an answer stands", "status"),
        ("take an answer apart", "claims"),
        ("whether passages support a claim", "support"),
        ("whether an answer states a fact", "fact"),
        ("whether an answer is right", "answer"),
        ("whether a passage supports the sentence", "citation"),
        ("whether an answer addresses", "relevance"),
        ("by a question about it", "rubric"),
    ];
    let sort = sorts.iter().find(|(start, _)| system.contains(start)).map_or("other", |(_, sort)| *sort);
    let whole = words(1);
    let texts = whole.split("~~~\n").skip(1).step_by(2).map(|text| text.trim().trim_end_matches("~~~").trim().to_owned());
    (sort, texts.collect())
}

/// What an attentive model replies: it takes sentences for claims, and whatever a passage or the answer holds for true.
pub fn verdict(sort: &str, texts: &[String]) -> Value {
    match sort {
        "status" => json!({"reason": "r", "verdict": if texts[1].contains("do not say") { "declined" } else { "answered" }}),
        "claims" => {
            let sentences = texts[1].split_inclusive(". ").map(str::trim).filter(|s| !s.is_empty());
            json!({"claims": sentences.map(|s| json!({"text": s, "quote": s})).collect::<Vec<_>>()})
        }
        "support" | "citation" => {
            let found = texts[2..].iter().position(|passage| passage.contains(&texts[1]));
            match found {
                Some(place) => json!({"passage": place + 1, "quote": texts[1], "reason": "r", "verdict": "supported"}),
                None => json!({"passage": null, "quote": null, "reason": "r", "verdict": "not-found"}),
            }
        }
        "fact" => json!({"reason": "r", "verdict": if texts[1].contains(&texts[2]) { "stated" } else { "not-stated" }}),
        "relevance" => json!({"reason": "r", "verdict": "addresses"}),
        "rubric" => json!({"reason": "r", "verdict": "kind"}),
        _ => json!({"reason": "r", "verdict": "correct"}),
    }
}

/// The reply of an attentive model.
pub fn well(request: &Received) -> Answer {
    let (sort, texts) = asked(request);
    completion(&verdict(sort, &texts).to_string())
}

/// A project's model judge at this address.
pub fn model(url: &str, endpoint: &str, judge: &str) -> String {
    format!(
        "[endpoints.local]\nurl = \"{url}\"\n{endpoint}\n[judges.m]\ntype = \"model\"\nendpoint = \"local\"\nmodel = \"judge-1\"\n{judge}\n"
    )
}
