//! The built-in judge, which needs nothing.

use std::path::Path;

use crate::command::fourcell;
use crate::fixture::*;
use serde_json::Value;

const WRITTEN: [&str; 3] = ["judgements.jsonl", "judges.json", "answer-scores.json"];

fn written(folder: &Path, run: &str) -> Vec<String> {
    WRITTEN.iter().map(|name| read(folder, &format!("runs/{run}/{name}"))).collect()
}

/// Whether the files are what they were, without printing all of them.
#[track_caller]
fn same(now: &[String], before: &[String]) {
    for ((now, before), name) in now.iter().zip(before).zip(WRITTEN) {
        assert!(now == before, "{name} is another one, at line {:?}", now.lines().zip(before.lines()).find(|(a, b)| a != b));
    }
}

#[test]
fn the_kept_example_is_judged_alike_with_any_number_of_threads() {
    let place = tempfile::tempdir().unwrap();
    let kept = fourcell(place.path(), "demo --keep handbook");
    assert_eq!(kept.code, 0, "{kept:?}");
    let here = place.path().join("handbook");
    assert_eq!(fourcell(&here, "run bm25 --day 2026-11-30").code, 0);
    let one = judge(&here, &["bm25", "--threads", "1"]);
    assert_eq!(one.code, 0, "{one:?}");
    let first = written(&here, "bm25");
    assert_eq!(judge(&here, &["bm25", "--threads", "7"]).stdout, one.stdout);
    same(&written(&here, "bm25"), &first);
    assert!(one.stdout.starts_with("handbook · bm25 · 168 questions · mode normal · 43 final ones sealed\n"), "{}", one.stdout);
    for said in ["judge lexical: uncalibrated judge", "faithfulness", "evidence present (", "unanswerable (", "when to decline"] {
        assert!(one.stdout.contains(said), "{said}: {}", one.stdout);
    }
    // What was written is what is read again; nobody is asked.
    let recorded = judge(&here, &["bm25", "--judge", "recorded", "-m", "correct faithfulness", "--no-write"]);
    let again = judge(&here, &["bm25", "-m", "correct faithfulness", "--no-write"]);
    let table = |out: &str| out.split_once("\nall (").unwrap().1.split_once("note:").unwrap().0.to_owned();
    assert_eq!((recorded.code, table(&recorded.stdout)), (0, table(&again.stdout)));
    assert!(recorded.stdout.contains("recorded verdicts of lexical (lexical)"), "{}", recorded.stdout);
    same(&written(&here, "bm25"), &first);
    let judges: Value = serde_json::from_str(&first[1]).unwrap();
    assert_eq!(judges["schema"], "fourcell/judges@1");
    assert!(judges["judges"]["lexical"]["lock"].is_string(), "{judges}");
}

/// Every object with a `value` has what makes it readable.
fn numbers(value: &Value, path: &str, found: &mut usize) {
    match value {
        Value::Object(object) => {
            if object.contains_key("value") && object.contains_key("method") && !path.contains("abstention") {
                for key in ["n", "lo", "hi", "method", "failed", "undefined"] {
                    assert!(object.contains_key(key), "{path} lacks {key}: {value}");
                }
                *found += 1;
            }
            object.iter().for_each(|(key, value)| numbers(value, &format!("{path}/{key}"), found));
        }
        Value::Array(list) => list.iter().for_each(|value| numbers(value, path, found)),
        _ => {}
    }
}

