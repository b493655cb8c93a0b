//! `fourcell ledger` as it is called: what it prints in every format, what it keeps, and what it refuses.

use std::fs;

use serde_json::Value;

use crate::shop::{BELL, FORMULA, OTHER_PASSAGES, everything, first, kept, lines, read, run, run_with, shop, told, write_run};

#[test]
fn the_table_and_one_failure_in_full() {
    let shop = shop();
    first(shop.path());
    let table = told(shop.path(), &["ledger", "one", "--by", "type"]);
    assert_eq!(table.code, 0, "{table:?}");
    insta::assert_snapshot!("ledger_table", table.stdout);
    let one = told(shop.path(), &["ledger", "one", "--show", "leave"]);
    assert_eq!(one.code, 0, "{one:?}");
    insta::assert_snapshot!("ledger_show", one.stdout);
    // What is to be copied into a shell is one word there.
    let odd = told(shop.path(), &["ledger", "one", "--show", FORMULA]).stdout;
    assert!(odd.contains(&format!("fourcell probe one --question '{FORMULA}' changes")), "{odd}");
    let line = told(shop.path(), &["ledger", "one", "--show", "leave", "--format", "json"]);
    let line: Value = serde_json::from_str(&line.stdout).unwrap();
    assert_eq!((line["question"].as_str(), line["cause"].as_str()), (Some("leave"), Some("rank")));
    let latest = told(shop.path(), &["ledger", "one", "--show", "leaves"]);
    assert!(latest.code == 2 && latest.stderr.contains("did you mean 'leave'?"), "{latest:?}");
    let sound = told(shop.path(), &["ledger", "one", "--show", BELL]);
    assert!(sound.code == 4 && sound.stderr.contains("did not fail in this run") && !sound.stderr.contains('\u{7}'), "{sound:?}");
}

