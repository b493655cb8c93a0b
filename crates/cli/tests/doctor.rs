//! `fourcell doctor`: what works is told as working, what does not with its mend, and no secret is told at all.

mod command;

use std::path::Path;
use std::process::Command;

use command::{Ran, folder, fourcell, fourcell_with, root};
use endpoints::scripted::{Answer, Received, Server};
use serde_json::{Value, json};

const CORPUS: &str = "{\"id\":\"fees\",\"text\":\"Cancelling late costs 20 euros.\"}\n";
const QUESTIONS: &str =
    "{\"id\":\"late\",\"query\":\"What does cancelling late cost?\",\"evidence\":{\"all\":[{\"doc\":\"fees\"}]}}\n";
const SECRET: &str = "sk-0123456789abcdef";

const MODELS: &str = "[systems.whole]\nembedding = { endpoint = \"local\", model = \"words\" }\n\
                      reranking = { endpoint = \"local\", model = \"cross\" }\n\
                      generator = { endpoint = \"local\", model = \"chat\", temperature = 0, seed = 7 }\n";

fn project(toml: &str) -> tempfile::TempDir {
    let toml = format!("[project]\nname = \"small\"\n{toml}");
    folder(&[("fourcell.toml", &toml), ("corpus.jsonl", CORPUS), ("questions.jsonl", QUESTIONS)])
}

/// A project with an endpoint `local`.
fn served(url: &str, endpoint: &str, rest: &str) -> tempfile::TempDir {
    project(&format!("[endpoints.local]\nurl = \"{url}\"\n{endpoint}\n{rest}"))
}

/// Runs with the variable RAG_KEY.
fn with_key(folder: &Path, arguments: &str, value: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
    command.current_dir(folder).env("RAG_KEY", value).args(arguments.split_whitespace());
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap() }
}

/// Without what differs from run to run.
fn without_times(text: &str) -> String {
    let mut shown = String::new();
    for line in text.lines() {
        let cut = line.find(" ms").and_then(|end| line[..end].rfind(' ').map(|start| (start, end)));
        shown += &cut.map_or_else(|| line.to_owned(), |(start, end)| format!("{} N{}", &line[..start], &line[end..]));
        shown.push('\n');
    }
    shown
}

/// The lines of a group in JSON, each as `state subject: told`.
fn told(ran: &Ran, group: &str) -> Vec<String> {
    let whole: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    let checks = whole["result"]["checks"].as_array().unwrap().iter().filter(|c| c["group"] == group);
    let line = |c: &Value| {
        format!("{} {}: {}", c["state"].as_str().unwrap(), c["subject"].as_str().unwrap(), c["told"].as_str().unwrap())
    };
    checks.map(line).collect()
}

fn models() -> Server {
    let usage = json!({"prompt_tokens": 2, "completion_tokens": 1, "total_tokens": 3});
    Server::start(move |request: &Received| match request.path.as_str() {
        "/embeddings" => {
            Answer::json(&json!({"data": [{"index": 0, "embedding": [1.0, 0.5, 0.0]}], "model": "words-1", "usage": usage}))
        }
        "/rerank" => {
            Answer::json(&json!({"results": [{"index": 1, "relevance_score": 0.1}, {"index": 0, "relevance_score": 0.9}]}))
        }
        "/chat/completions" => Answer::json(&json!({"model": "chat-1", "usage": usage, "choices":
            [{"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": "Yes"}}]})),
        "/models" => Answer::json(&json!({"object": "list", "data": [{"id": "words-1"}, {"id": "chat-1"}]})),
        _ => Answer::status(404),
    })
    .unwrap()
}

#[test]
fn the_example_is_well_and_nothing_is_left_behind() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(fourcell(place.path(), "demo --keep handbook").code, 0);
    let here = place.path().join("handbook");
    let ran = fourcell(&here, "doctor");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!("handbook", ran.stdout);
    assert!(!here.join(".fourcell").exists());
    let ran = fourcell(place.path(), "doctor bm25 --project handbook --format json");
    let whole: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((whole["schema"].as_str(), whole["command"].as_str()), (Some("fourcell/doctor@1"), Some("doctor")));
    assert_eq!((whole["result"]["counts"]["faults"].as_u64(), whole["result"]["asked"].as_bool()), (Some(0), Some(false)));
    assert!(whole["inputs"][1]["sha256"].as_str().unwrap().starts_with("sha256:"), "{whole}");
    let ran = fourcell(&root(), "doctor --project examples/handbook --format markdown");
    assert!(ran.code == 0 && ran.stdout.contains("**0 faults, 0 warnings, "), "{ran:?}");
}

