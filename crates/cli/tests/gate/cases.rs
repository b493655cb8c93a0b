//! The literate cases of `conformance/gate`: each file is specification, documentation and test at once.
//!
//! `conformance/gate/README.md` tells what blocks there are.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::command::{Ran, fourcell, root};
use crate::literate::{self, Case, cases};
use crate::project::{Stated, project};

/// The cases' files.
fn files() -> Vec<std::path::PathBuf> {
    literate::files(&root().join("conformance/gate"))
}

impl Case {
    fn value(&self, block: &str) -> Value {
        self.values(block).pop().unwrap_or(Value::Null)
    }

    /// Runs the commands of the case, the last of which is the gate's.
    fn ran(&self, folder: &Path) -> Ran {
        let stated = self.text("commands");
        let commands = if stated.is_empty() { "gate candidate --baseline baseline" } else { stated };
        let mut last = None;
        for command in commands.lines() {
            // `edit FILE OLD => NEW` and `remove FILE` change files between commands.
            if let Some(edit) = command.strip_prefix("edit ") {
                let (file, change) = edit.split_once(' ').unwrap();
                let (old, new) = change.split_once(" => ").unwrap();
                let text = std::fs::read_to_string(folder.join(file)).unwrap();
                assert!(text.contains(old), "{}: {file} holds no '{old}'", self.name());
                std::fs::write(folder.join(file), text.replace(old, new)).unwrap();
                continue;
            }
            if let Some(file) = command.strip_prefix("remove ") {
                std::fs::remove_file(folder.join(file)).unwrap();
                continue;
            }
            let json = if command.starts_with("gate") { " --format json" } else { "" };
            last = Some(fourcell(folder, &format!("{command}{json}")));
        }
        last.unwrap_or_else(|| panic!("{}: no command", self.name()))
    }

    /// Runs the case, and says what is not as it must be.
    fn check(&self) -> Vec<String> {
        let expected = self.value("expect");
        let known = [
            "exit",
            "outcome",
            "decided_by",
            "layers",
            "said",
            "next",
            "needs",
            "regressions",
            "flaky",
            "error",
            "more",
            "silent",
        ];
        let keys = expected.as_object().unwrap_or_else(|| panic!("{}: nothing is expected", self.name()));
        keys.keys().for_each(|key| assert!(known.contains(&key.as_str()), "{}: '{key}' is no expectation", self.name()));
        let (set, mine, theirs) = (self.value("set"), self.value("candidate"), self.value("baseline"));
        let runs = [("baseline", &theirs), ("candidate", &mine)];
        let folder = project(&Stated { toml: self.text("gate"), set: &set, runs });
        let ran = self.ran(folder.path());
        let mut wrong = Vec::new();
        let mut differs = |what: &str, expected: &Value, found: Value| {
            if *expected != found {
                wrong.push(format!("{}: {what} is {found}, not {expected}\n{}{}", self.name(), ran.stdout, ran.stderr));
            }
        };
        differs("exit", &expected["exit"], json!(ran.code));
        if let Some(id) = expected["silent"].as_str() {
            differs(&format!("naming {id}"), &json!(false), json!(format!("{}{}", ran.stdout, ran.stderr).contains(id)));
        }
        if let Some(words) = expected["error"].as_str() {
            let held = words.split(" … ").all(|words| ran.stderr.contains(words));
            differs("error", &json!(true), json!(held));
            return wrong;
        }
        let read: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{}: {e}: {}", self.name(), ran.stderr));
        let result = &read["result"];
        for key in ["outcome", "decided_by"] {
            if let Some(expected) = expected.get(key) {
                differs(key, expected, result[key].clone());
            }
        }
        // Every layer is shown, whatever became of those before it.
        differs("number of layers", &json!(8), json!(result["layers"].as_array().map_or(0, Vec::len)));
        for (number, outcome) in expected["layers"].as_object().into_iter().flatten() {
            let layer = &result["layers"][number.parse::<usize>().unwrap()];
            differs(&format!("layer {number}"), outcome, layer["outcome"].clone());
        }
        for key in ["said", "next", "needs"] {
            for (number, words) in expected[key].as_object().into_iter().flatten() {
                let checks = result["layers"][number.parse::<usize>().unwrap()]["checks"].as_array().unwrap();
                let all: Vec<&str> = checks.iter().filter_map(|check| check[key].as_str()).collect();
                let held = all.iter().any(|text| text.contains(words.as_str().unwrap()));
                differs(&format!("{key} of layer {number} ({all:?}) holds {words}"), &json!(true), json!(held));
            }
        }
        if let Some(more) = expected.get("more") {
            let layer = &result["layers"][result["decided_by"].as_u64().unwrap() as usize];
            differs("more", more, layer["checks"][0]["more_questions"].clone());
        }
        let ids = |list: &Value| -> Value {
            list.as_array().into_iter().flatten().map(|one| one["question"].clone()).collect::<Vec<_>>().into()
        };
        for key in ["regressions", "flaky"] {
            if let Some(expected) = expected.get(key) {
                differs(key, expected, ids(&result[key]));
            }
        }
        wrong
    }
}

#[test]
fn every_case_is_decided_as_it_says() {
    let cases: Vec<Case> = files().iter().flat_map(|path| cases(path)).collect();
    assert!(cases.len() >= 40, "{} cases", cases.len());
    let wrong = literate::wrong(&cases, Case::check);
    assert!(wrong.is_empty(), "{} wrong in {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Each layer has a file, in which it comes to everything that it can come to.
#[test]
fn every_layer_has_cases_for_all_that_it_can_come_to() {
    for (name, word, _) in fourcell::diagnosis::gate::LAYERS {
        let number = name.number();
        let path = root().join(format!("conformance/gate/{number}-{}.md", word.replace(' ', "-")));
        assert!(path.exists(), "{} is not there", path.display());
        let outcomes: BTreeSet<String> = cases(&path)
            .iter()
            .filter_map(|case| case.value("expect")["layers"][number.to_string().as_str()].as_str().map(str::to_owned))
            .collect();
        let can: &[&str] = match number {
            0 => &["pass", "fail"],
            1 => &["pass", "fail", "not-evaluated"],
            2 => &["pass", "unchanged", "inconclusive", "fail", "not-evaluated"],
            3 => &["pass", "unchanged", "fail", "not-asked", "not-evaluated"],
            4 | 6 => &["pass", "inconclusive", "fail", "not-asked", "not-evaluated"],
            5 => &["pass", "unchanged", "inconclusive", "fail", "not-asked", "not-evaluated"],
            _ => &["pass", "fail", "not-asked", "not-evaluated"],
        };
        can.iter()
            .for_each(|outcome| assert!(outcomes.contains(*outcome), "{}: no case in which it is {outcome}", path.display()));
    }
}
