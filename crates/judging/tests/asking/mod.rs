//! A question, an answer and its context to judge, and servers that say what they are told to.
#![allow(dead_code)] // each test file uses a part

use evidence::{Passage, Question};
use generation::ask::Rubric;
use generation::{Answer, Ask, Kind, Target};
use serde_json::{Value, json};

/// What is asked about.
pub struct Case {
    pub question: Question,
    pub answer: Answer,
    pub rubric: Rubric,
}

/// A passage with its text.
pub fn passage(id: &str, text: &str) -> Passage {
    Passage { id: id.into(), doc: None, rev: None, range: None, text: Some(text.into()) }
}

/// A question with a wrong answer to it, and passages to judge it by.
pub fn case(passages: Vec<Passage>) -> Case {
    let line = r#"{"id":"late","query":"What does cancelling late cost?","answer":"20 euros.",
        "facts":[{"id":"fee","text":"Cancelling late costs 20 euros.","vital":true}]}"#;
    let line = line.replace('\n', " ");
    let question = formats::native::read_questions(&formats::Source::memory("q", line.as_bytes())).unwrap().items.remove(0);
    let answer = Answer { text: Some("Cancelling late costs 50 euros.".into()), context: Some(passages), ..Answer::default() };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let rubric = Rubric {
        name: "tone".into(),
        question: "Is it polite?".into(),
        outcomes: words(&["polite", "rude"]),
        pass: words(&["polite"]),
    };
    Case { question, answer, rubric }
}

impl Case {
    /// A question to a judge.
    pub fn ask(&self, kind: Kind, target: Target) -> Ask<'_> {
        let rubric = (kind == Kind::Rubric).then_some(&self.rubric);
        Ask { kind, target, passage: None, question: &self.question, answer: &self.answer, rubric }
    }

    /// Whether the context supports what the answer claims.
    pub fn support(&self) -> Ask<'_> {
        self.ask(Kind::Support, Target::Claim(0, "Cancelling late costs 50 euros.".into()))
    }
}

/// A completion with these words.
pub fn said(text: &str, finish: &str) -> Value {
    json!({
        "model": "model-7b-2026",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 400, "completion_tokens": 30}
    })
}
