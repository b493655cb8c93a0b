//! The settings of a system, from wherever they are stated: the project file, a file beside it, the system itself.

mod command;

use command::{Ran, folder, fourcell};
use endpoints::scripted::{Answer, Received, Server};
use serde_json::json;

/// A server that answers questions, and tells `manifest`.
fn server(manifest: Answer) -> Server {
    Server::start(move |received: &Received| match received.method.as_str() {
        "GET" => manifest.clone(),
        _ => Answer::json(&json!({"context": [{"id": "p"}]})),
    })
    .unwrap()
}

/// Runs a system at `server` with `more` in its table.
fn run(server: &Server, more: &str, arguments: &str) -> (Ran, String, tempfile::TempDir) {
    let url = server.url();
    let toml = format!(
        "[systems.s]\ntype = \"http\"\nurl = \"{url}/ask\"\nmanifest_url = \"{url}/manifest\"\nheaders = {{X-Path = \"PATH\"}}\n{more}\n"
    );
    let question = "{\"id\":\"q\",\"query\":\"Why?\",\"required\":[\"p\"]}\n";
    let place =
        folder(&[("fourcell.toml", &toml), ("questions.jsonl", question), ("told.toml", "generator = 'g1'\nfusion = 'rrf'\n")]);
    let ran = fourcell(place.path(), &format!("run {arguments}"));
    let manifest = std::fs::read_to_string(place.path().join("runs/s/manifest.toml")).unwrap_or_default();
    let settings = manifest.split("[settings]\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    (ran, settings.to_owned(), place)
}

#[test]
fn what_is_stated_wins_over_a_file_and_that_over_what_the_system_tells() {
    let server = server(Answer::json(&json!({"generator": "g2", "prompt": "v3", "fusion": "rrf", "version": 7})));
    let (ran, settings, _place) = run(&server, "manifest_file = \"told.toml\"\n[systems.s.manifest]\nprompt = \"v4\"", "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(settings, "fusion = \"rrf\"\ngenerator = \"g1\"\nprompt = \"v4\"");
    for said in [
        "generator is 'g1' as stated, but 'g2' by the system at manifest_url; what is stated stands",
        "prompt is 'v4' as stated, but 'v3' by the system at manifest_url",
        "the system at manifest_url names what is no setting, and is passed over: 'version' (1 in all)",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {ran:?}");
    }
    assert!(!ran.stderr.contains("fusion"), "{ran:?}");
    let asked = server.received();
    assert_eq!((asked[0].method.as_str(), asked[0].path.as_str(), asked.len()), ("GET", "/manifest", 2));
    assert!(asked[0].header("x-path").is_some());
    // A dry run sends nothing.
    let (ran, ..) = run(&server, "", "--dry-run");
    assert!(ran.code == 0 && server.received().len() == 2, "{ran:?}");
}

#[test]
fn a_system_that_cannot_tell_is_a_fault_only_where_nothing_is_stated() {
    for (answer, said) in [
        (Answer::status(404), "was refused with status 404"),
        (Answer::new(200, "text/html", "<html>"), "web page"),
        (Answer::json(&json!({"model": "x"})), "names no setting of a system, but 'model'"),
        (Answer::json(&json!({"prompt": 3})), "field 'prompt' must be a string"),
        (Answer::silence(), "took longer than the allowed 1s"),
    ] {
        let server = server(answer);
        let (ran, settings, _place) = run(&server, "timeout = 1\n[systems.s.manifest]\nprompt = \"v4\"", "");
        assert_eq!((ran.code, settings.as_str()), (0, "prompt = \"v4\""), "{ran:?}");
        assert!(ran.stderr.contains("warning: [systems.s]: manifest_url: ") && ran.stderr.contains(said), "{said}: {ran:?}");
        let (ran, _, place) = run(&server, "timeout = 1", "");
        assert!(ran.code == 2 && ran.stderr.contains(said), "{said}: {ran:?}");
        assert!(!place.path().join("runs/s").exists());
    }
}

#[test]
fn a_key_goes_to_the_system_alone() {
    let (other, system) = (server(Answer::new(200, "text/plain", "prompt = 'v3'\n")), server(Answer::status(404)));
    let url = format!("manifest_url = \"{}/manifest\"", system.url());
    let (_, _, place) = run(&system, "", "--dry-run");
    let toml = std::fs::read_to_string(place.path().join("fourcell.toml")).unwrap();
    let toml = toml.replace(&url, &format!("manifest_url = \"{}/manifest\"", other.url()));
    std::fs::write(place.path().join("fourcell.toml"), toml).unwrap();
    let ran = fourcell(place.path(), "run");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!((other.received().len(), other.received()[0].header("x-path")), (1, None));
    assert!(system.received().iter().all(|asked| asked.header("x-path").is_some()));
}

#[test]
fn files_that_are_not_there_are_named() {
    let server = server(Answer::status(404));
    for (more, said) in
        [("manifest_file = \"none.toml\"", "none.toml: no such file"), ("ca_file = \"none.pem\"", "none.pem cannot be read")]
    {
        let (ran, ..) = run(&server, more, "");
        assert!(ran.code == 2 && ran.stderr.contains(said), "{said}: {ran:?}");
    }
}
