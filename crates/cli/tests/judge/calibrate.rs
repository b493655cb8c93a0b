//! A judge against people, against itself and against another; and what people are asked.

use std::path::Path;

use crate::command::Ran;
use crate::fixture::*;
use serde_json::{Value, json};

/// Eighty questions whose answers make one claim; the passage supports three in four, and of every tenth question the asker is critical.
fn project_of(runs: &[&str]) -> tempfile::TempDir {
    let place = project("");
    let question = |n: usize| {
        let critical = if n.is_multiple_of(10) { ",\"critical\":true" } else { "" };
        format!("{{\"id\":\"q{n:02}\",\"query\":\"Does rule {n} hold?\"{critical}}}\n")
    };
    write(place.path(), "questions.jsonl", &(0..80).map(question).collect::<String>());
    let record = |n: usize| {
        let answer = if n.is_multiple_of(4) { format!("Nobody minds lawn {n}.") } else { format!("Rule {n} holds.") };
        format!(
            "{{\"question\":\"q{n:02}\",\"context\":[{{\"id\":\"p\",\"text\":\"Rule {n} holds.\"}}],\"answer\":\"{answer}\"}}\n"
        )
    };
    for run in runs {
        write(place.path(), &format!("runs/{run}/records.jsonl"), &(0..80).map(record).collect::<String>());
        assert_eq!(judge(place.path(), &[run, "-m", "faithfulness"]).code, 0);
    }
    place
}

fn calibrate(folder: &Path, arguments: &[&str]) -> Ran {
    cli(folder, &[&["calibrate"], arguments].concat())
}

