//! Scripts against servers that are good, stale, slow and leaky; and against one that does what a test says.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use endpoints::scripted::{Answer, Received, ScriptedClock, Server};
use evidence::lifecycle::{Action, State, Step};
use evidence::{Document, Question};
use formats::Source;
use formats::native::read_lifecycle;
use formats::project::read_project;
use formats::systems::{Http, Kind};
use retrieval::lifecycle::{Claim, Outcome, Verdict, Why};
use retrieval::record::{Item, Stage};
use serde_json::{Value, json};

use super::http::LivingHttp;
use super::{Freshness, Living, Looked, Played, Said, is_sound, play};

const SCRIPT: &str = r#"{"do":"add","document":{"id":"fees","rev":"1","text":"A late fee is 20 euros.","tenant":"acme"},"expect":[{"ask":"late fee","principal":{"tenant":"acme"},"must":[{"doc":"fees","rev":"1"}]}]}
{"do":"update","document":{"id":"fees","rev":"2","text":"A late fee is 35 euros.","tenant":"acme"},"expect":[{"ask":"late fee","principal":{"tenant":"acme"},"must":[{"doc":"fees","rev":"2"}],"must_not":[{"doc":"fees","rev":"1"},{"quote":"20 euros"}]}]}
{"do":"add","document":{"id":"other","text":"A late fee of globex.","tenant":"globex"},"expect":[{"ask":"late fee","principal":{"tenant":"acme"},"must":[{"doc":"fees"}],"must_not":[{"doc":"other"}]}]}
{"do":"move","doc":"fees","to":"prices/fees","expect":[{"ask":"late fee","principal":{"tenant":"acme"},"must":[{"doc":"fees"}],"must_not":[{"doc":"fees"}]}]}
{"do":"delete","doc":"prices/fees","expect":[{"ask":"late fee","principal":{"tenant":"acme"},"must_not":[{"doc":"prices/fees"},{"doc":"fees"}]}]}
"#;

fn script(text: &str) -> Vec<Step> {
    read_lifecycle(&Source::memory("lifecycle.jsonl", text.as_bytes())).unwrap().items
}

fn clock() -> ScriptedClock {
    ScriptedClock::at(SystemTime::UNIX_EPOCH)
}

/// A store of documents over HTTP: one text is a passage.
#[derive(Default)]
struct Store {
    documents: BTreeMap<String, Value>,
    /// So many questions are answered of what was there before a change.
    slow: usize,
    /// What is served meanwhile, and how often still.
    before: Option<(usize, BTreeMap<String, Value>)>,
    keeps_deleted: bool,
    knows_tenants: bool,
}

impl Store {
    fn answer(&mut self, request: &Received) -> Answer {
        let body = request.json();
        if request.path == "/ask" {
            return self.ask(&body["question"]);
        }
        let id = request.path.strip_prefix("/documents/").unwrap_or_default().replace("%2F", "/");
        self.before = Some((self.slow, self.documents.clone()));
        match request.method.as_str() {
            "PUT" => drop(self.documents.insert(id, body)),
            "DELETE" if self.keeps_deleted => {}
            "DELETE" if self.documents.remove(&id).is_none() => return Answer::status(404),
            "DELETE" => {}
            _ => return Answer::status(405),
        }
        Answer::new(204, "text/plain", "")
    }

    fn ask(&mut self, question: &Value) -> Answer {
        let served = match &mut self.before {
            Some((left, before)) if *left > 0 => {
                *left -= 1;
                before
            }
            _ => &self.documents,
        };
        let tenant = &question["principal"]["tenant"];
        let mine = served.iter().filter(|(_, d)| !self.knows_tenants || d["tenant"].is_null() || d["tenant"] == *tenant);
        let passage = |(id, d): (&String, &Value)| json!({"id": format!("{id}#0"), "doc": id, "text": d["text"]});
        Answer::json(&json!({"context": mine.map(passage).collect::<Vec<_>>()}))
    }
}

/// Plays the script against a store.
fn played(store: Store, wait: Duration) -> (Vec<Played>, Vec<Received>, Vec<Duration>) {
    let store = Mutex::new(store);
    let server = Server::start(move |request| store.lock().unwrap().answer(request)).unwrap();
    let url = server.url();
    let folder = tempfile::tempdir().unwrap();
    let toml = format!(
        "[systems.shop]\ntype = \"http\"\nurl = \"{url}/ask\"\nretries = 0\n[systems.shop.admin]\nurl = \"{url}\"\n\
         add = {{ method = \"PUT\", path = \"/documents/{{id}}\", body = {{ text = \"{{text}}\", tenant = \"{{tenant}}\", note = \"{{id}} {{rev}}\" }} }}\n\
         delete = {{ method = \"DELETE\", path = \"/documents/{{id}}\" }}\n"
    );
    std::fs::write(folder.path().join("fourcell.toml"), toml).unwrap();
    let project = read_project(folder.path()).unwrap();
    let Kind::Http(http) = &project.systems[0].kind else { panic!() };
    let mut living = LivingHttp::new(http, http.admin.as_ref().unwrap(), Path::new(".")).unwrap();
    let (steps, clock) = (script(SCRIPT), clock());
    let played = play(&steps, &mut State::new("2026-11-30", Vec::new()), &mut living, wait, &clock, &|_| ());
    (played, server.received(), clock.slept())
}

