//! The action, the hook and the snippets of docs/ci.md: their scripts are run as the services would run them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{handbook, python, read, yaml};
use crate::command::root;

fn action() -> Value {
    yaml::read(&read(root().join("action.yml")))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

fn steps(action: &Value) -> Vec<Value> {
    action["runs"]["steps"].as_array().unwrap().clone()
}

/// The folder of the program, first on the path.
fn path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_fourcell")).parent().unwrap().to_owned();
    let all = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([program].into_iter().chain(std::env::split_paths(&all))).unwrap()
}

/// Every `${{ … }}` of a text.
fn expressions(text: &str) -> Vec<&str> {
    text.split("${{").skip(1).map(|part| part.split_once("}}").expect("an end").0.trim()).collect()
}

/// A workflow that uses the action once.
struct Workflow {
    folder: tempfile::TempDir,
    inputs: BTreeMap<String, String>,
    path: std::ffi::OsString,
}

/// What a step left behind.
struct Ran {
    code: i32,
    log: String,
    outputs: BTreeMap<String, String>,
}

impl Workflow {
    fn new(inputs: &[(&str, &str)]) -> Self {
        let action = action();
        let defaults = action["inputs"].as_object().unwrap().iter();
        let mut all: BTreeMap<String, String> =
            defaults.map(|(name, input)| (name.clone(), text(&input["default"]).to_owned())).collect();
        for (name, value) in inputs {
            assert!(all.insert((*name).to_owned(), (*value).to_owned()).is_some(), "{name} is no input");
        }
        let folder = handbook();
        std::fs::create_dir(folder.path().join("temporary")).unwrap();
        Self { folder, inputs: all, path: path() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a step, in the folder of the project.
    fn step(&self, step: &Value, program: &str) -> Ran {
        let value = |expression: &str| match expression {
            "github.action_path" => root().display().to_string(),
            "steps.program.outputs.program" => program.to_owned(),
            other => self.inputs[other.strip_prefix("inputs.").unwrap()].clone(),
        };
        std::fs::write(self.at("temporary/step.sh"), text(&step["run"])).unwrap();
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail"]).arg(self.at("temporary/step.sh"));
        command.current_dir(self.at("evaluation")).env("PATH", &self.path).env("NO_COLOR", "1");
        command.env("RUNNER_TEMP", self.at("temporary")).env("GITHUB_WORKSPACE", self.folder.path());
        for (name, file) in [("GITHUB_OUTPUT", "output"), ("GITHUB_PATH", "path"), ("GITHUB_STEP_SUMMARY", "summary")] {
            command.env(name, self.at(&format!("temporary/{file}")));
        }
        for (name, stated) in step["env"].as_object().unwrap() {
            let found = expressions(text(stated));
            assert_eq!(found.len(), 1, "{stated}");
            command.env(name, value(found[0]));
        }
        let output = command.output().unwrap();
        let log = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        let outputs = std::fs::read_to_string(self.at("temporary/output")).unwrap_or_default();
        let outputs = outputs.lines().map(|line| line.split_once('=').unwrap()).map(|(n, v)| (n.to_owned(), v.to_owned()));
        Ran { code: output.status.code().unwrap(), log, outputs: outputs.collect() }
    }

    /// Runs both steps.
    fn run(&self) -> Ran {
        let steps = steps(&action());
        let found = self.step(&steps[0], "");
        assert_eq!(found.code, 0, "{}", found.log);
        self.step(&steps[1], &found.outputs["program"])
    }
}

#[test]
fn the_action_is_composite_and_no_input_becomes_text_of_a_script() {
    let action = action();
    assert_eq!(action["runs"]["using"], "composite");
    let inputs = action["inputs"].as_object().unwrap();
    assert_eq!(steps(&action).iter().map(|step| step["id"].clone()).collect::<Vec<_>>(), ["program", "gate"]);
    let mut used = Vec::new();
    for step in steps(&action) {
        assert_eq!(step["shell"], "bash");
        assert!(!text(&step["run"]).contains("${{") && step.get("uses").is_none());
        let stated = step["env"].as_object().unwrap().values().map(text).chain(step.get("if").map(text));
        used.extend(stated.flat_map(expressions).map(|e| e.split_whitespace().next().unwrap().to_owned()));
    }
    let docs = read(root().join("docs/ci.md"));
    for (name, input) in inputs {
        assert!(used.contains(&format!("inputs.{name}")), "{name} is not used");
        assert!(docs.contains(&format!("`{name}`")), "docs/ci.md does not tell of {name}");
        assert!(text(&input["description"]).len() > 10 && input["default"].is_string());
    }
    let given: Vec<&String> = used.iter().filter(|name| name.starts_with("inputs.")).collect();
    assert_eq!(given.len(), inputs.len(), "an input that is not stated: {used:?}");
    for (name, output) in action["outputs"].as_object().unwrap() {
        let expression = expressions(text(&output["value"]))[0].to_owned();
        assert!(["gate", "program"].iter().any(|id| expression == format!("steps.{id}.outputs.{name}")), "{expression}");
        let step = &steps(&action)[usize::from(expression.starts_with("steps.gate"))];
        assert!(text(&step["run"]).contains(&format!("echo \"{name}=")), "{name} is never written");
        assert!(docs.contains(&format!("`{name}`")), "docs/ci.md does not tell of {name}");
    }
}

#[test]
fn the_action_gates_and_leaves_every_file_with_the_summary() {
    let workflow = Workflow::new(&[("run", "candidate"), ("baseline", "baseline"), ("link", "https://ci.example/7")]);
    let ran = workflow.run();
    assert_eq!(ran.code, 0, "{}", ran.log);
    let folder = workflow.at("temporary/fourcell");
    let told = |name: &str| ran.outputs[name].clone();
    assert_eq!((told("outcome"), told("exit-code"), told("folder")), ("pass".into(), "0".into(), folder.display().to_string()));
    for file in ["gate.md", "gate.json", "gate.xml", "gate.sarif", "gate.csv"] {
        assert!(!read(folder.join(file)).is_empty(), "{file}");
    }
    let summary = read(workflow.at("temporary/summary"));
    assert!(summary == read(folder.join("gate.md")) && summary.contains("[report](https://ci.example/7)"), "{summary}");
    assert!(ran.log.contains("::warning file=evaluation/questions.jsonl,line="), "{}", ran.log);
    // A second gate of the same step comes after the first.
    workflow.run();
    assert_eq!(read(workflow.at("temporary/summary")), summary.repeat(2));
}

#[test]
fn the_step_ends_as_the_gate_does_unless_it_is_told_otherwise() {
    let code = |inputs: &[(&str, &str)]| {
        let ran = Workflow::new(inputs).run();
        (ran.code, ran.outputs["outcome"].clone(), ran.outputs["exit-code"].clone())
    };
    let told = |code: i32, outcome: &str, exit: &str| (code, outcome.to_owned(), exit.to_owned());
    let failing = ("run", "baseline");
    assert_eq!(code(&[failing, ("baseline", "candidate")]), told(1, "fail", "1"));
    assert_eq!(code(&[failing, ("baseline", "candidate"), ("fail", "false")]), told(0, "fail", "1"));
    assert_eq!(code(&[failing, ("baseline", "nowhere"), ("fail", "false")]), told(2, "error", "2"));
    assert_eq!(code(&[("run", "candidate"), ("baseline", "baseline"), ("arguments", "--no-such")]), told(2, "error", "2"));
}

#[test]
fn an_inconclusive_gate_passes_the_step_only_where_that_is_stated() {
    let run = |inputs: &[(&str, &str)]| {
        let mut all = vec![("run", "candidate"), ("baseline", "baseline"), ("sarif", "false"), ("arguments", "--explain --all")];
        all.extend(inputs);
        let workflow = Workflow::new(&all);
        let project = workflow.at("evaluation/fourcell.toml");
        let toml = read(&project) + "\n[gate]\nslice = \"type=lookup\"\n";
        std::fs::write(project, toml).unwrap();
        let ran = workflow.run();
        assert_eq!(ran.outputs["outcome"], "inconclusive", "{}", ran.log);
        assert!(!workflow.at("temporary/fourcell/gate.sarif").exists() && ran.log.contains("needs: "));
        ran.code
    };
    assert_eq!((run(&[]), run(&[("allow-inconclusive", "true")])), (5, 0));
}

#[test]
fn inputs_are_arguments_and_never_commands() {
    for hostile in ["$(touch owned)", "`touch owned`", "\"; touch owned; \"", "' ; touch owned #", "--help", "*"] {
        let workflow = Workflow::new(&[("run", hostile), ("baseline", hostile), ("link", "https://a/$(touch owned)")]);
        let ran = workflow.run();
        assert_eq!((ran.code, ran.outputs["outcome"].as_str()), (2, "error"), "{hostile}: {}", ran.log);
        assert!(!workflow.at("evaluation/owned").exists() && !workflow.at("owned").exists(), "{hostile}");
    }
}

/// Where the program is nowhere it is built; a cargo that is written here says what it was asked, as to build takes minutes.
#[test]
fn the_program_is_found_or_built() {
    let mut workflow = Workflow::new(&[]);
    let step = steps(&action())[0].clone();
    let found = workflow.step(&step, "");
    let expected = Path::new(env!("CARGO_BIN_EXE_fourcell"));
    assert_eq!((found.code, Path::new(&found.outputs["program"])), (0, expected), "{}", found.log);
    assert_eq!(read(workflow.at("temporary/path")).trim(), expected.parent().unwrap().display().to_string());
    let script = format!(
        "#!/bin/bash\nset -e\nprintf '%s\\n' \"$@\" > asked\nwhile [ \"$1\" != --root ]; do shift; done\nmkdir -p \"$2/bin\"\ncp '{}' \"$2/bin/fourcell\"\n",
        expected.display()
    );
    let tools = workflow.at("tools");
    std::fs::create_dir(&tools).unwrap();
    std::fs::write(tools.join("cargo"), script).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(tools.join("cargo")).status().unwrap().success());
    workflow.path = std::env::join_paths([tools, "/usr/bin".into(), "/bin".into()]).unwrap();
    std::fs::remove_file(workflow.at("temporary/output")).unwrap();
    let built = workflow.step(&step, "");
    let program = workflow.at("temporary/fourcell-program/bin/fourcell");
    assert_eq!((built.code, Path::new(&built.outputs["program"])), (0, program.as_path()), "{}", built.log);
    let asked = read(workflow.at("evaluation/asked"));
    let asked: Vec<&str> = asked.lines().collect();
    let source = asked[asked.iter().position(|word| *word == "--path").unwrap() + 1];
    assert!(asked[0] == "install" && asked.contains(&"--locked"));
    assert!(read(Path::new(source).join("Cargo.toml")).contains("name = \"fourcell\""), "{source} has the program");
    let stated = Workflow::new(&[("fourcell", env!("CARGO_BIN_EXE_fourcell"))]);
    assert_eq!(stated.step(&step, "").outputs["program"], env!("CARGO_BIN_EXE_fourcell"));
}

/// pre-commit starts the entry with its arguments in the root of the repository where a file's path matches.
#[test]
fn the_hook_checks_the_project_whose_files_are_committed() {
    let hooks = yaml::read(&read(root().join(".pre-commit-hooks.yaml")));
    let hook = &hooks[0];
    assert_eq!(
        (&hook["id"], &hook["language"], &hook["pass_filenames"]),
        (&"fourcell-check".into(), &"system".into(), &false.into())
    );
    let matches = "import re, sys, json\n\
                   pattern, yes, no = json.load(open(sys.argv[1]))\n\
                   assert all(re.search(pattern, path) for path in yes) and not any(re.search(pattern, path) for path in no)";
    let yes = ["questions.jsonl", "evaluation/labels.jsonl", "a/b/corpus.jsonl.zst", "fourcell.toml", "e/passages.jsonl.gz"];
    let no = ["runs/main/records.jsonl", "myquestions.jsonl", "questions.jsonl.bak", "fourcell.toml~", "README.md"];
    let folder = handbook();
    let cases = folder.path().join("cases.json");
    std::fs::write(&cases, serde_json::json!([hook["files"], yes, no]).to_string()).unwrap();
    python(matches, &cases);
    let configured = snippets().into_iter().find(|snippet| snippet.get("repos").is_some()).unwrap();
    let used = &configured["repos"][0]["hooks"][0];
    assert_eq!(used["id"], hook["id"]);
    let words = text(&hook["entry"]).split(' ').chain(used["args"].as_array().unwrap().iter().map(text));
    let words: Vec<&str> = words.collect();
    let run = || Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).env("PATH", path()).output().unwrap();
    let sound = run();
    assert_eq!(sound.status.code(), Some(0), "{}", String::from_utf8_lossy(&sound.stdout));
    let questions = folder.path().join("evaluation/questions.jsonl");
    std::fs::write(&questions, read(&questions).replacen("\"doc\": \"acme-expenses\"", "\"doc\": \"acme-gone\"", 1)).unwrap();
    assert_eq!(run().status.code(), Some(1), "a document that is not there");
}