#[test]
fn without_a_project_it_says_how_to_start_one() {
    let nowhere = folder(&[]);
    for arguments in ["doctor", "doctor --project ."] {
        let ran = fourcell(nowhere.path(), arguments);
        assert!(ran.code == 2 && ran.stderr.contains("fourcell init"), "{ran:?}");
    }
    let ran = fourcell(project("").path(), "doctor nobody");
    assert!(ran.code == 2 && ran.stderr.contains("no system is called 'nobody'; there are builtin"), "{ran:?}");
    assert_eq!(fourcell(project("").path(), "doctor").code, 0);
}

#[test]
fn files_that_cannot_be_read_are_told_each() {
    let broken = folder(&[("fourcell.toml", "[sytems.s]\n"), ("questions.jsonl", QUESTIONS)]);
    let ran = fourcell(broken.path(), "doctor");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.contains("unknown key 'sytems'") && ran.stdout.contains("\n           did you mean 'systems'?"),
        "{ran:?}"
    );
    let toml = "[tokens]\ntokenizer = \"o300k\"\n[project]\nruns = \"out\"\n";
    let files = [
        ("fourcell.toml", toml),
        ("questions.jsonl", "{\"id\":\"q\"}\n"),
        ("corpus.jsonl", "{\"id\":\"d\",\"text\":\"t\"}\n{\n"),
        ("labels.jsonl", "{\"question\":\"q\",\"passage\":\"p\",\"grade\":0}\n"),
        ("out", "a file"),
        (".fourcell", "another"),
    ];
    let ran = fourcell(folder(&files).path(), "doctor --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let files = told(&ran, "files");
    let starts = [
        "fault questions.jsonl: line 1: ",
        "fault corpus.jsonl: line 2: ",
        "ok labels.jsonl: 1 label",
        "fault tokenizer: no tokenizer is called 'o300k'",
        "fault out: cannot be written: ",
        "fault .fourcell: cannot be written: ",
    ];
    assert!(files.iter().zip(starts).all(|(line, start)| line.starts_with(start)) && files.len() == 6, "{files:#?}");
    assert!(told(&ran, "systems")[1].starts_with("warning builtin: its passages were not made"), "{ran:?}");
    let missing = fourcell(folder(&[("fourcell.toml", "")]).path(), "doctor");
    assert!(
        missing.code == 1 && missing.stdout.contains("fault    questions.jsonl: no such file\n           write the"),
        "{missing:?}"
    );
    let odd = folder(&[
        ("fourcell.toml", ""),
        ("questions.jsonl", QUESTIONS),
        ("corpus.jsonl", &CORPUS.replace("\"id\"", "\"x\":1,\"id\"")),
    ]);
    let ran = fourcell(odd.path(), "doctor");
    assert!(ran.code == 0 && ran.stdout.contains("warning  corpus.jsonl: ") && ran.stdout.contains("1 warning"), "{ran:?}");
}

#[test]
fn keys_are_set_missing_or_empty_and_never_shown() {
    let server = models();
    let folder = served(&server.url(), "headers = { Authorization = \"RAG_KEY\", X-Other = \"FOURCELL_NOT_SET\" }", MODELS);
    let ran = with_key(folder.path(), "doctor --format json", "  ");
    assert_eq!(ran.code, 1, "{ran:?}");
    let endpoints = told(&ran, "endpoints");
    assert_eq!(endpoints[1], "fault local: the header Authorization takes its value from RAG_KEY, which is empty");
    assert_eq!(endpoints[2], "fault local: the header X-Other takes its value from FOURCELL_NOT_SET, which is not set");
    assert!(endpoints[3].starts_with("ok local: can be reached, in "), "{endpoints:#?}");
    let unused = with_key(folder.path(), "doctor builtin", SECRET);
    assert!(unused.code == 0 && !unused.stdout.contains("RAG_KEY"), "what others use is of no concern: {unused:?}");
    let ran = with_key(folder.path(), "doctor --ask --format json", SECRET);
    assert!(told(&ran, "endpoints")[1].ends_with("which is set, to one word") && ran.code == 1, "{ran:?}");
    assert!(told(&ran, "models").iter().all(|line| line.contains("not asked, since its endpoint has a fault")), "{ran:?}");
    assert!(server.received().is_empty() && !ran.stdout.contains(SECRET) && !ran.stderr.contains(SECRET));
    let ran = with_key(folder.path(), "doctor --format json", "Bearer k\u{1}ey");
    assert!(told(&ran, "endpoints").iter().any(|line| line.contains("holds a character that no header may")), "{ran:?}");
}