#[test]
fn failures_are_picked_by_cause_and_state_and_counted_by_slice() {
    let shop = shop();
    first(shop.path());
    let ids = |arguments: &[&str]| -> Vec<String> {
        let all = read(shop.path(), &[&["ledger", "one"], arguments].concat());
        let entries = all["result"]["entries"].as_array().unwrap().clone();
        entries.iter().map(|entry| entry["question"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&[]), [FORMULA, "leave"]);
    assert_eq!(ids(&["--cause", "rank"]), ["leave"]);
    assert_eq!(ids(&["--cause", "rank,candidate-retrieval"]).len(), 2);
    assert_eq!(ids(&["--state", "regressed"]), [""; 0]);
    let few = told(shop.path(), &["ledger", "one", "--cause", "rank"]);
    assert!(few.stdout.contains("1 failure left out by --cause or --state") && !few.stdout.contains(FORMULA), "{}", few.stdout);
    let sliced = read(shop.path(), &["ledger", "one", "--by", "type"])["result"]["slices"].clone();
    assert_eq!(sliced[0]["key"], "type");
    assert_eq!(sliced[0]["values"][0]["causes"], serde_json::json!({"candidate-retrieval": 1, "rank": 1}));
    assert_eq!((&sliced[0]["values"][0]["questions"], &sliced[0]["values"][1]["questions"]), (&2.into(), &1.into()));
    for (arguments, code, said) in [
        (["--cause", "ranks"], 2, "no cause is called 'ranks'\n  did you mean 'rank'?"),
        (["--state", "closed"], 2, "no state is called 'closed'"),
        (["--by", "colour"], 4, "no question has a 'colour' to slice by"),
        (["--day", "30.11.2026"], 2, "is no day"),
    ] {
        let refused = told(shop.path(), &[&["ledger", "one"][..], &arguments].concat());
        assert!(refused.code == code && refused.stderr.contains(said) && refused.stdout.is_empty(), "{refused:?}");
    }
}

#[test]
fn ids_neither_run_in_a_spreadsheet_nor_break_a_table() {
    let shop = shop();
    // The trips are lost as well, so that the id with control characters is printed.
    run(shop.path(), "one", &[("leave", &["leave#1"]), (FORMULA, &["trips#1"]), (BELL, &["leave#1"])]);
    for format in ["table", "csv", "markdown", "json"] {
        let ran = told(shop.path(), &["ledger", "one", "--no-write", "--format", format]);
        let control = |c: char| c.is_control() && c != '\n';
        assert!(ran.code == 0 && !ran.stdout.contains(control), "{format}: {ran:?}");
    }
    let csv = told(shop.path(), &["ledger", "one", "--format", "csv"]).stdout;
    assert_eq!(csv.lines().next().unwrap().split(',').count(), 12);
    assert!(csv.lines().all(|line| !line.trim_start_matches('"').starts_with(['=', '+', '-', '@'])), "{csv}");
    let markdown = told(shop.path(), &["ledger", "one", "--format", "markdown"]).stdout;
    let row = markdown.lines().find(|line| line.contains("1+2")).unwrap();
    assert!(row.contains("=1+2\\|x") && row.matches('|').count() - row.matches("\\|").count() == 6, "{markdown}");
}

#[test]
fn every_line_is_what_the_schema_says() {
    let shop = shop();
    first(shop.path());
    told(shop.path(), &["ledger", "one"]);
    told(shop.path(), &["ledger", "wont-fix", "leave", "--reason", "nobody asks"]);
    let schema: Value = serde_json::from_str(&told(shop.path(), &["schema", "ledger"]).stdout).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let all = [lines(&shop.path().join("ledger.jsonl")), lines(&shop.path().join("runs/one/ledger.jsonl"))];
    let all: Vec<Value> = all.into_iter().flatten().flatten().collect();
    assert_eq!(all.len(), 4);
    for line in all {
        let faults: Vec<String> = validator.iter_errors(&line).map(|e| format!("{} {e}", e.instance_path())).collect();
        assert_eq!(faults, [""; 0], "{line}");
    }
}

#[test]
fn a_failure_may_stay_with_a_reason_and_be_taken_up_again() {
    let shop = shop();
    let place = shop.path().join("ledger.jsonl");
    let early = told(shop.path(), &["ledger", "wont-fix", "leave", "--reason", "x"]);
    assert!(early.code == 2 && early.stderr.contains("the project's ledger holds none"), "{early:?}");
    first(shop.path());
    told(shop.path(), &["ledger", "one"]);
    let before = fs::read(&place).unwrap();
    for (arguments, said) in [
        (["leave", "--reason", " "], "--reason is blank"),
        (["leaev", "--reason", "x"], "no failure is called 'leaev'\n  did you mean 'leave'?"),
        ([BELL, "--reason", "x"], "no failure is called"),
    ] {
        let refused = told(shop.path(), &[&["ledger", "wont-fix"][..], &arguments].concat());
        assert!(refused.code == 2 && refused.stderr.contains(said) && !refused.stderr.contains('\u{7}'), "{refused:?}");
    }
    assert_eq!(told(shop.path(), &["ledger", "wont-fix", "leave"]).code, 2, "a reason is needed");
    assert_eq!(fs::read(&place).unwrap(), before, "what is refused changes nothing");
    let decided = told(shop.path(), &["ledger", "wont-fix", "leave", "--reason", "leave is | on a poster"]);
    assert_eq!((decided.code, decided.stderr.as_str()), (0, "'leave' is wont-fix\n"));
    // It stays so when the run is diagnosed again, and in the next one.
    told(shop.path(), &["ledger", "one"]);
    run(shop.path(), "two", &[("leave", &["trips#1", "sick#1", "leave#1"])]);
    told(shop.path(), &["ledger", "two"]);
    assert_eq!(kept(&place)[1].3, "wont-fix");
    assert!(told(shop.path(), &["ledger", "two", "--show", "leave"]).stdout.contains("won't fix: leave is | on a poster"));
    let csv = told(shop.path(), &["ledger", "two", "--state", "wont-fix", "--format", "csv"]).stdout;
    assert!(csv.contains("leave is | on a poster"), "{csv}");
    let again = told(shop.path(), &["ledger", "reopen", "leave"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, "'leave' is open\n"));
    assert_eq!(told(shop.path(), &["ledger", "reopen", "nothing"]).code, 2);
}

#[test]
fn a_failure_lives_across_runs_and_chunkings() {
    let shop = shop();
    let place = shop.path().join("ledger.jsonl");
    let state = || kept(&place).into_iter().find(|line| line.0 == "leave").map(|line| line.3);
    first(shop.path());
    told(shop.path(), &["ledger", "one"]);
    assert_eq!(state().as_deref(), Some("open"));
    run(shop.path(), "two", &[("leave", &["leave#1"]), (FORMULA, &["trips#1"])]);
    let fixed = told(shop.path(), &["ledger", "two"]);
    assert!(fixed.stdout.contains("fixed since they were last seen: leave"), "{}", fixed.stdout);
    assert_eq!(state().as_deref(), Some("fixed"));
    // Cut anew the passages have other ids; the question and its evidence are what they were.
    let lists: &[(&str, &[&str])] = &[("leave", &["T", "S", "L"]), (FORMULA, &["T"])];
    run_with(shop.path(), "three", lists, OTHER_PASSAGES);
    let again = told(shop.path(), &["ledger", "three", "--state", "regressed"]);
    assert!(again.stdout.contains("regressed") && again.stdout.contains("leave"), "{}", again.stdout);
    assert_eq!(state().as_deref(), Some("regressed"));
    let lines = lines(&place).unwrap();
    let leave = lines.iter().find(|line| line["question"] == "leave").unwrap();
    assert_eq!((leave["first_run"].as_str(), leave["last_run"].as_str()), (Some("one"), Some("three")));
    // The other failed in all three, and is one failure.
    let formula = lines.iter().find(|line| line["question"] == FORMULA).unwrap();
    assert_eq!((formula["state"].as_str(), formula["first_run"].as_str()), (Some("open"), Some("one")));
    // The run's own ledger is of its failures alone; diagnosing it again changes no byte of either.
    assert_eq!(kept(&shop.path().join("runs/two/ledger.jsonl")).len(), 1);
    let before = everything(shop.path());
    told(shop.path(), &["ledger", "three"]);
    assert_eq!(everything(shop.path()), before);
}

#[test]
fn nothing_is_written_unasked_and_final_questions_are_not_kept() {
    let shop = shop();
    first(shop.path());
    let before = everything(shop.path());
    assert_eq!(told(shop.path(), &["ledger", "one", "--no-write"]).code, 0);
    assert_eq!(everything(shop.path()), before);
    let usual = told(shop.path(), &["ledger", "one", "--no-write"]).stdout;
    assert!(usual.contains("1 final question left sealed") && !usual.contains("sealed  "), "{usual}");
    let refused = told(shop.path(), &["ledger", "one", "--show", "sealed", "--no-write"]);
    assert!(refused.code != 0 && refused.stdout.is_empty(), "{refused:?}");
    let closed = told(shop.path(), &["ledger", "one", "--split", "final"]);
    assert!(closed.code == 2 && closed.stdout.is_empty() && closed.stderr.contains("not sealed"), "{closed:?}");
    assert_eq!(everything(shop.path()), before);
    assert_eq!(told(shop.path(), &["custody", "seal", "--reason", "first"]).code, 0);
    let opened = told(shop.path(), &["ledger", "one", "--split", "final", "--burn", "what failed?"]);
    assert!(opened.code == 0 && opened.stdout.contains("sealed"), "{opened:?}");
    assert!(opened.stderr.starts_with("warning: this burns the final set"), "{}", opened.stderr);
    assert!(opened.stderr.contains("are not kept"), "{}", opened.stderr);
    assert_eq!(fs::read_to_string(shop.path().join("custody.jsonl")).unwrap().lines().count(), 2);
    ["custody.jsonl", ".custody.jsonl.lock"].into_iter().for_each(|name| fs::remove_file(shop.path().join(name)).unwrap());
    assert_eq!(everything(shop.path()), before);
}

#[test]
fn exit_codes_say_how_it_went() {
    let shop = shop();
    assert_eq!(told(shop.path(), &["ledger", "one"]).code, 2, "there is no such run");
    write_run(shop.path(), "one", "{\"question\":\"leave\",\"error\":\"no answer in time\"}\n", OTHER_PASSAGES);
    let failed = told(shop.path(), &["ledger", "one"]);
    assert!(failed.code == 3 && failed.stdout.contains("the call failed"), "{failed:?}");
    assert!(lines(&shop.path().join("ledger.jsonl")).is_none(), "what did not fail is not kept");
    let records: String = ["leave", FORMULA, BELL].map(|id| format!("{}\n", serde_json::json!({"question": id}))).concat();
    write_run(shop.path(), "none", &records, OTHER_PASSAGES);
    let nothing = told(shop.path(), &["ledger", "none"]);
    assert_eq!(nothing.code, 4, "{nothing:?}");
    write_run(shop.path(), "other", "{\"question\":\"unknown\",\"context\":[]}\n", OTHER_PASSAGES);
    assert_eq!(told(shop.path(), &["ledger", "other"]).code, 4);
    // A ledger that was spoiled is named with its line, and is not written over.
    first(shop.path());
    told(shop.path(), &["ledger", "one"]);
    let place = shop.path().join("ledger.jsonl");
    fs::write(&place, format!("{}{{\n", fs::read_to_string(&place).unwrap())).unwrap();
    let before = fs::read(&place).unwrap();
    let spoiled = told(shop.path(), &["ledger", "one"]);
    assert!(spoiled.code == 2 && spoiled.stderr.contains("ledger.jsonl:3"), "{spoiled:?}");
    assert_eq!(fs::read(&place).unwrap(), before);
}
