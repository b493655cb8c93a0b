//! `fourcell explain` as people run it, and the reference that is made by it.

mod command;

use command::{fourcell, root};
use serde_json::Value;

fn explain(arguments: &str) -> String {
    let ran = fourcell(&root(), &format!("explain {arguments}"));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments}");
    ran.stdout
}

fn json(arguments: &str) -> Value {
    let whole: Value = serde_json::from_str(&explain(&format!("{arguments} --format json"))).unwrap();
    assert_eq!((whole["schema"].as_str(), whole["command"].as_str()), (Some("fourcell/explain@1"), Some("explain")));
    whole["result"].clone()
}

/// Mended by `fourcell explain --all --format markdown > docs/measures.md`.
#[test]
fn the_reference_is_what_the_command_prints() {
    let written = std::fs::read_to_string(root().join("docs/measures.md")).unwrap();
    assert!(explain("--all --format markdown") == written, "docs/measures.md is not what explain prints");
}

#[test]
fn everything_is_listed() {
    insta::assert_snapshot!("list", explain(""));
    let list = json("");
    let array = |key: &str| list[key].as_array().unwrap();
    let (measures, answers, rules) = (array("measures"), array("answer_measures"), array("rules"));
    assert!(measures.len() >= 27 && answers.len() >= 30 && rules.len() >= 40);
    for name in measures.iter().chain(answers).chain(rules).map(|entry| entry["name"].as_str().unwrap()) {
        let page = explain(name);
        assert!(page.starts_with(&format!("{name}: ")), "{page}");
        assert!(page.lines().all(|line| !line.starts_with('#') && !line.starts_with("```")), "{page}");
    }
}

#[test]
fn a_measure_is_found_by_all_its_names() {
    let page = explain("nDCG");
    insta::assert_snapshot!("ndcg", page);
    for name in ["nDCG@10", "ndcg_cut_10", "ndcg", "NDCG", "ndcg_cut", "nDCG(dcg='exp-log2')@5", "nDCG@2000tok"] {
        assert_eq!(explain(name), page, "{name}");
    }
    assert_eq!(explain("map"), explain("AP"));
    assert_eq!(explain("hit@6"), explain("Success"));
    assert_eq!(explain("recall_100"), explain("R"));
    assert_eq!(explain("P(rel=2)"), explain("P"));
    assert_eq!(explain("iprec_at_recall_0.10"), explain("IPrec"));
    let raw = std::fs::read_to_string(root().join("crates/retrieval/src/measures/ndcg.md")).unwrap();
    assert_eq!(explain("nDCG --format markdown"), raw);
}

#[test]
fn json_has_the_sections_of_a_page() {
    let ndcg = &json("ndcg_cut_10")["measure"];
    assert_eq!((ndcg["name"].as_str(), ndcg["trec_eval"]["cut"].as_str()), (Some("nDCG"), Some("ndcg_cut")));
    let headings: Vec<&str> = ndcg["sections"].as_array().unwrap().iter().map(|s| s["heading"].as_str().unwrap()).collect();
    assert_eq!(
        headings,
        [
            "nDCG: normalised discounted cumulative gain",
            "What it measures",
            "When it misleads",
            "Undefined when",
            "Formula and source",
            "Worked example",
            "Agrees with"
        ]
    );
    assert_eq!(json("--all")["measures"].as_array().unwrap().len(), json("")["measures"].as_array().unwrap().len());
}

#[test]
fn a_measure_of_answers_says_which_way_is_better_and_what_judges_are_asked() {
    let page = explain("faithfulness");
    insta::assert_snapshot!("faithfulness", page);
    let raw = std::fs::read_to_string(root().join("crates/generation/src/measures/faithfulness.md")).unwrap();
    assert_eq!(explain("faithfulness --format markdown"), raw);
    assert_eq!(explain("rubric:tone"), explain("rubric"));
    assert_eq!(explain("self_knowledge"), explain("self-knowledge"));
    let whole = json("hallucination");
    let measure = &whole["measure"];
    assert_eq!((whole["kind"].as_str(), measure["better"].as_str()), (Some("answer-measure"), Some("less")));
    assert_eq!(measure["verdicts"], serde_json::json!(["status", "claims", "support", "answer"]));
    assert_eq!(measure["sections"][6]["heading"], "Agrees with");
    assert_eq!(json("--all")["answer_measures"].as_array().unwrap().len(), json("")["answer_measures"].as_array().unwrap().len());
}

/// Links of the tables lead to headings.
#[test]
fn both_halves_are_linked_in_the_reference() {
    let reference = explain("--all --format markdown");
    let slug = |heading: &str| -> String {
        let kept = heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
        kept.replace(' ', "-")
    };
    let headings: Vec<String> = reference.lines().filter_map(|line| line.strip_prefix("### ")).map(slug).collect();
    let links: Vec<&str> = reference.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() >= 57 && links == headings, "{links:?} {headings:?}");
}

#[test]
fn rules_and_exit_codes_are_explained() {
    insta::assert_snapshot!("rule", explain("quote-mismatch"));
    assert!(explain("no-overlap").starts_with("no-overlap: a fault"));
    insta::assert_snapshot!("exit_codes", explain("exit-codes"));
    assert_eq!(json("exit-codes")["codes"].as_array().unwrap().len(), 6);
}

#[test]
fn an_unknown_name_is_refused_with_the_nearest() {
    for (name, said) in [
        ("NDGC", "did you mean 'nDCG'?"),
        ("ndgc@10", "did you mean 'nDCG'?"),
        ("faithfullness", "did you mean 'faithfulness'?"),
        ("hallucinations", "did you mean 'hallucination'?"),
        ("faithfulness@5", "did you mean 'faithfulness'?"),
        ("qoute-mismatch", "did you mean 'quote-mismatch'?"),
        ("exit-code", "did you mean 'exit-codes'?"),
        ("latency", "lists all that can be explained"),
        ("nDCG@0", "context budget must be positive"),
        ("P@many", "expected a budget"),
        ("AP --all", "cannot be used with"),
    ] {
        let ran = fourcell(&root(), &format!("explain {name}"));
        assert!(ran.code == 2 && ran.stderr.contains(said) && ran.stdout.is_empty(), "{name}: {}", ran.stderr);
    }
}
