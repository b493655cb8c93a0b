//! `fourcell lifecycle`: what holds, what is planted and caught, and what a system over HTTP is told.

mod command;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use command::{Ran, folder, fourcell, root};
use endpoints::scripted::{Answer, Received, Server};
use serde_json::{Value, json};

/// Day by day the output is another one.
fn on(folder: &Path, arguments: &str) -> Ran {
    fourcell(folder, &format!("lifecycle --day 2026-11-30 {arguments}"))
}

/// The built-in script against a system of these settings.
fn planted(settings: &str) -> Value {
    let place = folder(&[("fourcell.toml", &format!("[systems.planted]\n{settings}\n"))]);
    let ran = on(place.path(), "--format json");
    assert_eq!(ran.code, 1, "{settings}: {ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

/// What is broken: step, claim, who asks, and the first proof.
fn broken(whole: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for step in whole["result"]["steps"].as_array().unwrap() {
        for asked in step["asked"].as_array().unwrap() {
            for assertion in asked["assertions"].as_array().unwrap().iter().filter(|a| a["result"] == "broken") {
                let wanted = &assertion["wanted"];
                let what = wanted["doc"].as_str().or(wanted["quote"].as_str()).unwrap_or_default();
                let found = &assertion["found"][0];
                let tenant = asked["principal"]["tenant"].as_str().unwrap_or_default();
                let claim = assertion["claim"].as_str().unwrap();
                let why = found["why"].as_str().unwrap_or_default();
                all.push(format!("{} {claim} {what}|{tenant}|{why}", step["step"]));
            }
        }
    }
    all
}

fn has(all: &[String], wanted: &str) -> bool {
    all.iter().any(|line| line == wanted)
}

#[test]
fn without_a_project_the_built_in_system_holds_all_and_leaves_nothing_behind() {
    let nowhere = folder(&[]);
    let ran = on(nowhere.path(), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!("built_in", ran.stdout);
    assert_eq!(std::fs::read_dir(nowhere.path()).unwrap().count(), 0);
    assert_eq!(on(nowhere.path(), "").stdout, ran.stdout, "the same bytes");
    let whole: Value = serde_json::from_str(&on(nowhere.path(), "--format json").stdout).unwrap();
    assert_eq!((&whole["schema"], &whole["command"]), (&"fourcell/lifecycle@1".into(), &"lifecycle".into()));
    assert_eq!(whole["result"]["counts"]["broken"], 0);
    // What was held back is told as such, by the system and by its index.
    let step = &whole["result"]["steps"][11];
    assert_eq!((&step["seen"], &step["reported_pending"]), (&"pending".into(), &true.into()));
    let revision = |step: usize| whole["result"]["steps"][step]["asked"][0]["index_revision"].as_str().unwrap().to_owned();
    assert_eq!(revision(9), revision(11), "the index says that it is the old one");
    assert_ne!(revision(11), revision(13));
    assert_eq!(whole["result"]["steps"][13]["told"], "index: 6 documents, 1 new, 1 deleted, 5 as before");
}

#[test]
fn the_example_and_a_product_without_tenants() {
    let ran = fourcell(&root(), "lifecycle --project examples/handbook --day 2026-11-30 --with-corpus --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let whole: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(whole["inputs"].as_array().unwrap().iter().any(|i| i["path"].as_str().unwrap().ends_with("corpus.jsonl")), "{whole}");
    assert!(whole["result"]["steps"][0]["told"].as_str().unwrap().contains("1 new"), "the others were there: {whole}");
    let place = folder(&[("fourcell.toml", "[access]\nmodel = \"none\"\n")]);
    let ran = on(place.path(), "");
    assert!(
        ran.code == 0 && ran.stdout.contains("14 steps") && ran.stdout.contains("tenants and groups are left out"),
        "{ran:?}"
    );
}

#[test]
fn a_stale_index_is_caught() {
    let all = broken(&planted("reindex = \"additions\""));
    for wanted in [
        "2 must-not lifecycle-permit||superseded",
        "4 must-not lifecycle-ferry||deleted",
        "4 usable ||deleted",
        "6 must-not lifecycle-voucher||expired",
        "8 must-not lifecycle-stalls-2025||superseded",
        "10 must-not lifecycle-guides/lantern||deleted",
        "13 must-not lifecycle-handbook/lantern||deleted",
        "4 index-revision ||",
    ] {
        assert!(has(&all, wanted), "{wanted}: {all:#?}");
    }
    let all = broken(&planted("reindex = \"never\""));
    assert!(has(&all, "2 must lifecycle-permit||"), "the new revision is not there: {all:#?}");
    assert!(has(&all, "3 must lifecycle-ferry||"), "{all:#?}");
}

#[test]
fn a_filter_after_the_first_ranks_is_caught_by_what_it_leaves_out() {
    let whole = planted("filter = \"after\"\ncandidates = 6");
    assert_eq!(broken(&whole), ["21 must lifecycle-acme-rota|acme|"]);
    assert_eq!(whole["result"]["counts"]["leaks"], 0, "it leaks nothing");
    let missing = whole["result"]["steps"][20]["asked"][0]["assertions"][0].clone();
    let displaced = missing["displaced_by"].as_array().unwrap();
    assert_eq!((displaced.len(), displaced[0]["why"].as_str()), (6, Some("of another tenant")), "{missing}");
}

#[test]
fn a_leak_across_tenants_is_caught_with_its_proof() {
    let whole = planted("filter = \"never\"");
    let all = broken(&whole);
    for wanted in [
        "21 must-not lifecycle-globex-rota-1|acme|of another tenant",
        "21 usable |acme|of another tenant",
        "22 must-not lifecycle-acme-audit|acme|not for the asker's groups",
        "2 must-not lifecycle-permit||superseded",
    ] {
        assert!(has(&all, wanted), "{wanted}: {all:#?}");
    }
    assert!(whole["result"]["counts"]["leaks"].as_u64().unwrap() >= 4, "{whole}");
    let place = folder(&[("fourcell.toml", "[systems.planted]\nfilter = \"never\"\n")]);
    let ran = on(place.path(), "");
    assert!(ran.stdout.contains("LEAK") && ran.stdout.contains("of another tenant"), "{ran:?}");
    let ran = on(place.path(), "--format markdown");
    assert!(ran.code == 1 && ran.stdout.contains("- **incident** step 21, add lifecycle"), "{ran:?}");
}

const SCRIPT: &str = r#"{"do":"add","document":{"id":"fees","rev":"1","text":"A late fee is 20 euros."},"expect":[{"ask":"late fee","must":[{"doc":"fees"}]}]}
{"do":"day","day":"2027-01-01"}
{"do":"expire","doc":"fees","at":"2027-01-02","expect":[{"ask":"late fee","must":[{"doc":"fees"}]}]}
{"do":"day","day":"2027-01-02","expect":[{"ask":"late fee","must_not":[{"doc":"fees"}]}]}
"#;

#[test]
fn a_script_of_ones_own_is_played_and_refused_where_it_cannot_be() {
    let place = folder(&[("fourcell.toml", ""), ("lifecycle.jsonl", SCRIPT)]);
    let ran = on(place.path(), "");
    assert!(ran.code == 0 && ran.stdout.contains("by lifecycle.jsonl, on 2026-11-30"), "{ran:?}");
    assert!(ran.stdout.contains("4 steps: 9 assertions held"), "{ran:?}");
    let dry = on(place.path(), "--dry-run");
    assert_eq!(
        (dry.code, dry.stdout.as_str()),
        (0, "  1  add fees@1\n  2  day 2027-01-01\n  3  expire fees on 2027-01-02\n  4  day 2027-01-02\n")
    );
    assert!(dry.stderr.contains("would do 4 steps to 'builtin' and ask 3 questions; nothing is sent"), "{dry:?}");
    for (script, code, said) in [
        ("{\"do\":\"delete\",\"doc\":\"x\"}\n", 2, "step 1 cannot be done: there is no document 'x' to delete"),
        ("{\"do\":\"look\"}\n{\"do\":\"go\"}\n", 2, "own.jsonl:2:7: field 'do' is 'go'"),
        ("", 4, "holds no step"),
    ] {
        std::fs::write(place.path().join("own.jsonl"), script).unwrap();
        let ran = on(place.path(), "--script own.jsonl");
        assert!(ran.code == code && ran.stderr.contains(said), "{ran:?}");
    }
    // Nothing is asserted, so nothing is evaluated.
    std::fs::write(place.path().join("own.jsonl"), "{\"do\":\"look\"}\n").unwrap();
    assert_eq!(on(place.path(), "--script own.jsonl").code, 4);
    for (arguments, said) in [
        ("--wait=-1", "must be a number of seconds"),
        ("nobody", "no system is called 'nobody'"),
        ("--day 2026-13-01", "is no day"),
        ("--with-corpus", "the project has no documents"),
    ] {
        let ran = fourcell(place.path(), &format!("lifecycle {arguments}"));
        assert!(ran.code == 2 && ran.stderr.contains(said), "{arguments}: {ran:?}");
    }
}

/// A store over HTTP that knows tenants, groups, revisions and dates by what it is told.
#[derive(Default)]
struct Store {
    documents: BTreeMap<String, Value>,
    stale: bool,
}

impl Store {
    fn answer(&mut self, request: &Received) -> Answer {
        let body = request.json();
        match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/ask") => {
                let asker = &body["question"]["principal"];
                let query: Vec<String> = words(body["question"]["query"].as_str().unwrap());
                let mine = self.documents.iter().filter(|(_, d)| {
                    let groups = |acl: &Value| {
                        acl.as_array()
                            .is_none_or(|acl| acl.iter().any(|g| asker["groups"].as_array().is_some_and(|own| own.contains(g))))
                    };
                    (d["tenant"].is_null() || d["tenant"] == asker["tenant"]) && groups(&d["acl"])
                });
                let mut hits: Vec<(usize, Value)> = mine
                    .map(|(id, d)| {
                        let text = d["text"].as_str().unwrap();
                        let score = words(text).iter().filter(|word| query.contains(word)).count();
                        (score, json!({"id": format!("{id}/0"), "doc": id, "rev": d["rev"], "text": text}))
                    })
                    .filter(|(score, _)| *score > 2)
                    .collect();
                hits.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
                Answer::json(&json!({"context": hits.into_iter().take(6).map(|(_, hit)| hit).collect::<Vec<_>>()}))
            }
            (method, path) => {
                let id = path.trim_start_matches("/documents/").replace("%2F", "/");
                match method {
                    "PUT" => drop(self.documents.insert(id, body)),
                    "DELETE" if !self.stale => drop(self.documents.remove(&id)),
                    _ => {}
                }
                Answer::new(204, "text/plain", "")
            }
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The built-in script against a store.
fn over_http(store: Store, arguments: &str) -> (Ran, Vec<Received>) {
    let store = Mutex::new(store);
    let server = Server::start(move |request| store.lock().unwrap().answer(request)).unwrap();
    let url = server.url();
    let toml = format!(
        "[systems.shop]\ntype = \"http\"\nurl = \"{url}/ask\"\nretries = 0\n[systems.shop.admin]\nurl = \"{url}\"\n\
         add = {{ method = \"PUT\", path = \"/documents/{{id}}\", body = {{ text = \"{{text}}\", rev = \"{{rev}}\", tenant = \"{{tenant}}\", acl = \"{{acl}}\" }} }}\n\
         delete = {{ method = \"DELETE\", path = \"/documents/{{id}}\" }}\n"
    );
    let place = folder(&[("fourcell.toml", &toml)]);
    (fourcell(place.path(), &format!("lifecycle {arguments}")), server.received())
}

#[test]
fn a_system_over_http_is_played_by_two_calls_and_left_as_it_was() {
    let (ran, received) = over_http(Store::default(), "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains(" 0 broken, 0 pending, 0 not checked"), "{ran:?}");
    assert!(ran.stdout.contains("11  delay") && ran.stdout.contains("not played"), "{ran:?}");
    assert!(ran.stdout.contains("note: 10 documents that the script had put in were taken out again"), "{ran:?}");
    let put = received.iter().filter(|r| r.method == "PUT").map(|r| r.path.clone()).collect::<std::collections::BTreeSet<_>>();
    let deleted: std::collections::BTreeSet<_> =
        received.iter().filter(|r| r.method == "DELETE").map(|r| r.path.clone()).collect();
    assert_eq!(put, deleted, "what was put in was taken out");
}

#[test]
fn a_stale_system_over_http_is_caught() {
    let (ran, _) = over_http(Store { stale: true, ..Store::default() }, "--wait 0.2");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("not within 0.2 s"), "{ran:?}");
    assert!(
        ran.stdout.contains("incident: step 4, delete lifecycle-ferry; asked by anyone: \"When does the Ossery ferry leave the old pier?\"; must not: lifecycle-ferry\n  context 1: passage lifecycle-ferry/0 of lifecycle-ferry, deleted\n"),
        "{ran:?}"
    );
}

#[test]
fn what_fails_and_what_cannot_be_changed_is_said() {
    let server = Server::start(|_| Answer::status(409)).unwrap();
    let url = server.url();
    let toml = format!(
        "[systems.a]\ntype = \"http\"\nurl = \"{url}/ask\"\nretries = 0\n[systems.a.admin]\nurl = \"{url}/admin\"\n\
         [systems.b]\ntype = \"http\"\nurl = \"{url}/ask\"\n[systems.c]\ntype = \"command\"\ncommand = [\"x\"]\n[systems.g]\nchunking = \"given\"\n"
    );
    let place = folder(&[("fourcell.toml", &toml)]);
    let ran = fourcell(place.path(), "lifecycle a");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.stdout.contains("failed: step 1, add lifecycle-permit@1: ") && ran.stdout.contains("22 steps not played"),
        "{ran:?}"
    );
    for (arguments, said) in [
        ("b", "add [systems.b.admin] with its url and calls"),
        ("c", "the documents of 'c' cannot be changed"),
        ("g", "takes its passages as they are given"),
        ("a --day 2026-11-30", "decides nothing"),
    ] {
        let ran = fourcell(place.path(), &format!("lifecycle {arguments}"));
        assert!(ran.code == 2 && ran.stderr.contains(said), "{arguments}: {ran:?}");
    }
    // Of an interface that was there before the day cannot be set.
    let toml = format!(
        "[systems.a]\ntype = \"http\"\nurl = \"{url}/ask\"\n[systems.a.admin]\nurl = \"{url}\"\nadd = {{}}\ndelete = {{}}\n"
    );
    let place = folder(&[("fourcell.toml", &toml), ("lifecycle.jsonl", SCRIPT)]);
    let ran = fourcell(place.path(), "lifecycle");
    assert!(ran.code == 2 && ran.stderr.contains("has no call for it"), "{ran:?}");
}
