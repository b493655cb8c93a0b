use super::compare::*;
use super::read::Reading;
use super::thresholds::CHOSEN;
use serde_json::Value;
#[test]
fn dump() {
    let rows = |name: &str| -> Vec<Value> {
        std::fs::read_to_string(format!("/work/shared/data/{name}"))
            .unwrap()
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect()
    };
    let mut out = String::new();
    let env = |n: &str, d: f64| std::env::var(n).ok().and_then(|v| v.parse().ok()).unwrap_or(d);
    let mut limits = CHOSEN;
    limits.rarity = env("RARITY", limits.rarity);
    limits.figure = env("FIGURE", limits.figure);
    limits.second = env("SECOND", limits.second);
    let mut emit = |set: &str, id: String, label: bool, claim: &str, texts: &[&str]| {
        let said = Reading::new(claim);
        let reads: Vec<Reading> = texts.iter().map(|t| Reading::new(t)).collect();
        if let Ok(f) = compare_read(&said, &reads, &limits) {
            let n = f.missing.len();
            let call = format!("{:?}", f.call).split('(').next().unwrap().to_owned();
            let why = if matches!(f.call, Call::Contradicted(Against::Negation)) { "neg" } else { "" };
            out.push_str(&format!(
                "{set}\t{id}\t{}\t{:.4}\t{:.4}\t{:.4}\t{}\t{}\t{n}\t{call}{why}\t{}\n",
                label as u8,
                f.best,
                f.text,
                f.text,
                f.names_missing,
                f.figures_missing,
                claim.replace(['\n', '\t'], " ")
            ));
        }
    };
    for (i, row) in rows("begin-wow/rows.jsonl").iter().enumerate() {
        emit(
            "begin",
            i.to_string(),
            row["begin_label"] == "Fully attributable",
            row["response"].as_str().unwrap(),
            &[row["knowledge"].as_str().unwrap()],
        );
    }
    let docs: std::collections::HashMap<String, String> = rows("mtrag-human-eval/documents.jsonl")
        .iter()
        .map(|d| (d["document_id"].as_str().unwrap().to_owned(), d["text"].as_str().unwrap().to_owned()))
        .collect();
    let answers: std::collections::HashMap<String, String> = rows("mtrag-human-eval/tasks.jsonl")
        .iter()
        .map(|d| (d["task_id"].as_str().unwrap().to_owned(), d["Answerability"][0].as_str().unwrap().to_owned()))
        .collect();
    let mut stat = String::new();
    let tasks: std::collections::HashMap<String, Vec<String>> = rows("mtrag-human-eval/tasks.jsonl")
        .iter()
        .map(|d| {
            (
                d["task_id"].as_str().unwrap().to_owned(),
                d["contexts"].as_array().unwrap().iter().map(|c| docs[c["document_id"].as_str().unwrap()].clone()).collect(),
            )
        })
        .collect();
    for (i, row) in rows("mtrag-human-eval/evaluations.jsonl").iter().enumerate() {
        let human: Vec<f64> = row["annotations"]["faithfulness"]
            .as_object()
            .unwrap()
            .values()
            .map(|v| v.as_str().unwrap().parse().unwrap())
            .collect();
        let mean = human.iter().sum::<f64>() / human.len() as f64;
        let texts: Vec<&str> = tasks[row["task_id"].as_str().unwrap()].iter().map(String::as_str).collect();
        if texts.is_empty() {
            continue;
        }
        let answer = row["model_response"].as_str().unwrap();
        let given = generation::Answer { text: Some(answer.into()), ..Default::default() };
        for claim in super::claims::claims(&given) {
            emit("mtrag", format!("{i}"), mean >= 3.5, &claim.text, &texts);
        }
        let head: String = answer.chars().take(150).collect();
        stat.push_str(&format!(
            "{:?}\t{}\t{}\n",
            super::status::status(answer),
            answers[row["task_id"].as_str().unwrap()],
            head.replace('\n', " ")
        ));
    }
    std::fs::write("/tmp/lex-status.tsv", stat).unwrap();
    std::fs::write(std::env::var("OUT").unwrap_or("/tmp/lex-features.tsv".into()), out).unwrap();
}
