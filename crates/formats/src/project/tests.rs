//! Projects as they are written, and as they should not be.

use super::*;
use std::fs;

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

fn problem(toml: &str) -> InputError {
    let directory = project(&[(PROJECT_FILE, toml)]);
    read_project(directory.path()).unwrap_err()
}

const QUESTIONS: (&str, &str) = ("questions.jsonl", "{\"id\":\"q\",\"query\":\"Why?\"}\n");

#[test]
fn every_key_is_read() {
    let toml = r#"
version = 1
[project]
name = "Handbook"
corpus = "c.jsonl"
questions = "q.jsonl"
labels = "l.jsonl"
passages = "p.jsonl"
runs = "out"
[corpora]
"2026-10" = "c.jsonl"
"2026-09" = "old.jsonl"
[score]
measures = ["evidence@6", "ndcg@10"]
by = "type, scope"
level = "document"
cover = 0.9
rel = 1
[tokens]
tokenizer = "o200k_base"
[compare]
margin = 0.05
[gate]
margin = 0.02
[access]
model = "none"
[invariants]
index_revision = "r7"
"#;
    let files = ["c.jsonl", "q.jsonl", "l.jsonl", "p.jsonl", "old.jsonl"].map(|name| (name, ""));
    let directory = project(&[&files[..], &[(PROJECT_FILE, toml)]].concat());
    let p = read_project(directory.path()).unwrap();
    let at = |name: &str| directory.path().join(name);
    assert_eq!((p.version, p.name.as_str(), p.directory.as_path()), (1, "Handbook", directory.path()));
    assert_eq!((p.corpus, p.questions, p.runs), (Some(at("c.jsonl")), at("q.jsonl"), at("out")));
    assert_eq!((p.labels, p.passages), (Some(at("l.jsonl")), Some(at("p.jsonl"))));
    assert_eq!(p.corpora, [("2026-10".into(), at("c.jsonl")), ("2026-09".into(), at("old.jsonl"))]);
    assert_eq!(p.score.measures, ["evidence@6", "ndcg@10"]);
    assert_eq!((p.score.by, p.score.level.as_deref()), (vec!["type".into(), "scope".into()], Some("document")));
    assert_eq!((p.score.cover, p.score.rel), (Cover::new(0.9), Some(1)));
    assert_eq!((p.tokenizer.as_deref(), p.margin, p.access), (Some("o200k_base"), Some(0.02), Access::None));
    assert_eq!(p.index_revision.as_deref(), Some("r7"));
}

#[test]
fn an_empty_file_has_the_usual_names_and_optional_files_may_be_missing() {
    let directory = project(&[(PROJECT_FILE, ""), QUESTIONS, ("corpus.jsonl.gz", "")]);
    let p = read_project(&directory.path().join(PROJECT_FILE)).unwrap();
    assert_eq!(p.corpus, Some(directory.path().join("corpus.jsonl.gz")));
    assert_eq!((p.labels, p.passages, p.margin, p.access), (None, None, None, Access::Unstated));
    assert_eq!((p.questions, p.runs), (directory.path().join("questions.jsonl"), directory.path().join("runs")));
    assert_eq!(p.name, directory.path().file_name().unwrap().to_str().unwrap());
}

#[test]
fn a_stated_file_must_be_there() {
    let error = problem("[project]\nlabels = 'labels.jsonl'\n");
    assert!(error.problem().ends_with("labels.jsonl is not there"), "{error}");
    assert_eq!((error.line(), error.column()), (Some(2), Some(10)));
    assert!(problem("[corpora]\nold = '.'\n").problem().ends_with("is not a file"));
    assert_eq!(problem("[project]\ncorpus = ''\n").problem(), "'project.corpus' is empty");
}

