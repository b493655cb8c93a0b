//! A project of as many questions as a case asks for, with a baseline and a candidate that differ where it says.
//!
//! Answerable questions are called q001, q002 …, unanswerable ones u001 … . Each answerable one needs the passage of its number.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::command::folder;

/// The questions that a text names: `q001..q005 q009`.
pub fn named(text: &Value) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for part in text.as_str().unwrap_or_default().split_whitespace() {
        match part.split_once("..") {
            None => drop(all.insert(part.to_owned())),
            Some((first, last)) => {
                let number = |id: &str| id[1..].parse::<usize>().unwrap_or_else(|_| panic!("'{part}' is no range of questions"));
                all.extend((number(first)..=number(last)).map(|n| format!("{}{n:03}", &first[..1])));
            }
        }
    }
    all
}

/// What a case says of its project.
pub struct Stated<'s> {
    /// What the project file says besides its version.
    pub toml: &'s str,
    /// The question set.
    pub set: &'s Value,
    /// The runs by name.
    pub runs: [(&'s str, &'s Value); 2],
}

/// Writes the project.
pub fn project(stated: &Stated<'_>) -> tempfile::TempDir {
    let set = stated.set;
    let count = |key: &str| set[key].as_u64().unwrap_or(0) as usize;
    let answerable: Vec<String> = (1..=count("answerable")).map(|n| format!("q{n:03}")).collect();
    let unanswerable: Vec<String> = (1..=count("unanswerable")).map(|n| format!("u{n:03}")).collect();
    let mut files = vec![
        ("fourcell.toml".to_owned(), format!("version = 1\n{}\n", stated.toml)),
        ("questions.jsonl".to_owned(), questions(set, &answerable, &unanswerable)),
        ("corpus.jsonl".to_owned(), corpus(&answerable)),
        ("passages.jsonl".to_owned(), passages(&answerable)),
    ];
    let all: Vec<String> = answerable.iter().chain(&unanswerable).cloned().collect();
    for (name, run) in stated.runs.iter().filter(|(_, run)| run.is_object()) {
        files.push((format!("runs/{name}/records.jsonl"), records(run, &all)));
        files.push((format!("runs/{name}/manifest.toml"), manifest(run)));
        let judgements = judgements(run, &all);
        if !judgements.is_empty() {
            files.push((format!("runs/{name}/judgements.jsonl"), judgements));
        }
        if run.get("ms").is_some() {
            files.push((format!("runs/{name}/timings.jsonl"), timings(run, &all)));
        }
        if let Some(lock) = run["lock"].as_str() {
            let judges = json!({"schema": "fourcell/judges@1", "judges": {"m": {"kind": "model", "lock": lock}}});
            files.push((format!("runs/{name}/judges.json"), judges.to_string()));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder(&files)
}

fn manifest(run: &Value) -> String {
    let setting = run["settings"].as_u64().map_or_else(String::new, |value| format!("k = {value}\n"));
    format!("version = 1\nday = \"2026-11-30\"\n[settings]\n{setting}")
}

fn lines(values: impl Iterator<Item = Value>) -> String {
    values.map(|value| format!("{value}\n")).collect()
}

fn questions(set: &Value, answerable: &[String], unanswerable: &[String]) -> String {
    let (critical, core) = (named(&set["critical"]), named(&set["core"]));
    let (lookup, finals) = (named(&set["lookup"]), named(&set["final"]));
    lines(answerable.iter().chain(unanswerable).map(|id| {
        let mut question = json!({"id": id, "query": format!("What does {id} say?")});
        match id.starts_with('q') {
            true => question["evidence"] = json!({"all": [{"passage": format!("p{}", &id[1..])}]}),
            false => question["answerable"] = json!(false),
        }
        for (key, ids) in [("critical", &critical), ("core", &core)] {
            if ids.contains(id) {
                question[key] = json!(true);
            }
        }
        if finals.contains(id) {
            question["split"] = json!("final");
        }
        if set.get("lookup").is_some() {
            question["type"] = json!(if lookup.contains(id) { "lookup" } else { "other" });
        }
        question
    }))
}

/// A document for each answerable question, one beside the point, and one that was deleted.
fn corpus(answerable: &[String]) -> String {
    let own = answerable.iter().map(|id| json!({"id": format!("d{}", &id[1..]), "text": format!("It says {id}.")}));
    let others = [json!({"id": "other", "text": "Something else."}), json!({"id": "gone", "text": "Gone.", "status": "deleted"})];
    lines(own.chain(others))
}

fn passages(answerable: &[String]) -> String {
    let of =
        |id: &str, doc: &str, text: &str| json!({"id": id, "doc": doc, "start": 0, "end": text.chars().count(), "text": text});
    let own = answerable.iter().map(|id| of(&format!("p{}", &id[1..]), &format!("d{}", &id[1..]), &format!("It says {id}.")));
    lines(own.chain([of("x", "other", "Something else."), of("g", "gone", "Gone.")]))
}

/// How often each question is asked.
fn repeats(run: &Value) -> u64 {
    run["repeats"].as_u64().unwrap_or(1)
}

/// What a run says of a repeat: what stands under its number wins.
fn at<'r>(run: &'r Value, repeat: u64, key: &str) -> &'r Value {
    let own = &run[format!("repeat {repeat}").as_str()][key];
    if own.is_null() { &run[key] } else { own }
}