/// What was broken: the step, from 1, the claim, and why.
fn broken(played: &[Played]) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (place, step) in played.iter().enumerate() {
        for assertion in step.asked.iter().flat_map(|asked| asked.assertions.as_ref().unwrap()) {
            if assertion.verdict == Verdict::Broken {
                let claim = match &assertion.claim {
                    Claim::Must(wanted) => format!("must {}", wanted.words()),
                    Claim::MustNot(wanted) => format!("must not {}", wanted.words()),
                    Claim::Usable => "usable".to_owned(),
                    Claim::Revision(_) => "revision".to_owned(),
                };
                all.push((place + 1, claim));
            }
        }
    }
    all
}

#[test]
fn a_good_store_holds_everything_and_gets_the_calls_that_are_stated() {
    let (played, received, slept) = played(Store { knows_tenants: true, ..Store::default() }, Duration::from_secs(30));
    assert_eq!(broken(&played), []);
    assert!(played.iter().all(|step| step.freshness == Freshness::AtOnce) && slept.is_empty(), "{played:?}");
    let changes: Vec<String> =
        received.iter().filter(|r| r.path != "/ask").map(|r| format!("{} {} {}", r.method, r.path, r.json())).collect();
    assert_eq!(
        changes,
        [
            r#"PUT /documents/fees {"note":"fees 1","tenant":"acme","text":"A late fee is 20 euros."}"#,
            r#"PUT /documents/fees {"note":"fees 2","tenant":"acme","text":"A late fee is 35 euros."}"#,
            r#"PUT /documents/other {"note":"other ","tenant":"globex","text":"A late fee of globex."}"#,
            r#"PUT /documents/prices%2Ffees {"note":"prices/fees 2","tenant":"acme","text":"A late fee is 35 euros."}"#,
            "DELETE /documents/fees null",
            "DELETE /documents/prices%2Ffees null",
        ]
    );
    let how: Vec<_> = played.iter().map(|step| step.said.as_ref().unwrap().how.as_deref()).collect();
    assert_eq!(how, [None, Some("by add"), None, Some("by add and delete"), None]);
}

#[test]
fn a_store_that_keeps_what_was_deleted_is_caught_after_the_wait() {
    let stale = Store { knows_tenants: true, keeps_deleted: true, ..Store::default() };
    let (played, _, slept) = played(stale, Duration::from_secs(3));
    let expected = [(4, "must not fees"), (4, "usable"), (5, "must not prices/fees"), (5, "must not fees"), (5, "usable")];
    assert_eq!(broken(&played), expected.map(|(step, claim)| (step, claim.to_owned())));
    assert_eq!(
        (played[3].freshness, slept.iter().sum::<Duration>()),
        (Freshness::Never, Duration::from_secs(6)),
        "two steps waited"
    );
    let assertions = played[4].asked[0].assertions.as_ref().unwrap();
    let Outcome::Present(found) = &assertions[0].outcome else { panic!("{assertions:?}") };
    assert_eq!((found[0].passage.as_str(), found[0].rank, found[0].why), ("prices/fees#0", 2, Some(Why::Deleted)));
}

#[test]
fn a_leak_is_an_incident_at_once_and_nobody_waits_for_it_to_go() {
    let (played, _, slept) = played(Store::default(), Duration::from_secs(30));
    assert_eq!(broken(&played)[..2], [(3, "must not other".to_owned()), (3, "usable".to_owned())]);
    assert!(slept.is_empty() && played[2].asked[0].assertions.as_ref().unwrap()[1].is_leak());
}

#[test]
fn a_slow_store_is_measured_and_beyond_the_limit_it_fails() {
    let slow = |slow| Store { knows_tenants: true, slow, ..Store::default() };
    let (fine, ..) = played(slow(2), Duration::from_secs(30));
    assert_eq!(broken(&fine), []);
    // 100 ms and 150 ms between three looks; the third step changes nothing for its asker.
    let seen: Vec<Freshness> = fine.iter().map(|step| step.freshness).collect();
    let after = Freshness::After(Duration::from_millis(250));
    assert_eq!(seen, [after, after, Freshness::AtOnce, after, after]);
    let (late, ..) = played(slow(50), Duration::from_secs(1));
    assert_eq!(broken(&late)[0], (1, "must fees@1".to_owned()));
    assert_eq!(late[0].freshness, Freshness::Never);
}

