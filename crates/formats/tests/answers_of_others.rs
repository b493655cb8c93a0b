//! Answers that others recorded: what they say is taken as it stands or refused, and measures over their verdicts give their numbers.

#[path = "../../statistics/tests/shared/sets.rs"]
mod sets;

use formats::native::Read;
use formats::others::{Answered, read_deepeval, read_ragas, read_ragchecker};
use formats::{InputError, Source};
use generation::judged::{Case, Judged};
use generation::measures::Measure;
use serde_json::Value;
use statistics::Score;

type Reader = fn(&Source) -> Result<Read<Answered>, InputError>;

fn refused(read: Reader, text: &str) -> InputError {
    read(&Source::memory("rows", text.as_bytes())).map(|read| panic!("{text} is read as {read:?}")).unwrap_err()
}

/// Case B03: a list column that arrives as a string, or one level too flat or too deep, is refused by row and field, and never taken
/// apart; null is "not captured" and not the same as [].
#[test]
fn b03_a_list_that_arrives_as_a_string_is_refused() {
    let ragas = |value: &str| {
        format!("{{\"user_input\":\"z\"}}\n{{\"user_input\":\"q\",\"retrieved_contexts\":{value},\"response\":\"r\"}}\n")
    };
    let lines =
        |value: &str| format!("{{\"input\":\"z\"}}\n{{\"input\":\"q\",\"retrieval_context\":{value},\"actual_output\":\"r\"}}\n");
    let list =
        |value: &str| format!("[{{\"input\":\"z\"}},\n{{\"input\":\"q\",\"retrievalContext\":{value},\"actualOutput\":\"r\"}}]");
    let results = |value: &str| {
        let row = |id: &str, value: &str| {
            format!("{{\"query_id\":\"{id}\",\"query\":\"q\",\"response\":\"r\",\"retrieved_context\":{value}}}")
        };
        format!("{{\"results\":[{},\n{}]}}", row("1", "[]"), row("2", value))
    };
    let strings = ["\"['a', 'b']\"", "\"plain text\"", "\"[\\\"a\\\"]\"", "\"\""];
    for value in strings {
        for (read, text, field) in [
            (read_ragas as Reader, ragas(value), "retrieved_contexts"),
            (read_deepeval, lines(value), "retrieval_context"),
            (read_deepeval, list(value), "[1].retrievalContext"),
            (read_ragchecker, results(value), "results[1].retrieved_context"),
        ] {
            let error = refused(read, &text);
            assert_eq!(error.problem(), format!("field '{field}' must be a list, found string"));
            assert_eq!((error.line(), error.advice()), (Some(2), Some(r#"write a JSON list: ["a", "b"]"#)), "{error}");
        }
    }
    let deep = "[[\"a\"]]";
    assert_eq!(refused(read_ragas, &ragas(deep)).problem(), "field 'retrieved_contexts[0]' must be a string, found list");
    assert_eq!(refused(read_deepeval, &list(deep)).problem(), "field '[1].retrievalContext[0]' must be a string, found list");
    assert_eq!(
        refused(read_ragchecker, &results("[\"a\"]")).problem(),
        "field 'results[1].retrieved_context[0]' must be an object, found string"
    );
    let flat = results("[{\"doc_id\":\"d\"}],\"response_claims\":[\"c\"],\"retrieved2response\":[\"Neutral\"]");
    assert_eq!(
        refused(read_ragchecker, &flat).problem(),
        "field 'results[1].retrieved2response[0]' must be a list, found string"
    );
    for (value, captured) in [("null", false), ("[]", true)] {
        for (read, text) in [
            (read_ragas as Reader, ragas(value)),
            (read_deepeval, lines(value)),
            (read_deepeval, list(value)),
            (read_ragchecker, results(value)),
        ] {
            let rows = read(&Source::memory("rows", text.as_bytes())).unwrap().items;
            assert_eq!(rows[1].answer.context.is_some(), captured, "{text}");
        }
    }
}

/// Its name for a measure, and the one here.
const MEASURES: [(&str, &str, &str); 11] = [
    ("overall", "precision", "claim-precision"),
    ("overall", "recall", "fact-recall"),
    ("overall", "f1", "claim-f1"),
    ("retriever", "claim_recall", "context-fact-recall"),
    ("retriever", "context_precision", "context-precision"),
    ("generator", "context_utilization", "context-utilisation"),
    ("generator", "noise_sensitivity_in_relevant", "noise-relevant"),
    ("generator", "noise_sensitivity_in_irrelevant", "noise-irrelevant"),
    ("generator", "hallucination", "hallucination"),
    ("generator", "self_knowledge", "self-knowledge"),
    ("generator", "faithfulness", "faithfulness"),
];

fn score(answered: &Answered, measure: &str) -> Score {
    let said: Vec<&generation::Judgement> = answered.judgements.iter().collect();
    let judged = Judged::new(&said);
    let case = Case { question: &answered.question, answer: &answered.answer, judged: &judged, rubrics: &[] };
    Measure::parse(measure).unwrap().score(&case)
}

fn value(answered: &Answered, measure: &str) -> f64 {
    match score(answered, measure) {
        Score::Value(value) => value,
        other => panic!("{measure} of {}: {other:?}", answered.id),
    }
}

/// Case B20: an answer without claims is neither faithful nor hallucinated, and no 0 of either enters a mean.
#[test]
fn b20_an_answer_without_claims_has_no_share_of_them() {
    let row = |id: &str, claims: &str, verdicts: &str| {
        // Of the passage by itself and of the reference answer the same is said.
        format!(
            "{{\"query_id\":\"{id}\",\"query\":\"q\",\"response\":\"r\",\"retrieved_context\":[{{\"doc_id\":\"d\",\"text\":\"t\"}}],\
             \"response_claims\":{claims},\"retrieved2response\":{verdicts},\"answer2response\":{}}}",
            verdicts.replace("[\"", "\"").replace("\"]", "\"")
        )
    };
    let rows = [
        row("1", r#"["a","b"]"#, r#"[["Entailment"],["Entailment"]]"#),
        row("2", "[]", "[]"),
        row("3", r#"["a","b"]"#, r#"[["Entailment"],["Neutral"]]"#),
    ];
    let text = format!("{{\"results\":[{}]}}", rows.join(",\n"));
    let read = read_ragchecker(&Source::memory("m", text.into_bytes())).unwrap();
    let scores = |measure: &str| read.items.iter().map(|answered| score(answered, measure)).collect::<Vec<_>>();
    let none = Score::Undefined(generation::measures::NO_CLAIMS);
    assert_eq!(scores("faithfulness"), [Score::Value(1.0), none, Score::Value(0.5)]);
    assert_eq!(scores("hallucination"), [Score::Value(0.0), none, Score::Value(0.5)]);
}

/// Given the verdicts of RAGChecker's own worked examples, its numbers come out.
#[test]
fn ragchecker_numbers_follow_from_its_verdicts() {
    let Some(folder) = sets::folder("ragchecker", "numbers of its worked examples") else { return };
    let file = folder.join("checking_outputs.json");
    let read = read_ragchecker(&Source::file(&file)).unwrap();
    let theirs: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((read.items.len(), read.warnings.len()), (2, 0));
    for (part, name, measure) in MEASURES {
        let mut sum = 0.0;
        for (answered, row) in read.items.iter().zip(theirs["results"].as_array().unwrap()) {
            let (here, there) = (value(answered, measure), row["metrics"][name].as_f64().unwrap());
            assert!((here - there).abs() < 1e-12, "{measure} of {}: {here}, there {there}", answered.id);
            sum += here;
        }
        let average = format!("{:.1}", sum / read.items.len() as f64 * 100.0);
        assert_eq!(average, format!("{:.1}", theirs["metrics"][part][name].as_f64().unwrap()), "{measure}");
    }
    let before = read_ragchecker(&Source::file(&folder.join("checking_inputs.json"))).unwrap();
    assert_eq!(before.items.iter().map(|a| a.judgements.len()).sum::<usize>(), 0);
    for (before, after) in before.items.iter().zip(&read.items) {
        assert_eq!(before.answer, after.answer, "checking changes no answer");
    }
}

/// The first block of the page after a text.
fn example(after: &str) -> String {
    let page = include_str!("../../../docs/formats.md");
    let (_, rest) = page.split_once(after).unwrap_or_else(|| panic!("the page does not say: {after}"));
    let block = rest.split("```").nth(1).unwrap();
    block.split_once('\n').unwrap().1.to_owned()
}

/// The examples of the page are read, and nothing is odd in them.
#[test]
fn the_examples_of_the_page_are_read() {
    let source = |after: &str| Source::memory("example", example(after).into_bytes());
    let judgements = formats::native::read_judgements(&source("### judgements.jsonl")).unwrap();
    assert_eq!((judgements.items.len(), judgements.warnings.len()), (4, 0));
    for (read, after) in
        [(read_ragas as Reader, "**ragas**"), (read_deepeval, "**DeepEval**"), (read_ragchecker, "**RAGChecker**")]
    {
        let read = read(&source(after)).unwrap();
        assert_eq!((read.items.len(), read.warnings.len()), (1, 0), "{after}");
        assert_eq!(read.items[0].question.query, "What is the fee?");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("fourcell.toml"), example("### [judges.NAME] and [rubrics.NAME]")).unwrap();
    let judging = formats::project::read_project(folder.path()).unwrap().judging;
    assert_eq!((judging.judges.len(), judging.rubrics.len()), (3, 1));
}
