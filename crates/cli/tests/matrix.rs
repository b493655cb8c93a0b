//! `fourcell matrix`: what is run, what is not run twice, and how it goes on.

mod command;

use std::path::Path;

use command::{Ran, folder, fourcell};
use endpoints::scripted::{Answer, Server};
use serde_json::json;

const CORPUS: &str = "{\"id\":\"fees\",\"text\":\"# Fees\\n\\nCancelling late costs 20 euros. It is due at once.\\n\\n# Houses\\n\\nMoving house is free of charge.\"}\n\
                      {\"id\":\"tram\",\"text\":\"A tram ticket is paid back within a month.\"}\n";

const QUESTIONS: &str = "{\"id\":\"late\",\"query\":\"What does cancelling late cost?\",\"evidence\":{\"all\":[{\"doc\":\"fees\",\"range\":[8,40],\"quote\":\"Cancelling late costs 20 euros. \"}]}}\n\
                         {\"id\":\"ticket\",\"query\":\"Is a tram ticket paid back?\",\"evidence\":{\"all\":[{\"doc\":\"tram\"}]}}\n";

fn project(toml: &str, matrix: &str) -> tempfile::TempDir {
    folder(&[("fourcell.toml", toml), ("corpus.jsonl", CORPUS), ("questions.jsonl", QUESTIONS), ("sizes.toml", matrix)])
}

fn run(folder: &Path, more: &str) -> Ran {
    fourcell(folder, &format!("matrix sizes.toml {more}"))
}

fn records(folder: &Path, configuration: &str) -> Vec<u8> {
    std::fs::read(folder.join("runs/sizes").join(configuration).join("records.jsonl")).unwrap()
}

const SIZES: &str = "[vary]\nchunking = [\"windows/1 unit=characters size=20 overlap=0\", \"windows/1 unit=characters size=80 overlap=0\"]\n\
                     [grid.g]\nk1 = [0.5, 1.2]\nb = [0, 0.75]\n";

#[test]
fn each_configuration_is_a_run_and_none_is_run_twice() {
    let place = project("", SIZES);
    let dry = run(place.path(), "--dry-run");
    assert_eq!(dry.code, 0, "{}", dry.stderr);
    assert!(dry.stderr.contains("sizes: 6 configurations; nothing is sent to a model"), "{}", dry.stderr);
    assert_eq!(dry.stdout.lines().count(), 7, "k1 = 1.2 with b = 0.75 is the base: {}", dry.stdout);
    assert!(!place.path().join("runs").exists());
    let first = run(place.path(), "--day 2026-11-30");
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stderr.contains("sizes: 6 configurations run, 0 with failed calls"), "{}", first.stderr);
    assert!(first.stdout.contains("k1=0.5,b=0") && first.stdout.contains("base"), "{}", first.stdout);
    let manifest = std::fs::read_to_string(place.path().join("runs/sizes/k1=0.5,b=0/manifest.toml")).unwrap();
    assert!(manifest.contains("BM25, k1 0.5, b 0") && manifest.contains("configuration = \"sha256:"), "{manifest}");
    let again = run(place.path(), "");
    assert!(again.stderr.contains("sizes: 0 configurations run, 6 were run before"), "the day is kept: {}", again.stderr);
    assert_eq!(again.stdout, first.stdout);
    // One that was interrupted goes on, and one whose settings changed is run anew.
    let base = records(place.path(), "base");
    std::fs::write(place.path().join("fourcell.toml"), "[systems.mine]\nk1 = 2\n").unwrap();
    std::fs::write(place.path().join("sizes.toml"), format!("base = \"mine\"\n{SIZES}")).unwrap();
    let changed = run(place.path(), "");
    assert!(
        changed.stderr.contains("4 configurations run, 3 were run before"),
        "base, two sizes and one of the grid are others now: {}",
        changed.stderr
    );
    assert_ne!(records(place.path(), "base"), base, "scores differ with k1");
}

