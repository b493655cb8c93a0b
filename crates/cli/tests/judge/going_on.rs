//! A command that was stopped, by a budget, by force or by another one beside it, goes on where it was.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fixture::*;
use endpoints::scripted::Server;

#[test]
fn a_budget_stops_and_the_next_command_asks_only_what_is_missing() {
    let server = Server::start(well).unwrap();
    let place = project(&format!("{}[budget]\ncalls = 4\n", model(&server.url(), "concurrency = 1", "")));
    let run = || judge(place.path(), &["a", "-m", MEASURES, "--threads", "1"]);
    let first = run();
    assert_eq!((first.code, server.received().len()), (3, 4), "{first:?}");
    let told = format!("{}{}", first.stdout, first.stderr);
    assert!(told.contains("budget"), "{told}");
    let said = read(place.path(), "runs/a/judgements.jsonl");
    assert!(said.contains("\"kind\":\"budget_spent\""), "{said}");
    let second = run();
    assert_eq!((second.code, server.received().len()), (3, 8), "{second:?}");
    assert!(second.stderr.contains("4 replies taken from what was kept"), "{}", second.stderr);
    let third = run();
    assert_eq!((third.code, server.received().len()), (0, 9), "{third:?}");
    // It is what it would have been at once.
    let whole = project(&model(&server.url(), "", ""));
    assert_eq!(judge(whole.path(), &["a", "-m", MEASURES]).stdout, third.stdout);
    let name = "runs/a/judgements.jsonl";
    assert_eq!(read(whole.path(), name), read(place.path(), name));
}

/// A project with many questions, each of whose answers makes two claims.
fn long(url: &str) -> tempfile::TempDir {
    let place = project(&model(url, "concurrency = 4", ""));
    let question = |n: usize| format!("{{\"id\":\"q{n:02}\",\"query\":\"What is rule {n}?\",\"answer\":\"Rule {n} holds.\"}}\n");
    write(place.path(), "questions.jsonl", &(0..20).map(question).collect::<String>());
    let record = |n: usize| {
        format!(
            "{{\"question\":\"q{n:02}\",\"context\":[{{\"id\":\"p\",\"text\":\"Rule {n} holds.\"}}],\"answer\":\"Rule {n} holds. Nobody minds {n}.\"}}\n"
        )
    };
    let records: String = (0..20).map(record).collect();
    write(place.path(), "runs/a/records.jsonl", &records);
    write(place.path(), "runs/b/records.jsonl", &records);
    place
}

fn slow() -> Server {
    Server::start(|request| {
        std::thread::sleep(Duration::from_millis(10));
        well(request)
    })
    .unwrap()
}

fn started(folder: &Path, run: &str) -> Child {
    let mut process = Command::new(env!("CARGO_BIN_EXE_fourcell"));
    process.current_dir(folder).args(["judge", run, "-m", MEASURES]);
    process.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// How often judging is killed: some times always, more on demand.
fn kills() -> u64 {
    std::env::var("FOURCELL_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6)
}

#[test]
fn a_killed_judge_goes_on_to_the_same_bytes() {
    let server = slow();
    let whole = long(&server.url());
    let begun = Instant::now();
    assert_eq!(judge(whole.path(), &["a", "-m", MEASURES]).code, 0);
    let takes = begun.elapsed();
    let asked = server.received().len();
    let name = "runs/a/judgements.jsonl";
    let expected = read(whole.path(), name);
    let killed = long(&server.url());
    let mut unfinished = 0;
    for kill in 0..kills() {
        let mut child = started(killed.path(), "a");
        std::thread::sleep(takes.mul_f64((kill + 1) as f64 / (2 * kills()) as f64));
        child.kill().unwrap();
        child.wait().unwrap();
        // Whole or not at all.
        match killed.path().join(name).exists() {
            true => assert!(read(killed.path(), name) == expected),
            false => unfinished += 1,
        }
    }
    assert!(unfinished > 0, "no kill came in time");
    let before = server.received().len();
    let ran = judge(killed.path(), &["a", "-m", MEASURES]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(read(killed.path(), name) == expected, "the verdicts are others than those of a run that was not killed");
    assert!(server.received().len() - before < asked, "nothing was kept over the kills");
    // What was done is not asked again.
    let now = server.received().len();
    assert_eq!(judge(killed.path(), &["a", "-m", MEASURES]).code, 0);
    assert_eq!(server.received().len(), now);
}

#[test]
fn two_at_once_do_not_harm_what_is_kept() {
    let server = slow();
    let place = long(&server.url());
    let both = [started(place.path(), "a"), started(place.path(), "b"), started(place.path(), "b")];
    for mut child in both {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    assert_eq!(read(place.path(), "runs/a/judgements.jsonl"), read(place.path(), "runs/b/judgements.jsonl"));
    let sent = server.received().len();
    for run in ["a", "b"] {
        let again = judge(place.path(), &[run, "-m", MEASURES]);
        assert!(again.code == 0 && again.stderr.contains(" 0 asked anew"), "{again:?}");
    }
    assert_eq!(server.received().len(), sent);
}

#[test]
fn a_quick_judge_beside_a_slow_one_loses_nothing() {
    let server = slow();
    let place = long(&server.url());
    let mut slow = started(place.path(), "a");
    // The slow one has read what there is, and asks.
    let until = Instant::now() + Duration::from_secs(20);
    while server.received().is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(judge(place.path(), &["a", "--judge", "lexical", "-m", MEASURES]).code, 0);
    assert_eq!(slow.wait().unwrap().code(), Some(0));
    let said = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    let of = |name: &str| said.iter().filter(|line| line["judge"] == name && line["kind"] == "support").count();
    assert_eq!((of("m"), of("lexical")), (40, 40));
    let judges = read(place.path(), "runs/a/judges.json");
    assert!(judges.contains("\"m\"") && judges.contains("\"lexical\""), "{judges}");
}

#[test]
fn a_changed_answer_is_judged_anew_and_the_others_are_not() {
    let server = Server::start(well).unwrap();
    let place = long(&server.url());
    assert_eq!(judge(place.path(), &["a", "-m", MEASURES]).code, 0);
    let sent = server.received().len();
    // B24: another order of questions, and one answer that is another one.
    let name = "runs/a/records.jsonl";
    let changed = read(place.path(), name).replace("Nobody minds 3.", "Somebody minds 3.");
    let reversed: Vec<&str> = changed.lines().rev().collect();
    write(place.path(), name, &format!("{}\n", reversed.join("\n")));
    assert_eq!(judge(place.path(), &["a", "-m", MEASURES]).code, 0);
    // Its status, its claims, the one that changed, and whether it is right.
    assert_eq!(server.received().len() - sent, 4);
    let said = read(place.path(), "runs/a/judgements.jsonl");
    assert!(said.contains("Somebody minds 3.") && !said.contains("Nobody minds 3."), "what was said of the old answer is gone");
    // A text of a prompt decides: with another one all is asked anew.
    let now = server.received().len();
    let toml = read(place.path(), "fourcell.toml").replace("model = \"judge-1\"", "model = \"judge-1\"\nseed = 5");
    write(place.path(), "fourcell.toml", &toml);
    assert_eq!(judge(place.path(), &["a", "-m", MEASURES]).code, 0);
    assert_eq!(server.received().len() - now, sent);
}
