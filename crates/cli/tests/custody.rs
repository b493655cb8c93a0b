//! `fourcell custody`: the final set is sealed, looked at so many times, and its record gives away who changed it.

mod command;

use std::fs;
use std::path::Path;

use command::{Ran, folder, fourcell, fourcell_with};
use serde_json::Value;

const QUESTIONS: &str = r#"{"id":"t","query":"What is the fee?","required":["prices#2"]}
{"id":"f1","query":"What is the late fee?","required":["prices#2"],"split":"final"}
{ "id":"f2", "split" : "final", "query":"Is \"split\":\"final\" a word?","required":["terms#1"] }
"#;

const RECORDS: &str = r#"{"question":"t","stages":{"candidates":[{"id":"prices#2","score":7.1}]}}
{"question":"f1","stages":{"candidates":[{"id":"prices#2","score":7.1}]}}
{"question":"f2","stages":{"candidates":[{"id":"prices#2","score":7.1}]}}
"#;

/// A project with a run of each of these settings.
fn project(looks: u32, runs: &[&str]) -> tempfile::TempDir {
    let toml = format!("version = 1\n[project]\nname = \"small\"\n[custody]\nlooks = {looks}\n");
    let place = folder(&[("fourcell.toml", &toml), ("questions.jsonl", QUESTIONS)]);
    for name in runs {
        run(place.path(), name, name);
    }
    place
}

/// A run with a setting.
fn run(place: &Path, name: &str, setting: &str) {
    let folder = place.join("runs").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("records.jsonl"), RECORDS).unwrap();
    fs::write(folder.join("manifest.toml"), format!("version = 1\n[settings]\ngenerator = {setting:?}\n")).unwrap();
}

#[track_caller]
fn done(place: &Path, arguments: &[&str]) -> Ran {
    let ran = fourcell_with(place, arguments, b"");
    assert_eq!(ran.code, 0, "{arguments:?} {ran:?}");
    ran
}

#[track_caller]
fn refused(place: &Path, arguments: &[&str]) -> String {
    let ran = fourcell_with(place, arguments, b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?} {}", ran.stderr);
    ran.stderr
}

const SEAL: [&str; 6] = ["custody", "seal", "--who", "ann", "--reason", "autumn"];

#[track_caller]
fn look(place: &Path, run: &str) -> Ran {
    done(place, &["custody", "open", "--run", run, "--reason", "told in the meeting", "--who", "bob"])
}

fn record(place: &Path) -> String {
    fs::read_to_string(place.join("custody.jsonl")).unwrap()
}

fn status(place: &Path) -> Value {
    serde_json::from_str(&done(place, &["custody", "--format", "json"]).stdout).unwrap()
}

#[test]
fn a_set_is_sealed_looked_at_and_spent() {
    let place = project(3, &["a", "b", "c", "d"]);
    let here = place.path();
    assert_eq!(status(here)["result"]["state"], "unsealed");
    assert!(!here.join("custody.jsonl").exists());
    let unsealed = refused(here, &["custody", "open", "--run", "a", "--reason", "r"]);
    assert!(unsealed.contains("not sealed\n  seal them first: fourcell custody seal"), "{unsealed}");
    let sealed = done(here, &SEAL);
    assert!(sealed.stderr.contains("2 final questions sealed as sha256:"), "{}", sealed.stderr);
    assert!(sealed.stderr.contains("3 looks planned: each look decides at 0.01667 (0.05 / 3)"), "{}", sealed.stderr);
    assert!(sealed.stderr.contains("1.22 times as wide"), "{}", sealed.stderr);
    assert!(sealed.stderr.contains("fewer than 100 final questions"), "{}", sealed.stderr);
    assert!(refused(here, &SEAL).contains("sealed already"));
    let first = look(here, "a").stderr;
    assert!(first.contains("look 1 of 3 at the final questions, 2 left") && !first.contains("warning"), "{first}");
    // The same settings, under whatever name, are no new look; nor a line.
    let before = record(here);
    run(here, "again", "a");
    for same in ["a", "again"] {
        let told = look(here, same).stderr;
        assert!(told.contains("no new look; look 1 of 3, 2 left"), "{told}");
    }
    assert_eq!(record(here), before);
    let second = look(here, "b").stderr;
    assert!(second.contains("warning: one look is left"), "{second}");
    let third = look(here, "c").stderr;
    assert!(third.contains("warning: that was the last planned look") && third.contains("at least 100 fresh"), "{third}");
    let spent = refused(here, &["custody", "open", "--run", "d", "--reason", "r"]);
    assert!(spent.contains("all planned looks at the final questions were had"), "{spent}");
    assert!(look(here, "b").stderr.contains("look 2 of 3"), "what was told may be told again");
    let told = status(here);
    let looks = &told["result"]["looks"];
    assert_eq!((&looks["used"], &looks["left"], &looks["planned"]), (&3.into(), &0.into(), &3.into()));
    assert!((looks["interval_inflation"].as_f64().unwrap() - 1.2214407094731932).abs() < 1e-9);
    assert_eq!(told["result"]["record"].as_array().unwrap().len(), 4);
    assert_eq!(told["result"]["record"][1]["who"], "bob");
    let shown = done(here, &["custody"]).stdout;
    assert!(shown.starts_with("small · sealed · 2 final questions · 3 of 3 looks had, 0 left\n"), "{shown}");
    assert!(shown.contains("verdicts of c (sha256:") && shown.contains("by hand: told in the meeting"), "{shown}");
}

