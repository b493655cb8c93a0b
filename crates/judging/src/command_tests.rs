use std::fs;

use evidence::Passage;
use generation::{Answer, Kind, Outcome, Target, Verdict};

use super::*;
use formats::systems::Each;
use std::time::Duration;

fn passage(id: &str, text: &str) -> Passage {
    Passage { id: id.into(), doc: None, rev: None, range: None, text: Some(text.into()) }
}

fn answer() -> Answer {
    Answer { text: Some("20 euros.".into()), context: Some(vec![passage("fees", "The fee is 20 euros.")]), ..Answer::default() }
}

/// What a shell script says to a question.
fn judged(script: &str, each: Each, act: impl FnOnce(&dyn Fn(Kind, Target) -> Given)) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("judge.sh"), script).unwrap();
    let line = r#"{"id":"q","query":"What does it cost?"}"#;
    let question = formats::native::read_questions(&formats::Source::memory("q", line.as_bytes())).unwrap().items.remove(0);
    let command = ["sh", "judge.sh"].map(str::to_owned).to_vec();
    let judge = Command::new(Settings { command, each, timeout: Duration::from_secs(20) }, folder.path());
    let answer = answer();
    act(&|kind, target| {
        let ask = Ask { kind, target, passage: None, question: &question, answer: &answer, rubric: None };
        assert!(judge.can(&ask));
        judge.judge(&ask, 0)
    });
}

fn claim(n: u32) -> Target {
    Target::Claim(n, format!("It costs {n} euros."))
}

/// Begins each reply with the id of the question that was read.
const ECHO: &str = r#"while read -r line; do id=$(printf %s "$line" | sed 's/.*"id":"\(sha256:[0-9a-f]*\)".*/\1/'); "#;

fn fault(given: &Given) -> (&str, &str) {
    match &given.outcome {
        Outcome::Failed(fault) => (&fault.kind, &fault.problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_process_judges_one_question_after_the_other() {
    let script = format!(
        r#"{ECHO} printf '{{"id":"%s","verdict":"supported","passage":"fees","quote":"fee is 20","reason":"pid '$$'"}}\n' "$id"; done"#
    );
    judged(&script, Each::LongLived, |judge| {
        let (first, second) = (judge(Kind::Support, claim(20)), judge(Kind::Support, claim(30)));
        assert_eq!(first.outcome, Outcome::Verdict(Verdict::Supported));
        assert_eq!((first.passage.as_deref(), first.quote_found), (Some("fees"), Some(true)));
        assert_eq!(first.reason, second.reason, "the process is the same");
        // What cannot be said to one sort of question is no answer to it.
        assert_eq!(fault(&judge(Kind::Status, Target::Whole)).0, "unparsed");
    });
}

#[test]
fn replies_that_are_none_are_faults_of_their_kind() {
    let reply = |rest: &str| format!(r#"{ECHO} printf '{{"id":"%s",{rest}}}\n' "$id"; done"#);
    for (script, kind, said) in [
        (reply(r#""verdict":"maybe""#), "out-of-set", "'maybe' is none of 'supported'"),
        (reply(r#""verdict":1"#), "unparsed", "must be a string, found 1"),
        (reply(r#""verdict":"supported","score":1"#), "unparsed", "the key 'score'"),
        (reply(r#""verdict":"supported","verdict":"not-found""#), "unparsed", "stands there twice"),
        (reply(r#""error":"no model","verdict":"supported""#), "command", "the command says: no model"),
        ("read -r line; echo loading".to_owned(), "unparsed", "print what else there is to standard error"),
        ("read -r line; echo '{\"id\":\"other\",\"verdict\":\"supported\"}'".to_owned(), "unparsed", "found one to 'other'"),
        ("read -r line; echo '{\"verdict\":\"supported\"}'".to_owned(), "unparsed", "expected the id"),
        ("echo broken >&2; exit 3".to_owned(), "ended", "standard error ends: broken"),
    ] {
        judged(&script, Each::LongLived, |judge| {
            let given = judge(Kind::Support, claim(20));
            let (found, problem) = fault(&given);
            assert!(found == kind && problem.contains(said), "{script}: {found}: {problem}");
        });
    }
}

#[test]
fn a_process_may_judge_one_question_only() {
    let script = format!(r#"{ECHO} printf '{{"id":"%s","verdict":"not-found","passage":null,"claims":null}}\n' "$id"; done"#);
    judged(&script, Each::Question, |judge| {
        for n in [1, 2] {
            assert_eq!(judge(Kind::Support, claim(n)).outcome, Outcome::Verdict(Verdict::NotFound));
        }
    });
    judged(&format!("{script}; echo more"), Each::Question, |judge| {
        assert!(fault(&judge(Kind::Support, claim(1))).1.contains("expected one line"));
    });
}

#[test]
fn silence_is_a_fault_and_the_next_question_has_a_new_process() {
    let folder = tempfile::tempdir().unwrap();
    let line = r#"{"id":"q","query":"What does it cost?"}"#;
    let question = formats::native::read_questions(&formats::Source::memory("q", line.as_bytes())).unwrap().items.remove(0);
    let answer = answer();
    let ask = Ask { kind: Kind::Support, target: claim(1), passage: None, question: &question, answer: &answer, rubric: None };
    let of = |words: &[&str]| {
        let command = words.iter().map(|word| (*word).to_owned()).collect();
        let settings = Settings { command, each: Each::LongLived, timeout: Duration::from_millis(300) };
        Command::new(settings, folder.path()).judge(&ask, 0)
    };
    assert_eq!(fault(&of(&["sleep", "60"])).0, "timed_out");
    assert_eq!(fault(&of(&["no-such-program-at-all"])).0, "setup");
}

#[test]
fn what_is_sent_has_its_id_and_what_may_be_said() {
    let line = r#"{"id":"q","query":"What does it cost?"}"#;
    let question = formats::native::read_questions(&formats::Source::memory("q", line.as_bytes())).unwrap().items.remove(0);
    let answer = answer();
    let ask = Ask { kind: Kind::Support, target: claim(1), passage: None, question: &question, answer: &answer, rubric: None };
    let (first, again) = (schema::ask(Sort::Support, &ask, 0), schema::ask(Sort::Support, &ask, 1));
    assert_eq!(first["verdicts"], serde_json::json!(["supported", "contradicted", "not-found", "out-of-scope"]));
    assert_eq!(first["target"], serde_json::json!({"claim": 1, "text": "It costs 1 euros."}));
    assert_eq!(first["passages"][0]["text"], "The fee is 20 euros.");
    assert_ne!(first["id"], again["id"]);
    // Each key that is sent is told in the schema, and each that must be there is.
    for contract in &schema::CONTRACT {
        let told = contract.json();
        if contract.name == "ask" {
            let (keys, needed) = (told["properties"].as_object().unwrap(), told["required"].as_array().unwrap());
            assert!(first.as_object().unwrap().keys().all(|key| keys.contains_key(key)));
            assert!(needed.iter().all(|key| first.get(key.as_str().unwrap()).is_some()));
        }
    }
}