#[test]
fn a_server_that_repeats_a_key_does_not_make_it_shown() {
    let key = format!("Bearer {SECRET}");
    let server = Server::start(|request| {
        let key = request.header("authorization").unwrap_or_default().to_owned();
        match request.path.as_str() {
            "/embeddings" => Answer::json(&json!({"data": [{"index": 0, "embedding": [1.0]}], "model": format!("m {key}")})),
            "/models" => Answer::json(&json!({"data": [{"id": key}]})),
            "/settings" => Answer::json(&json!({ key: "x" })),
            _ => Answer::new(401, "application/json", json!({"error": format!("no such key: {key}")}).to_string()),
        }
    })
    .unwrap();
    let url = server.url();
    let header = "headers = { Authorization = \"RAG_KEY\" }";
    let more = format!(
        "{MODELS}[endpoints.other]\nurl = \"{url}\"\n{header}\n[systems.mine]\ntype = \"http\"\nurl = \"{url}/ask\"\n\
         manifest_url = \"{url}/settings\"\n{header}\n"
    );
    let folder = served(&url, header, &more);
    for format in ["table", "json", "markdown"] {
        let ran = with_key(folder.path(), &format!("doctor --ask --format {format}"), &key);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(!ran.stdout.contains(SECRET) && !ran.stderr.contains(SECRET), "{ran:?}");
        // What is told of a server is told without the key.
        assert_eq!(ran.stdout.replace('\\', "").matches("***").count(), 5, "{ran:?}");
    }
    let seen = server.received();
    assert!(seen.iter().all(|request| request.header("authorization") == Some(key.as_str())), "it was sent, all the same");
}

#[test]
fn each_model_is_asked_once_for_as_little_as_can_be() {
    let server = models();
    let two = MODELS.replace("[systems.whole]", "[systems.again]");
    let other = format!("[endpoints.spare]\nurl = \"{}\"\n", server.url());
    let folder = served(&server.url(), "price = { input = 1.0, output = 2.0 }", &format!("{MODELS}{two}{other}"));
    let quiet = fourcell(folder.path(), "doctor");
    assert_eq!(quiet.code, 0, "{quiet:?}");
    assert!(quiet.stdout.contains("nothing was sent to a model") && server.received().is_empty(), "{quiet:?}");
    let ran = fourcell(folder.path(), "doctor --ask");
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = without_times(&ran.stdout).replace(&server.url(), "http://server");
    insta::assert_snapshot!("asked", shown);
    let mut seen: Vec<(String, Value)> = server.received().iter().map(|r| (r.path.clone(), r.json())).collect();
    seen.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(seen.len(), 4, "{seen:?}");
    let (chat, embeddings, ranks) = (&seen[0].1, &seen[1].1, &seen[3].1);
    assert_eq!((&chat["max_tokens"], &chat["temperature"], &chat["seed"]), (&json!(1), &json!(0.0), &json!(7)));
    assert_eq!(embeddings["input"], json!(["word"]));
    assert_eq!(ranks["documents"], json!(["word", "other"]));
    assert!(!folder.path().join(".fourcell").exists() && !folder.path().join("runs").exists());
}