#[test]
fn what_is_sealed_may_be_corrected_but_no_look_comes_back() {
    let place = project(2, &["a", "b", "c"]);
    let here = place.path();
    done(here, &SEAL);
    look(here, "a");
    fs::write(here.join("questions.jsonl"), QUESTIONS.replace("late fee", "late charge")).unwrap();
    let changed = refused(here, &["custody", "open", "--run", "b", "--reason", "r"]);
    assert!(changed.contains("final questions or labels changed since they were sealed"), "{changed}");
    assert_eq!(status(here)["result"]["unchanged"], false);
    assert!(refused(here, &[&SEAL[..], &["--looks", "9"]].concat()).contains("was planned before the first one"));
    let again = done(here, &SEAL).stderr;
    assert!(again.contains("2 looks planned, 1 of them had"), "{again}");
    // Labels are sealed with the questions.
    fs::write(here.join("labels.jsonl"), "{\"question\":\"f1\",\"passage\":\"terms#1\",\"grade\":2}\n").unwrap();
    assert!(refused(here, &["custody", "open", "--run", "b", "--reason", "r"]).contains("changed since"));
    fs::write(here.join("labels.jsonl"), "{\"question\":\"t\",\"passage\":\"terms#1\",\"grade\":2}\n").unwrap();
    assert!(look(here, "b").stderr.contains("look 2 of 2"), "a label of a tuning question changes nothing");
    assert!(refused(here, &["custody", "open", "--run", "c", "--reason", "r"]).contains("all planned looks"));
}

