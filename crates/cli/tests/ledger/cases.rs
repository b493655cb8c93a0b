//! The literate cases of `conformance/ledger`: each file is specification, documentation and test at once.
//!
//! `conformance/ledger/README.md` tells what blocks there are.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::command::{folder, fourcell, root};
use crate::literate::{self, Case, cases};

/// The cases' files.
fn files() -> Vec<std::path::PathBuf> {
    literate::files(&root().join("conformance/ledger"))
}

impl Case {
    /// The text of a document of the corpus, in a revision or, without one, in the first.
    fn text_of(&self, doc: &Value, rev: &Value) -> Option<String> {
        let corpus = self.values("corpus");
        let found = corpus.iter().find(|document| document["id"] == *doc && (rev.is_null() || document["rev"] == *rev));
        found.and_then(|document| document["text"].as_str().map(str::to_owned))
    }

    /// Where some words stand in a text, in code points.
    fn range(&self, text: &str, words: &str) -> (usize, usize) {
        let at = text.find(words).unwrap_or_else(|| panic!("{}: '{words}' does not stand in '{text}'", self.name()));
        let start = text[..at].chars().count();
        (start, start + words.chars().count())
    }

    /// A label that gives its quote and no range stands where the quote does; where it stands nowhere, at the beginning.
    fn placed(&self, value: &mut Value) {
        match value {
            Value::Array(children) => children.iter_mut().for_each(|child| self.placed(child)),
            Value::Object(node) => {
                if let (Some(Value::String(quote)), false) = (node.get("quote").cloned(), node.contains_key("range")) {
                    let text = self.text_of(&node["doc"], node.get("rev").unwrap_or(&Value::Null));
                    let there = text.filter(|text| text.contains(&quote));
                    let range = there.map_or((0, quote.chars().count()), |text| self.range(&text, &quote));
                    node.insert("range".into(), json!([range.0, range.1]));
                }
                node.values_mut().for_each(|child| self.placed(child));
            }
            _ => {}
        }
    }

    fn lines(&self, values: Vec<Value>) -> String {
        values.iter().map(|value| format!("{value}\n")).collect()
    }

