//! Runs compared on their answers: only by the same judge.

use std::path::Path;

use crate::command::Ran;
use crate::fixture::*;
use serde_json::Value;

/// A second run, whose answer about trams no passage supports, and which adds to what the other says.
fn two() -> tempfile::TempDir {
    let place = project("");
    let worse = RECORDS.replace("\"answer\":\"A tram ticket is paid back.\"", "\"answer\":\"A tram ticket is lost for ever.\"");
    write(place.path(), "runs/b/records.jsonl", &worse);
    for run in ["a", "b"] {
        assert_eq!(judge(place.path(), &[run]).code, 0);
    }
    place
}

fn compare(folder: &Path, arguments: &[&str]) -> Ran {
    cli(folder, &[&["compare"], arguments].concat())
}

#[track_caller]
fn compared(folder: &Path, arguments: &[&str], code: i32) -> Value {
    let ran = compare(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(ran.code, code, "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn the_same_judge_makes_runs_comparable() {
    let place = two();
    let ran = compare(place.path(), &["a", "b", "-m", "faithfulness vital-recall", "--margin", "0.05"]);
    // Three questions are too few for a verdict.
    assert_eq!(ran.code, 5, "{ran:?}");
    assert!(ran.stdout.starts_with("a against b · 3 questions · mode normal · judged by lexical\n"), "{}", ran.stdout);
    let told = compared(place.path(), &["a", "b", "-m", "faithfulness"], 0);
    let first = told["result"].to_string();
    // 0.75 against 0.25: the tram's claim is supported in one run only.
    assert!(first.contains("0.5"), "{told:#}");
    // Measures of answers are taken where a judge is named; the usual ones.
    let usual = compare(place.path(), &["a", "b", "--judge", "lexical"]);
    assert!(["correct", "faithfulness", "vital-recall"].iter().all(|m| usual.stdout.contains(m)), "{usual:?}");
}

#[test]
fn another_judge_is_refused_unless_it_is_meant() {
    let place = two();
    let judges = read(place.path(), "runs/b/judges.json");
    let whole: Value = serde_json::from_str(&judges).unwrap();
    let lock = whole["judges"]["lexical"]["lock"].as_str().unwrap();
    write(place.path(), "runs/b/judges.json", &judges.replace(lock, "0123"));
    let arguments = ["a", "b", "-m", "faithfulness"];
    let refused = compare(place.path(), &arguments);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{refused:?}");
    for said in [
        "'lexical' was another judge in a than in b",
        "judge both again with fourcell judge --judge lexical",
        "--different-judges",
    ] {
        assert!(refused.stderr.contains(said), "{said}: {}", refused.stderr);
    }
    for format in ["table", "markdown", "json"] {
        let meant = compare(place.path(), &[&arguments[..], &["--different-judges", "--format", format]].concat());
        assert!(meant.code == 0 && meant.stdout.contains("DIFFERENT JUDGES: 'lexical' was another judge"), "{meant:?}");
    }
    std::fs::remove_file(place.path().join("runs/b/judges.json")).unwrap();
    let unknown = compare(place.path(), &arguments);
    assert!(
        unknown.code == 2 && unknown.stderr.contains("nobody knows what judge 'lexical' was in b: it has no judges.json"),
        "{unknown:?}"
    );
    std::fs::remove_file(place.path().join("runs/b/judgements.jsonl")).unwrap();
    let unjudged = compare(place.path(), &arguments);
    assert!(unjudged.code == 2 && unjudged.stderr.contains("have it judged: fourcell judge b --judge lexical"), "{unjudged:?}");
}

#[test]
fn the_two_halves_are_not_mixed() {
    let place = two();
    let mixed = compare(place.path(), &["a", "b", "-m", "faithfulness RR"]);
    assert!(
        mixed.code == 2 && mixed.stderr.contains("measures of retrieval and of answers are named in one comparison"),
        "{mixed:?}"
    );
    let wrong = compare(place.path(), &["a", "b", "-m", "RR", "--judge", "lexical"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("no measure of answers is called 'RR'"), "{wrong:?}");
    let rubric = compare(place.path(), &["a", "b", "-m", "rubric:tone"]);
    assert!(rubric.code == 2 && rubric.stderr.contains("no rubric is called 'tone'; none is stated"), "{rubric:?}");
    let nobody = compare(place.path(), &["a", "b", "-m", "correct", "--judge", "nobody"]);
    assert!(nobody.code == 2 && nobody.stderr.contains("holds no verdict of 'nobody'"), "{nobody:?}");
    let modes = compare(place.path(), &["a", "b", "-m", "correct", "--mode", "oracle"]);
    assert!(modes.code == 2 && modes.stderr.contains("in this mode"), "{modes:?}");
}

#[test]
fn of_several_judges_one_is_named_or_a_panel() {
    let panel = "[judges.words]\ntype = \"lexical\"\n[judges.terms]\ntype = \"lexical\"\n\
                 [judges.both]\ntype = \"panel\"\nmembers = [\"words\", \"terms\"]\n";
    let place = project(panel);
    write(place.path(), "runs/b/records.jsonl", RECORDS);
    for run in ["a", "b"] {
        assert_eq!(judge(place.path(), &[run, "--judge", "both"]).code, 0);
    }
    let unnamed = compare(place.path(), &["a", "b", "-m", "faithfulness"]);
    assert!(unnamed.code == 2 && unnamed.stderr.contains("verdicts of several judges: terms, words"), "{unnamed:?}");
    for (name, heading) in [("both", "judged by words, terms"), ("words", "judged by words"), ("recorded", "recorded verdicts")] {
        let ran = compare(place.path(), &["a", "b", "-m", "faithfulness", "--judge", name]);
        assert!(ran.code == 0 && ran.stdout.contains(heading), "{name}: {ran:?}");
    }
    // One that was judged by one member only is not compared by both.
    assert_eq!(judge(place.path(), &["b", "--judge", "words"]).code, 0);
    let said = read(place.path(), "runs/b/judgements.jsonl");
    let only: String =
        said.lines().filter(|line| !line.contains("\"judge\":\"terms\"")).map(|line| format!("{line}\n")).collect();
    write(place.path(), "runs/b/judgements.jsonl", &only);
    let half = compare(place.path(), &["a", "b", "-m", "faithfulness", "--judge", "both"]);
    assert!(half.code == 2 && half.stderr.contains("run b holds no verdict of 'terms' in this mode"), "{half:?}");
}

/// Forty questions, each with one claim: `supported` of them, the others not found.
fn many(folder: &Path, run: &str, supported: usize) {
    let of = |n: usize| {
        let answer = if n < supported { format!("Rule {n} holds.") } else { format!("Nobody minds lawn {n}.") };
        format!(
            "{{\"question\":\"q{n:02}\",\"context\":[{{\"id\":\"p\",\"text\":\"Rule {n} holds.\"}}],\"answer\":\"{answer}\"}}\n"
        )
    };
    write(folder, &format!("runs/{run}/records.jsonl"), &(0..40).map(of).collect::<String>());
    assert_eq!(judge(folder, &[run, "-m", "faithfulness hallucination"]).code, 0);
}

#[test]
fn less_is_better_where_it_is() {
    let place = project("");
    let question =
        |n: usize| format!("{{\"id\":\"q{n:02}\",\"query\":\"Does rule {n} hold?\",\"answer\":\"Rule {n} holds.\"}}\n");
    write(place.path(), "questions.jsonl", &(0..40).map(question).collect::<String>());
    many(place.path(), "good", 40);
    many(place.path(), "bad", 4);
    let told = compared(place.path(), &["bad", "good", "-m", "hallucination", "--margin", "0.05"], 1);
    let better = compared(place.path(), &["good", "bad", "-m", "hallucination", "--margin", "0.05"], 0);
    assert!(told.to_string().contains("\"fail\"") && better.to_string().contains("\"pass\""), "{told:#} {better:#}");
    // The same the other way round for what should be more.
    compared(place.path(), &["bad", "good", "-m", "faithfulness", "--margin", "0.05"], 1);
    compared(place.path(), &["good", "bad", "-m", "faithfulness", "--margin", "0.05"], 0);
}