#[test]
fn what_models_said_is_not_asked_twice() {
    let server = Server::start(|request| match request.path.as_str() {
        "/embeddings" => {
            let body = request.json();
            let texts = body["input"].as_array().unwrap().iter().enumerate();
            let row =
                |(n, text): (usize, &serde_json::Value)| json!({"index": n, "embedding": [text.as_str().unwrap().len(), 1]});
            Answer::json(&json!({"data": texts.map(row).collect::<Vec<_>>(), "usage": {"total_tokens": 1}}))
        }
        _ => Answer::json(&json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"content": "20 euros [1]."}}],
                                  "usage": {"prompt_tokens": 50, "completion_tokens": 5}})),
    })
    .unwrap();
    let toml = format!(
        "[endpoints.local]\nurl = \"{}\"\nconcurrency = 1\nprice = {{ input = 1, output = 1 }}\n[systems.mine]\nembedding = {{ endpoint = \"local\", model = \"m\" }}\n\
         generator = {{ endpoint = \"local\", model = \"m\" }}\nmax_passages = 9\n",
        server.url()
    );
    // With all passages in every context the order is all that can differ.
    let matrix = "base = \"mine\"\nmodes = [\"normal\", \"no-context\"]\n[vary]\nretrieval = [\"bm25\", \"dense\"]\nfusion = [\"weighted\"]\nanswer = [\"none\"]\n";
    let place = project(&toml, matrix);
    let dry = run(place.path(), "--dry-run");
    assert_eq!(dry.code, 0, "{}", dry.stderr);
    assert!(dry.stderr.contains("5 configurations; at most") && dry.stderr.contains("cost about"), "{}", dry.stderr);
    assert!(server.received().is_empty());
    // A budget stops it cleanly, and more of it lets it go on.
    std::fs::write(place.path().join("sizes.toml"), format!("{matrix}[budget]\ncalls = 3\n")).unwrap();
    let stopped = run(place.path(), "--threads 1");
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    assert!(stopped.stderr.contains("the budget of 3 calls is spent"), "{}", stopped.stderr);
    assert_eq!(server.received().len(), 3);
    std::fs::write(place.path().join("sizes.toml"), matrix).unwrap();
    let whole = run(place.path(), "--threads 1");
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    assert!(whole.stderr.contains("taken from what was kept"), "{}", whole.stderr);
    let received = server.received();
    let bodies: Vec<String> = received.iter().map(|r| format!("{} {}", r.path, r.json())).collect();
    let distinct: std::collections::BTreeSet<&String> = bodies.iter().collect();
    assert_eq!(bodies.len(), distinct.len(), "each request was sent once: {bodies:#?}");
    let sent = bodies.len();
    let again = run(place.path(), "");
    assert_eq!((again.code, server.received().len()), (0, sent));
    // A run that was lost is made again of what was kept.
    let before = records(place.path(), "fusion=weighted");
    std::fs::remove_dir_all(place.path().join("runs/sizes/fusion=weighted")).unwrap();
    assert_eq!(run(place.path(), "").code, 0);
    assert_eq!((server.received().len(), records(place.path(), "fusion=weighted")), (sent, before));
}

#[test]
fn what_cannot_be_run_is_refused_with_the_value() {
    for (matrix, said) in [
        ("[vary]\nk1 = [-1]\n", "with k1 = -1"),
        ("[vary]\nchunking = [\"pages\"]\n", "chunking"),
        ("modes = [\"always\"]\n", "'always' is no mode"),
        ("base = \"nobody\"\n", "no system is called"),
        ("base = \n", "not valid TOML"),
    ] {
        let place = project("", matrix);
        let ran = run(place.path(), "");
        assert!(ran.code == 2 && ran.stderr.contains(said), "{matrix}: {} {}", ran.code, ran.stderr);
    }
    let place = project("", "");
    let missing = fourcell(place.path(), "matrix other.toml");
    assert!(missing.code == 2 && missing.stderr.contains("other.toml"), "{}", missing.stderr);
}
