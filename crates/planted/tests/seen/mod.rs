//! What can be seen of a question from outside: what was listed, sent and said, and what the judge said of it.

use std::collections::BTreeMap;

use evidence::{Expect, Locator, Question};
use formats::Source;
use formats::native::read_judgements;
use generation::right::{Right, right};
use generation::{Answer, Case, Judged, Kind, Outcome, Target, Verdict};
use planted::Variant;
use planted::project::ask;
use planted::world::Asked;
use serde_json::Value;
use tokens::Tokenizer;

/// The seed of the suite that is printed in the documentation.
pub const SEED: u64 = 1;

/// A question with what came of it.
pub struct Seen {
    pub asked: Asked,
    /// The quotes of its labels as they are now.
    pub labelled: Vec<String>,
    pub query_sent: String,
    pub stages: BTreeMap<String, Vec<String>>,
    pub dropped: Vec<String>,
    pub context: Vec<String>,
    pub answer: String,
    pub status: String,
    pub right: bool,
    /// Texts of the facts, and what the judge said of each.
    pub facts: Vec<(String, Verdict)>,
    /// Claims, and what the judge said of each.
    pub claims: Vec<(String, Verdict)>,
    /// Claims that are not supported.
    pub unsupported: usize,
    /// Citations that resolve to nothing or support nothing.
    pub bad_citations: usize,
    /// Texts of all passages by id.
    pub passages: std::rc::Rc<BTreeMap<String, String>>,
}

impl Seen {
    /// Whether all that a right system does was done.
    pub fn is_well(&self) -> bool {
        let arrived = self.labelled.iter().all(|quote| self.context.iter().any(|text| text.contains(quote.as_str())));
        arrived && self.right && self.unsupported == 0 && self.bad_citations == 0
    }

    pub fn shown(&self) -> String {
        format!(
            "{} '{}' sent '{}' → {} '{}' (right {}, {} unsupported, {} bad citations)\n    context: {:?}",
            self.asked.question.id,
            self.asked.question.query,
            self.query_sent,
            self.status,
            self.answer,
            self.right,
            self.unsupported,
            self.bad_citations,
            self.context
        )
    }
}

/// Asks all questions of a variant.
pub fn see(variant: &Variant) -> Vec<Seen> {
    thread_local!(static TOKENIZER: Tokenizer = Tokenizer::named(planted::pipeline::TOKENIZER).unwrap());
    let ran = TOKENIZER.with(|tokenizer| ask(variant, tokenizer).unwrap());
    let passages: BTreeMap<String, String> =
        ran.passages.iter().map(|p| (p.id.clone(), p.text.clone().unwrap_or_default())).collect();
    let passages = std::rc::Rc::new(passages);
    let judged = read_judgements(&Source::memory("judgements.jsonl", ran.judgements.into_bytes())).unwrap().items;
    let answers =
        formats::native::read_answers(&Source::memory("records.jsonl", ran.records.clone().into_bytes())).unwrap().items;
    let mut all = Vec::new();
    for ((asked, line), answer) in variant.asked.iter().zip(ran.records.lines()).zip(answers) {
        let record: Value = serde_json::from_str(line).unwrap();
        let said: Vec<_> = judged.iter().filter(|j| j.question == asked.question.id).map(|j| &j.said).collect();
        let count = |kind: Kind, good: Verdict| {
            let of = |j: &&&generation::Judgement| j.kind == kind && j.outcome != Outcome::Verdict(good);
            said.iter().filter(of).count()
        };
        let of = |target: &Target| said.iter().find(|j| j.kind == Kind::Fact && j.target == *target).and_then(|j| j.verdict());
        let ids = |value: &Value| -> Vec<String> {
            let id = |item: &Value| item.as_str().or(item["id"].as_str()).unwrap().to_owned();
            value.as_array().into_iter().flatten().map(id).collect()
        };
        let unresolved = answer.answer.citations.iter().flatten().filter(|c| answer.answer.passage(&c.passage).is_none()).count();
        all.push(Seen {
            labelled: labelled(&asked.question),
            query_sent: record["query_sent"].as_str().unwrap().to_owned(),
            stages: ["candidates", "filtered", "reranked"].map(|s| (s.to_owned(), ids(&record["stages"][s]))).into(),
            dropped: ids(&record["dropped"]),
            context: record["context"].as_array().unwrap().iter().map(|i| i["text"].as_str().unwrap().to_owned()).collect(),
            answer: record["answer"].as_str().unwrap().to_owned(),
            status: record["status"].as_str().unwrap().to_owned(),
            right: is_right(&asked.question, &answer.answer, &said),
            facts: asked.question.facts.iter().filter_map(|f| Some((f.text.clone(), of(&Target::Fact(f.id.clone()))?))).collect(),
            claims: said
                .iter()
                .filter_map(|j| match &j.target {
                    Target::Claim(_, text) => Some((text.clone(), j.verdict()?)),
                    _ => None,
                })
                .collect(),
            unsupported: count(Kind::Support, Verdict::Supported),
            bad_citations: count(Kind::Citation, Verdict::Supported) + unresolved,
            passages: passages.clone(),
            asked: asked.clone(),
        });
    }
    all
}

fn labelled(question: &Question) -> Vec<String> {
    if question.expect == Expect::NoAnswer {
        return Vec::new();
    }
    let quote = |leaf: &&Locator| match leaf {
        Locator::Range { quote, .. } => quote.clone().unwrap(),
        other => format!("{other:?}"),
    };
    question.evidence.as_ref().unwrap().leaves().iter().map(quote).collect()
}

fn is_right(question: &Question, answer: &Answer, said: &[&generation::Judgement]) -> bool {
    let judged = Judged::new(said);
    match right(&Case { question, answer, judged: &judged, rubrics: &[] }) {
        Right::Yes(_) => true,
        Right::No(_) => false,
        other => panic!("{}: {other:?}", question.id),
    }
}
