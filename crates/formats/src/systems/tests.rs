use std::time::Duration;

use super::*;
use crate::Source;
use crate::reach::{Header, Reach};
use crate::toml_text::TomlText;

pub(super) fn read(toml: &str) -> Result<Vec<StatedSystem>, InputError> {
    let text = TomlText::read(&Source::memory("fourcell.toml", toml.as_bytes().to_vec()))?;
    read_systems(&mut text.table()?.table("systems")?, &["local".to_owned()])
}

#[test]
fn what_is_not_stated_is_usual() {
    assert_eq!(read("").unwrap(), []);
    let systems = read("[systems.b]\n[systems.a]\ntype = 'builtin'\nk1 = 0.9\nstem = 'en'\nmax_tokens = 500\n").unwrap();
    assert_eq!(systems.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(systems[0].kind, Kind::BuiltIn(Box::default()));
    let stated = BuiltIn { k1: 0.9, stem: Some("en".into()), max_tokens: Some(500), max_passages: None, ..BuiltIn::default() };
    assert_eq!(systems[1].kind, Kind::BuiltIn(Box::new(stated)));
    let usual = Http {
        reach: Reach {
            url: "http://h/ask".into(),
            headers: Vec::new(),
            timeout: Duration::from_secs(60),
            concurrency: 4,
            rate: None,
            retries: 3,
            ca_file: None,
        },
        contract: Contract::default(),
        admin: None,
    };
    let stated = read("[systems.h]\ntype = 'http'\nurl = 'http://h/ask'\n").unwrap();
    assert_eq!(stated[0].kind, Kind::Http(usual));
    let usual = Command {
        command: vec!["./answer".into()],
        each: Each::LongLived,
        timeout: Duration::from_secs(60),
        concurrency: 4,
        contract: Contract::default(),
    };
    let stated = read("[systems.c]\ntype = 'command'\ncommand = ['./answer']\n").unwrap();
    assert_eq!(stated[0].kind, Kind::Command(usual));
}

#[test]
fn every_key_of_an_http_system_is_read() {
    let stated = read(
        "[systems.h]\ntype = 'http'\nurl = 'http://h'\ntimeout = 0.5\nconcurrency = 2\nrate = 30\nretries = 0\nk = 8\nca_file = 'ca.pem'\n\
         manifest_url = 'http://h/manifest'\nmanifest_file = 'm.toml'\n\
         budget_tokens = 900\nheaders = {Authorization = 'RAG_KEY', X-Team = 'TEAM_1'}\n\
         [systems.h.map]\ncontext = ''\nid = '/metadata/source'\nanswer = '/choices/0/a~1b'\n\
         [systems.h.manifest]\nprompt = 'v3'\ngenerator = 'model-7'\n",
    )
    .unwrap();
    let header = |name: &str, variable: &str| Header { name: name.into(), variable: variable.into() };
    let map = ReplyMap {
        context: String::new(),
        id: "/metadata/source".into(),
        answer: "/choices/0/a~1b".into(),
        ..ReplyMap::default()
    };
    let expected = Http {
        reach: Reach {
            url: "http://h".into(),
            headers: vec![header("Authorization", "RAG_KEY"), header("X-Team", "TEAM_1")],
            timeout: Duration::from_millis(500),
            concurrency: 2,
            rate: Some(30),
            retries: 0,
            ca_file: Some("ca.pem".into()),
        },
        contract: Contract {
            k: Some(8),
            budget_tokens: Some(900),
            map: Some(map),
            manifest: StatedManifest {
                settings: vec![("generator", "model-7".into()), ("prompt", "v3".into())],
                file: Some("m.toml".into()),
                url: Some("http://h/manifest".into()),
            },
        },
        admin: None,
    };
    assert_eq!(stated[0].kind, Kind::Http(expected));
}

#[test]
fn recorded_results_are_a_file_and_its_format() {
    let stated = read("[systems.r]\ntype = 'recorded'\nfile = 'a.run'\n[systems.r.manifest]\nfusion = 'rrf'\n").unwrap();
    let manifest = StatedManifest { settings: vec![("fusion", "rrf".into())], ..StatedManifest::default() };
    let expected = Recorded { file: "a.run".into(), format: None, manifest };
    assert_eq!(stated[0].kind, Kind::Recorded(expected));
    let stated = read("[systems.r]\ntype = 'recorded'\nfile = 'a'\nformat = 'jsonl'\n").unwrap();
    assert_eq!(
        stated[0].kind,
        Kind::Recorded(Recorded { file: "a".into(), format: Some(Format::Records), manifest: StatedManifest::default() })
    );
    for (lines, problem) in [
        ("", "'file' is missing"),
        ("file = 'a'\nmanifest_url = 'http://h'", "unknown key 'manifest_url' in [systems.r]"),
        ("file = 'a'\nk = 3", "unknown key 'k' in [systems.r]"),
        ("file = 'a'\nformat = 'csv'", "'systems.r.format' is 'csv', which is no known value"),
        ("file = 'a.CSV'", "'a.CSV' is CSV, which has no lists, so that contexts in it are text"),
    ] {
        let error = read(&format!("[systems.r]\ntype = 'recorded'\n{lines}\n")).unwrap_err();
        assert_eq!(error.problem(), problem, "{lines}");
    }
}

#[test]
fn words_of_a_command_are_kept_as_they_are() {
    let stated = read("[systems.c]\ntype = 'command'\ncommand = ['a b', '', ' x, y ']\neach = 'question'\n").unwrap();
    let Kind::Command(command) = &stated[0].kind else { panic!("{stated:?}") };
    assert_eq!((command.command.as_slice(), command.each), (&["a b".into(), "".into(), " x, y ".into()][..], Each::Question));
}

#[test]
fn faults_are_named_where_they_stand() {
    for (line, problem) in [
        ("k1 = -1", "k1 -1 must be at least 0"),
        ("b = 2", "b 2 must be from 0 to 1"),
        ("candidates = 0", "candidates 0 must be at least 1"),
        ("max_tokens = -5", "max_tokens -5 must be at least 1"),
        ("packing = 'stopp'", "'systems.a.packing' is 'stopp', which is no known value"),
        ("candidate = 5", "unknown key 'candidate' in [systems.a]"),
        ("type = 'https'", "'systems.a.type' is 'https', which is no known value"),
        ("type = 'http'", "'url' is missing"),
        ("type = 'command'", "'command' is missing"),
    ] {
        let error = read(&format!("[systems.a]\n{line}\n")).unwrap_err();
        assert_eq!((error.problem(), error.line()), (problem, Some(2)), "{line}");
    }
    for (line, problem) in [
        ("timeout = 0", "timeout 0 must be seconds above 0, and at most 86400"),
        ("concurrency = 1000", "concurrency 1000 must be from 1 to 256"),
        ("rate = 0", "rate 0 must be at least 1"),
        ("retries = -1", "retries -1 must be from 0 to 100"),
        ("k = 0", "k 0 must be at least 1"),
        ("stem = 'en'", "unknown key 'stem' in [systems.a]"),
        ("map = {id = 'id'}", "'id' must be a JSON Pointer: empty for the whole, or names that each follow a '/'"),
        ("map = {id = '/a~2'}", "'id' must be a JSON Pointer: empty for the whole, or names that each follow a '/'"),
        ("map = {ids = '/id'}", "unknown key 'ids' in [systems.a.map]"),
        ("manifest = {model = 'x'}", "unknown key 'model' in [systems.a.manifest]"),
        ("manifest = {prompt = 3}", "'systems.a.manifest.prompt' must be a string, found integer"),
    ] {
        let error = read(&format!("[systems.a]\ntype = 'http'\nurl = 'http://h'\n{line}\n")).unwrap_err();
        assert_eq!((error.problem(), error.line()), (problem, Some(4)), "{line}");
    }
    for command in ["[]", "['']", "'a b'", "['a', 1]", "[\"a\\u0000\"]"] {
        let error = read(&format!("[systems.a]\ntype = 'command'\ncommand = {command}\n")).unwrap_err();
        assert_eq!(error.line(), Some(3), "{command}: {error}");
    }
}

#[test]
fn a_secret_in_place_of_a_variable_is_refused_and_not_repeated() {
    for secret in ["Bearer sk-hush", "sk-hush", "hush", "HUSH KEY", "1HUSH"] {
        let toml = format!("[systems.a]\ntype = 'http'\nurl = 'http://h'\nheaders = {{Authorization = '{secret}'}}\n");
        let error = read(&toml).unwrap_err();
        assert_eq!(error.line(), Some(4));
        assert!(error.problem().contains("must name an environment variable"), "{error}");
        assert!(!error.to_string().to_lowercase().contains("hush"), "{error}");
    }
}
