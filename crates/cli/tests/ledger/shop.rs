//! A small project whose questions fail in known ways, and runs that are written as a test needs them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::command::{Ran, folder, fourcell_with};

/// An id that a spreadsheet would run.
pub const FORMULA: &str = "=1+2|x";
/// An id that would ring the terminal, and colour it.
pub const BELL: &str = "bell\u{7}\u{1b}[31m";

const CORPUS: &str = r##"{"id":"leave","text":"# Leave\n\nYou have 28 days of leave.\n"}
{"id":"sick","text":"# Sick\n\nReport sick on the first day.\n"}
{"id":"trips","text":"# Trips\n\nBook trips early.\n"}
{"id":"twice","rev":"2","text":"Yes and yes, and yes again."}
"##;

const PASSAGES: &str = r#"{"id":"leave#1","doc":"leave","start":9,"end":35,"text":"You have 28 days of leave."}
{"id":"sick#1","doc":"sick","start":8,"end":37,"text":"Report sick on the first day."}
{"id":"trips#1","doc":"trips","start":9,"end":26,"text":"Book trips early."}
"#;

/// The same documents, cut at their ends alone.
pub const OTHER_PASSAGES: &str = r##"{"id":"L","doc":"leave","start":0,"end":36,"text":"# Leave\n\nYou have 28 days of leave.\n"}
{"id":"S","doc":"sick","start":0,"end":38,"text":"# Sick\n\nReport sick on the first day.\n"}
{"id":"T","doc":"trips","start":0,"end":27,"text":"# Trips\n\nBook trips early.\n"}
"##;

fn question(id: &str, kind: &str, query: &str, doc: &str, range: [usize; 2], quote: &str) -> Value {
    json!({"id": id, "query": query, "type": kind, "evidence": {"all": [{"doc": doc, "range": range, "quote": quote}]}})
}

/// The project, without runs.
pub fn shop() -> tempfile::TempDir {
    let mut sealed = question("sealed", "lookup", "Is it a secret?", "trips", [9, 26], "Book trips early.");
    sealed["split"] = json!("final");
    let questions = [
        question("leave", "lookup", "How many days of leave do I have?", "leave", [9, 35], "You have 28 days of leave."),
        question(FORMULA, "lookup", "Whom do I tell that I am ill?", "sick", [8, 37], "Report sick on the first day."),
        question(BELL, "paraphrase", "When do I book a journey?", "trips", [9, 26], "Book trips early."),
        sealed,
    ];
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    folder(&[
        ("fourcell.toml", "version = 1\n[project]\nname = \"shop\"\n"),
        ("corpus.jsonl", CORPUS),
        ("questions.jsonl", &lines),
    ])
}

/// Records, of a question what stands in the candidates; two of them are sent.
pub fn run(place: &Path, name: &str, lists: &[(&str, &[&str])]) {
    run_with(place, name, lists, PASSAGES);
}

pub fn run_with(place: &Path, name: &str, lists: &[(&str, &[&str])], passages: &str) {
    let record = |(question, list): &(&str, &[&str])| {
        let sent: Vec<&&str> = list.iter().take(2).collect();
        format!("{}\n", json!({"question": question, "stages": {"candidates": list, "packed": sent}, "context": sent}))
    };
    write_run(place, name, &lists.iter().map(record).collect::<String>(), passages);
}

pub fn write_run(place: &Path, name: &str, records: &str, passages: &str) {
    let run = place.join("runs").join(name);
    fs::create_dir_all(&run).unwrap();
    fs::write(run.join("manifest.toml"), "version = 1\nday = \"2026-11-30\"\n[budget]\npassages = 2\n").unwrap();
    fs::write(run.join("records.jsonl"), records).unwrap();
    fs::write(run.join("passages.jsonl"), passages).unwrap();
}

/// The run in which the leave stands below the cut, the sick note in no list, and the trips were sent.
pub fn first(place: &Path) {
    run(
        place,
        "one",
        &[
            ("leave", &["trips#1", "sick#1", "leave#1"]),
            (FORMULA, &["trips#1", "leave#1"]),
            (BELL, &["trips#1"]),
            ("sealed", &["leave#1"]),
        ],
    );
}

pub fn told(place: &Path, arguments: &[&str]) -> Ran {
    fourcell_with(place, arguments, b"")
}

/// What is said in JSON.
pub fn read(place: &Path, arguments: &[&str]) -> Value {
    let ran = told(place, &[arguments, &["--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

/// The lines of a ledger; `None` where there is none.
pub fn lines(path: &Path) -> Option<Vec<Value>> {
    let text = fs::read_to_string(path).ok()?;
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Question, cause, how it is known and state of each line.
pub fn kept(path: &Path) -> Vec<(String, String, String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |line: Value| (word(&line["question"]), word(&line["cause"]), word(&line["known_by"]), word(&line["state"]));
    lines(path).unwrap_or_default().into_iter().map(line).collect()
}

/// Every file of a folder with its bytes.
pub fn everything(place: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut open = vec![place.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files.push((path.display().to_string(), Vec::new()));
                open.push(path);
            } else {
                files.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}