#[test]
fn a_call_that_fails_ends_the_script() {
    let text = "{\"do\":\"add\",\"document\":{\"id\":\"a\",\"text\":\"t\"}}\n{\"do\":\"look\"}\n";
    let server = Server::start(|_| Answer::status(409)).unwrap();
    let http = stated(&format!(
        "type = \"http\"\nurl = \"{0}/ask\"\nretries = 0\n[systems.s.admin]\nurl = \"{0}/admin\"\n",
        server.url()
    ));
    let mut living = LivingHttp::new(&http, http.admin.as_ref().unwrap(), Path::new(".")).unwrap();
    let played = play(&script(text), &mut State::new("2026-11-30", Vec::new()), &mut living, Duration::ZERO, &clock(), &|_| ());
    assert_eq!(played.len(), 1);
    assert!(played[0].said.as_ref().unwrap_err().contains("409"), "{played:?}");
    // Without calls of its own it was sent the step.
    let received = server.received();
    assert_eq!((received[0].method.as_str(), received[0].path.as_str()), ("POST", "/admin"));
    assert_eq!(received[0].json(), json!({"do": "add", "document": {"id": "a", "text": "t", "status": "active"}}));
}

fn stated(toml: &str) -> Http {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("fourcell.toml"), format!("[systems.s]\n{toml}")).unwrap();
    match read_project(folder.path()).unwrap().systems.remove(0).kind {
        Kind::Http(http) => http,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_reply_says_of_the_index_is_read_where_it_is_said_to_stand() {
    let reply = Arc::new(Mutex::new(json!(null)));
    let said = reply.clone();
    let server = Server::start(move |_| Answer::json(&said.lock().unwrap())).unwrap();
    let http = stated(&format!(
        "type = \"http\"\nurl = \"{0}/ask\"\n[systems.s.admin]\nurl = \"{0}\"\nindex_revision = \"/v/is\"\npending = \"/wait\"\n",
        server.url()
    ));
    let mut living = LivingHttp::new(&http, http.admin.as_ref().unwrap(), Path::new(".")).unwrap();
    let state = State::new("2026-11-30", Vec::new());
    let mut apply = |value: Value| {
        *reply.lock().unwrap() = value;
        living.apply(&Action::Index, &state)
    };
    let of =
        |revision: Option<&str>, pending| Said { played: true, how: None, index_revision: revision.map(str::to_owned), pending };
    assert_eq!(apply(json!({"v": {"is": 7}, "wait": true})), Ok(of(Some("7"), Some(true))));
    assert_eq!(apply(json!({"v": {"is": "r2"}, "wait": false})), Ok(of(Some("r2"), Some(false))));
    assert_eq!(apply(json!(["done"])), Ok(of(None, None)));
    assert!(apply(json!({"wait": "soon"})).unwrap_err().contains("expected true or false at /wait of the reply"));
    assert!(apply(json!({"v": {"is": []}})).unwrap_err().contains("expected a revision"));
}

/// A system that says and shows what a test says: the documents that are there, once they are indexed.
struct Scripted {
    /// How far behind it is, in looks; none to be held back until it is told.
    shown: Vec<Document>,
    says: Said,
    revision: &'static str,
    held: bool,
}

impl Living for Scripted {
    fn apply(&mut self, action: &Action, state: &State) -> Result<Said, String> {
        match action {
            Action::Delay(_) => self.held = true,
            Action::Index => self.held = false,
            _ => {}
        }
        if !self.held {
            self.shown = state.current().to_vec();
            self.revision = "new";
        }
        Ok(self.says.clone())
    }

    fn ask(&mut self, questions: &[Question]) -> Vec<Result<Looked, String>> {
        let item = |d: &Document| Item {
            id: format!("{}#0", d.id),
            doc: Some(d.id.clone()),
            rev: Some(d.rev.clone()),
            ..Item::default()
        };
        let list = self.shown.iter().filter(|d| d.is_in_force("2026-11-30")).map(item).collect();
        let looked = Looked { stages: vec![(Stage::Context, list)], index_revision: Some(self.revision.to_owned()) };
        questions.iter().map(|_| Ok(looked.clone())).collect()
    }
}

const DELAYED: &str = r#"{"do":"add","document":{"id":"old","text":"o"},"expect":[{"ask":"?","must":[{"doc":"old"}]}]}
{"do":"delay"}
{"do":"add","document":{"id":"new","text":"n"},"expect":[{"ask":"?","must":[{"doc":"old"},{"doc":"new"}]}]}
{"do":"delete","doc":"old","expect":[{"ask":"?","must_not":[{"doc":"old"}]}]}
{"do":"index","expect":[{"ask":"?","must":[{"doc":"new"}],"must_not":[{"doc":"old"}]}]}
"#;

fn delayed(says: Said) -> (Vec<Played>, Vec<Duration>) {
    let clock = clock();
    let mut system = Scripted { shown: Vec::new(), says, revision: "old", held: false };
    let steps = script(DELAYED);
    let played = play(&steps, &mut State::new("2026-11-30", Vec::new()), &mut system, Duration::from_secs(5), &clock, &|_| ());
    (played, clock.slept())
}

#[test]
fn what_a_delay_holds_back_is_pending_and_what_was_deleted_is_not_excused() {
    let (played, slept) = delayed(Said { played: true, ..Said::default() });
    let verdicts = |step: usize| -> Vec<Verdict> {
        played[step].asked[0].assertions.as_ref().unwrap().iter().map(|assertion| assertion.verdict).collect()
    };
    assert_eq!(verdicts(2), [Verdict::Held, Verdict::Pending, Verdict::Held]);
    assert_eq!(played[2].freshness, Freshness::Pending);
    // The deleted one comes from the stale index: that is an incident, delay or not.
    assert_eq!(verdicts(3), [Verdict::Broken, Verdict::Broken]);
    assert_eq!(verdicts(4), [Verdict::Held, Verdict::Held, Verdict::Held]);
    assert_eq!(slept.iter().sum::<Duration>(), Duration::from_secs(5), "nobody waits for what waits for a command");
}

#[test]
fn a_system_that_says_that_it_is_done_has_no_excuse_and_a_delay_that_it_does_not_know_is_none() {
    let (played, _) = delayed(Said { played: true, pending: Some(false), ..Said::default() });
    assert_eq!(broken(&played)[0], (3, "must new".to_owned()));
    let (played, _) = delayed(Said::default());
    assert_eq!(broken(&played)[0], (3, "must new".to_owned()));
}

#[test]
fn an_index_that_names_another_revision_than_was_told_is_stale() {
    let (played, _) = delayed(Said { played: true, index_revision: Some("newest".into()), ..Said::default() });
    assert_eq!(broken(&played)[0], (1, "revision".to_owned()));
    let assertion = &played[0].asked[0].assertions.as_ref().unwrap()[2];
    assert_eq!((&assertion.claim, &assertion.outcome), (&Claim::Revision("newest".into()), &Outcome::Stale("new".into())));
    // Held back, it may be the old one.
    assert_eq!(played[2].asked[0].assertions.as_ref().unwrap()[3].verdict, Verdict::Pending);
}

#[test]
fn a_delay_of_seconds_ends_by_itself() {
    struct Late(ScriptedClock, Scripted);
    impl Living for Late {
        fn apply(&mut self, action: &Action, state: &State) -> Result<Said, String> {
            self.1.shown = state.current().to_vec();
            self.1.apply(action, state)
        }
        fn ask(&mut self, questions: &[Question]) -> Vec<Result<Looked, String>> {
            let is_late = endpoints::clock::Clock::monotonic(&self.0) < Duration::from_secs(2);
            let found = self.1.ask(questions);
            if is_late {
                questions.iter().map(|_| Ok(Looked { stages: vec![(Stage::Context, Vec::new())], ..Looked::default() })).collect()
            } else {
                found
            }
        }
    }
    // The system's clock is moved on by hand: 2 s are over when the script has waited for them.
    let text = "{\"do\":\"delay\",\"seconds\":2}\n{\"do\":\"add\",\"document\":{\"id\":\"a\",\"text\":\"t\"},\"expect\":[{\"ask\":\"?\",\"must\":[{\"doc\":\"a\"}]}]}\n";
    let inner = || Scripted { shown: Vec::new(), says: Said { played: true, ..Said::default() }, revision: "r", held: false };
    let mut state = State::new("2026-11-30", Vec::new());
    let played = play(&script(text), &mut state, &mut Late(clock(), inner()), Duration::from_secs(1), &clock(), &|_| ());
    assert_eq!(played[1].freshness, Freshness::Pending, "within the delay it is pending: {played:?}");
    let mut state = State::new("2026-11-30", Vec::new());
    let played = play(&script(text), &mut state, &mut Late(clock(), inner()), Duration::from_secs(5), &clock(), &|_| ());
    assert_eq!((played[1].freshness, broken(&played).len()), (Freshness::Never, 1), "after it, it is a failure: {played:?}");
}

#[test]
fn a_script_that_cannot_be_played_is_known_before_anything_is_sent() {
    let steps = script("{\"do\":\"add\",\"document\":{\"id\":\"a\",\"text\":\"t\"}}\n{\"do\":\"delete\",\"doc\":\"b\"}\n");
    let (place, refused) = is_sound(&steps, &State::new("2026-11-30", Vec::new())).unwrap_err();
    assert_eq!((place, refused.0.as_str()), (2, "there is no document 'b' to delete"));
}
