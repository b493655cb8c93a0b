//! Sets of statements that others judged, and how often the lexical judge says the same. Shared by the test and the example.

use std::collections::HashMap;
use std::path::Path;

use evidence::{Expect, Passage, Question, Split};
use generation::{Answer, Ask, Kind, Outcome, Target, Verdict};
use judging::Judge;
use judging::lexical::Lexical;
use serde_json::Value;
use statistics::proportion::wilson;

/// How often the judge agrees with the labels of a set, two classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    pub both: usize,
    pub judge_only: usize,
    pub labels_only: usize,
    pub neither: usize,
}

impl Agreement {
    fn count(&mut self, judge: bool, label: bool) {
        *match (judge, label) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.judge_only,
            (false, true) => &mut self.labels_only,
            (false, false) => &mut self.neither,
        } += 1;
    }

    pub fn n(&self) -> usize {
        self.both + self.judge_only + self.labels_only + self.neither
    }

    /// One line: accuracy, sensitivity and specificity with 95 % Wilson intervals, balanced accuracy, the share that
    /// is supported, and what always saying the more frequent label would reach.
    pub fn line(&self) -> String {
        let positive = self.both + self.labels_only;
        let share = |x: usize, n: usize| match wilson(x, n, statistics::Level::NINETY_FIVE) {
            Ok(interval) => format!("{:.2} [{:.2}, {:.2}]", x as f64 / n as f64, interval.lo, interval.hi),
            Err(_) => "undefined".to_owned(),
        };
        let balanced = (self.both as f64 / positive as f64 + self.neither as f64 / (self.n() - positive) as f64) / 2.0;
        format!(
            "n={}, {:.2} of them supported; accuracy {} (always the more frequent label: {:.2}), balanced {balanced:.2}, sensitivity {}, \
             specificity {}",
            self.n(),
            positive as f64 / self.n() as f64,
            share(self.both + self.neither, self.n()),
            positive.max(self.n() - positive) as f64 / self.n() as f64,
            share(self.both, positive),
            share(self.neither, self.n() - positive),
        )
    }
}

/// A set with how it is measured.
pub struct Set {
    /// The folder in the shared data.
    pub folder: &'static str,
    /// What is judged.
    pub about: &'static str,
    /// Thresholds were chosen on it, so that its figures flatter.
    pub tuned_on: bool,
    measure: fn(&Path) -> Agreement,
}

pub const SETS: [Set; 4] = [
    Set { folder: "begin-wow", about: "people's labels of BEGIN responses, attributable or not", tuned_on: true, measure: begin },
    Set {
        folder: "mtrag-human-eval",
        about: "people's grades of MTRAG answers, faithful (mean 3.5 of 4 or more) or not",
        tuned_on: true,
        measure: mtrag,
    },
    Set {
        folder: "wice",
        about: "people's labels of WiCE claims, supported by the cited page or not",
        tuned_on: false,
        measure: wice,
    },
    Set {
        folder: "ragchecker",
        about: "verdicts published with RAGChecker, not people's, on claims in chunks of two examples (few texts, so intervals are too narrow)",
        tuned_on: false,
        measure: ragchecker,
    },
];

impl Set {
    /// What it measures; `None` where the set is not there.
    pub fn measured(&self, data: &Path) -> Option<Agreement> {
        let folder = data.join(self.folder);
        folder.exists().then(|| (self.measure)(&folder))
    }
}

/// The sentences that commands print beside verdicts: the sets that nothing was chosen on. `None` where one is not there.
pub fn sentences(data: &Path) -> Option<String> {
    let mut text = String::from("Lexical judge, agreement on sets that it was not tuned on.");
    for set in SETS.iter().filter(|set| !set.tuned_on) {
        let about = format!("{}{}", set.about[..1].to_uppercase(), &set.about[1..]);
        text += &format!(" {about}: {}.", set.measured(data)?.line());
    }
    Some(text + " It sets priorities for review, no more.\n")
}

fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn words(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

pub fn question() -> Question {
    Question {
        id: "q".into(),
        query: "?".into(),
        history: Vec::new(),
        answerable: true,
        slices: Default::default(),
        principal: None,
        corpus: None,
        evidence: None,
        facts: Vec::new(),
        answer: None,
        expect: Expect::Answer,
        origin: None,
        split: Split::Tune,
        critical: false,
        core: false,
        cluster: None,
    }
}

pub fn answer(text: &str, passages: &[String]) -> Answer {
    let passage = |(place, text): (usize, &String)| Passage {
        id: format!("p{place}"),
        doc: None,
        rev: None,
        range: None,
        text: Some(text.clone()),
    };
    let context = passages.iter().enumerate().map(passage).collect();
    Answer { text: Some(text.to_owned()), context: Some(context), ..Answer::default() }
}

pub fn ask<'a>(kind: Kind, target: Target, question: &'a Question, answer: &'a Answer) -> Ask<'a> {
    Ask { kind, target, passage: None, question, answer, rubric: None }
}

/// Whether the judge finds the claim supported. What it cannot compare, it does not.
fn supports(claim: &str, answer: &Answer) -> bool {
    let question = question();
    let given = Lexical.judge(&ask(Kind::Support, Target::Claim(0, claim.to_owned()), &question, answer), 0);
    given.outcome == Outcome::Verdict(Verdict::Supported)
}

fn begin(folder: &Path) -> Agreement {
    let mut agreement = Agreement::default();
    for row in rows(&folder.join("rows.jsonl")) {
        let response = words(&row["response"]);
        let judge = supports(&response, &answer(&response, &[words(&row["knowledge"])]));
        agreement.count(judge, row["begin_label"] == "Fully attributable");
    }
    agreement
}

/// Answers with a context and at least one claim: at least 60 % of the claims supported.
fn mtrag(folder: &Path) -> Agreement {
    let documents: HashMap<String, String> =
        rows(&folder.join("documents.jsonl")).iter().map(|d| (words(&d["document_id"]), words(&d["text"]))).collect();
    let contexts: HashMap<String, Vec<String>> = rows(&folder.join("tasks.jsonl"))
        .iter()
        .map(|task| {
            let texts =
                task["contexts"].as_array().unwrap().iter().map(|c| documents[c["document_id"].as_str().unwrap()].clone());
            (words(&task["task_id"]), texts.collect())
        })
        .collect();
    let mut agreement = Agreement::default();
    for row in rows(&folder.join("evaluations.jsonl")) {
        let people = row["annotations"]["faithfulness"].as_object().unwrap().values();
        let grades: Vec<f64> = people.map(|grade| grade.as_str().unwrap().parse().unwrap()).collect();
        let passages = &contexts[row["task_id"].as_str().unwrap()];
        let (question, answer) = (question(), answer(row["model_response"].as_str().unwrap(), passages));
        let Outcome::Claims(claims) = Lexical.judge(&ask(Kind::Claims, Target::Whole, &question, &answer), 0).outcome else {
            continue;
        };
        if claims.is_empty() || passages.is_empty() {
            continue;
        }
        let supported = claims.iter().filter(|claim| supports(&claim.text, &answer)).count();
        agreement.count(supported * 10 >= claims.len() * 6, grades.iter().sum::<f64>() >= 3.5 * grades.len() as f64);
    }
    agreement
}

/// Claims against all of the cited page, in passages of eight sentences.
fn wice(folder: &Path) -> Agreement {
    let mut agreement = Agreement::default();
    for row in rows(&folder.join("claims_dev.jsonl")) {
        let sentences: Vec<String> = row["evidence"].as_array().unwrap().iter().map(words).collect();
        let passages: Vec<String> = sentences.chunks(8).map(|some| some.join("\n")).collect();
        let claim = words(&row["claim"]);
        agreement.count(supports(&claim, &answer(&claim, &passages)), row["label"] == "supported");
    }
    agreement
}

/// Claims of the response, as subject, predicate and object joined by blanks, against each chunk alone. Pairs of few texts are not
/// independent, so that the intervals are too narrow.
fn ragchecker(folder: &Path) -> Agreement {
    let text = std::fs::read_to_string(folder.join("checking_outputs.json")).unwrap();
    let outputs: Value = serde_json::from_str(&text).unwrap();
    let mut agreement = Agreement::default();
    for result in outputs["results"].as_array().unwrap() {
        let claims = result["response_claims"].as_array().unwrap();
        for (claim, verdicts) in claims.iter().zip(result["retrieved2response"].as_array().unwrap()) {
            let claim = claim.as_array().unwrap().iter().map(words).collect::<Vec<_>>().join(" ");
            for (chunk, verdict) in result["retrieved_context"].as_array().unwrap().iter().zip(verdicts.as_array().unwrap()) {
                let judge = supports(&claim, &answer(&claim, &[words(&chunk["text"])]));
                agreement.count(judge, verdict == "Entailment");
            }
        }
    }
    agreement
}
