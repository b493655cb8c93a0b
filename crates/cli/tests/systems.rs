//! `fourcell run` on systems of others: the example servers and the example command, and a server and commands that do wrong.

mod command;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use command::{Ran, folder, fourcell_with, root, skipped};
use endpoints::scripted::{Answer, Received, Server};
use serde_json::{Value, json};

const CORPUS: &str = r#"{"id":"fees","text":"Cancelling late costs 20 euros. Moving house is free.","tenant":"acme"}
{"id":"fees-b","text":"Cancelling late costs 90 euros at the other firm.","tenant":"other"}
{"id":"old","text":"Cancelling late costs 5 euros.","tenant":"acme","status":"superseded","superseded_by":"fees"}
"#;

/// Questions `q0`, `q1`, …
fn questions(count: usize) -> String {
    let line = |n: usize| {
        json!({"id": format!("q{n}"), "query": "What does cancelling late cost?", "principal": {"tenant": "acme", "groups": []},
            "evidence": {"all": [{"doc": "fees", "range": [0, 31], "quote": "Cancelling late costs 20 euros."}]}})
    };
    (0..count).map(|n| format!("{}\n", line(n))).collect()
}

/// A project with a system `s`.
fn project(system: &str, count: usize) -> tempfile::TempDir {
    let files = [("fourcell.toml", system), ("corpus.jsonl", CORPUS), ("questions.jsonl", &questions(count))];
    folder(&files)
}

fn over_http(url: &str, more: &str) -> String {
    format!("[systems.s]\ntype = \"http\"\nurl = \"{url}\"\n{more}\n")
}

fn as_command(words: &[&str], more: &str) -> String {
    format!("[systems.s]\ntype = \"command\"\ncommand = {}\n{more}\n", json!(words))
}

fn run(folder: &Path, arguments: &[&str]) -> Ran {
    fourcell_with(folder, &[&["run"], arguments].concat(), b"")
}