/// Each change is found, at its line; the record is left as it is, and nothing is added to it.
#[test]
fn every_changed_line_is_found() {
    let place = project(9, &["a", "b", "c"]);
    let here = place.path();
    done(here, &SEAL);
    ["a", "b", "c"].into_iter().for_each(|run| drop(look(here, run)));
    let sound = record(here);
    let lines: Vec<&str> = sound.lines().collect();
    let verified = done(here, &["custody", "verify"]).stdout;
    let head = verified.lines().last().unwrap();
    assert!(verified.starts_with("custody.jsonl: 4 lines hold\n") && lines[3].contains(head), "{verified}");
    let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    for (changed, line, what) in [
        (sound.replacen("\"run\":\"b\"", "\"run\":\"B\"", 1), 3, "was edited"),
        (text(&[lines[0], lines[2], lines[3]]), 2, "a line was taken out here"),
        (text(&[lines[0], lines[2], lines[1], lines[3]]), 2, "lines were moved"),
        (text(&[lines[0], lines[1], lines[1], lines[2], lines[3]]), 3, "a line was put in here"),
        (text(&lines[1..]), 1, "a line was taken out here"),
        (sound.replacen("\"looks\":9", "\"looks\":99", 1), 1, "was edited"),
    ] {
        fs::write(here.join("custody.jsonl"), &changed).unwrap();
        let ran = fourcell(here, "custody verify");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stdout.starts_with(&format!("custody.jsonl:{line}: ")) && ran.stdout.contains(what), "{ran:?}");
        let told = refused(here, &["custody", "open", "--run", "a", "--reason", "r"]);
        assert!(told.contains(&format!("custody.jsonl:{line}: ")), "{told}");
        assert_eq!(record(here), changed);
    }
    // What is cut off at the end shows against a hash that was kept.
    fs::write(here.join("custody.jsonl"), text(&lines[..3])).unwrap();
    assert_eq!(fourcell(here, "custody verify").code, 0);
    let cut = fourcell(here, &format!("custody verify --expect {head}"));
    assert!(cut.code == 1 && cut.stdout.contains("lines were cut off at the end"), "{cut:?}");
    fs::write(here.join("custody.jsonl"), &sound).unwrap();
    assert_eq!(fourcell(here, &format!("custody verify --expect {head}")).code, 0);
    let second = lines[1].rsplit_once("\"hash\":\"sha256:").unwrap().1.trim_end_matches("\"}");
    let grown = fourcell(here, &format!("custody verify --expect {second}"));
    assert!(grown.code == 0 && grown.stdout.contains("2 lines after the one that is expected"), "{grown:?}");
    // A line that is none is named with its column; a newer one is refused.
    for (changed, said) in [
        (sound.replacen("\"who\":\"bob\"", "\"who\":7", 1), "custody.jsonl:2:"),
        (sound.replacen("\"version\":1", "\"version\":2", 1), "version 2 is newer than 1"),
        (sound.replacen("\"kind\"", "\"kinds\"", 1), "unknown field 'kinds'"),
    ] {
        fs::write(here.join("custody.jsonl"), changed).unwrap();
        let told = refused(here, &["custody", "verify"]);
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn tuning_commands_refuse_final_questions_unless_they_burn_them() {
    let place = project(3, &["a", "b"]);
    let here = place.path();
    let commands: [&[&str]; 5] = [
        &["score", "a", "-m", "RR", "--no-write"],
        &["compare", "a", "b", "-m", "RR"],
        &["cells", "a", "--no-write"],
        &["ledger", "a", "--no-write"],
        &["calibrate", "a"],
    ];
    let on_final = |command: &[&'static str]| [command, &["--split", "final"]].concat();
    for command in commands {
        assert!(refused(here, &on_final(command)).contains("not sealed"), "{command:?}");
        assert!(refused(here, &[&on_final(command)[..], &["--burn", "r"]].concat()).contains("not sealed"), "{command:?}");
    }
    done(here, &SEAL);
    let before = record(here);
    for command in commands {
        let told = refused(here, &on_final(command));
        assert!(told.starts_with("error: final questions are not for tuning\n  'fourcell gate --split final' says"), "{told}");
        assert!(told.contains("--burn 'REASON'") && !told.contains("f1"), "{told}");
        let usage = refused(here, &[command, &["--split", "tune", "--burn", "r"]].concat());
        assert!(usage.contains("--burn goes with --split final"), "{usage}");
    }
    let probed = refused(here, &["probe", "a", "--split", "final", "--burn", "r"]);
    assert!(probed.contains("final questions are not probed"), "{probed}");
    assert!(refused(here, &[&on_final(commands[0])[..], &["--burn", " "]].concat()).contains("--burn is blank"));
    assert_eq!(record(here), before);
    // It burns, and says so first.
    let burned = fourcell_with(here, &[&on_final(commands[1])[..], &["--burn", "to see \u{1b}[2J why"]].concat(), b"");
    assert!(burned.stderr.starts_with("warning: this burns the final set: 2 questions may be seen one by one"), "{burned:?}");
    assert!(burned.stdout.contains("RR"), "{burned:?}");
    let line: Value = serde_json::from_str(record(here).lines().last().unwrap()).unwrap();
    assert_eq!((&line["kind"], &line["released"], &line["by"]), (&"burned".into(), &"per-question".into(), &"compare".into()));
    assert_eq!((&line["run"], &line["reason"]), (&"a, b".into(), &"to see \u{1b}[2J why".into()));
    let shown = done(here, &["custody"]).stdout;
    assert!(shown.contains("burned") && shown.contains("to see \\u{1b}[2J why") && !shown.contains('\u{1b}'), "{shown}");
    // Once burned there is nothing to keep any more, and nothing to write down.
    let before = record(here);
    let again = done(here, &on_final(commands[0]));
    assert!(again.stderr.contains("these final questions are burned"), "{again:?}");
    assert_eq!(record(here), before);
    assert!(refused(here, &["custody", "open", "--run", "a", "--reason", "r"]).contains("were burned"));
    assert!(refused(here, &SEAL).contains("were burned"));
    // Fresh questions beside burned ones are not shown with them.
    let fresh = "{\"id\":\"new\",\"query\":\"New?\",\"required\":[\"terms#1\"],\"split\":\"final\"}\n";
    fs::write(here.join("questions.jsonl"), format!("{QUESTIONS}{fresh}")).unwrap();
    assert!(refused(here, &on_final(commands[0])).contains("changed since"));
}

#[test]
fn a_burned_set_is_retired_and_is_never_final_again() {
    let place = project(3, &["a", "b"]);
    let here = place.path();
    let retire = ["custody", "retire", "--reason", "done", "--who", "cy"];
    assert!(refused(here, &retire).contains("not sealed"));
    done(here, &SEAL);
    assert!(refused(here, &retire).contains("looks are left\n  say --unspent if that is meant"));
    done(here, &["custody", "open", "--run", "a", "--per-question", "--reason", "read aloud", "--who", "dee"]);
    let burned: Value = serde_json::from_str(record(here).lines().last().unwrap()).unwrap();
    assert_eq!((&burned["who"], &burned["by"], &burned["reason"]), (&"dee".into(), &"hand".into(), &"read aloud".into()));
    let retired = done(here, &retire).stderr;
    assert!(retired.contains("2 questions of questions.jsonl are for tuning now"), "{retired}");
    assert!(retired.contains("at least 100 fresh questions"), "{retired}");
    // One word of two lines, and no other byte.
    let expected = QUESTIONS
        .replacen("\"split\":\"final\"}", "\"split\":\"tune\"}", 1)
        .replace("\"split\" : \"final\"", "\"split\" : \"tune\"");
    assert_eq!(fs::read_to_string(here.join("questions.jsonl")).unwrap(), expected);
    assert_eq!(status(here)["result"]["state"], "retired");
    let scored = done(here, &["score", "a", "-m", "RR", "--no-write"]).stdout;
    assert!(scored.contains("3 answerable questions"), "{scored}");
    // Marked as final again they are what they were.
    fs::write(here.join("questions.jsonl"), QUESTIONS).unwrap();
    assert!(refused(here, &SEAL).contains("this very set was burned or retired before"));
    assert!(refused(here, &retire).contains("not sealed"));
    fs::write(here.join("questions.jsonl"), QUESTIONS.replace("late fee", "fee for a fax")).unwrap();
    assert!(done(here, &SEAL).stderr.contains("3 looks planned:"));
    assert!(look(here, "a").stderr.contains("look 1 of 3"), "settings that were looked at before are new to a fresh set");
    done(here, &["custody", "verify"]);
}

#[test]
fn questions_that_cannot_be_rewritten_are_left_to_the_user() {
    let place = project(1, &["a"]);
    let here = place.path();
    done(here, &SEAL);
    look(here, "a");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gz, QUESTIONS.as_bytes()).unwrap();
    fs::write(here.join("questions.jsonl.gz"), gz.finish().unwrap()).unwrap();
    fs::remove_file(here.join("questions.jsonl")).unwrap();
    let before = record(here);
    let retire = ["custody", "retire", "--reason", "spent"];
    let told = refused(here, &retire);
    assert!(told.contains("is compressed, and is not rewritten") && told.contains("yourself"), "{told}");
    assert_eq!(record(here), before);
    // Done by hand, it is only written down.
    fs::remove_file(here.join("questions.jsonl.gz")).unwrap();
    fs::write(here.join("questions.jsonl"), QUESTIONS.replace("final", "tune")).unwrap();
    done(here, &retire);
    assert_eq!(status(here)["result"]["state"], "retired");
}

/// Of two that ask for the last look at once, one has it.
#[test]
fn the_last_look_is_had_once() {
    let runs = ["a", "b", "c", "d", "e", "f"];
    let place = project(3, &runs);
    let here = place.path();
    done(here, &SEAL);
    let codes: Vec<i32> = std::thread::scope(|scope| {
        let open = |run: &'static str| {
            scope.spawn(move || fourcell_with(here, &["custody", "open", "--run", run, "--reason", "r"], b"").code)
        };
        let all: Vec<_> = runs.into_iter().map(open).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(codes.iter().filter(|code| **code == 0).count(), 3, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| **code == 2).count(), 3, "{codes:?}");
    assert_eq!(record(here).lines().count(), 4);
    done(here, &["custody", "verify"]);
}

#[test]
fn who_it_was_is_said_or_taken_from_the_environment_and_commands_no_terminal() {
    let place = project(3, &["a", "b"]);
    let here = place.path();
    done(here, &["custody", "seal", "--reason", "r\u{202e}", "--who", "eve\u{1b}]0;x\u{7}"]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fourcell"));
    command.current_dir(here).env("FOURCELL_WHO", "the release desk").args(["custody", "open", "--run", "b", "--reason", "r"]);
    assert!(command.status().unwrap().success());
    let shown = done(here, &["custody"]).stdout;
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202e}']) && shown.contains("eve\\u{1b}]0;x\\u{7}"), "{shown}");
    assert!(shown.contains("the release desk"), "{shown}");
    for blank in [["custody", "seal", "--reason", " "], ["custody", "retire", "--reason", ""]] {
        assert!(refused(here, &blank).contains("--reason is blank"), "{blank:?}");
    }
    assert_eq!(fourcell(here, "custody seal").code, 2, "a seal has a reason");
    assert_eq!(fourcell(here, "custody seal --looks 0 --reason r").code, 2);
    let toml = "version = 1\n[custody]\nlooks = 0\n";
    fs::write(here.join("fourcell.toml"), toml).unwrap();
    assert!(refused(here, &["custody"]).contains("fourcell.toml:3:9: looks 0 must be from 1 to 1000"));
    fs::write(here.join("fourcell.toml"), "version = 1\n[custody]\nfile = \"kept/record.jsonl\"\n").unwrap();
    assert_eq!(status(here)["result"]["state"], "unsealed");
}

/// Final answers must be judged before a gate can count them; how they came out is not shown.
#[test]
fn final_answers_are_judged_and_held_without_a_word_on_any() {
    let questions = r#"{"id":"t","query":"What is the fee?","answer":"5 euros.","facts":[{"id":"x","text":"The fee is 5 euros.","vital":true}]}
{"id":"secret-one","query":"What is the late fee?","answer":"9 euros.","facts":[{"id":"x","text":"The late fee is 9 euros.","vital":true}],"split":"final","principal":{"tenant":"acme"}}
"#;
    let records = r#"{"question":"t","context":[{"id":"p","text":"The fee is 5 euros."}],"answer":"The fee is 5 euros."}
{"question":"secret-one","context":[{"id":"q","doc":"theirs","tenant":"globex","text":"The late fee is 9 euros."}],"answer":"The late fee is 7 euros."}
"#;
    let corpus = "{\"id\":\"theirs\",\"text\":\"The late fee is 9 euros.\",\"tenant\":\"globex\"}\n";
    let place = folder(&[
        ("fourcell.toml", "version = 1\n"),
        ("questions.jsonl", questions),
        ("corpus.jsonl", corpus),
        ("runs/a/records.jsonl", records),
    ]);
    let here = place.path();
    done(here, &SEAL);
    for format in ["table", "json", "markdown"] {
        let judged = fourcell(here, &format!("judge a --split final --format {format}"));
        assert!(judged.code == 1 && judged.stdout.contains("incident"), "{judged:?}");
        for word in ["secret-one", "7 euros", "faithfulness", "vital", "wrong"] {
            assert!(!judged.stdout.contains(word) && !judged.stderr.contains(word), "{word}: {judged:?}");
        }
        let held = fourcell(here, &format!("invariants a --split final --format {format}"));
        assert!(held.code == 1 && held.stdout.contains("fail") && held.stdout.contains("tenant"), "{held:?}");
        assert!(
            !held.stdout.contains("secret-one") && !held.stdout.contains("theirs") && !held.stdout.contains("globex"),
            "{held:?}"
        );
    }
    assert!(fs::read_to_string(here.join("runs/a/judgements.jsonl")).unwrap().contains("secret-one"), "the gate needs them");
    assert!(!here.join("runs/a/answer-scores.json").exists());
    assert!(refused(here, &["judge", "a", "--split", "final", "-q"]).contains("not shown one by one"));
    assert!(refused(here, &["invariants", "a", "--split", "final", "--format", "csv"]).contains("not shown one by one"));
    assert_eq!(record(here).lines().count(), 1, "neither is a look");
    let burned = fourcell(here, "invariants a --split final --burn leak");
    assert!(burned.stderr.starts_with("warning: this burns the final set") && burned.stdout.contains("secret-one"), "{burned:?}");
    let shown = fourcell(here, "judge a --split final -q");
    assert!(shown.stdout.contains("secret-one") && shown.stderr.contains("are burned"), "{shown:?}");
}
