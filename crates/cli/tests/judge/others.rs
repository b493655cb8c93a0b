//! Answers that others recorded: ragas, DeepEval and RAGChecker.

use crate::command::{folder, root, skipped};
use crate::fixture::*;
use serde_json::Value;

const RAGAS: &str = r#"{"user_input":"What does cancelling late cost?","retrieved_contexts":["Cancelling late costs 20 euros."],"response":"Cancelling late costs 20 euros. A tram is blue.","reference":"20 euros."}
{"user_input":"Is a tram ticket paid back?","retrieved_contexts":["A tram ticket is paid back."],"response":"A tram ticket is paid back.","reference":"Yes, a tram ticket is paid back."}
"#;

const DEEPEVAL: &str = r#"[{"input":"What does cancelling late cost?","actual_output":"Cancelling late costs 20 euros. A tram is blue.","expected_output":"20 euros.","retrieval_context":["Cancelling late costs 20 euros."]},
{"input":"Is a tram ticket paid back?","actual_output":"A tram ticket is paid back.","expected_output":"Yes, a tram ticket is paid back.","retrieval_context":["A tram ticket is paid back."]}]"#;

/// Two claims, of which the reference bears out one and the context the other; two facts, of which the answer states one.
const RAGCHECKER: &str = r#"{"results":[{"query_id":"q","query":"What does it cost?","gt_answer":"20 euros, at once.","response":"20 euros, in March.",
"retrieved_context":[{"doc_id":"d1","text":"In March."},{"doc_id":"d2","text":"It costs 20 euros."}],
"response_claims":["It costs 20 euros.",["It","is paid","in March."]],"gt_answer_claims":["It costs 20 euros.","It is paid at once."],
"answer2response":["Entailment","Neutral"],"response2answer":["Entailment","Neutral"],
"retrieved2response":[["Neutral","Entailment"],["Entailment","Neutral"]],"retrieved2answer":[["Neutral","Entailment"],["Neutral","Neutral"]]}]}"#;

#[test]
fn rows_of_ragas_and_deepeval_are_judged_without_a_project() {
    let place = folder(&[("rows.jsonl", RAGAS), ("cases.json", DEEPEVAL)]);
    let ragas = judged(place.path(), &["--ragas", "rows.jsonl", "-m", "faithfulness correct", "-q"], 0);
    let deepeval = judged(place.path(), &["--deepeval", "cases.json", "-m", "faithfulness correct", "-q"], 0);
    assert_eq!(ragas["result"]["questions"], deepeval["result"]["questions"]);
    assert_eq!(measure(&ragas, "faithfulness")["value"], 0.75);
    assert_eq!(ragas["result"]["heading"], "rows.jsonl · 2 questions · mode normal");
    // Nothing is written but what is asked for.
    let out = judge(place.path(), &["--ragas", "rows.jsonl", "-m", "faithfulness", "--out", "verdicts.jsonl"]);
    assert_eq!(out.code, 0, "{out:?}");
    let verdicts = lines(&read(place.path(), "verdicts.jsonl"));
    let of = |kind: &str| verdicts.iter().filter(|v| v["kind"] == kind).count();
    assert_eq!((of("claims"), of("support")), (2, 3), "{verdicts:?}");
    let printed = judge(place.path(), &["--ragas", "rows.jsonl", "-m", "faithfulness", "--format", "jsonl"]);
    assert_eq!(printed.stdout, read(place.path(), "verdicts.jsonl"));
    let mut names: Vec<_> = std::fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["cases.json", "rows.jsonl", "verdicts.jsonl"]);
}

#[test]
fn rows_of_others_take_the_judges_of_the_project_around_them_but_not_its_slices() {
    let place = project("[judges.words]\ntype = \"lexical\"\n[judge]\nby = [\"type\"]\n");
    write(place.path(), "rows.jsonl", RAGAS);
    let told = judged(place.path(), &["--ragas", "rows.jsonl"], 0);
    assert!(told["result"]["judges"][0].as_str().unwrap().starts_with("judge words: uncalibrated judge"), "{told:#}");
    assert_eq!(told["result"]["slices"], serde_json::json!([]));
    // Of a run they are taken.
    assert_eq!(judged(place.path(), &["a"], 0)["result"]["slices"].as_array().unwrap().len(), 2);
    let both = judge(place.path(), &["a", "--ragas", "rows.jsonl"]);
    assert!(both.code == 2 && both.stderr.contains("cannot be used with"), "{both:?}");
}