/// The snippets of docs/ci.md.
fn snippets() -> Vec<Value> {
    let docs = read(root().join("docs/ci.md"));
    docs.split("```yaml\n").skip(1).map(|part| yaml::read(part.split_once("```").unwrap().0)).collect()
}

#[test]
fn the_job_for_gitlab_runs_and_leaves_what_it_says() {
    let job = snippets().into_iter().find_map(|snippet| snippet.get("gate").cloned()).unwrap();
    let folder = handbook();
    let at = folder.path().join("evaluation");
    std::fs::rename(at.join("runs/baseline"), at.join("runs/main")).unwrap();
    std::fs::remove_dir_all(at.join("runs/candidate")).unwrap();
    let toml = read(at.join("fourcell.toml")).replace("[systems.bm25]", "[systems.candidate]");
    std::fs::write(at.join("fourcell.toml"), toml).unwrap();
    // The runner stops at the first line that fails.
    let script: Vec<&str> = job["script"].as_array().unwrap().iter().map(text).collect();
    let output = Command::new("bash").args(["-ec", &script.join("\n")]).current_dir(&at).env("PATH", path()).output().unwrap();
    let code = output.status.code().unwrap();
    let gate = super::json(&read(at.join("gate.json")));
    let expected = match text(&gate["result"]["outcome"]) {
        "pass" | "unchanged" => 0,
        "fail" => 1,
        "inconclusive" => 5,
        other => panic!("{other}"),
    };
    assert_eq!(code, expected, "{}", String::from_utf8_lossy(&output.stderr));
    for file in job["artifacts"]["paths"].as_array().unwrap().iter().chain([&job["artifacts"]["reports"]["junit"]]) {
        assert!(!read(at.join(text(file))).is_empty(), "{file}");
    }
    assert_eq!((&job["artifacts"]["when"], &job["allow_failure"]["exit_codes"][0]), (&"always".into(), &5.into()));
    let red = "import sys, xml.etree.ElementTree as E\nr = E.parse(sys.argv[1]).getroot()\nprint(int(r.get('failures')) + int(r.get('errors')) > 0)";
    assert_eq!(python(red, &at.join("gate.xml")).trim() == "True", code == 1);
}

#[test]
fn the_workflow_states_inputs_that_the_action_has() {
    let workflow = snippets().into_iter().find(|snippet| snippet.get("jobs").is_some()).unwrap();
    let action = action();
    let ours = |step: &&Value| step.get("uses").is_some_and(|uses| text(uses).starts_with("OWNER/fourcell@"));
    let all = workflow["jobs"]["gate"]["steps"].as_array().unwrap().clone();
    let used: Vec<&Value> = all.iter().filter(ours).collect();
    assert_eq!(used.len(), 2);
    for step in used {
        for name in step["with"].as_object().unwrap().keys() {
            assert!(action["inputs"].get(name).is_some(), "{name}");
        }
    }
    for step in &all {
        let stated = step.to_string();
        for expression in expressions(&stated).into_iter().filter(|e| e.starts_with("steps.gate.outputs.")) {
            assert!(action["outputs"].get(expression.rsplit('.').next().unwrap()).is_some(), "{expression}");
        }
    }
}
