//! `fourcell cells` through the command: on a whole evaluation of others, on small projects that have every branch, on the example.

#[path = "../command/mod.rs"]
mod command;
mod example;
mod real;
#[path = "../../../fourcell/tests/shared/mod.rs"]
mod shared;
mod small;

use std::path::Path;

use serde_json::Value;

/// Counts cells and reads the JSON.
#[track_caller]
fn counted(folder: &Path, arguments: &str, code: i32) -> Value {
    let ran = command::fourcell(folder, &format!("cells {arguments} --format json"));
    assert_eq!(ran.code, code, "{ran:?}");
    serde_json::from_str::<Value>(&ran.stdout).unwrap()["result"].take()
}

/// Works, generation fault, right for the wrong reason, retrieval fault; failed calls, failed verdicts, not scored.
fn cells(result: &Value, present: &str) -> ([u64; 4], [u64; 3]) {
    let definition = &result["definitions"][present];
    let cell = |name: &str| definition["cells"][name].as_u64().unwrap();
    let not_scored = definition["not_scored"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    let outside = ["failed_calls", "failed_verdicts"].map(|name| definition[name].as_u64().unwrap());
    let names = ["works", "generation_fault", "right_for_the_wrong_reason", "retrieval_fault"];
    (names.map(cell), [outside[0], outside[1], not_scored])
}
