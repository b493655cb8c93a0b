//! The two worked examples that the authors of RAGChecker publish, with every verdict given: its measures are ours by other names.

mod said;

use std::path::Path;

use evidence::{Fact, FactKind, Passage, Question};
use generation::measures::Measure;
use generation::{Answer, Case, Judged, Judgement, Kind, Status, Target, Verdict};
use said::{claims, fact, question, said};
use serde_json::Value;
use statistics::Score;

const NAMES: [(&str, &str); 11] = [
    ("precision", "claim-precision"),
    ("recall", "fact-recall"),
    ("f1", "claim-f1"),
    ("claim_recall", "context-fact-recall"),
    ("context_precision", "context-precision"),
    ("context_utilization", "context-utilisation"),
    ("noise_sensitivity_in_relevant", "noise-relevant"),
    ("noise_sensitivity_in_irrelevant", "noise-irrelevant"),
    ("hallucination", "hallucination"),
    ("self_knowledge", "self-knowledge"),
    ("faithfulness", "faithfulness"),
];

#[test]
fn the_published_examples() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ragchecker/checking_outputs.json");
    let Ok(text) = std::fs::read_to_string(place) else {
        eprintln!("SKIPPED: RAGChecker's examples: ../shared/data/ragchecker is not there");
        return;
    };
    let whole: Value = serde_json::from_str(&text).unwrap();
    let rows = whole["results"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let (question, answer, judgements) = read(row);
        let judged = Judged::new(&judgements.iter().collect::<Vec<_>>());
        let case = Case { question: &question, answer: &answer, judged: &judged, rubrics: &[] };
        for (theirs, ours) in NAMES {
            let expected = row["metrics"][theirs].as_f64().unwrap();
            let Score::Value(found) = Measure::parse(ours).unwrap().score(&case) else { panic!("{ours} has no value") };
            assert!((found - expected).abs() < 1e-12, "{ours} = {found}, {theirs} = {expected}");
        }
    }
}

fn list<'a>(row: &'a Value, key: &str) -> &'a Vec<Value> {
    row[key].as_array().unwrap()
}

/// A claim of theirs is three parts; the words of two may be the same, so its place is in ours.
fn words(claim: (usize, &Value)) -> String {
    format!("{}: {}", claim.0, claim.1)
}

fn support(label: &Value) -> Verdict {
    match label.as_str().unwrap() {
        "Entailment" => Verdict::Supported,
        "Contradiction" => Verdict::Contradicted,
        "Neutral" => Verdict::NotFound,
        other => panic!("{other}"),
    }
}

fn read(row: &Value) -> (Question, Answer, Vec<Judgement>) {
    let fact_of = |place: usize| Fact { id: format!("f{place}"), text: String::new(), kind: FactKind::Okay };
    let question = Question { facts: (0..list(row, "gt_answer_claims").len()).map(fact_of).collect(), ..question() };
    // Ids of chunks are said twice in their data, so a chunk goes by its place.
    let passage = |place: usize| format!("p{place}");
    let chunks = list(row, "retrieved_context").len();
    let context = (0..chunks).map(|n| Passage { id: passage(n), doc: None, rev: None, range: None, text: None }).collect();
    let answer = Answer {
        text: Some(row["response"].as_str().unwrap().to_owned()),
        status: Some(Status::Answered),
        context: Some(context),
        ..Answer::default()
    };
    let texts: Vec<String> = list(row, "response_claims").iter().enumerate().map(words).collect();
    let mut all = vec![claims(&texts.iter().map(String::as_str).collect::<Vec<_>>(), "checker")];
    let claim = |place: usize| Target::Claim(place as u32, texts[place].clone());
    for (place, label) in list(row, "answer2response").iter().enumerate() {
        let verdict = if support(label) == Verdict::Supported { Verdict::Correct } else { Verdict::Incorrect };
        all.push(said(Kind::Answer, claim(place), verdict, "checker"));
    }
    for (place, label) in list(row, "response2answer").iter().enumerate() {
        let verdict = match support(label) {
            Verdict::Supported => Verdict::Stated,
            Verdict::Contradicted => Verdict::Contradicted,
            _ => Verdict::NotStated,
        };
        all.push(said(Kind::Fact, fact(&format!("f{place}")), verdict, "checker"));
    }
    let mut by_chunk = |key: &str, kind: Kind, target: &dyn Fn(usize) -> Target| {
        for (place, labels) in list(row, key).iter().enumerate() {
            let labels = labels.as_array().unwrap();
            assert_eq!(labels.len(), chunks);
            for (chunk, label) in labels.iter().enumerate() {
                all.push(Judgement { passage: Some(passage(chunk)), ..said(kind, target(place), support(label), "checker") });
            }
        }
    };
    by_chunk("retrieved2response", Kind::Support, &claim);
    by_chunk("retrieved2answer", Kind::Context, &|place| fact(&format!("f{place}")));
    (question, answer, all)
}