#[test]
fn servers_that_are_down_or_refuse_are_told_with_their_words() {
    let url = Server::in_turn([Answer::status(200)]).unwrap().url();
    let folder = served(&url, "", MODELS);
    let ran = fourcell(folder.path(), "doctor");
    assert!(ran.code == 1 && ran.stdout.contains(&format!("fault    local: {url} cannot be reached: ")), "{ran:?}");
    assert!(ran.stdout.contains("check that the server runs"), "{ran:?}");
    let ran = fourcell(folder.path(), "doctor --ask --format json");
    let models = told(&ran, "models");
    assert!(models[0].starts_with("fault words at local: POST ") && models[0].contains("got no connection"), "{models:#?}");
    assert!(
        models[1].starts_with("warning cross at local: reranking: not asked, since its endpoint did not reply"),
        "{models:#?}"
    );
    let server = Server::start(|request| match request.path.as_str() {
        "/chat/completions" if request.json()["max_tokens"].is_null() => Answer::json(&json!({"choices":
            [{"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": ""}}]})),
        "/chat/completions" => Answer::new(400, "application/json", "{\"error\":\"use max_completion_tokens\"}"),
        "/rerank" => Answer::status(429),
        _ => Answer::new(404, "application/json", "{\"error\":\"no model 'words'\"}"),
    })
    .unwrap();
    let ran = fourcell(served(&server.url(), "", MODELS).path(), "doctor --ask --format json");
    let models = told(&ran, "models");
    assert!(models[0].contains("status 404; the server said: {\"error\":\"no model 'words'\"}"), "{models:#?}");
    assert!(models[1].starts_with("warning cross at local: ") && models[1].contains("status 429"), "{models:#?}");
    assert!(models[2].starts_with("ok chat at local: chat: a reply came in "), "{models:#?}");
    assert_eq!(server.received().len(), 4, "nothing is repeated but the limit's other name");
    let limited = MODELS.replace("seed = 7", "max_tokens = 50");
    let ran = fourcell(served(&server.url(), "", &limited).path(), "doctor --ask --format json");
    assert!(told(&ran, "models")[2].starts_with("fault chat at local: "), "a run would be refused as well: {ran:?}");
}

#[test]
fn limits_that_cannot_hold_or_are_too_small_are_told() {
    let server = models();
    let told_of = |endpoint: &str, budget: &str| {
        let folder = served(&server.url(), endpoint, &format!("{MODELS}[budget]\n{budget}\n"));
        let ran = fourcell(folder.path(), "doctor --format json");
        (ran.code, told(&ran, "budget"))
    };
    let (code, lines) = told_of("", "money = 0.5");
    assert_eq!(code, 1);
    assert_eq!(lines[0], "ok limit: 0.5 of money for a command");
    assert_eq!(lines[1], "fault money: no endpoint has a price, so that the limit on money never stops a run");
    let (code, lines) = told_of("price = { input = 0, output = 0 }", "money = 0.5\ncalls = 3");
    assert_eq!((code, lines.len()), (0, 2), "{lines:#?}");
    assert!(
        lines[1].starts_with("warning whole: a run may need more than the limit of 3 calls: at most 4 requests"),
        "{lines:#?}"
    );
    let spent = format!("{MODELS}[budget]\ncalls = 2\n");
    let ran = fourcell(served(&server.url(), "", &spent).path(), "doctor --ask --format json");
    assert!(ran.code == 0 && told(&ran, "models")[2].contains("the budget of 2 calls is spent"), "{ran:?}");
    assert_eq!(server.received().len(), 2);
}