fn modes(run: &Value) -> Vec<&'static str> {
    if run["oracle"].is_object() { vec!["normal", "oracle"] } else { vec!["normal"] }
}

fn records(run: &Value, all: &[String]) -> String {
    let mut records = Vec::new();
    for mode in modes(run) {
        for repeat in 0..repeats(run) {
            let of = |key: &str| named(at(run, repeat, key));
            let (missing, failed, lacks) = (of("missing"), of("failed"), of("lacks"));
            let (answered, incident) = (of("answered"), of("incident"));
            for id in all.iter().filter(|id| !missing.contains(*id)) {
                let mut record = json!({"question": id, "mode": mode, "repeat": repeat});
                if failed.contains(id) {
                    record["error"] = json!("time-out");
                    records.push(record);
                    continue;
                }
                let answerable = id.starts_with('q');
                let own = answerable && (mode == "oracle" || !lacks.contains(id));
                let mut context: Vec<String> = if own { vec![format!("p{}", &id[1..])] } else { Vec::new() };
                context.push("x".into());
                if incident.contains(id) {
                    context.push("g".into());
                }
                record["stages"] = json!({"candidates": context});
                if !of("no context").contains(id) {
                    record["context"] = json!(context);
                }
                let declines = !answerable && !answered.contains(id);
                record["status"] = json!(if declines { "declined" } else { "answered" });
                record["answer"] = json!(if declines { "I do not know.".to_owned() } else { format!("It says {id}.") });
                if let Some(tokens) = run.get("tokens") {
                    record["tokens"] = json!({"context": tokens});
                }
                records.push(record);
            }
        }
    }
    lines(records.into_iter())
}

/// What was said of each answer to an answerable question, by a person or by the judge m.
fn judgements(run: &Value, all: &[String]) -> String {
    let mut said = Vec::new();
    if run.get("wrong").is_none() && !run["oracle"].is_object() {
        return String::new();
    }
    let (judge, by) = if run["judge"] == "m" { ("m", "model") } else { ("ann", "person") };
    for mode in modes(run) {
        for repeat in 0..repeats(run) {
            let wrong = named(if mode == "oracle" { &run["oracle"]["wrong"] } else { at(run, repeat, "wrong") });
            let unjudged = named(at(run, repeat, "unjudged"));
            let gone: BTreeSet<String> = ["missing", "failed"].iter().flat_map(|key| named(at(run, repeat, key))).collect();
            for id in all.iter().filter(|id| id.starts_with('q') && !gone.contains(*id) && !unjudged.contains(*id)) {
                let verdict = if wrong.contains(id) { "incorrect" } else { "correct" };
                said.push(json!({"question": id, "mode": mode, "repeat": repeat, "kind": "answer", "verdict": verdict,
                                 "judge": judge, "by": by}));
            }
        }
    }
    lines(said.into_iter())
}

/// So many milliseconds a call; those of the slow ones ten times as many.
fn timings(run: &Value, all: &[String]) -> String {
    let slow = named(&run["slow"]);
    let ms = run["ms"].as_f64().unwrap();
    lines(all.iter().map(|id| {
        let total = if slow.contains(id) { 10.0 * ms } else { ms };
        json!({"question": id, "mode": "normal", "repeat": 0, "ms": {"total": total}})
    }))
}