    fn project(&self) -> tempfile::TempDir {
        let mut question = self.values("question").pop().unwrap_or_else(|| panic!("{}: no question", self.name()));
        if let Some(evidence) = question.get_mut("evidence") {
            self.placed(evidence);
        }
        let id = question["id"].clone();
        let mut labels = self.values("labels");
        labels.iter_mut().for_each(|label| self.placed(label));
        let mut passages = self.values("passages");
        for passage in passages.iter_mut().filter(|passage| passage.get("doc").is_some() && passage.get("start").is_none()) {
            let Some(text) = self.text_of(&passage["doc"], passage.get("rev").unwrap_or(&Value::Null)) else { continue };
            let (start, end) = self.range(&text, passage["text"].as_str().unwrap());
            (passage["start"], passage["end"]) = (json!(start), json!(end));
        }
        let mut record = self.values("record").pop().unwrap_or_else(|| json!({}));
        record["question"] = id.clone();
        let mut judgements = self.values("judgements");
        judgements.iter_mut().for_each(|judgement| judgement["question"] = id.clone());
        let text = |block: &str| self.blocks.get(block).cloned().unwrap_or_default();
        let mut files = vec![
            ("fourcell.toml".to_owned(), format!("version = 1\n{}\n", text("project"))),
            ("questions.jsonl".to_owned(), self.lines(vec![question])),
            ("runs/r/records.jsonl".to_owned(), self.lines(vec![record])),
            ("runs/r/manifest.toml".to_owned(), format!("version = 1\n{}\n", text("manifest"))),
        ];
        for (name, values) in [
            ("corpus.jsonl", self.values("corpus")),
            ("labels.jsonl", labels),
            ("runs/r/passages.jsonl", passages),
            ("runs/r/judgements.jsonl", judgements),
        ] {
            if !values.is_empty() {
                files.push((name.to_owned(), self.lines(values)));
            }
        }
        for (name, text) in &self.blocks {
            if let Some(source) = name.strip_prefix("source ") {
                files.push((source.to_owned(), text.clone()));
            }
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        folder(&files)
    }

    fn names(findings: &Value) -> Vec<&str> {
        findings.as_array().into_iter().flatten().filter_map(|finding| finding["cause"].as_str()).collect()
    }

    /// Runs the case, and says what is not as it must be.
    fn check(&self) -> Vec<String> {
        let expected = self.values("expect").pop().unwrap_or_else(|| panic!("{}: nothing is expected", self.name()));
        let known = ["owner", "known_by", "secondary", "why", "proof", "undiagnosed", "groups"];
        for key in expected.as_object().unwrap().keys() {
            assert!(known.contains(&key.as_str()), "{}: '{key}' is no expectation", self.name());
        }
        let project = self.project();
        let ran = fourcell(project.path(), "ledger r --format json --no-write");
        let Ok(read) = serde_json::from_str::<Value>(&ran.stdout) else {
            return vec![format!("{}: {}", self.name(), ran.stderr)];
        };
        let entry = &read["result"]["entries"][0];
        let mut wrong = Vec::new();
        let mut differs = |what: &str, expected: &Value, found: Value| {
            if *expected != found {
                wrong.push(format!("{}: {what} is {found}, not {expected}; {}", self.name(), entry["why"]));
            }
        };
        differs("owner", &expected["owner"], entry["cause"].clone());
        for (key, found) in [
            ("known_by", entry["known_by"].clone()),
            ("secondary", json!(Self::names(&entry["secondary"]))),
            ("groups", json!(entry["lost"].as_array().map_or(0, Vec::len))),
        ] {
            if let Some(expected) = expected.get(key) {
                differs(key, expected, found);
            }
        }
        if let Some(reason) = expected.get("undiagnosed") {
            let reasons = read["result"]["undiagnosed"].as_object().and_then(|reasons| reasons.keys().next().cloned());
            differs("undiagnosed", reason, json!(reasons));
        }
        let all = entry.to_string();
        for key in ["why", "proof"] {
            let Some(words) = expected.get(key).and_then(Value::as_str) else { continue };
            let held = if key == "why" { entry["why"].as_str().unwrap_or_default() } else { &all };
            if !held.contains(words) {
                wrong.push(format!("{}: {key} lacks '{words}': {held}", self.name()));
            }
        }
        wrong
    }
}

#[test]
fn every_case_is_decided_as_it_says() {
    let cases: Vec<Case> = files().iter().flat_map(|path| cases(path)).collect();
    let wrong = literate::wrong(&cases, Case::check);
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn every_cause_has_a_file_of_its_own_with_cases_that_it_owns() {
    for definition in &fourcell::diagnosis::CAUSES {
        let path = root().join(format!("conformance/ledger/{}.md", definition.name));
        assert!(path.exists(), "{} is not there", path.display());
        let own = cases(&path).iter().filter(|case| case.values("expect")[0]["owner"] == definition.name).count();
        assert!(own >= 2, "{}: {own} cases that it owns", definition.name);
    }
}

/// Each cause against the one after it in the order: one case in which both apply, so that the order decides, where both can.
#[test]
fn every_pair_of_neighbours_has_a_case() {
    let names: Vec<&str> = fourcell::diagnosis::CAUSES.iter().map(|definition| definition.name).collect();
    let told: BTreeSet<(String, String)> = files()
        .iter()
        .flat_map(|path| cases(path))
        .filter_map(|case| case.title.split_once(" before ").map(|(one, other)| (one.to_owned(), other.to_owned())))
        .collect();
    for pair in names.windows(2) {
        assert!(told.contains(&(pair[0].to_owned(), pair[1].to_owned())), "no case '## {} before {}'", pair[0], pair[1]);
    }
}
