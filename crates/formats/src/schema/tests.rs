//! The schemas have the keys that the readers ask for, and no others.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::{NATIVE, asked};
use crate::source::Source;
use crate::toml_text::TomlText;
use crate::{native, project};

/// Files that between them reach every object of a format, so that every key is asked for.
const REACHING: [(&str, &[&str]); 13] = [
    (
        "project",
        &["[systems.b]\n[systems.h]\ntype = 'http'\nurl = 'u'\n[systems.h.map]\n[systems.h.manifest]\n\
           [systems.h.admin]\nurl = 'u'\nadd = {}\nupdate = {}\ndelete = {}\nexpire = {}\nsupersede = {}\nmove = {}\nday = {}\n\
           delay = {}\nindex = {}\n\
           [systems.c]\ntype = 'command'\ncommand = ['x']\n\
           [systems.r]\ntype = 'recorded'\nfile = 'x'\n\
           [systems.m]\nembedding = {folder = 'x'}\nreranking = {folder = 'x'}\nrewriting = {endpoint = 'e', model = 'x'}\n\
           generator = {endpoint = 'e', model = 'x'}\n\
           [systems.t]\nembedding = {endpoint = 'e', model = 'x'}\nreranking = {endpoint = 'e', model = 'x'}\n\
           rewriting = {templates = ['{query}']}\n\
           [endpoints.e]\nurl = 'x'\nprice = {input = 0, output = 0}\n\
           [judges.l]\ntype = 'lexical'\n[judges.m]\ntype = 'model'\nendpoint = 'e'\nmodel = 'x'\n\
           [judges.c]\ntype = 'command'\ncommand = ['x']\n[judges.p]\ntype = 'panel'\nmembers = ['l', 'm']\n\
           [rubrics.r]\nquestion = 'q'\noutcomes = ['a', 'b']\npass = ['a']\n[citations]\n[judge]\n[custody]\n[gate]\n[gate.repeats]\n[gate.oracle]\n[gate.answers]\n[gate.answers.least]\n[gate.answers.most]\n[gate.latency]\n[gate.tokens]\n"],
    ),
    (
        "question",
        &[
            r#"{"id":"q","query":"?","history":[{"role":"user","content":""}],"principal":{},"facts":[{"id":"f","text":"t"}],"evidence":{"all":[{"any":[{"doc":"d","range":[0,1]}]},{"doc":"d","range":[0,1]}]}}"#,
            r#"{"id":"q","query":"?","evidence":{"doc":"d","range":[0,1]}}"#,
            r#"{"id":"q","query":"?","required":[{"doc":"d","range":[0,1]}]}"#,
            r#"{"id":"q","query":"?","acceptable":[{"doc":"d","range":[0,1]}]}"#,
        ],
    ),
    ("label", &[r#"{"question":"q","range":{"doc":"d","range":[0,1]},"grade":0}"#, r#"{"question":"q","doc":"d","grade":0}"#]),
    ("document", &[r#"{"id":"d","text":""}"#]),
    ("passage", &[r#"{"id":"p"}"#]),
    (
        "record",
        &[r#"{"question":"q","context":[{"id":"a"}],"steps":[{"stages":{"candidates":[{"id":"a"}],"filtered":[{"id":"a"}],
              "fused":[{"id":"a"}],"reranked":[{"id":"a"}],"packed":[{"id":"a"}]}}],
            "stages":{"candidates":[{"id":"a"}],"filtered":[{"id":"a"}],"fused":[{"id":"a"}],"reranked":[{"id":"a"}],"packed":[{"id":"a"}]}}"#],
    ),
    (
        "judgement",
        &[
            r#"{"question":"q","kind":"support","target":{"claim":0,"text":"c"},"verdict":"supported"}"#,
            r#"{"question":"q","kind":"citation","target":{"span":[0,1]},"verdict":"supported"}"#,
            r#"{"question":"q","kind":"claims","claims":[{"text":"c"}]}"#,
            r#"{"question":"q","kind":"claims","error":{"kind":"k","problem":"p"}}"#,
        ],
    ),
    (
        "ledger",
        &[r#"{"question":"q","cause":"rank","proof":[{"what":"w"}],"secondary":[{"cause":"rank","proof":[{"what":"w"}]}],
              "lost":[{"group":1,"evidence":{"doc":"d"},"seen":[{"stage":"fused","length":1}],
              "findings":[{"cause":"rank","proof":[{"what":"w"}]}]}],"history":[{"run":"r"}]}"#],
    ),
    ("manifest", &["[settings]\n[budget]\n[when]\n"]),
    (
        "lifecycle",
        &[
            r#"{"do":"add","document":{"id":"a","text":""},"expect":[{"ask":"a","principal":{},"must":[{"doc":"a"}],"must_not":[{"doc":"a"}]}]}"#,
            r#"{"do":"expire","doc":"a"}"#,
            r#"{"do":"supersede","doc":"a","by":"b"}"#,
            r#"{"do":"move","doc":"a","from":"b"}"#,
            r#"{"do":"day","day":"2026-11-30"}"#,
            r#"{"do":"delay"}"#,
        ],
    ),
    (
        "custody",
        &[
            r#"{"version":1,"seq":1,"at":"now","who":"ann","kind":"sealed","set":"sha256:0000000000000000000000000000000000000000000000000000000000000000","questions":1,"looks":1,"reason":"r","previous":"sha256:0000000000000000000000000000000000000000000000000000000000000000","hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}"#,
            r#"{"version":1,"seq":1,"at":"now","who":"ann","kind":"look","set":"sha256:0000000000000000000000000000000000000000000000000000000000000000","questions":1,"run":"r","manifest":"sha256:0000000000000000000000000000000000000000000000000000000000000000","released":"verdicts","by":"gate","previous":"sha256:0000000000000000000000000000000000000000000000000000000000000000","hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}"#,
        ],
    ),
    ("timing", &[r#"{"question":"q","ms":{}}"#]),
    ("baseline", &[r#"{"run":"r","reason":"r","at":"t","records":"h","set":"s"}"#]),
];

/// What a schema tells of what the reader does not ask for: fields that it passes over.
const PASSED_OVER: [(&str, &str, &[&str]); 4] = [
    // Slices are taken by whatever name they have.
    ("question", "", &native::questions::NAMED_SLICES),
    ("record", "", &native::records::PASSED_OVER),
    ("ledger", "", &native::ledger::PASSED_OVER),
    ("manifest", "", &native::run::PASSED_OVER),
];

/// Tables of a project whose keys are names.
const NAMED: [&str; 4] = ["systems", "endpoints", "judges", "rubrics"];

fn read(name: &str, text: &str) {
    let source = Source::memory("file", text.replace('\n', if text.starts_with('{') { "" } else { "\n" }).into_bytes());
    match name {
        "project" => {
            let text = TomlText::read(&source).unwrap();
            drop(project::parse(&text, PathBuf::new(), PathBuf::from("/nonexistent")).unwrap());
        }
        "question" => drop(native::read_questions(&source).unwrap()),
        "label" => drop(native::read_labels(&source).unwrap()),
        "document" => drop(native::read_corpus(&source).unwrap()),
        "passage" => drop(native::read_passages(&source).unwrap()),
        "record" => drop(native::read_records(&source).unwrap()),
        "judgement" => drop(native::read_judgements(&source).unwrap()),
        "ledger" => drop(native::read_ledger(&source).unwrap()),
        "lifecycle" => drop(native::read_lifecycle(&source).unwrap()),
        "manifest" => drop(native::read_manifest(&source).unwrap()),
        "custody" => drop(native::read_custody(&source).unwrap()),
        "timing" => drop(native::read_timings(&source).unwrap()),
        "baseline" => drop(native::read_baselines(&source).unwrap()),
        other => panic!("no reader for {other}"),
    }
}

/// A schema's parts, as a reader walks them.
struct Walk<'s> {
    root: &'s Value,
}

impl<'s> Walk<'s> {
    /// The schemas that say something of the same value: itself, what it refers to, its alternatives.
    fn all(&self, schema: &'s Value, into: &mut Vec<&'s Value>) {
        if into.iter().any(|seen| std::ptr::eq(*seen, schema)) {
            return;
        }
        into.push(schema);
        if let Some(part) = schema["$ref"].as_str() {
            self.all(self.root.pointer(part.trim_start_matches('#')).unwrap(), into);
        }
        ["then", "else"].iter().filter_map(|branch| schema.get(branch)).for_each(|branch| self.all(branch, into));
        for several in ["anyOf", "allOf"] {
            schema[several].as_array().into_iter().flatten().for_each(|one| self.all(one, into));
        }
    }

    /// The schemas of the value at a path.
    fn at(&self, path: &str) -> Vec<&'s Value> {
        let mut here = Vec::new();
        self.all(self.root, &mut here);
        for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
            let mut next = Vec::new();
            for schema in here {
                let below = match step.strip_suffix(']') {
                    Some(_) => schema.get("items"),
                    None => schema["properties"].get(step).or_else(|| schema.get("additionalProperties")),
                };
                below.into_iter().for_each(|below| self.all(below, &mut next));
            }
            here = next;
        }
        here
    }

    /// The keys that an object at a path may have by name.
    fn keys(&self, path: &str) -> BTreeSet<String> {
        self.at(path).into_iter().filter_map(|s| s["properties"].as_object()).flat_map(Map::keys).cloned().collect()
    }
}

/// `evidence.all[0]` and `evidence.all[1]` are one place; so are the systems of a project.
fn place(name: &str, path: &str) -> String {
    let mut steps: Vec<String> = path
        .split('.')
        .map(|step| step.split('[').next().unwrap().to_owned() + if step.contains('[') { "[0]" } else { "" })
        .collect();
    if name == "project" && NAMED.contains(&steps[0].as_str()) && steps.len() > 1 {
        steps[1] = "NAME".to_owned();
    }
    steps.join(".")
}

#[test]
fn a_schema_has_the_keys_that_its_reader_asks_for_and_no_others() {
    assert_eq!(REACHING.map(|(name, _)| name), NATIVE.map(|schema| schema.name));
    for ((name, files), schema) in REACHING.into_iter().zip(NATIVE) {
        let json = schema.json();
        let walk = Walk { root: &json };
        let heard: BTreeSet<(String, String)> = files
            .iter()
            .flat_map(|file| asked::while_doing(|| read(name, file)))
            .map(|(path, key)| (place(name, &path), key))
            .collect();
        let places: BTreeSet<&String> = heard.iter().map(|(path, _)| path).collect();
        assert!(!places.is_empty(), "{name}");
        for path in places {
            let mut asked: BTreeSet<String> = heard.iter().filter(|(p, _)| p == path).map(|(_, key)| key.clone()).collect();
            // Whoever reads a locator asks for that; of a label's range it was refused before.
            if (name, path.as_str()) == ("label", "range") {
                asked.remove("passage");
            }
            // A system's settings have whatever names it gives them; of one the reader wants to know more.
            if (name, path.as_str()) == ("manifest", "settings") {
                continue;
            }
            let told = walk.keys(path);
            let over = PASSED_OVER.iter().filter(|(n, p, _)| *n == name && p == path).flat_map(|(_, _, keys)| keys.iter());
            for key in over {
                assert!(asked.insert((*key).to_owned()), "{name}: '{key}' is asked for now; it is not passed over");
            }
            // These have the names that a project gives them.
            if name != "project" || !NAMED.contains(&path.as_str()) {
                assert_eq!(asked, told, "{name}: left what the reader asks for at '{path}', right what the schema tells");
            }
        }
    }
}

#[test]
fn schemas_are_the_same_bytes_each_time_and_say_what_they_are() {
    for schema in NATIVE {
        assert_eq!(schema.text(), schema.text());
        let json = schema.json();
        assert_eq!(json["$schema"], "https://json-schema.org/draft/2020-12/schema", "{}", schema.name);
        assert!(json["title"].as_str().unwrap().starts_with("Fourcell: "));
    }
}