#[test]
fn verdicts_of_ragchecker_are_counted_as_they_are() {
    let place = folder(&[("checked.json", RAGCHECKER)]);
    let told = judged(place.path(), &["--ragchecker", "checked.json", "--judge", "recorded"], 0);
    let values = [
        ("claim-precision", 0.5),
        ("fact-recall", 0.5),
        ("context-fact-recall", 0.5),
        ("context-precision", 0.5),
        ("context-utilisation", 1.0),
        ("faithfulness", 1.0),
        ("hallucination", 0.0),
        ("self-knowledge", 0.0),
        // The claim that is not borne out stands in the passage that holds no fact.
        ("noise-relevant", 0.0),
        ("noise-irrelevant", 0.5),
    ];
    for (name, value) in values {
        assert_eq!(measure(&told, name)["value"], value, "{name}");
    }
    assert_eq!(told["result"]["judges"][0], "recorded verdicts of ragchecker (source)");
    // What came with the file is written as judgements, too, and read again as they are.
    let out = judge(place.path(), &["--ragchecker", "checked.json", "--judge", "recorded", "--out", "said.jsonl"]);
    let said = lines(&read(place.path(), "said.jsonl"));
    assert!(out.code == 0 && said.len() == 13 && said.iter().all(|line| line["judge"] == "ragchecker"), "{said:?}");
    // Rows that were not checked hold no verdict.
    let unchecked = r#"{"results":[{"query_id":"q","query":"What?","response":"So.","retrieved_context":[]}]}"#;
    write(place.path(), "unchecked.json", unchecked);
    let ran = judge(place.path(), &["--ragchecker", "unchecked.json", "--judge", "recorded"]);
    assert!(ran.code == 4 && ran.stderr.contains("unchecked.json holds no verdict"), "{ran:?}");
    let broken =
        RAGCHECKER.replace("[\"Entailment\",\"Neutral\"],\"response2answer\"", "[\"Entails\",\"Neutral\"],\"response2answer\"");
    write(place.path(), "broken.json", &broken);
    let ran = judge(place.path(), &["--ragchecker", "broken.json", "--judge", "recorded"]);
    assert!(ran.code == 2 && ran.stderr.contains("none of Entailment, Neutral, Contradiction"), "{ran:?}");
    let missing = judge(place.path(), &["--ragas", "nowhere.jsonl"]);
    assert!(missing.code == 2 && missing.stderr.contains("nowhere.jsonl"), "{missing:?}");
}

#[test]
fn the_published_numbers_of_ragchecker_come_out() {
    let file = root().join("../shared/data/ragchecker/checking_outputs.json");
    if !file.exists() {
        skipped("RAGChecker's numbers: ../shared/data/ragchecker is absent\n");
        return;
    }
    let place = folder(&[]);
    let told = judged(place.path(), &["--ragchecker", file.to_str().unwrap(), "--judge", "recorded", "-q"], 0);
    for (name, value) in [
        ("claim-precision", 0.764),
        ("fact-recall", 0.625),
        ("context-fact-recall", 0.614),
        ("context-precision", 0.875),
        ("context-utilisation", 0.875),
        ("noise-relevant", 0.191),
        ("noise-irrelevant", 0.0),
        ("hallucination", 0.045),
        ("self-knowledge", 0.273),
        ("faithfulness", 0.682),
    ] {
        let found = measure(&told, name)["value"].as_f64().unwrap();
        assert!((found - value).abs() < 5.1e-4, "{name}: {found} is not {value}");
    }
    // Their F1 is the mean of each answer's own.
    let questions = told["result"]["questions"].as_object().unwrap();
    let of = |question: &Value, name: &str| question["scores"][name]["value"].as_f64().unwrap();
    let f1 = |question: &Value| {
        let (precision, recall) = (of(question, "claim-precision"), of(question, "fact-recall"));
        2.0 * precision * recall / (precision + recall)
    };
    let mean = questions.values().map(f1).sum::<f64>() / questions.len() as f64;
    assert!((mean - 0.683).abs() < 5.1e-4, "{mean}");
}