#[test]
fn built_in_systems_are_looked_at_by_what_run_uses() {
    let toml = "[systems.a]\nchunking = \"headings/9\"\nstem = \"xx\"\n\
                [systems.b]\nchunking = \"given\"\nembedding = { folder = \"mini\" }\n";
    let ran = fourcell(project(toml).path(), "doctor --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let systems = told(&ran, "systems");
    assert!(systems[1].starts_with("fault a: chunking: "), "{systems:#?}");
    assert!(systems[2].starts_with("fault a: stem: 'xx' is no language"), "{systems:#?}");
    assert!(systems[4].starts_with("fault b: chunking is \"given\", but the project has no passages"), "{systems:#?}");
    assert_eq!(systems[5], "fault b: embedding: there is no folder mini");
    if cfg!(not(feature = "local-models")) {
        assert!(systems[6].contains("this fourcell was built without local models"), "{systems:#?}");
    }
    let server = models();
    let prompted = MODELS.replace("seed = 7", "prompt = \"mine.txt\"");
    let folder = served(&server.url(), "", &prompted);
    for (text, said) in [
        ("", "a line [user] with a text below it was expected"),
        ("[user]\n{passages} {question} {who}\n", "{who} is no known place"),
        ("[user]\n{passages} {question}\n", "ok whole: the prompt mine.txt is in order"),
    ] {
        std::fs::write(folder.path().join("mine.txt"), text).unwrap();
        let ran = fourcell(folder.path(), "doctor --format json");
        assert!(told(&ran, "systems").iter().any(|line| line.contains(said)), "{said}: {ran:?}");
        assert_eq!(ran.code, i32::from(!said.starts_with("ok")), "{ran:?}");
    }
    let bare = command::folder(&[("fourcell.toml", ""), ("questions.jsonl", QUESTIONS)]);
    let ran = fourcell(bare.path(), "doctor");
    assert!(ran.code == 1 && ran.stdout.contains("builtin: the project has no documents to retrieve from"), "{ran:?}");
}

#[test]
fn systems_of_users_are_looked_at_without_being_asked() {
    let server = Server::start(|request| match request.path.as_str() {
        "/settings?key=hush" => Answer::json(&json!({"generator": "g", "chunking": "c"})),
        _ => Answer::status(500),
    })
    .unwrap();
    let url = server.url();
    let toml = format!(
        "[systems.web]\ntype = \"http\"\nurl = \"{url}/ask?key=hush\"\nmanifest_url = \"{url}/settings?key=hush\"\n\
         [systems.wrong]\ntype = \"http\"\nurl = \"localhost:8000\"\nca_file = \"none.pem\"\n\
         [systems.there]\ntype = \"command\"\ncommand = [\"./answer\", \"answer.py\"]\nmanifest_file = \"settings.json\"\n\
         [systems.gone]\ntype = \"command\"\ncommand = [\"no-such-program-here\"]\n\
         [systems.results]\ntype = \"recorded\"\nfile = \"old.run\"\n\
         [systems.lost]\ntype = \"recorded\"\nfile = \"lost.run\"\n"
    );
    let folder = project(&toml);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("settings.json", "{\"generator\": \"g\"}");
    write("old.run", "late Q0 fees 1 2.5 t\n");
    write("answer", "#!/bin/sh\n");
    let ran = fourcell_with(folder.path(), &["doctor", "--format", "json"], b"");
    assert!(server.received().is_empty() && !ran.stdout.contains("hush"), "{ran:?}");
    let lines = told(&ran, "systems");
    let of = |name: &str| lines.iter().filter(|line| line.contains(&format!(" {name}: "))).cloned().collect::<Vec<_>>();
    assert_eq!(of("web")[0], format!("ok web: over HTTP, {url}/ask, 4 requests at a time"));
    assert!(of("web")[1].starts_with("ok web: can be reached") && of("web")[2].ends_with("it was not asked"), "{lines:#?}");
    assert!(of("wrong")[1].starts_with("fault wrong: the base URL must begin with http://"), "{lines:#?}");
    assert_eq!(of("wrong").len(), 2, "{lines:#?}");
    if cfg!(unix) {
        assert!(of("there")[0].ends_with("answer is there, but may not be executed"), "{lines:#?}");
    }
    assert!(of("there")[1].starts_with("warning there: its argument 'answer.py' looks like a file"), "{lines:#?}");
    assert_eq!(of("there")[2], "ok there: 1 setting in settings.json");
    assert_eq!(of("gone"), ["fault gone: the command 'no-such-program-here' cannot be started: no folder of PATH holds it"]);
    assert_eq!(of("results")[0], "ok results: results in old.run, of format trec");
    assert!(of("lost")[0].starts_with("fault lost: ") && of("lost")[0].contains("lost.run"), "{lines:#?}");
    assert_eq!(ran.code, 1);
    let asked = fourcell(folder.path(), "doctor web --ask");
    assert!(asked.code == 0 && asked.stdout.contains("tells 2 settings at"), "{asked:?}");
    assert!(server.received().iter().all(|request| request.path.starts_with("/settings")), "no question is put to it");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder.path().join("answer"), std::fs::Permissions::from_mode(0o755)).unwrap();
        let ran = fourcell(folder.path(), "doctor there");
        assert!(ran.code == 0 && ran.stdout.contains("a command, './answer' is there, 4 processes at a time"), "{ran:?}");
    }
}
