//! The index that `fourcell run` keeps: only what changed is indexed again, results are those of an index that was just built, and
//! nothing is left of what was deleted.

mod command;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use command::{Ran, folder, fourcell_with};
use fourcell::evidence::SourceRange;
use serde_json::Value;
use sha2::{Digest, Sha256};
use systems::analysis::Analyzer;
use systems::index::{Change, Changes, Key, LiveIndex, Piece};

const QUESTIONS: &str = r#"{"id":"late","query":"What does cancelling late cost?","evidence":{"doc":"fees"}}
{"id":"moving","query":"Is moving house free?","evidence":{"doc":"fees"}}
"#;
const FEES: &str = r#"{"id":"fees","text":"Cancelling late costs 20 euros. Moving house is free."}"#;
const OLD: &str = r#"{"id":"old","text":"Cancelling late costs 5 euros, says the zanzibar leaflet."}"#;
const RULES: &str = r#"{"id":"rules","text":"Free parking costs nothing, moving does."}"#;

fn project(systems: &str, corpus: &[&str], more: &[(&str, &str)]) -> tempfile::TempDir {
    let corpus = corpus.join("\n") + "\n";
    folder(&[&[("fourcell.toml", systems), ("corpus.jsonl", &corpus), ("questions.jsonl", QUESTIONS)], more].concat())
}