#[test]
fn unknown_keys_and_values_name_the_nearest() {
    let told = |toml: &str| {
        let error = problem(toml);
        (error.problem().to_owned(), error.advice().unwrap_or_default().to_owned(), error.line(), error.column())
    };
    let (problem, advice, line, column) = told("version = 1\n[project]\n quesions = 'q'\n");
    assert_eq!((problem.as_str(), advice.as_str()), ("unknown key 'quesions' in [project]", "did you mean 'questions'?"));
    assert_eq!((line, column), (Some(3), Some(2)));
    assert_eq!(told("[projects]\n").1, "did you mean 'project'?");
    assert_eq!(told("[score]\nlevel = 'doc'\n").1, "known: passage, document");
    assert_eq!(told("[access]\nmodel = 'tenants'\n").0, "'access.model' is 'tenants', which is no known value");
    assert_eq!(told("[gate]\nmargins = 1\n").0, "unknown key 'margins' in [gate]");
}

#[test]
fn wrong_types_and_ranges_are_named() {
    let said = |toml: &str| problem(toml).problem().to_owned();
    assert_eq!(said("project = 1"), "[project] must be a table, found integer");
    assert_eq!(said("[score]\nmeasures = [1]"), "'score.measures' must be a list of strings, found integer in it");
    assert_eq!(said("[score]\nmeasures = 'a,,b'"), "'score.measures' holds an empty name");
    assert_eq!(said("[score]\nby = 1"), "'score.by' must be a string or a list of strings, found integer");
    assert_eq!(said("[score]\ncover = 0"), "cover 0 must be above 0 and at most 1");
    assert_eq!(said("[score]\ncover = nan"), "'score.cover' must be a number, found float");
    assert_eq!(said("[score]\nrel = 0"), "rel 0 must be a grade from 1 to 3");
    assert_eq!(said("[gate]\nmargin = 2"), "margin 2 must be above 0 and below 1");
    assert_eq!(said("[compare]\nmargin = '2'"), "'compare.margin' must be a number, found string");
    assert_eq!(said("version = 2"), "version 2 is newer than 1, the newest that this program reads");
    assert_eq!(problem("a = 1\na = 2\n").line(), Some(2));
}

#[test]
fn the_nearest_project_file_upwards_is_found() {
    let directory = project(&[(PROJECT_FILE, "")]);
    let below = directory.path().join("a/b");
    fs::create_dir_all(&below).unwrap();
    assert_eq!(find_project(&below), Some(directory.path().join(PROJECT_FILE)));
    fs::create_dir(below.join(PROJECT_FILE)).unwrap();
    assert_eq!(find_project(&below), Some(directory.path().join(PROJECT_FILE)));
    let error = read_project(&directory.path().join("a")).unwrap_err();
    assert_eq!(error.problem(), "holds no fourcell.toml");
}

#[test]
fn a_set_is_loaded_with_lines_warnings_and_hashes() {
    let directory = project(&[
        (PROJECT_FILE, ""),
        ("questions.jsonl", "\n{\"id\":7,\"query\":\"Why?\"}\n"),
        ("corpus.jsonl", "{\"id\":\"d\",\"text\":\"t\",\"url\":\"u\"}\n"),
        ("labels.jsonl", "{\"question\":\"7\",\"passage\":\"p\",\"grade\":0}\n"),
    ]);
    let set = load_set(&read_project(directory.path()).unwrap()).unwrap();
    assert_eq!((set.questions.len(), set.lines, set.corpus_lines, set.label_lines), (1, vec![2], vec![1], vec![1]));
    assert!(set.corpus.unwrap().find("d", None).is_some());
    assert_eq!((set.passages, set.labels.len(), set.warnings.len()), (None, 1, 2));
    let names: Vec<_> = set.hashes.iter().map(|(p, _)| p.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, [PROJECT_FILE, "questions.jsonl", "corpus.jsonl", "labels.jsonl"]);
    assert!(set.hashes.iter().all(|(_, hash)| hash.starts_with("sha256:") && hash.len() == 71));
}

#[test]
fn missing_questions_are_named_with_the_mend() {
    let directory = project(&[(PROJECT_FILE, "")]);
    let error = load_set(&read_project(directory.path()).unwrap()).unwrap_err();
    assert!(error.file().unwrap().ends_with("questions.jsonl"));
    assert!(error.advice().unwrap().contains("[project] questions"));
}