#[test]
fn json_says_of_every_number_how_sure_it_is() {
    let place = project("");
    let ran = judge(place.path(), &["a", "--by", "type", "-q", "--format", "json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!ran.stdout.contains("NaN") && !ran.stdout.contains("Infinity"), "{}", ran.stdout);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    let result = &told["result"];
    let groups = [&result["groups"], &result["slices"]];
    let all: usize = groups.iter().map(|list| list.as_array().unwrap().len()).sum();
    let mut found = 0;
    numbers(result, "", &mut found);
    assert_eq!(found, all * result["order"].as_array().unwrap().len());
    for measure in
        groups.iter().flat_map(|list| list.as_array().unwrap()).flat_map(|g| g["measures"].as_object().unwrap().values())
    {
        assert!(measure.get("n").is_some() && measure.get("value").is_some(), "{measure}");
    }
    // One of two claims is supported, and one of one; who declines makes none.
    let faithfulness = measure(&told, "faithfulness");
    assert_eq!((&faithfulness["value"], &faithfulness["n"]), (&0.75.into(), &2.into()));
    assert_eq!(faithfulness["undefined"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 1);
    assert_eq!(result["claims"], serde_json::json!({"supported": 2, "judged": 3}));
    assert_eq!(measure(&told, "correct")["value"], 1.0);
    let names: Vec<&str> = result["slices"].as_array().unwrap().iter().map(|s| s["value"].as_str().unwrap()).collect();
    assert_eq!(names, ["price", "travel"]);
    assert_eq!(result["questions"]["gone"]["scores"]["correct"]["value"], 1.0);
    assert!(result["questions"]["gone"]["scores"]["faithfulness"]["undefined"].is_string(), "{}", result["questions"]["gone"]);
    // The file holds the same, and single questions whatever was printed.
    let quiet = judge(place.path(), &["a", "--by", "type"]);
    assert!(quiet.code == 0 && !quiet.stdout.contains("3 questions\nquestion"), "{quiet:?}");
    assert_eq!(serde_json::from_str::<Value>(&read(place.path(), "runs/a/answer-scores.json")).unwrap()["result"], *result);
    let shown = judge(place.path(), &["a", "-m", MEASURES, "-q"]).stdout;
    let row = shown.lines().find(|line| line.starts_with("late ")).unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["late", "not", "known", "1.000", "0.500", "1.000"]);
    let markdown = judge(place.path(), &["a", "-m", MEASURES, "--format", "markdown"]).stdout;
    assert!(markdown.contains("| faithfulness | 0.750 |"), "{markdown}");
}

#[test]
fn what_others_said_stays_where_it_is_and_sealed_questions_with_it() {
    let place = project("");
    let others = [
        r#"{"question":"late","kind":"support","target":{"claim":0,"text":"Cancelling late costs 20 euros."},"verdict":"contradicted","judge":"other","by":"model"}"#,
        r#"{"question":"late","kind":"answer","verdict":"incorrect","judge":"ann","by":"person"}"#,
        r#"{"question":"sealed","kind":"relevance","verdict":"addresses","judge":"other","by":"model"}"#,
        r#"{"question":"sealed","kind":"answer","verdict":"correct","judge":"ann","by":"person"}"#,
    ];
    write(place.path(), "runs/a/judgements.jsonl", &format!("{}\n", others.join("\n")));
    let told = judged(place.path(), &["a", "-m", MEASURES], 0);
    let kept = read(place.path(), "runs/a/judgements.jsonl");
    let all = lines(&kept);
    for other in others {
        let other: Value = serde_json::from_str(other).unwrap();
        let holds = |line: &&Value| other.as_object().unwrap().iter().all(|(key, value)| line.get(key) == Some(value));
        assert_eq!(all.iter().filter(holds).count(), 1, "{other} in {kept}");
    }
    assert!(all.iter().any(|line| line["judge"] == "lexical"), "{kept}");
    assert!(all.iter().all(|line| line["judge"] != "lexical" || line["question"] != "sealed"), "{kept}");
    // A person decides whether an answer is right; what another judge said of claims counts not.
    assert_eq!(measure(&told, "faithfulness")["value"], 0.75);
    assert_eq!(told["result"]["correct_rests_on"]["verdicts of people"], 1, "{told:#}");
    // Judged again, nothing is there twice.
    assert_eq!(judge(place.path(), &["a", "-m", MEASURES]).code, 0);
    assert_eq!(read(place.path(), "runs/a/judgements.jsonl"), kept);
    // The final ones are judged only when asked for, and how they came out is not shown.
    let opened = judge(place.path(), &["a", "--split", "final", "-m", MEASURES]);
    assert!(
        opened.code == 0 && opened.stdout.starts_with("a · 1 final question · mode normal · 1 judged, 0 failed\n"),
        "{opened:?}"
    );
    assert!(!opened.stdout.contains("faithfulness"), "{opened:?}");
    let after = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    assert!(all.iter().all(|line| after.contains(line)), "a line of the other split was lost");
}

#[test]
fn a_dry_run_writes_nothing() {
    let place = project("");
    let dry = judge(place.path(), &["a", "--dry-run"]);
    assert_eq!((dry.code, dry.stdout.as_str()), (0, ""), "{dry:?}");
    assert!(dry.stderr.contains("would ask 'lexical'") && dry.stderr.contains("about 3 answers"), "{}", dry.stderr);
    for name in WRITTEN {
        assert!(!place.path().join("runs/a").join(name).exists(), "{name}");
    }
    assert!(!place.path().join(".fourcell").exists());
    let unwritten = judge(place.path(), &["a", "--no-write"]);
    assert!(unwritten.code == 0 && !place.path().join("runs/a/judgements.jsonl").exists(), "{unwritten:?}");
}

#[test]
fn what_cannot_be_is_named_with_what_there_is() {
    let place = project("[judges.words]\ntype = \"lexical\"\n");
    write(
        place.path(),
        "runs/bare/records.jsonl",
        "{\"question\":\"late\",\"context\":[\"p\"]}\n{\"question\":\"gone\",\"status\":\"no-evidence\"}\n",
    );
    write(place.path(), "runs/torn/records.jsonl", RECORDS);
    write(
        place.path(),
        "runs/torn/judgements.jsonl",
        "{\"question\":\"late\",\"kind\":\"status\",\"verdict\":\"answered\"}\n{\"question\":\"la",
    );
    for (arguments, code, said) in [
        ("a --judge nobody", 2, "no judge is called 'nobody'; there are words, lexical, recorded"),
        ("a -m faithfullness", 2, "is 'faithfulness' meant?"),
        ("a -m correct@3", 2, "correct@3"),
        ("a --mode oracel", 2, "oracle"),
        ("a --split test", 2, "--split of a project is 'tune' or 'final', not 'test'"),
        ("a --mode oracle", 4, "a holds no answer of mode oracle, repeat 0: it holds normal"),
        ("a --repeat 3", 4, "a holds no answer of mode normal, repeat 3"),
        ("a --by colour", 4, "no judged question has a 'colour' to slice by"),
        ("a --judge recorded", 4, "a holds no verdict"),
        ("b", 2, "no run 'b'"),
        ("bare", 4, "bare holds no answers: its system retrieved, and nothing was generated"),
        ("torn", 2, "runs/torn/judgements.jsonl:2:"),
        ("a --false-answer-budget 1", 2, "--false-answer-budget must lie between 0 and 1"),
        ("a --out x.jsonl", 2, "--out is for answers of others"),
        ("a --format yaml", 2, "possible values: table, json, markdown, jsonl"),
        ("a -m rubric:tone", 2, "no rubric is called 'tone'; none is stated"),
    ] {
        let ran = fourcell(place.path(), &format!("judge {arguments}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{arguments}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{arguments}: {}", ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
    assert!(!place.path().join("runs/a/judgements.jsonl").exists(), "what is refused writes nothing");
    // Colours are no part of what is printed: it is the same with and without.
    let bare = std::process::Command::new(env!("CARGO_BIN_EXE_fourcell"));
    let run = |mut command: std::process::Command| {
        command.current_dir(place.path()).args(["judge", "a", "--no-write"]).env_remove("NO_COLOR").output().unwrap().stdout
    };
    assert_eq!(String::from_utf8(run(bare)).unwrap(), judge(place.path(), &["a", "--no-write"]).stdout);
}

#[test]
fn a_judge_that_changed_forgets_what_it_said_of_other_answers() {
    let place = project("");
    let oracle = RECORDS.replace("{\"question\"", "{\"mode\":\"oracle\",\"question\"");
    write(place.path(), "runs/a/records.jsonl", &format!("{RECORDS}{oracle}"));
    assert_eq!(judge(place.path(), &["a", "--mode", "oracle"]).code, 0);
    assert_eq!(judge(place.path(), &["a"]).code, 0);
    let of = |mode: &str| lines(&read(place.path(), "runs/a/judgements.jsonl")).iter().filter(|l| l["mode"] == mode).count();
    assert!(of("oracle") > 0 && of("normal") == of("oracle"), "{} {}", of("normal"), of("oracle"));
    let judges = read(place.path(), "runs/a/judges.json");
    let lock = serde_json::from_str::<Value>(&judges).unwrap()["judges"]["lexical"]["lock"].as_str().unwrap().to_owned();
    write(place.path(), "runs/a/judges.json", &judges.replace(&lock, "another"));
    let ran = judge(place.path(), &["a"]);
    assert!(ran.stderr.contains("'lexical' is another judge than before"), "{}", ran.stderr);
    assert_eq!((of("oracle"), ran.code), (0, 0));
    // A file that is none is said, not overwritten.
    write(place.path(), "runs/a/judges.json", "{\"schema\":\"other@1\"}");
    let refused = judge(place.path(), &["a"]);
    assert!(refused.code == 2 && refused.stderr.contains("is 'other@1', and fourcell/judges@1 was expected"), "{refused:?}");
    assert_eq!(read(place.path(), "runs/a/judges.json"), "{\"schema\":\"other@1\"}");
}

#[test]
fn calls_that_failed_are_in_no_mean_and_a_mode_without_context_asks_nothing_of_it() {
    let place = project("");
    let failed = "{\"question\":\"tram\",\"status\":\"error\",\"error\":\"time-out\"}";
    let records: Vec<&str> = RECORDS.lines().map(|line| if line.contains("\"tram\"") { failed } else { line }).collect();
    // Of the third question there is no record at all.
    let left: Vec<&str> = records.into_iter().filter(|line| !line.contains("\"gone\"")).collect();
    let bare = "{\"question\":\"late\",\"mode\":\"no-context\",\"context\":[],\"answer\":\"Cancelling late costs 20 euros.\"}";
    write(place.path(), "runs/a/records.jsonl", &format!("{}\n{bare}\n", left.join("\n")));
    let told = judged(place.path(), &["a", "-m", MEASURES, "-q"], 3);
    for name in MEASURES.split(' ') {
        assert_eq!((&measure(&told, name)["n"], &measure(&told, name)["failed"]), (&1.into(), &2.into()), "{name}");
    }
    assert_eq!(told["result"]["failed"], serde_json::json!(["gone", "tram"]));
    assert_eq!(told["result"]["questions"]["tram"]["scores"]["correct"], serde_json::json!({"failed": true}));
    assert!(warnings(&told).contains("2 answers failed or missing in the run and stand in no mean: gone, tram"), "{told:#}");
    let bounds = &measure(&told, "faithfulness")["bounds_if_failed_were"];
    assert!(
        (bounds["0"].as_f64().unwrap() - 0.5 / 3.0).abs() < 1e-12 && (bounds["1"].as_f64().unwrap() - 2.5 / 3.0).abs() < 1e-12
    );
    let bare = judged(place.path(), &["a", "-m", MEASURES, "-q", "--mode", "no-context"], 3);
    let of = |name: &str| &bare["result"]["questions"]["late"]["scores"][name];
    assert_eq!(of("faithfulness")["undefined"], "no context is given in this mode");
    assert_eq!(of("vital-recall")["value"], 1.0, "{}", of("vital-recall"));
}