fn run(folder: &Path, more: &[&str]) -> Ran {
    let ran = fourcell_with(folder, &[&["run", "--overwrite"], more].concat(), b"");
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

/// What a run says of the index.
fn said(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().filter_map(|line| line.strip_prefix("index: ")).collect()
}

fn indexes(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join(".fourcell/index")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn only_index(folder: &Path) -> (PathBuf, Vec<u8>) {
    let [path] = &indexes(folder)[..] else { panic!("{:?}", indexes(folder)) };
    (path.clone(), std::fs::read(path).unwrap())
}

fn results(folder: &Path) -> [Vec<u8>; 2] {
    ["records.jsonl", "passages.jsonl"].map(|file| std::fs::read(folder.join("runs/s").join(file)).unwrap())
}

fn revision(folder: &Path) -> String {
    let [records, _] = results(folder);
    let first: Value = serde_json::from_str(String::from_utf8(records).unwrap().lines().next().unwrap()).unwrap();
    first["index_revision"].as_str().unwrap().to_owned()
}

#[test]
fn only_what_changed_is_indexed_again_and_nothing_is_left_of_what_is_gone() {
    let system = "[systems.s]\nstem = \"en\"\n";
    let kept = project(system, &[FEES, OLD], &[]);
    assert_eq!(said(&run(kept.path(), &[])), ["2 documents, 2 new"]);
    let (path, bytes) = only_index(kept.path());
    assert!(String::from_utf8_lossy(&bytes).contains("zanzibar"));
    let first = results(kept.path());
    assert_eq!(said(&run(kept.path(), &[])), ["2 documents, 2 as before"]);
    assert_eq!((only_index(kept.path()), results(kept.path())), ((path.clone(), bytes.clone()), first.clone()));

    // One is changed, one new, one gone.
    let changed = FEES.replace("20 euros", "30 euros");
    let corpus = [changed.as_str(), RULES];
    std::fs::write(kept.path().join("corpus.jsonl"), corpus.join("\n")).unwrap();
    let before = revision(kept.path());
    assert_eq!(said(&run(kept.path(), &["--threads", "3"])), ["2 documents, 1 new, 1 changed, 1 deleted"]);
    assert_ne!(revision(kept.path()), before);
    let (_, now) = only_index(kept.path());
    let text = String::from_utf8_lossy(&now);
    assert!(!text.contains("zanzibar") && !text.contains("leaflet") && !text.contains("old"), "{text}");
    assert!(text.contains(&revision(kept.path())), "the index has the revision that the records have");
    let fresh = project(system, &corpus, &[]);
    run(fresh.path(), &[]);
    assert_eq!(results(kept.path()), results(fresh.path()));
    assert_eq!(now, only_index(fresh.path()).1);
    let ignore = std::fs::read_to_string(kept.path().join(".fourcell/.gitignore")).unwrap();
    assert_eq!(ignore, "*\n");

    // Who may open a document is no part of the index, and is part of its revision.
    let corpus = [changed.replace("\"text\"", "\"acl\":[\"staff\"],\"text\""), RULES.to_owned()].join("\n");
    std::fs::write(kept.path().join("corpus.jsonl"), corpus).unwrap();
    let before = revision(kept.path());
    assert_eq!(said(&run(kept.path(), &[])), ["2 documents, 2 as before"]);
    assert_ne!(revision(kept.path()), before);
    assert!(String::from_utf8_lossy(&only_index(kept.path()).1).contains(&revision(kept.path())));
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_built_anew() {
    let project = project("[systems.s]\n", &[FEES, OLD, RULES], &[]);
    run(project.path(), &[]);
    let (path, bytes) = only_index(project.path());
    let expected = results(project.path());
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for damaged in [&bytes[..bytes.len() / 2], &[], &flipped, b"something else altogether, which is long enough for a sum"] {
        std::fs::write(&path, damaged).unwrap();
        let ran = run(project.path(), &[]);
        let said = said(&ran);
        assert!(
            said[0].starts_with("the file of an earlier run is unreadable (") && said[0].ends_with("): built anew"),
            "{said:?}"
        );
        assert_eq!(said[1], "3 documents, 3 new");
        assert_eq!((only_index(project.path()).1, results(project.path())), (bytes.clone(), expected.clone()));
    }
    // Where it cannot be kept, the run is made all the same.
    std::fs::remove_dir_all(project.path().join(".fourcell")).unwrap();
    std::fs::write(project.path().join(".fourcell"), "").unwrap();
    let ran = run(project.path(), &[]);
    assert!(said(&ran)[0].starts_with("not kept for the next run: "), "{}", ran.stderr);
    assert_eq!(results(project.path()), expected);
}

#[test]
fn a_file_that_only_seems_right_is_built_anew() {
    let project = project("[systems.s]\n", &[FEES, RULES], &[]);
    run(project.path(), &[]);
    let (path, bytes) = only_index(project.path());
    let expected = results(project.path());
    // Behind magic, version and their length are the settings.
    let settings = std::str::from_utf8(&bytes[17..][..usize::from(bytes[16])]).unwrap();
    assert!(bytes[16] < 128 && settings.ends_with("terms: stem none, stop words none\n"), "{settings}");
    let mut live = LiveIndex::read(&bytes, settings, Analyzer::new(None, None)).unwrap();
    // The hash is that of the document, the passage lies behind its end.
    let hash = Sha256::digest("Cancelling late costs 20 euros. Moving house is free.").into();
    let piece = Piece { id: "fees#0-999".to_owned(), range: SourceRange::new(0, 999), text: "free".to_owned() };
    let documents =
        BTreeMap::from([(Key { id: "fees".to_owned(), rev: String::new() }, Change::Put { hash, pieces: vec![piece] })]);
    let revision = live.revision().to_owned();
    live.apply(Changes { documents, revision }, NonZeroUsize::MIN).unwrap();
    let mut file = Vec::new();
    live.write(settings, &mut file).unwrap();
    std::fs::write(&path, file).unwrap();
    let ran = run(project.path(), &[]);
    let fault = "passage 'fees#0-999' is not in its document";
    assert_eq!(said(&ran), [&format!("the file of an earlier run is unreadable ({fault}): built anew"), "2 documents, 2 new"]);
    assert_eq!((only_index(project.path()).1, results(project.path())), (bytes, expected));
}

#[test]
fn passages_of_the_project_are_indexed_by_document() {
    let passages = r#"{"id":"p9","doc":"fees","text":"Cancelling late costs 20 euros."}
{"id":"p1","doc":"rules","text":"Free parking costs nothing."}
{"id":"p5","doc":"fees","text":"Moving house is free."}
"#;
    let system = "[systems.s]\nchunking = \"given\"\n";
    let kept = project(system, &[FEES, RULES], &[("passages.jsonl", passages)]);
    assert_eq!(said(&run(kept.path(), &[])), ["2 documents, 2 new"]);
    // Their order in the file is no change.
    let turned: String = passages.lines().rev().map(|line| format!("{line}\n")).collect();
    std::fs::write(kept.path().join("passages.jsonl"), turned).unwrap();
    assert_eq!(said(&run(kept.path(), &[])), ["2 documents, 2 as before"]);
    let changed = passages.replace("Moving house", "Moving a piano");
    std::fs::write(kept.path().join("passages.jsonl"), &changed).unwrap();
    assert_eq!(said(&run(kept.path(), &[])), ["2 documents, 1 changed, 1 as before"]);
    let fresh = project(system, &[FEES, RULES], &[("passages.jsonl", &changed)]);
    run(fresh.path(), &[]);
    assert_eq!(results(kept.path()), results(fresh.path()));
    let stray = changed.replace("\"rules\"", "\"nowhere\"");
    std::fs::write(kept.path().join("passages.jsonl"), stray).unwrap();
    let refused = fourcell_with(kept.path(), &["run", "--overwrite"], b"");
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("passage 'p1' is of no document"), "{}", refused.stderr);
}

#[test]
fn each_setting_has_its_index_and_those_that_nothing_states_go() {
    let systems = "[systems.s]\n\n[systems.stemmed]\nstem = \"en\"\n\n[systems.wider]\nk1 = 2\n";
    let project = project(systems, &[FEES, OLD], &[]);
    run(project.path(), &["s"]);
    assert_eq!(said(&run(project.path(), &["stemmed"])), ["2 documents, 2 new"]);
    // k1 decides how an index is searched, not what is in it.
    assert_eq!(said(&run(project.path(), &["wider"])), ["2 documents, 2 as before"]);
    assert_eq!(indexes(project.path()).len(), 2);
    std::fs::write(
        project.path().join("fourcell.toml"),
        "[systems.s]\nchunking = \"windows/1 unit=characters size=20 overlap=0\"\n",
    )
    .unwrap();
    let before = indexes(project.path());
    assert_eq!(said(&run(project.path(), &[])), ["2 documents, 2 new"]);
    // That of the built-in system as it comes stays, since it can be named.
    let left: Vec<PathBuf> = indexes(project.path()).into_iter().filter(|path| before.contains(path)).collect();
    assert_eq!((indexes(project.path()).len(), left.len()), (2, 1));
}
