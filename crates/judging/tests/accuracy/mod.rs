//! Sets of statements that others judged, and how often a judge says the same. Shared by tests and examples.

pub mod beside;

use std::collections::HashMap;
use std::path::Path;

use evidence::{Passage, Question};
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
    pub fn count(&mut self, judge: bool, label: bool) {
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

/// A statement beside passages, with what others said of it.
pub struct Item {
    /// What it is a reply to; a question mark where the set does not say.
    pub question: Question,
    /// The statement, with the passages.
    pub answer: Answer,
    /// Whether others found it supported.
    pub label: bool,
}

impl Item {
    fn new(statement: &str, passages: &[String], label: bool) -> Self {
        Self { question: question(), answer: answer(statement, passages), label }
    }

    fn asked(mut self, query: &Value) -> Self {
        self.question.query = words(query);
        self
    }

    /// The statement, all of it as one claim.
    pub fn claim(&self) -> Ask<'_> {
        let text = self.answer.text.clone().unwrap_or_default();
        ask(Kind::Support, Target::Claim(0, text), &self.question, &self.answer)
    }

    /// What the lexical judge says, of the whole or by its claims; `None` where it finds no claim. What it cannot compare, it does not support.
    pub fn lexical(&self, by_claims: bool) -> Option<bool> {
        let is_supported = |ask: &Ask<'_>| Lexical.judge(ask, 0).outcome == Outcome::Verdict(Verdict::Supported);
        if !by_claims {
            return Some(is_supported(&self.claim()));
        }
        let Outcome::Claims(claims) = Lexical.judge(&ask(Kind::Claims, Target::Whole, &self.question, &self.answer), 0).outcome
        else {
            return None;
        };
        let supports =
            |text: &str| is_supported(&ask(Kind::Support, Target::Claim(0, text.to_owned()), &self.question, &self.answer));
        let supported = claims.iter().filter(|claim| supports(&claim.text)).count();
        (!claims.is_empty()).then_some(supported * 10 >= claims.len() * 6)
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
    /// The lexical judge judges the claims of a statement: it is supported where at least 60 % of them are.
    pub by_claims: bool,
    read: fn(&Path) -> Vec<Item>,
}

/// The sets that the lexical judge is measured on.
pub const SETS: [Set; 4] = [
    Set {
        folder: "begin-wow",
        about: "people's labels of BEGIN responses, attributable or not",
        tuned_on: true,
        by_claims: false,
        read: begin,
    },
    Set {
        folder: "mtrag-human-eval",
        about: "people's grades of MTRAG answers, faithful (mean 3.5 of 4 or more) or not",
        tuned_on: true,
        by_claims: true,
        read: mtrag,
    },
    Set {
        folder: "wice",
        about: "people's labels of WiCE claims, supported by the cited page or not",
        tuned_on: false,
        by_claims: false,
        read: wice,
    },
    Set {
        folder: "ragchecker",
        about: "verdicts published with RAGChecker, not people's, on claims in chunks of two examples (few texts, so intervals are too narrow)",
        tuned_on: false,
        by_claims: false,
        read: ragchecker,
    },
];

impl Set {
    /// Its items; `None` where the set is not there.
    pub fn items(&self, data: &Path) -> Option<Vec<Item>> {
        let folder = data.join(self.folder);
        folder.exists().then(|| (self.read)(&folder))
    }

    /// What the lexical judge makes of it; `None` where the set is not there.
    pub fn measured(&self, data: &Path) -> Option<Agreement> {
        let mut agreement = Agreement::default();
        for item in self.items(data)? {
            // Where there is no claim, there is nothing to support.
            if let Some(judge) = item.lexical(self.by_claims) {
                agreement.count(judge, item.label);
            }
        }
        Some(agreement)
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
    Question::new("q", "?")
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

pub fn begin(folder: &Path) -> Vec<Item> {
    let item = |row: &Value| {
        let label = row["begin_label"] == "Fully attributable";
        Item::new(&words(&row["response"]), &[words(&row["knowledge"])], label).asked(&row["message"])
    };
    rows(&folder.join("rows.jsonl")).iter().map(item).collect()
}

/// Answers with a context.
pub fn mtrag(folder: &Path) -> Vec<Item> {
    let documents: HashMap<String, String> =
        rows(&folder.join("documents.jsonl")).iter().map(|d| (words(&d["document_id"]), words(&d["text"]))).collect();
    let text = |context: &Value| documents[context["document_id"].as_str().unwrap()].clone();
    let tasks: HashMap<String, (Vec<String>, Value)> = rows(&folder.join("tasks.jsonl"))
        .iter()
        .map(|task| {
            let texts = task["contexts"].as_array().unwrap().iter().map(text).collect();
            (words(&task["task_id"]), (texts, task["input"].as_array().unwrap().last().unwrap()["text"].clone()))
        })
        .collect();
    let item = |row: &Value| {
        let people = row["annotations"]["faithfulness"].as_object().unwrap().values();
        let grades: Vec<f64> = people.map(|grade| grade.as_str().unwrap().parse().unwrap()).collect();
        let (passages, query) = &tasks[row["task_id"].as_str().unwrap()];
        let label = grades.iter().sum::<f64>() >= 3.5 * grades.len() as f64;
        (!passages.is_empty()).then(|| Item::new(&words(&row["model_response"]), passages, label).asked(query))
    };
    rows(&folder.join("evaluations.jsonl")).iter().filter_map(item).collect()
}

/// Claims with whether people found them supported, beside passages that are made of the sentences of the cited page.
fn wice_by(folder: &Path, passages: impl Fn(&Value, &[String]) -> Vec<String>) -> Vec<Item> {
    let item = |row: &Value| {
        let sentences: Vec<String> = row["evidence"].as_array().unwrap().iter().map(words).collect();
        Item::new(&words(&row["claim"]), &passages(row, &sentences), row["label"] == "supported")
    };
    rows(&folder.join("claims_dev.jsonl")).iter().map(item).collect()
}

/// Claims against all of the cited page, in passages of eight sentences.
fn wice(folder: &Path) -> Vec<Item> {
    wice_by(folder, |_, sentences| sentences.chunks(8).map(|some| some.join("\n")).collect())
}

/// Claims against the first of the sets of sentences that people chose from the cited page, as one passage.
pub fn wice_chosen(folder: &Path) -> Vec<Item> {
    wice_by(folder, |row, sentences| {
        let chosen = row["supporting_sentences"][0].as_array().unwrap();
        let chosen = chosen.iter().map(|place| sentences[usize::try_from(place.as_u64().unwrap()).unwrap()].as_str());
        vec![chosen.collect::<Vec<_>>().join("\n")]
    })
}

/// Claims of the response, as subject, predicate and object joined by blanks, against each chunk alone. Pairs of few texts are not
/// independent, so that the intervals are too narrow.
fn ragchecker(folder: &Path) -> Vec<Item> {
    let text = std::fs::read_to_string(folder.join("checking_outputs.json")).unwrap();
    let outputs: Value = serde_json::from_str(&text).unwrap();
    let mut items = Vec::new();
    for result in outputs["results"].as_array().unwrap() {
        let claims = result["response_claims"].as_array().unwrap();
        for (claim, verdicts) in claims.iter().zip(result["retrieved2response"].as_array().unwrap()) {
            let claim = claim.as_array().unwrap().iter().map(words).collect::<Vec<_>>().join(" ");
            for (chunk, verdict) in result["retrieved_context"].as_array().unwrap().iter().zip(verdicts.as_array().unwrap()) {
                items.push(Item::new(&claim, &[words(&chunk["text"])], verdict == "Entailment"));
            }
        }
    }
    items
}