/// What calibration says of support.
#[track_caller]
fn support(folder: &Path, arguments: &[&str]) -> (Value, Value) {
    let ran = calibrate(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let whole: Value = serde_json::from_str(&ran.stdout).unwrap();
    let kinds = whole["result"]["kinds"].as_array().unwrap();
    (kinds.iter().find(|kind| kind["kind"] == "support").unwrap().clone(), whole)
}

/// A sample with what people say: the truth, but on the first `wrong` of what the judge calls supported.
fn filled(sample: &str, count: usize, wrong: usize) -> String {
    let mut wrong = wrong;
    let label = |(place, mut line): (usize, Value)| {
        if place < count && line["kind"] == "support" {
            let says = if line["statement"].as_str().unwrap().starts_with("Rule") { "supported" } else { "not-found" };
            let differs = says == "supported" && wrong > 0;
            wrong -= usize::from(differs);
            line["verdict"] = json!(if differs { "not-found" } else { says });
            line["judge"] = json!("ann");
        }
        format!("{line}\n")
    };
    lines(sample).into_iter().filter(|line| line["kind"] == "support").enumerate().map(label).collect()
}

#[test]
fn a_sample_is_blind_and_is_not_overwritten() {
    let place = project_of(&["a"]);
    let drawn = calibrate(place.path(), &["a", "--sample", "40", "--out", "review.jsonl"]);
    assert_eq!((drawn.code, drawn.stdout.as_str()), (0, ""), "{drawn:?}");
    assert!(drawn.stderr.contains("at random (seed 1)"), "{}", drawn.stderr);
    assert!(
        drawn.stderr.contains("next: fill in 'verdict'") && drawn.stderr.contains("--people review.jsonl"),
        "{}",
        drawn.stderr
    );
    let sample = read(place.path(), "review.jsonl");
    let all = lines(&sample);
    assert!(all.len() <= 40 && all.len() > 30, "{}", all.len());
    for line in &all {
        assert_eq!((&line["verdict"], &line["judge"], &line["by"]), (&Value::Null, &"".into(), &"person".into()), "{line}");
        for key in ["quote", "quote_found", "reason"] {
            assert!(line.get(key).is_none_or(Value::is_null), "{key}: {line}");
        }
        assert!(
            line["verdicts"].as_array().unwrap().len() > 1 && line["query"].is_string() && line["answer"].is_string(),
            "{line}"
        );
        assert!(["random", "disagreement", "importance"].contains(&line["stratum"].as_str().unwrap()), "{line}");
        if line["kind"] == "support" {
            assert!(line["statement"].is_string() && line["passages"][0]["text"].is_string(), "{line}");
        }
    }
    assert!(all.iter().any(|line| line["stratum"] == "importance"), "{sample}");
    // Somebody may have filled it in.
    let again = calibrate(place.path(), &["a", "--sample", "40", "--out", "review.jsonl"]);
    assert!(again.code == 2 && again.stderr.contains("review.jsonl is there already, perhaps with labels in it"), "{again:?}");
    assert_eq!(read(place.path(), "review.jsonl"), sample);
    // The same seed draws the same, another one others.
    let printed = |seed: &str| calibrate(place.path(), &["a", "--sample", "40", "--seed", seed]).stdout;
    assert_eq!(printed("1"), sample);
    assert_ne!(printed("2"), sample);
    let of_one_kind = lines(&calibrate(place.path(), &["a", "--sample", "40", "--kind", "support"]).stdout);
    assert!(of_one_kind.len() > 30 && of_one_kind.iter().all(|line| line["kind"] == "support"), "{}", of_one_kind.len());
    // Of all, no target stands twice.
    let every = lines(&calibrate(place.path(), &["a", "--sample", "1000000"]).stdout);
    let judged = lines(&read(place.path(), "runs/a/judgements.jsonl")).iter().filter(|l| l["kind"] != "claims").count();
    assert_eq!(every.len(), judged);
}

#[test]
fn labels_of_people_say_how_far_a_judge_agrees() {
    let place = project_of(&["a"]);
    let every = calibrate(place.path(), &["a", "--sample", "1000"]).stdout;
    // All at random, as if they had been drawn so.
    let random = every.replace("\"importance\"", "\"random\"").replace("\"disagreement\"", "\"random\"");
    write(place.path(), "few.jsonl", &filled(&random, 30, 3));
    let (few, whole) = support(place.path(), &["a", "--people", "few.jsonl"]);
    assert_eq!((&few["labelled"], &few["labelled_at_random"], &few["uncalibrated"]), (&30.into(), &30.into(), &true.into()));
    // 27 of 30 agree; of what the judge supports, three are wrong.
    assert_eq!((&few["agreement"]["value"], &few["agreement"]["n"]), (&0.9.into(), &30.into()));
    assert_eq!(few["confusion_judge_by_people"]["counts"][0][0].as_u64().unwrap() + 3, 22);
    assert!(warnings(&whole).contains("50 lines without a verdict yet"), "{whole:#}");
    assert!(!whole.to_string().contains("NaN"));
    let shown = calibrate(place.path(), &["a", "--people", "few.jsonl"]).stdout;
    assert!(shown.contains("30 of 80, 30 at random: fewer than 50, uncalibrated judge"), "{shown}");
    assert!(shown.contains("0.900 agree") && shown.contains("judge \\ people"), "{shown}");
    write(place.path(), "many.jsonl", &filled(&random, 60, 3));
    let (many, _) = support(place.path(), &["a", "--people", "many.jsonl"]);
    assert_eq!((&many["labelled"], &many["uncalibrated"]), (&60.into(), &false.into()));
    assert!((many["agreement"]["value"].as_f64().unwrap() - 0.95).abs() < 1e-9);
    // The judge supports 60 of 80; people found three of 45 such wrong: the corrected share lies below, with an interval around it.
    assert_eq!(many["share_as_judged"]["value"], 0.75);
    let corrected = &many["share_corrected"];
    let value = corrected["value"].as_f64().unwrap();
    assert!(value < 0.72 && value > 0.66, "{corrected}");
    assert!(corrected["lo"].as_f64().unwrap() < value && corrected["hi"].as_f64().unwrap() > value, "{corrected}");
    let shown = calibrate(place.path(), &["a", "--people", "many.jsonl"]).stdout;
    assert!(shown.contains("60 of 80, 60 at random\n") && shown.contains("0.750 supported of 80\n"), "{shown}");
    // What was not drawn at random tells how judges agree, and corrects nothing.
    write(place.path(), "picked.jsonl", &filled(&random, 60, 3).replace("\"random\"", "\"importance\""));
    let (picked, _) = support(place.path(), &["a", "--people", "picked.jsonl"]);
    assert_eq!(
        (&picked["labelled"], &picked["labelled_at_random"], &picked["uncalibrated"]),
        (&60.into(), &0.into(), &true.into())
    );
    assert!(picked["share_corrected"]["undefined"].is_string(), "{picked:#}");
}

#[test]
fn without_labels_a_judge_is_uncalibrated() {
    let place = project_of(&["a"]);
    let ran = calibrate(place.path(), &["a"]);
    assert!(ran.code == 0 && ran.stdout.contains("none: uncalibrated judge"), "{ran:?}");
    assert!(ran.stdout.contains("0.750 supported of 80 · uncalibrated judge"), "{}", ran.stdout);
}

#[test]
fn faults_in_labels_are_told_with_their_line() {
    let place = project_of(&["a"]);
    let every = calibrate(place.path(), &["a", "--sample", "1000"]).stdout;
    let sound = filled(&every, 60, 0);
    let nth = |n: usize, from: &str, to: &str| -> String {
        sound
            .lines()
            .enumerate()
            .map(|(place, line)| if place == n { line.replace(from, to) } else { line.to_owned() } + "\n")
            .collect()
    };
    for (text, said) in [
        (nth(4, "\"stratum\":\"", "\"stratum\":\"rnd-"), "people.jsonl:5: 'stratum' is \"rnd-"),
        (nth(2, "\"verdict\":\"", "\"verdict\":\"very "), "people.jsonl:3"),
        (nth(1, "\"kind\":\"support\"", "\"kind\":\"suport\""), "people.jsonl:2"),
        (nth(6, "{", "{{"), "people.jsonl:7"),
    ] {
        write(place.path(), "people.jsonl", &text);
        let ran = calibrate(place.path(), &["a", "--people", "people.jsonl"]);
        assert!(ran.code == 2 && ran.stdout.is_empty() && ran.stderr.contains(said), "{said}: {ran:?}");
    }
    // Whoever leaves a name away is a person all the same.
    write(place.path(), "people.jsonl", &sound.replace("\"judge\":\"ann\"", "\"judge\":\"\""));
    let nameless = calibrate(place.path(), &["a", "--people", "people.jsonl"]);
    assert!(nameless.code == 0 && nameless.stdout.contains("60 of 80"), "{nameless:?}");
    // Labels on what the judge was not asked are left out, and said.
    write(place.path(), "people.jsonl", &nth(1, "\"question\":\"", "\"question\":\"other-"));
    let ran = calibrate(place.path(), &["a", "--people", "people.jsonl"]);
    assert!(ran.code == 0 && ran.stdout.contains("1 label of people"), "{ran:?}");
}

#[test]
fn a_judge_is_compared_with_what_it_said_and_with_others() {
    let place = project_of(&["a"]);
    let said = read(place.path(), "runs/a/judgements.jsonl");
    // Ten that were supported were not a month ago.
    let mut left = 10;
    let earlier: String = said
        .lines()
        .map(|line| {
            let turned = left > 0 && line.contains("\"kind\":\"support\"") && line.contains("\"verdict\":\"supported\"");
            left -= usize::from(turned);
            (if turned { line.replace("\"verdict\":\"supported\"", "\"verdict\":\"not-found\"") } else { line.to_owned() }) + "\n"
        })
        .collect();
    write(place.path(), "earlier.jsonl", &earlier);
    let (now, _) = support(place.path(), &["a", "--earlier", "earlier.jsonl"]);
    assert_eq!((&now["change"]["changed"]["value"], &now["change"]["changed"]["n"]), (&0.125.into(), &80.into()));
    let p = now["change"]["mcnemar_mid_p"]["value"].as_f64().unwrap();
    assert!(p < 0.002 && p > 0.0, "ten one way and none the other: {p}");
    let other = earlier.replace("\"judge\":\"lexical\",\"by\":\"lexical\"", "\"judge\":\"other\",\"by\":\"model\"");
    write(place.path(), "runs/a/judgements.jsonl", &format!("{said}{other}"));
    let several = calibrate(place.path(), &["a"]);
    assert!(several.code == 2 && several.stderr.contains("verdicts of several judges: lexical, other"), "{several:?}");
    let (against, _) = support(place.path(), &["a", "--judge", "lexical", "--against", "other"]);
    assert_eq!(against["change"]["changed"], now["change"]["changed"]);
    // Where judges differ, people look first.
    let drawn = lines(&calibrate(place.path(), &["a", "--judge", "lexical", "--sample", "20"]).stdout);
    assert!(drawn.iter().any(|line| line["stratum"] == "disagreement"), "nobody looks where judges differ");
    for (arguments, said) in [
        (&["a", "--judge", "nobody"][..], "no verdict is by 'nobody'; there are those of lexical, other"),
        (&["a", "--judge", "lexical", "--against", "nobody"], "no verdict is by 'nobody'"),
        (&["a", "--judge", "lexical", "--against", "other", "--earlier", "earlier.jsonl"], "cannot be used with"),
        (&["a", "--judge", "other", "--earlier", "earlier.jsonl"], "earlier.jsonl holds no verdict of 'other'"),
        (&["a", "--out", "x.jsonl"], "--sample"),
    ] {
        let ran = calibrate(place.path(), arguments);
        assert!(ran.code == 2 && ran.stderr.contains(said), "{arguments:?}: {ran:?}");
    }
    let place = project("");
    let unjudged = calibrate(place.path(), &["a"]);
    assert!(unjudged.code == 4 && unjudged.stderr.contains("have it judged first: fourcell judge"), "{unjudged:?}");
}

#[test]
fn a_judge_that_favours_one_system_is_found_out() {
    let place = project_of(&["a", "b"]);
    let every = calibrate(place.path(), &["a", "--sample", "1000"]).stdout;
    // People find thirty of a's supported claims wrong, and none of b's.
    write(place.path(), "people.jsonl", &filled(&every, 80, 30));
    let theirs = filled(&every, 80, 0);
    let said = read(place.path(), "runs/b/judgements.jsonl");
    write(place.path(), "runs/b/judgements.jsonl", &format!("{said}{theirs}"));
    let ran = calibrate(place.path(), &["a", "--people", "people.jsonl", "--other", "b", "--format", "json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let whole: Value = serde_json::from_str(&ran.stdout).unwrap();
    let preference = &whole["result"]["self_preference"];
    // Overrated by 30 of 80 here and by none there.
    assert_eq!((&preference["value"], &preference["n"]), (&0.375.into(), &80.into()));
    assert!(preference["p"].as_f64().unwrap() < 0.01 && preference["lo"].as_f64().unwrap() > 0.2, "{preference}");
    let nobody = calibrate(place.path(), &["b", "--other", "a", "--format", "json"]);
    let nobody: Value = serde_json::from_str(&nobody.stdout).unwrap();
    assert!(nobody["result"]["self_preference"]["undefined"].is_string(), "{nobody:#}");
}