fn records(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("runs/s/records.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn errors(folder: &Path) -> Vec<String> {
    records(folder).iter().filter_map(|r| Some(r["error"].as_str()?.to_owned())).collect()
}

/// An example server; killed when dropped.
struct Example(Child, String);

impl Example {
    /// Starts it; `None` where its interpreter is not installed, which is said.
    fn start(interpreter: &str, file: &str, corpus: &Path) -> Option<Self> {
        let script = root().join("examples/servers").join(file);
        let started = Command::new(interpreter).arg(script).arg(corpus).arg("0").stdout(Stdio::piped()).spawn();
        let Ok(mut child) = started else {
            skipped(&format!("SKIPPED: examples/servers/{file}: {interpreter} is not installed\n"));
            return None;
        };
        let mut port = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Some(Self(child, format!("http://127.0.0.1:{}/ask", port.trim())))
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn script(name: &str) -> String {
    root().join("examples/servers").join(name).display().to_string()
}

#[test]
fn the_examples_answer_alike_over_http_and_as_a_command() {
    let all = ["--mode", "normal,oracle,no-context", "--repeat", "2"];
    let command = |more: &str| {
        let project = project(&as_command(&["python3", "-B", &script("command.py"), "corpus.jsonl"], more), 3);
        let ran = run(project.path(), &all);
        assert_eq!(ran.code, 0, "{ran:?}");
        records(project.path())
    };
    let expected = command("concurrency = 2");
    assert_eq!(expected.len(), 18);
    let normal = &expected[0];
    assert_eq!(normal["answer"], "Cancelling late costs 20 euros.");
    assert_eq!((&normal["context"][0]["id"], &normal["context"][0]["tenant"]), (&"fees@".into(), &"acme".into()));
    assert_eq!(normal["context"].as_array().unwrap().len(), 1, "other tenants and what is superseded are left out");
    let oracle = &expected[2];
    assert_eq!((&oracle["mode"], &oracle["context"][0]["id"]), (&"oracle".into(), &"fees#0-31".into()));
    let none = &expected[4];
    assert_eq!((&none["mode"], &none["status"], &none["context"]), (&"no-context".into(), &"declined".into(), &json!([])));
    assert_eq!(command("each = \"question\""), expected);
    for (interpreter, file) in [("python3", "server.py"), ("node", "server.mjs")] {
        let place = project("", 3);
        let Some(server) = Example::start(interpreter, file, &place.path().join("corpus.jsonl")) else { continue };
        std::fs::write(place.path().join("fourcell.toml"), over_http(&server.1, "[systems.s.manifest]\ngenerator = \"overlap\""))
            .unwrap();
        let ran = run(place.path(), &all);
        assert_eq!(ran.code, 0, "{file}: {ran:?}");
        assert!(ran.stdout.contains("call") && ran.stderr.contains("18 calls to 's', 0 failed"), "{ran:?}");
        assert_eq!(records(place.path()), expected, "{file}");
        let manifest = std::fs::read_to_string(place.path().join("runs/s/manifest.toml")).unwrap();
        assert!(
            manifest.contains(&format!("url = \"{}\"", server.1)) && manifest.contains("generator = \"overlap\""),
            "{manifest}"
        );
        assert!(!place.path().join("runs/s/passages.jsonl").exists());
        let score = fourcell_with(place.path(), &["score", "s", "-m", "complete@context", "--mode", "oracle"], b"");
        assert_eq!(score.code, 0, "{score:?}");
    }
}

/// What it takes to answer is little, and stays so.
#[test]
fn the_examples_are_short() {
    for file in ["server.py", "server.mjs", "command.py"] {
        let lines = std::fs::read_to_string(script(file)).unwrap().lines().count();
        assert!(lines <= 20, "{file} has {lines} lines");
    }
}

/// What was said before the question is sent with it.
#[test]
fn the_history_of_a_question_is_sent() {
    let server = Server::start(good).unwrap();
    let history = json!([{"role": "user", "content": "I moved."}, {"role": "assistant", "content": "And?"}]);
    let asked = [json!({"id": "q0", "query": "What now?", "history": history}), json!({"id": "q1", "query": "What now?"})];
    let questions: String = asked.iter().map(|question| format!("{question}\n")).collect();
    let project = folder(&[("fourcell.toml", &over_http(&server.url(), "concurrency = 1")), ("questions.jsonl", &questions)]);
    let ran = run(project.path(), &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let sent: Vec<Value> = server.received().iter().map(|received| received.json()["question"]["history"].clone()).collect();
    assert_eq!(sent, [history, json!([])]);
}

#[test]
fn the_servers_serve_the_shipped_example() {
    let corpus = root().join("examples/handbook/corpus.jsonl");
    let questions = std::fs::read_to_string(root().join("examples/handbook/questions.jsonl")).unwrap();
    let some: String = questions.lines().take(5).map(|line| format!("{line}\n")).collect();
    for (interpreter, file) in [("python3", "server.py"), ("node", "server.mjs")] {
        let Some(server) = Example::start(interpreter, file, &corpus) else { continue };
        let project = folder(&[("fourcell.toml", &over_http(&server.1, "k = 4")), ("questions.jsonl", &some)]);
        let ran = run(project.path(), &[]);
        assert_eq!(ran.code, 0, "{file}: {ran:?}");
        assert!(records(project.path()).iter().all(|r| r["context"].as_array().unwrap().len() == 4));
        // Oracle mode has nothing to give without the documents.
        let ran = run(project.path(), &["--mode", "oracle", "--name", "o"]);
        assert!(ran.code == 2 && ran.stderr.contains("no documents that hold it"), "{ran:?}");
        assert!(!project.path().join("runs/o").exists());
    }
}

/// The reply to a question of [`project`].
fn good(received: &Received) -> Answer {
    let id = received.json()["question"]["id"].clone();
    Answer::json(&json!({"question": id, "context": [{"id": "fees#0", "text": "x"}], "answer": "20 euros"}))
}

fn asked(received: &Received) -> String {
    received.json()["question"]["id"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_passes_is_asked_again_and_the_rest_is_an_error_of_its_question() {
    let first = std::sync::atomic::AtomicBool::new(true);
    let server = Server::start(move |received| match asked(received).as_str() {
        "q0" if first.swap(false, std::sync::atomic::Ordering::SeqCst) => Answer::status(500),
        "q1" => Answer::new(200, "text/html", "<html>Sign in</html>"),
        "q2" => Answer::json(&json!({"context": [{"id": "a"}, {"id": "a"}]})),
        "q3" => good(received).after(Duration::from_secs(5)),
        "q4" => Answer::new(200, "application/json", format!("{}1{}", "[".repeat(5000), "]".repeat(5000))),
        "q5" => Answer::new(200, "application/json", "{\"context\": [{\"id\": \"a\", \"score\": NaN}]}"),
        _ => good(received),
    })
    .unwrap();
    let project = project(&over_http(&server.url(), "timeout = 0.4\nretries = 1\nconcurrency = 8"), 8);
    let ran = run(project.path(), &[]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("8 calls to 's', 5 failed") && ran.stderr.contains("fourcell run --resume"), "{ran:?}");
    let said = errors(project.path());
    for (said, expected) in said.iter().zip([
        "was answered with a web page instead of JSON",
        "stands once in the list at /context/1 of the reply, found 'a' once more; the server said: {\"context\"",
        "took longer than the allowed 400ms",
        "recursion limit exceeded",
        "NaN and Infinity are no JSON",
    ]) {
        assert!(said.contains(expected) && !said.contains('\n'), "{said}");
    }
    assert_eq!((said.len(), server.received().len()), (5, 8 + 2), "q0 and q3 were repeated");
    drop(server);
    // The server is mended, and found at another port: what was answered is not asked again.
    let mended = Server::start(good).unwrap();
    std::fs::write(project.path().join("fourcell.toml"), over_http(&mended.url(), "")).unwrap();
    let ran = run(project.path(), &["--resume"]);
    assert!(ran.code == 0 && ran.stderr.contains("5 calls to 's', 3 were made before, 0 failed"), "{ran:?}");
    let mut again: Vec<String> = mended.received().iter().map(asked).collect();
    again.sort();
    assert_eq!(again, ["q1", "q2", "q3", "q4", "q5"]);
    assert_eq!(errors(project.path()), [""; 0]);
}

#[test]
fn a_refused_key_ends_the_run_early_and_is_shown_nowhere() {
    let server = Server::start(|_| Answer::new(401, "application/json", "{\"error\":\"bad key hush-1234567890\"}")).unwrap();
    let toml =
        over_http(&format!("{}/?v=hush", server.url()), "concurrency = 2\nheaders = {Authorization = \"FOURCELL_TEST_KEY\"}");
    let project = project(&toml, 100);
    let unset = run(project.path(), &["--dry-run"]);
    assert!(unset.code == 2 && unset.stderr.contains("FOURCELL_TEST_KEY, which is not set"), "{unset:?}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
    let output =
        command.current_dir(project.path()).arg("run").env("FOURCELL_TEST_KEY", "Bearer hush-1234567890").output().unwrap();
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{talk}");
    assert!(talk.contains("100 failed") && talk.contains("refused with status 401"), "{talk}");
    let received = server.received();
    assert!(received.len() <= 4, "{} calls", received.len());
    assert_eq!(received[0].header("authorization"), Some("Bearer hush-1234567890"));
    for file in ["records.jsonl", "manifest.toml", "journal.jsonl", "timings.jsonl"] {
        let text = std::fs::read_to_string(project.path().join("runs/s").join(file)).unwrap();
        assert!(!text.contains("hush"), "{file}: {text}");
    }
    assert!(!talk.contains("hush"), "{talk}");
}

#[test]
fn a_dry_run_counts_the_calls_and_makes_none() {
    let server = Server::start(good).unwrap();
    let project = project(&over_http(&server.url(), ""), 3);
    let ran = run(project.path(), &["--dry-run", "--repeat", "2"]);
    assert!(ran.code == 0 && ran.stderr.contains("would ask 6 calls of 's' at http://127.0.0.1:"), "{ran:?}");
    assert!(server.received().is_empty() && !project.path().join("runs").exists());
    let ran = run(project.path(), &["--day", "2026-11-30"]);
    assert!(ran.code == 2 && ran.stderr.contains("--day 2026-11-30 decides nothing"), "{ran:?}");
}

/// A command of few lines of Python that has each `question` and its `id`.
fn python(body: &str, more: &str) -> tempfile::TempDir {
    let program = format!(
        "import json, sys, time, os\nfor line in sys.stdin:\n    id = json.loads(line)['question']['id']\n    \
         good = json.dumps({{'question': id, 'context': [id]}})\n    {}\n    print(good, flush=True)\n",
        body.replace('\n', "\n    ")
    );
    let project = project(&as_command(&["python3", "own.py"], more), 4);
    std::fs::write(project.path().join("own.py"), program).unwrap();
    project
}

#[test]
fn a_command_that_goes_wrong_fails_that_question_alone() {
    for each in ["long-lived", "question"] {
        let more = format!("each = \"{each}\"\nconcurrency = 1\ntimeout = 3\n");
        for (body, expected) in [
            (
                "if id == 'q1': print('out of memory', file=sys.stderr, flush=True); os._exit(3)",
                "(exit status: 3); standard error ends: out of memory",
            ),
            ("if id == 'q1': time.sleep(60)", "no whole reply within 3s, so the process was ended"),
            ("if id == 'q1': good = 'loading…'", "expected a line of JSON as the reply"),
            ("if id == 'q1': good = json.dumps({'question': id, 'context': None})", "at /context of the reply, found null"),
            (
                "if id == 'q1': good = json.dumps({'question': 'q0', 'context': []})",
                "expected 'q1', which was asked, at /question",
            ),
        ] {
            let project = python(body, &more);
            let started = Instant::now();
            let ran = run(project.path(), &[]);
            assert_eq!(ran.code, 3, "{each}: {body}: {ran:?}");
            let said = errors(project.path());
            assert!(said.len() == 1 && said[0].contains(expected), "{each}: {body}: {said:?}");
            assert_eq!(records(project.path())[1]["status"], "error");
            assert!(started.elapsed() < Duration::from_secs(20), "{each}: {body}");
        }
    }
    // One that floods, and one that reads nothing while more is sent than a pipe holds.
    let flood = "while id == 'q1': print(json.dumps({'question': 'q0', 'context': []}), flush=True)";
    let project = python(flood, "concurrency = 1\ntimeout = 2");
    let ran = run(project.path(), &[]);
    assert!(ran.code == 3 && errors(project.path())[0].contains("expected 'q1', which was asked"), "{ran:?}");
    let long = json!({"id": "q", "query": "x".repeat(1 << 20)}).to_string();
    let toml = as_command(&["python3", "-c", "import time; time.sleep(60)"], "timeout = 1");
    let project = folder(&[("fourcell.toml", &toml), ("questions.jsonl", &long)]);
    let ran = run(project.path(), &[]);
    assert!(ran.code == 3 && errors(project.path())[0].contains("no whole reply within 1s"), "{ran:?}");
    // A line too many is not taken for the reply to the next question.
    let project = python("if id == 'q1': print(good, flush=True)", "concurrency = 1");
    let ran = run(project.path(), &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(records(project.path()).iter().all(|r| r["context"][0]["id"] == r["question"]));
}

#[test]
fn a_command_that_is_not_there_is_named() {
    let project = project(&as_command(&["./no-such-program"], ""), 2);
    let ran = run(project.path(), &[]);
    assert!(ran.code == 3 && ran.stderr.contains("'./no-such-program' cannot be started"), "{ran:?}");
}

#[test]
fn a_streamed_reply_is_put_together_and_times_its_first_token() {
    let server = Server::start(|_| {
        let wait = Duration::from_millis(30);
        let pieces = [
            r#"{"context":[{"id":"p","text":"Cancelling late costs 20 euros."}]}"#,
            r#"{"answer":"20 "}"#,
            r#"{"answer":"euros","status":"answered"}"#,
            "[DONE]",
        ];
        Answer::events(pieces.map(|piece| (wait, piece)))
    })
    .unwrap();
    let place = project(&over_http(&server.url(), ""), 2);
    let ran = run(place.path(), &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let first = &records(place.path())[0];
    assert_eq!((first["answer"].as_str(), first["context"][0]["id"].as_str()), (Some("20 euros"), Some("p")));
    let timings = std::fs::read_to_string(place.path().join("runs/s/timings.jsonl")).unwrap();
    let times: Value = serde_json::from_str(timings.lines().next().unwrap()).unwrap();
    let of = |stage: &str| times["ms"][stage].as_f64().unwrap();
    assert!(of("first_token") >= 55.0 && of("call") >= of("first_token") + 25.0, "{times}");
    assert_eq!(of("total"), of("call"), "the first token comes within the call");
}
